import Geometry
import Imaging
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

/// What stands behind what faces wear.
@Suite struct BackgroundTests {
  @Test(arguments: [
    ("clip", "clip"), ("white", "#ffffff"), ("#20A4f3", "#20a4f3"), ("a/b.png", "a/b.png"),
  ])
  func `a background is read, and written so that it is read again`(
    text: String, written: String
  ) throws {
    let background = try #require(Background(parsing: text))
    #expect(background.description == written)
    #expect(Background(parsing: written) == background)
  }

  @Test(arguments: ["#20a4f", "#20a4f33", "#20a4fg", "#"])
  func `a colour that is none is refused`(text: String) {
    #expect(Background(parsing: text) == nil)
  }

  /// Porter and Duff's source-over of the avatars alone on the colour.
  @Test(arguments: [false, true]) func `the picture is the avatars alone on the colour`(
    mirrored: Bool
  ) throws {
    let stage = try Stage(SyntheticClip(frames: 2))
    func pictures(_ change: (inout PassOptions) -> Void) throws -> [StraightRGBA8] {
      try stage.pictures("dragon") {
        $0.passes.mirrored = mirrored
        change(&$0.passes)
      }
    }
    let ground = RGBA8(32, 164, 243)
    let alone = try pictures { $0.overlayOnly = true }
    let drawn = try pictures { $0.background = .colour(ground) }
    let clip = try pictures { $0.background = .clip }
    #expect(try clip == pictures { _ in })
    #expect(drawn.count == 2 && drawn != clip)
    for (one, picture) in zip(alone, drawn) {
      let expected = one.flattened(on: ground)
      let most = zip(expected.bytes, picture.bytes).map { abs(Int($0) - Int($1)) }.max()
      // Layers of colours multiplied by alpha round each, and straight colours once more.
      #expect(try #require(most) <= 2)
    }
  }

  @Test
  func `a picture fills the frame by its middle, as its file has it though the frame is mirrored`()
    throws
  {
    let stage = try Stage(SyntheticClip(frames: 1))
    // 160 x 120 are the middle 16:12 of 160 x 160: its upper and lower 20 rows go.
    var ground = StraightRGBA8(
      size: PixelSize<OutputSpace>(clamping: 160, 160), filledWith: RGBA8(9, 9, 9))
    for x in 0..<160 {
      for y in 0..<160 { ground[x, y] = RGBA8(UInt8(x), UInt8(y), 77) }
    }
    try stage.folder.write(PNG.encode(ground), to: "ground.png")
    for mirrored in [false, true] {
      let picture = try #require(
        try stage.pictures("none") {
          $0.passes.mirrored = mirrored
          $0.passes.background = .file(stage.folder.path("ground.png"))
        }.first)
      #expect(picture == ground.cropped(x: 0, y: 20, width: 160, height: 120))
    }
  }

  /// The clip's picture does not matter: of two clips with one tracking, no pixel differs.
  @Test func `nothing of the clip is seen behind a puppet, which stands whole in the middle`()
    throws
  {
    func picture(_ codec: [String]) throws -> StraightRGBA8 {
      var clip = SyntheticClip(frames: 1)
      clip.codec = codec
      let pictures = try Stage(clip).pictures("panda") {
        $0.passes.puppet = true
        $0.passes.occluders = .hands
      }
      return try #require(pictures.first)
    }
    let one = try picture(["-c:v", "ffv1"])
    #expect(try one == picture(["-c:v", "libx264", "-crf", "45", "-pix_fmt", "yuv420p"]))
    let ground = RGBA8(0xD3, 0xE4, 0xEF)
    let (right, low) = (one.width - 1, one.height - 1)
    #expect((0...right).allSatisfy { one[$0, 0] == ground && one[$0, low] == ground })
    #expect((0...low).allSatisfy { one[0, $0] == ground && one[right, $0] == ground })
    #expect(one[right / 2, low / 2] != ground)
  }
}
