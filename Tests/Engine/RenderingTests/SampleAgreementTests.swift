import Foundation
import Geometry
import Imaging
import Placement
import Recipe
import Recordings
import Rendering
import SampleRecording
import TestSupport
import Testing
import Tracking
import TrackingFiles

extension Stage {
  /// A recording of one still: a sample subject, drawn and tracked in the same pose.
  init(
    still pose: SamplePose, side: Int, subject: SampleSubject = .girl
  ) throws {
    self = try Stage(empty: ())
    let size = try #require(PixelSize<TrackerSpace>(width: side, height: side))
    let (picture, header, face) = try SampleStage.still(pose: pose, size: size, subject: subject)
    clip = try folder.write(PNG.encode(picture), to: "in.png")
    let writer = try TrackingWriter(path: folder.path("in.jsonl"), header: header)
    try writer.write(TrackingSample(timestampMs: 0, faces: [face]))
    try writer.finish()
  }
}

@Suite struct SampleAgreementTests {
  /// The sample's subjects have the average face's shape but not its expression; their eyes, which
  /// a layer on the eyes is held by, are the average's.
  @Test(arguments: [SampleSubject.girl, .boy])
  func `landmarks and matrix, rendered, agree at a frontal pose of the sample`(
    subject: SampleSubject
  ) throws {
    for roll in [0.0, -15] {
      let pose = SamplePose(yaw: 0, pitch: 0, roll: roll, position: Vector3(1, -2, -46))
      let stage = try Stage(still: pose, side: 480, subject: subject)
      let avatar = try SyntheticAvatar().adding("\"scale\": 3", SyntheticAvatar.solid(300, 300))
        .write("avatar", in: stage.folder)
      for snap in [true, false] {
        let entries = try [PlacementOptions.Mode.landmarks, .matrix].map { mode in
          let records = try stage.sidecar(avatar) {
            $0.placement = PlacementOptions(mode: mode, snap: snap)
          }
          return try #require(records.first?.placements.first)
        }
        let width = entries[0].corners.topLeft.distance(to: entries[0].corners.topRight)
        let residual = entries[1].residualPx ?? 0
        for (a, b) in zip(entries[0].corners.corners, entries[1].corners.corners) {
          // The eyes' distance is measured on the eyes' corners, which lie at slightly different
          // depths: a thousandth of the size.
          #expect(a.distance(to: b) < residual + width / 200, "roll \(roll), snap \(snap)")
        }
        #expect(width > 150)
      }
    }
  }
}
