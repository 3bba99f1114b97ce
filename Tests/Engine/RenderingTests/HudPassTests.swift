import Geometry
import Hud
import Imaging
import Passes
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

/// The HUD in clips and pictures.
@Suite struct HudPassTests {
  private func hud(_ settings: inout RenderSettings) {
    settings.passes.annotations = .hud
    settings.passes.overlayOnly = true
  }

  @Test func `is there without a tracking file, and of an empty one`() throws {
    let stage = try Stage(SyntheticClip(frames: 2))
    try stage.folder.write(
      #"{"format": "avatar-tracking/1", "width": 160, "height": 120}"#, to: "in.jsonl")
    let empty = try stage.pictures("none", change: hud)
    #expect(empty.allSatisfy { $0.bytes.contains { $0 > 0 } })
    var other = stage
    other.clip = try SyntheticClip(frames: 2).make("alone.mkv", in: stage.folder)
    let alone = try RecordingLocation(finding: other.clip, tracking: nil, allowsUntracked: true)
    let without = try other.pictures("none") {
      $0.recording = alone
      hud(&$0)
    }
    #expect(without == empty)
  }

  @Test func `is asked for with bad words before anything is drawn`() throws {
    let stage = try Stage(SyntheticClip(frames: 1))
    let error = try #require(throws: HudError.self) {
      try stage.pictures("none") {
        hud(&$0)
        $0.passes.hud.theme = .file("/nowhere/theme.json")
      }
    }
    #expect("\(error)" == "/nowhere/theme.json: there is no such file")
    #expect(try stage.folder.names(in: ".").allSatisfy { !$0.hasSuffix(".png") })
  }

  @Test func `stands upright over a mirrored picture as over a plain one`() throws {
    let stage = try Stage(SyntheticClip(frames: 2))
    let plain = try stage.pictures("none", change: hud)
    let mirrored = try stage.pictures("none") {
      hud(&$0)
      $0.passes.mirrored = true
    }
    #expect(plain == mirrored)
    #expect(plain.allSatisfy { $0 != $0.flippedHorizontally() })
  }
}
