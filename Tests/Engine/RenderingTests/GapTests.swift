import ClipReading
import Foundation
import Placement
import Recipe
import Recordings
import Rendering
import Snapshots
import TestSupport
import Testing
import Tracking

/// A face that the tracker loses, in what is drawn.
@Suite struct GapTests {
  /// How much is seen of the face in each frame, 40 ms apart, when the samples end with frame 3.
  static let policies: [(GapOptions.Policy, [Double])] = [
    (.fade, [1, 1, 1, 1, 1, 1, 0.8, 0.4, 0, 0]),
    (.hold, [1, 1, 1, 1, 1, 1, 0, 0, 0, 0]),
    (.hide, [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]),
  ]

  @Test(arguments: policies)
  func `a face that is lost is held, faded or hidden as asked`(
    policy: GapOptions.Policy, expected: [Double]
  ) throws {
    let stage = try Stage(SyntheticClip(frames: 10))
    var tracking = SyntheticTracking(width: 160, height: 120, frames: 10)
    tracking.samples.removeLast(6)
    try stage.folder.write(tracking.text, to: "in.jsonl")
    let avatar = try SyntheticAvatar().adding("\"scale\": 2", SyntheticAvatar.solid(20, 20))
      .write("avatar", in: stage.folder)
    let records = try stage.sidecar(avatar) { $0.gaps.policy = policy }
    let opacities = records.map { $0.placements.first?.opacity ?? 0 }
    #expect(zip(opacities, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(opacities)")
    // Where it was last seen.
    for record in records[4...] where !record.placements.isEmpty {
      #expect(record.placements[0].corners == records[3].placements[0].corners)
    }
  }

  /// The samples around a frame are joined up to 250 ms apart, and no further.
  @Test func `a face that is lost for a moment is drawn on, for longer is not`() throws {
    let stage = try Stage(SyntheticClip(frames: 20))
    var tracking = SyntheticTracking(width: 160, height: 120, frames: 20)
    // Without frames 3 to 7 (samples 240 ms apart), and 10 to 16 (320 ms apart).
    tracking.samples = tracking.samples.enumerated().filter { index, _ in
      !(3...7).contains(index) && !(10...16).contains(index)
    }.map(\.element)
    try stage.folder.write(tracking.text, to: "in.jsonl")
    let avatar = try SyntheticAvatar().adding("\"scale\": 2", SyntheticAvatar.solid(20, 20))
      .write("avatar", in: stage.folder)
    let records = try stage.sidecar(avatar) { $0.gaps.policy = .hide }
    let drawn = records.filter { !$0.placements.isEmpty }.map(\.frame)
    #expect(drawn == Array(0...9) + Array(17...19))
  }

  /// How much is seen of a face in frames 40 ms apart that comes with frame 3.
  static let appearances: [(GapOptions.Appearance, [Double?])] = [
    (.fade, [nil, nil, nil, 0, 0.4, 0.8, 1, 1]), (.show, [nil, nil, nil, 1, 1, 1, 1, 1]),
  ]

  @Test(arguments: appearances)
  func `a face that comes is faded in or shown as asked, in a part as in the whole`(
    newFaces: GapOptions.Appearance, expected: [Double?]
  ) throws {
    let stage = try Stage(SyntheticClip(frames: 8))
    var tracking = SyntheticTracking(width: 160, height: 120, frames: 8)
    for index in 0..<3 { tracking.samples[index].faces = [] }
    try stage.folder.write(tracking.text, to: "in.jsonl")
    let avatar = try SyntheticAvatar().adding("\"scale\": 2", SyntheticAvatar.solid(20, 20))
      .write("avatar", in: stage.folder)
    for first in [0, 3, 4] {
      let records = try stage.sidecar(avatar) {
        $0.gaps.newFaces = newFaces
        $0.part = .frames(first...7)
      }
      let opacities = records.map { $0.placements.first?.opacity }
      #expect(opacities == Array(expected[first...]), "from \(first) on")
    }
  }

  /// The one smile is on the frame in which the face comes: in the video the avatar is not to be seen there yet.
  @Test func `a chosen picture has its avatar in full where a face has just come`() throws {
    let stage = try Stage(SyntheticClip(frames: 8))
    var tracking = SyntheticTracking(width: 160, height: 120, frames: 8)
    for index in 0..<8 {
      let smile = index == 3 ? 0.8 : 0
      tracking.samples[index].faces = (index < 3 ? [] : tracking.samples[index].faces).map {
        var face = $0
        face.blendshapes = ["mouthSmileLeft": smile, "mouthSmileRight": smile]
        return face
      }
    }
    try stage.folder.write(tracking.text, to: "in.jsonl")
    let avatar = try SyntheticAvatar().adding("\"scale\": 2", SyntheticAvatar.solid(20, 20))
      .write("avatar", in: stage.folder)
    var settings = SnapshotSettings(try stage.settings(avatar, to: ""))
    settings.render.part = .frames(3...3)
    let named = try SnapshotJob(settings).render()
    #expect(named.placements.placements.map(\.opacity) == [0])
    (settings.render.part, settings.choice) = (.whole, .best)
    let chosen = try SnapshotJob(settings).render()
    #expect(chosen.choice?.best.frame == 3)
    #expect(chosen.choice?.best.faces.first?.parts.overlay == 1)
    #expect(chosen.placements.placements.map(\.opacity) == [1])
  }
}
