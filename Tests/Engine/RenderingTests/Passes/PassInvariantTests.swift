import Dispatch
import Foundation
import Geometry
import Imaging
import Passes
import Rendering
import TestSupport
import Testing
import Video

/// What holds for the list of passes as a whole, whatever is asked of it.
@Suite struct `The list of passes` {
  /// Renders what a combination asks for, as pictures and as a lossless clip.
  private func rendered(
    _ combination: Combination, on stage: Stage, change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> (pictures: [StraightRGBA8], planes: [UInt8]) {
    func all(_ settings: inout RenderSettings) {
      // The combination was read once already.
      try? combination.apply(to: &settings.output)
      change(&settings)
    }
    return try (stage.pictures("dragon", change: all), stage.planes("dragon", change: all))
  }

  /// Those with landmarks alone only where everything is checked.
  private static let combinations =
    Combination.all.filter { $0.annotations != .landmarks || Thorough.isAsked } + Combination.hud
    + Combination.occluded

  @Test(arguments: combinations)
  func `gives a part of the clip, by two threads, as it gives the whole by one`(
    combination: Combination
  ) throws {
    let stage = try Stage(SyntheticClip(frames: 4), hand: SyntheticHand())
    let whole = try rendered(combination, on: stage) { $0.threads = 1 }
    let ranges = Thorough.isAsked ? [0...1, 2...3] : [2...3]
    let parts = try ranges.map { range in
      try rendered(combination, on: stage) {
        $0.part = .frames(range)
        $0.threads = 2
      }
    }
    #expect(whole.pictures.count == 4)
    #expect(parts.flatMap(\.pictures) == Array(whole.pictures.suffix(2 * ranges.count)))
    let planes = whole.planes.suffix(whole.planes.count / 2 * ranges.count)
    #expect(parts.flatMap(\.planes) == Array(planes))
  }

  @Test(arguments: (Combination.all + Combination.occluded).filter(\.mirrored))
  func `mirrors everything but its lettering, in pictures`(combination: Combination) throws {
    let stage = try PassFixture()
    let picture = try PassFixture.picture(opaque: true)
    func drawn(_ combination: Combination) throws -> (StraightRGBA8, kept: PixelArea?) {
      var surface =
        combination.overlayOnly
        ? PictureSurface(transparent: PassFixture.size) : PictureSurface(picture, matrix: .bt709)
      let kept = try stage.draw(combination, on: &surface)
      return (surface.picture(), kept)
    }
    let (plain, mirrored) = try (drawn(combination.plain), drawn(combination))
    let (kept, width) = ([mirrored.kept, plain.kept?.flipped], PassFixture.size.width)
    var (compared, wrong) = (0, 0)
    for y in 0..<PassFixture.size.height {
      for x in 0..<width where !kept.contains(where: { $0?.contains(x, y) == true }) {
        compared += 1
        wrong += plain.0[width - 1 - x, y] == mirrored.0[x, y] ? 0 : 1
      }
    }
    #expect(wrong == 0)
    #expect(compared > 20_000)
    #expect(plain.0 != mirrored.0)
  }

  @Test(
    arguments: (Combination.all + Combination.occluded).filter { $0.mirrored && !$0.overlayOnly })
  func `mirrors everything but its lettering, in planes`(combination: Combination) throws {
    let stage = try PassFixture()
    func drawn(_ combination: Combination) throws -> ([UInt8], kept: PixelArea?) {
      var frame = try PassFixture.frame("yuv420p")
      let kept = try stage.draw(combination, on: &frame)
      return (frame.packedBytes(), kept)
    }
    let (plain, mirrored) = try (drawn(combination.plain), drawn(combination))
    let (width, height) = (PassFixture.size.width, PassFixture.size.height)
    let expected = flipped(plain.0, width: width, height: height)
    let kept = [mirrored.kept, plain.kept?.flipped]
    var (compared, wrong) = (0, 0)
    for index in expected.indices {
      // Luma, and then two planes of half its width and height.
      let isLuma = index < width * height
      let (side, step) = isLuma ? (width, 1) : (width / 2, 2)
      let place = isLuma ? index : (index - width * height) % (width * height / 4)
      let (x, y) = (place % side * step, place / side * step)
      if kept.contains(where: { $0?.contains(x, y) == true }) { continue }
      compared += 1
      wrong += expected[index] == mirrored.0[index] ? 0 : 1
    }
    #expect(wrong == 0)
    #expect(compared > 30_000)
  }

  @Test func `gives a picture the same bytes in whatever order it is asked for`() throws {
    let still = SharedData.packageRoot.appending(path: "Golden/recordings/turned-head")
    let png = try [UInt8](Data(contentsOf: still.appending(path: "picture.png")))
    let tracking = try [UInt8](Data(contentsOf: still.appending(path: "tracking.jsonl")))
    let jpeg = try PNG.decode(png).encoded(as: PictureEncoding(.jpeg, quality: 90))
    let requests = try [png, jpeg].flatMap { bytes in
      try Combination.all.map { combination in
        var request = FrameRequest(picture: bytes, tracking: tracking, avatars: ["ox"])
        request.passes = try combination.options
        return request
      }
    }
    let renderer = FrameRenderer(library: Stage.shipped)
    let first = try requests.map { try renderer.render($0).bytes }
    let other = FrameRenderer(library: Stage.shipped)
    let backwards = try requests.reversed().map { try other.render($0).bytes }
    #expect(backwards.reversed() == first)
    var random = SplitMix64(state: 5)
    for index in requests.indices.shuffled(using: &random) {
      #expect(try renderer.render(requests[index]).bytes == first[index], "\(index)")
    }
    // All of them differ, but for the JPEG's avatars alone, which are the PNG's.
    #expect(Set(first).count == requests.count - Combination.all.filter(\.overlayOnly).count)
  }
}

extension PassFixture {
  /// Draws what a combination asks for; gives the area of what stays readable.
  func draw<Target: FrameSurface & ~Copyable>(
    _ combination: Combination, on surface: inout Target
  ) throws -> PixelArea? {
    var list = try passes(combination)
    let state = try state(atMs: 40, mirrored: combination.mirrored)
    var kept: PixelArea?
    for index in list.passes.indices {
      let area = try list.passes[index].draw(state, on: &surface)
      if list.passes[index] is LetteringPass { kept = area }
    }
    return kept
  }
}

extension PixelArea {
  func contains(_ x: Int, _ y: Int) -> Bool { columns.contains(x) && rows.contains(y) }

  /// The area in the flipped picture.
  var flipped: PixelArea? {
    let width = PassFixture.size.width
    return PixelArea(
      columns: width - columns.upperBound..<width - columns.lowerBound, rows: rows)
  }
}
