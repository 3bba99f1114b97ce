import AvatarFiles
import Foundation
import Recordings
import Rendering
import SceneFiles
import Snapshots
import TestSupport
import Testing

/// Cards that come alive count where the best frame is chosen.
@Suite struct BestCardTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try SyntheticScene().write("Scenes/greeting", in: folder)
  }

  /// The choice in ten frames of 300 ms, of a card whose corners in each a test gives.
  private func best(_ corners: (Int) -> String?) throws -> BestFrame.Report {
    var clip = SyntheticClip(width: 160, height: 120, frames: 10)
    clip.filter = "setpts=N*0.3/TB"
    let path = try clip.make("in.mkv", in: folder)
    var text = "{\"format\": \"avatar-tracking/1\", \"width\": 160, \"height\": 120}\n"
    for frame in 0..<10 {
      let image = corners(frame).map {
        "{\"name\": \"card\", \"id\": 1, \"score\": 0.9, \"corners\": \($0)}"
      }
      text += "{\"timestampMs\": \(300 * frame), \"faces\": [], \"images\": [\(image ?? "")]}\n"
    }
    try folder.write(text, to: "in.jsonl")
    var settings = RenderSettings(
      recording: try RecordingLocation(video: path, tracking: folder.path("in.jsonl")),
      avatars: AvatarSelection(names: ["none"], library: Stage.shipped),
      output: OutputSettings(path: ""))
    settings.scenes = SceneSelection(SceneLibrary(folder: folder.path("Scenes")))
    return try BestFrame(settings).find()
  }

  private static let whole = "[[0.3, 0.3], [0.7, 0.3], [0.7, 0.7], [0.3, 0.7]]"
  private static let halfOut = "[[0.8, 0.3], [1.2, 0.3], [1.2, 0.7], [0.8, 0.7]]"

  @Test func `a card is best when its scene has unfolded`() throws {
    let report = try best { _ in Self.whole }
    // From two seconds on.
    #expect(report.best.frame >= 7, "\(report.best)")
    #expect(report.best.cardsSeen == 1 && report.note == nil)
    let card = try #require(report.best.cards?.first)
    #expect(card.card == 1 && card.parts.unfolded == 1 && card.parts.inside == 1)
    #expect(report.runnersUp.contains { ($0.cards?.first?.parts.unfolded ?? 1) < 0.5 })
  }

  @Test func `a card that lies half outside, or is not there, is worse`() throws {
    let report = try best { frame in frame == 8 ? Self.whole : frame < 6 ? nil : Self.halfOut }
    #expect(report.best.frame == 8, "\(report.best)")
    #expect(report.runnersUp.allSatisfy { ($0.cards?.first?.parts.inside ?? 0) < 0.1 })
  }
}
