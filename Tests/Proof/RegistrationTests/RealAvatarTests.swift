import Compositing
import Foundation
import Geometry
import Imaging
import Registration
import TestSupport
import Testing

/// The project's own artwork, drawn by the compositor at two quads over a background.
@Suite struct RealAvatarTests {
  private let width = 480
  private let height = 400
  static let layers =
    ["ox/horns.png", "monkey/ear-left.png", "bear-hood/hood.png"]
    + (Thorough.isAsked ? ["dragon/mask.png", "crown/centre.png"] : [])

  private func ground() throws -> StraightRGBA8 {
    var scene = Scene(artwork: .disc, width: width, height: height)
    scene.isAlone = false
    return try scene.picture(nil)
  }

  private func picture(
    _ artwork: StraightRGBA8, at quad: Quad<OutputSpace>, over ground: StraightRGBA8
  ) throws -> StraightRGBA8 {
    let map = try #require(
      Homography<ArtworkSpace, OutputSpace>(
        rectangle: Double(artwork.width), Double(artwork.height), to: quad))
    var canvas = PremultipliedRGBA8(ground)
    let texture = Texture(artwork, for: .premultipliedRGBA8)
    let compositor = try Compositor()
    try canvas.withMutablePicture { picture in
      try compositor.draw(texture, at: map, onto: picture)
    }
    return StraightRGBA8(canvas)
  }

  /// A point turned and scaled about (240, 200) and moved.
  private static func moved(
    _ p: Point2<OutputSpace>, _ place: Scene.Place
  ) -> Point2<OutputSpace> {
    let angle = place.degrees * Double.pi / 180
    let (c, s) = (place.scale * cos(angle), place.scale * sin(angle))
    let (x, y) = (p.x - 240, p.y - 200)
    return Point2(240 + place.x + c * x - s * y, 200 + place.y + s * x + c * y)
  }

  @Test(arguments: layers)
  func `a layer that went elsewhere is measured as its quads tell`(file: String) throws {
    let artwork = try PNG.read(
      path: SharedData.packageRoot.appending(path: "Avatars").appending(path: file).path)
    let ground = try ground()
    let tall = 150.0 * Double(artwork.height) / Double(artwork.width)
    let first = Quad<OutputSpace>(
      Point2(165, 200 - tall / 2), Point2(315, 200 - tall / 2), Point2(315, 200 + tall / 2),
      Point2(165, 200 + tall / 2))
    let before = try picture(artwork, at: first, over: ground)
    var region = PixelMask(width: width, height: height, filled: false)
    region.add(first, margin: 3)
    var generator = SplitMix64(state: 12)
    for round in 0..<(Thorough.isAsked ? 20 : 2) {
      let size = round == 0 ? 0.3 : 14.0
      let (x, y) = (generator.number(-size...size), generator.number(-size...size))
      let (turn, growth) = (generator.number(-size...size) / 2, generator.number(-size...size))
      let place = Scene.Place(x: x, y: y, degrees: turn, scale: 1 + growth / 150)
      let second = first.map { Self.moved($0, place) }
      let exact = try #require(GeometryChange(from: first, to: second))
      let change = Registrar().change(
        from: before, to: try picture(artwork, at: second, over: ground), region: region)
      #expect(change.kind == .moved)
      try expectClose(change.motion, exact.motion)
      #expect(exact.leftoverPixels < 1e-9)
    }
    let mirrored = Quad(first.topRight, first.topLeft, first.bottomLeft, first.bottomRight)
    let flipped = Registrar().change(
      from: before, to: try picture(artwork, at: mirrored, over: ground), region: region)
    // The ear is the one that is not nearly the same left and right.
    if file.hasPrefix("monkey") { #expect(flipped.words == "mirrored left to right") }
    let gone = Registrar().change(from: before, to: ground, region: region, ground: ground)
    #expect(gone.words == "not there")
  }
}
