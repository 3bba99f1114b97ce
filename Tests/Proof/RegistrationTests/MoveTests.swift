import Foundation
import Imaging
import Registration
import TestSupport
import Testing

/// A motion as it should be told of a region whose centroid is not the artwork's middle.
func expectedMotion(_ scene: Scene, _ place: Scene.Place, of region: PixelMask) -> Motion {
  var sum = SIMD2<Double>.zero
  for y in 0..<region.height {
    for x in 0..<region.width where region[x, y] {
      sum += SIMD2(Double(x) + 0.5, Double(y) + 0.5)
    }
  }
  let centre = sum / Double(region.count)
  let angle = place.degrees * .pi / 180
  let from = centre - scene.centre
  let turned = SIMD2(
    cos(angle) * from.x - sin(angle) * from.y, sin(angle) * from.x + cos(angle) * from.y)
  let moved = scene.centre + SIMD2(place.x, place.y) + turned * place.scale - centre
  return Motion(
    dx: moved.x, dy: moved.y, rotationDegrees: place.degrees, scale: place.scale)
}

/// The accuracy that is promised: 0.1 pixel, 0.1 degree, 0.5 per cent; 0.2 degrees for what is half
/// as large again or more, whose blurred outline is told from the background less well.
func expectClose(
  _ motion: Motion?, _ wanted: Motion, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let found = try #require(motion, sourceLocation: sourceLocation)
  #expect(abs(found.dx - wanted.dx) < 0.1, sourceLocation: sourceLocation)
  #expect(abs(found.dy - wanted.dy) < 0.1, sourceLocation: sourceLocation)
  #expect(
    abs(found.rotationDegrees - wanted.rotationDegrees) < (wanted.scale >= 1.5 ? 0.2 : 0.1),
    sourceLocation: sourceLocation)
  #expect(abs(found.scale / wanted.scale - 1) < 0.005, sourceLocation: sourceLocation)
}

@Suite struct MoveTests {
  static let places: [Scene.Place] = [
    .init(x: 0.1), .init(x: 0.1, y: -0.2), .init(x: 0.5, y: 0.3, degrees: 0.2),
    .init(x: 3.1, degrees: 0.4, scale: 1.02), .init(scale: 0.98), .init(degrees: 1),
    .init(x: -8, y: 5, degrees: -6, scale: 1.08), .init(x: 20, y: 10),
    .init(x: 35, y: -20, degrees: 20, scale: 0.8), .init(x: -60, y: 5),
    .init(x: 10, degrees: 45), .init(x: 10, degrees: 40, scale: 1.5), .init(x: 12, scale: 2),
    .init(x: -12, scale: 0.5), .init(x: 40, y: 40, degrees: -30, scale: 1.3),
    .init(degrees: 60),
  ]

  @Test(arguments: [Scene.Artwork.textured, .cartoon], [false, true])
  func `moves from a tenth of a pixel to half the size are measured`(
    artwork: Scene.Artwork, isAlone: Bool
  ) throws {
    var scene = Scene(artwork: artwork)
    scene.isAlone = isAlone
    let (first, region) = (try scene.picture(.init()), scene.region())
    // Half of the cases over each background: all in `Scripts/check.sh`.
    let cases = Self.places.enumerated().filter {
      Thorough.isAsked || $0.offset % 2 == (isAlone ? 0 : 1)
    }
    for (_, place) in cases {
      let change = Registrar().change(
        from: first, to: try scene.picture(place), region: region)
      #expect(change.kind == .moved)
      #expect(change.determinacy.isFull)
      #expect(change.differenceAfter < change.differenceBefore / 2)
      try expectClose(change.motion, expectedMotion(scene, place, of: region))
    }
  }

  @Test(arguments: [Scene.Artwork.textured, .cartoon, .crown])
  func `random moves with noise are measured`(artwork: Scene.Artwork) throws {
    let scene = Scene(artwork: artwork)
    let region = scene.region()
    var generator = SplitMix64(state: 41)
    for round in 0..<(Thorough.isAsked ? 40 : 2) {
      let place = Scene.Place(
        x: generator.number(-12...12), y: generator.number(-12...12),
        degrees: generator.number(-10...10), scale: generator.number(0.9...1.1))
      let first = noisy(try scene.picture(.init()), deviation: 2, seed: UInt64(2 * round))
      let second = noisy(try scene.picture(place), deviation: 2, seed: UInt64(2 * round + 1))
      let change = Registrar().change(from: first, to: second, region: region)
      #expect(change.kind == .moved)
      try expectClose(change.motion, expectedMotion(scene, place, of: region))
    }
  }

  @Test func `a known background helps and does not hurt`() throws {
    let scene = Scene(artwork: .cartoon)
    let (first, region) = (try scene.picture(.init()), scene.region())
    let ground = try scene.picture(nil)
    for place in [Self.places[0], Self.places[3], Self.places[8], Self.places[12]] {
      let change = Registrar().change(
        from: first, to: try scene.picture(place), region: region, ground: ground)
      #expect(change.kind == .moved)
      try expectClose(change.motion, expectedMotion(scene, place, of: region))
    }
  }

  @Test func `without a region the pixels that changed are it`() throws {
    let scene = Scene(artwork: .cartoon)
    let first = try scene.picture(.init())
    let change = Registrar().change(
      from: first, to: try scene.picture(.init(x: 3.1, y: -1.4)), region: nil)
    try expectClose(change.motion, Motion(dx: 3.1, dy: -1.4))
  }

  @Test func `a move back is the inverse`() throws {
    let scene = Scene(artwork: .cartoon)
    let place = Scene.Place(x: 6.2, y: -3.3, degrees: 4, scale: 1.05)
    let (a, b) = (try scene.picture(.init()), try scene.picture(place))
    let region = scene.region(margin: 30)
    let forth = try #require(Registrar().change(from: a, to: b, region: region).motion)
    let back = try #require(Registrar().change(from: b, to: a, region: region).motion)
    #expect(abs(forth.scale * back.scale - 1) < 0.002)
    #expect(abs(forth.rotationDegrees + back.rotationDegrees) < 0.05)
  }
}
