import AvatarFiles
import Foundation
import Geometry
import Imaging
import Placement
import Rendering
import SampleRecording
import TestSupport
import Testing
import Tracking
import Video

/// Whole pictures over the sample's head, frozen after the laws proved where everything goes.
///
/// The head is drawn by Cairo's own rasteriser: the same version gives the same bytes (Debian 12's
/// 1.16), another one may shade an edge differently and then asks for a look and a new recording.
@Suite struct `A golden picture` {
  static let side = 240

  private func stage(
    yaw: Double = 14, pitch: Double = -5, roll: Double = 7,
    expression change: (inout SampleExpression) -> Void = { _ in }
  ) throws -> Stage {
    var expression = SampleExpression()
    change(&expression)
    let pose = SamplePose(
      yaw: yaw, pitch: pitch, roll: roll, position: Vector3(0, -2, -46), expression: expression)
    return try Stage(still: pose, side: Self.side)
  }

  private func picture(
    _ stage: Stage, _ avatar: String, change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> StraightRGBA8 {
    var settings = try stage.settings(avatar, to: "unused.png")
    settings.part = .moment(0)
    change(&settings)
    return try SnapshotJob(settings).render().picture
  }

  @Test(arguments: Stage.shipped.ids)
  func `of each avatar on a turned, speaking head`(id: String) throws {
    let stage = try stage { $0.jawOpen = 0.5 }
    try expectGolden(picture(stage, id), suite: "Rendering", case: "avatar-\(id)")
  }

  @Test func `of the five blend modes`() throws {
    let stage = try stage(yaw: 0, pitch: 0, roll: 0)
    let patch = try SyntheticAvatar.drawn(40, 160) { _, y in
      RGBA8(UInt8(y), UInt8(200 - y), 120)
    }
    var avatar = SyntheticAvatar()
    for (index, mode) in ["normal", "multiply", "screen", "overlay", "add"].enumerated() {
      let x = Double(index) * 0.55 - 1.1
      avatar = avatar.adding(
        "\"scale\": 0.5, \"blend\": \"\(mode)\", \"offset\": {\"x\": \(x)}", patch)
    }
    let path = try avatar.write("blend", in: stage.folder)
    try expectGolden(picture(stage, path), suite: "Rendering", case: "blend-modes")
  }

  @Test func `of three opacities`() throws {
    let stage = try stage(yaw: 0, pitch: 0, roll: 0)
    let disc = try SyntheticAvatar.drawn(80, 80) { x, y in
      RGBA8(20, 60, 220, hypot(x - 40, y - 40) < 36 ? 255 : 0)
    }
    var avatar = SyntheticAvatar()
    for (x, opacity) in [(-0.8, 0.25), (0, 0.5), (0.8, 1)] {
      avatar = avatar.adding(
        "\"scale\": 1, \"opacity\": \(opacity), \"offset\": {\"x\": \(x)}", disc)
    }
    let path = try avatar.write("opacity", in: stage.folder)
    try expectGolden(picture(stage, path), suite: "Rendering", case: "opacities")
  }

  /// The letter F, which looks wrong when it is flipped.
  private static var letter: StraightRGBA8 {
    get throws {
      try SyntheticAvatar.drawn(60, 80) { x, y in
        let stem = (8...22).contains(x) && (6...74).contains(y)
        let bars =
          (8...52).contains(x) && (6...20).contains(y)
          || (8...42).contains(x) && (34...48).contains(y)
        return stem || bars ? RGBA8(170, 10, 30) : RGBA8(255, 240, 200)
      }
    }
  }

  @Test(arguments: ["keep", "follow"])
  func `of lettering in a mirrored output`(mirror: String) throws {
    let stage = try stage()
    let path = try SyntheticAvatar().adding(
      "\"scale\": 0.9, \"mirror\": \"\(mirror)\", \"offset\": {\"x\": 0.7, \"y\": 0.9}",
      Self.letter
    ).write("letter", in: stage.folder)
    try expectGolden(
      picture(stage, path) { $0.output.mirrored = true }, suite: "Rendering",
      case: "mirrored-\(mirror)")
  }

  /// A layer that is shown at 0.6 and hidden under 0.4, while the mouth opens and closes.
  @Test func `of a trigger with hysteresis`() throws {
    let stage = try Stage(SyntheticClip(width: 50, height: 50, frames: 6)) { face in
      // The clip's own frames run from 0 to 1 in steps of 0.2.
      let t = face.blendshapes["jawOpen"] ?? 0
      (face.yaw, face.pitch, face.roll, face.x, face.y, face.z) = (0, 0, 0, 0, 0, -30)
      let scores = [0.0, 0.5, 0.7, 0.5, 0.3, 0.5]
      face.blendshapes = ["jawOpen": scores[Int((t * 5).rounded())]]
    }
    let path = try SyntheticAvatar().adding(
      "\"scale\": 2, \"when\": {\"blendshape\": \"jawOpen\", \"above\": 0.6, \"below\": 0.4}",
      SyntheticAvatar.solid(20, 20)
    ).write("trigger", in: stage.folder)
    let frames = try stage.pictures(path) {
      $0.smoothing = SmoothingOptions(.none)
      $0.output.overlayOnly = true
    }
    let shown = frames.map { picture in picture[25, 21].alpha > 0 }
    #expect(shown == [false, false, true, true, false, false])
    let ground = RGBA8(245, 245, 245)
    let sheet = try #require(
      ContactSheet(columns: 6, gap: 2).picture(of: frames.compactMap { $0.flattened(on: ground) }))
    try expectGolden(sheet, suite: "Rendering", case: "hysteresis")
  }
}
