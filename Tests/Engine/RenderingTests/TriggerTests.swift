import Imaging
import Passes
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing
import Tracking

/// Layers that an expression shows, over the frames of a clip.
@Suite struct TriggerTests {
  /// A layer that is shown at 0.6 and hidden under 0.4, while the mouth opens and closes.
  @Test func `a layer stays as it is between the two levels of its trigger`() throws {
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
      $0.passes.overlayOnly = true
    }
    let shown = frames.map { picture in picture[25, 21].alpha > 0 }
    #expect(shown == [false, false, true, true, false, false])
  }
}
