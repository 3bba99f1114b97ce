import Imaging
import Passes
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

@Suite struct MirrorTests {
  /// Three that differ in kind: a mask with a driven jaw, a hat, many small layers.
  static let avatars = ["dragon", "shark-hat", "monkey"]

  @Test(arguments: avatars)
  func `a mirrored output is the plain one flipped, pixel by pixel, as pictures`(avatar: String)
    throws
  {
    let stage = try Stage(SyntheticClip(frames: 4))
    let plain = try stage.pictures(avatar)
    let mirrored = try stage.pictures(avatar) { $0.passes.mirrored = true }
    #expect(plain.count == 4)
    #expect(mirrored == plain.map { $0.flippedHorizontally() })
    #expect(mirrored != plain)
  }

  @Test(arguments: avatars)
  func `a mirrored output is the plain one flipped, sample by sample, as a lossless clip`(
    avatar: String
  ) throws {
    let stage = try Stage(SyntheticClip(frames: 4))
    let plain = try stage.planes(avatar)
    let mirrored = try stage.planes(avatar) { $0.passes.mirrored = true }
    #expect(plain.count == 4 * 160 * 120 * 3 / 2)
    #expect(mirrored == flipped(plain, width: 160, height: 120))
  }

  /// Lettering: the spot is mirrored, the artwork is not.
  @Test func `a mirrored output keeps artwork that is to be kept readable`() throws {
    let stage = try Stage(SyntheticClip(frames: 2)) {
      ($0.yaw, $0.roll, $0.pitch) = (0, 0, 0)
    }
    // Left half red, right half blue, off to the subject's left.
    let lettering = try SyntheticAvatar.drawn(40, 20) { x, _ in
      x < 20 ? RGBA8(250, 10, 10) : RGBA8(10, 10, 250)
    }
    let fields = "\"scale\": 1.2, \"offset\": {\"x\": 0.5, \"y\": 0, \"z\": 0}"
    for (mirror, redIsLeft) in [("keep", true), ("follow", false)] {
      let avatar = try SyntheticAvatar()
        .adding("\(fields), \"mirror\": \"\(mirror)\"", lettering).write(mirror, in: stage.folder)
      let picture = try #require(
        try stage.pictures(avatar) {
          $0.passes.mirrored = true
          $0.passes.overlayOnly = true
        }.first)
      var columns: (red: [Int], blue: [Int]) = ([], [])
      for y in 0..<picture.height {
        for x in 0..<picture.width where picture[x, y].alpha == 255 {
          if picture[x, y].red > 200 { columns.red.append(x) }
          if picture[x, y].blue > 200 { columns.blue.append(x) }
        }
      }
      let red = Double(columns.red.reduce(0, +)) / Double(columns.red.count)
      let blue = Double(columns.blue.reduce(0, +)) / Double(columns.blue.count)
      #expect((red < blue) == redIsLeft, "\(mirror)")
      // The subject's left is on the left of a mirrored picture.
      #expect((red + blue) / 2 < 80, "\(mirror)")
    }
  }
}
