import Foundation
import TestSupport
import Testing

/// Faces covered by the real tracker, as a person asks for it.
@Suite(
  .enabled(if: SharedData.isPresent && RealTracker.isThere, Comment(rawValue: RealTracker.absent)))
struct CoveredRecordingTests {
  private let folder: ScratchFolder
  /// The face goes out of sight of the recording's own tracking for half a second.
  private static let signing = SharedData.file("recordings/signing").path

  init() throws { folder = try ScratchFolder() }

  private func run(_ arguments: [String]) throws -> Program.Outcome {
    try Program.product.run(
      arguments + RealTracker.options + ["--cache", folder.path("cache")]
        + (arguments.first == "plan" ? [] : ["--progress", "none"]), in: folder)
  }

  private func render(_ more: [String]) throws -> Program.Outcome {
    try run(["render", Self.signing, "--avatar", "none", "--codec", "ffv1"] + more)
  }

  private func frames(_ name: String) throws -> [UInt8] {
    try SyntheticClip.rawFrames(of: folder.path(name), in: folder)
  }

  @Test func `a clip is covered, and its parts, stills and sheets as it is`() throws {
    try #require(try render(["-o", "plain.mkv"]).exitCode == 0)
    let covered = try render([
      "-o", "covered.mkv", "--cover", "faces", "--cover-report", "report.json",
    ])
    try #require(covered.exitCode == 0, "\(covered.error)")
    let (plain, whole) = try (frames("plain.mkv"), frames("covered.mkv"))
    let bytes = 640 * 480 * 3 / 2
    try #require(plain.count == 51 * bytes && whole.count == plain.count)
    for frame in 0..<51 {
      // Something is hidden in each, and most is not.
      let changed = (frame * bytes..<frame * bytes + 640 * 480).count { plain[$0] != whole[$0] }
      #expect((500...60_000).contains(changed), "frame \(frame)")
    }
    let parts = try render(["-o", "parts.mkv", "--cover", "faces", "--parts", "3"])
    #expect(parts.exitCode == 0, "\(parts.error)")
    #expect(try frames("parts.mkv") == whole)
    let part = try render(["-o", "part.mkv", "--cover", "faces", "--frames", "20-29"])
    #expect(part.exitCode == 0, "\(part.error)")
    #expect(try frames("part.mkv") == Array(whole[20 * bytes..<30 * bytes]))
    let still = try run([
      "snapshot", Self.signing, "--avatar", "none", "--frame", "20", "--cover", "faces", "-o",
      "still.png",
    ])
    #expect(still.exitCode == 0, "\(still.error)")
    let bare = try run([
      "snapshot", Self.signing, "--avatar", "none", "--frame", "20", "-o", "bare.png",
    ])
    #expect(bare.exitCode == 0, "\(bare.error)")
    let (one, other) = try (frames("still.png"), frames("bare.png"))
    #expect(one.count == other.count && one != other)
    let report = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(filePath: folder.path("report.json"))))
        as? [String: Any])
    #expect(report["isSure"] as? Bool == true && report["coveredFrames"] as? Int == 51)
  }

  @Test func `a plan has the cover, and its parts need no tracker`() throws {
    let plan = try run([
      "plan", Self.signing, "--avatar", "none", "--codec", "ffv1", "-o", folder.path("out.mkv"),
      "--cover", "faces", "--cover-style", "solid", "--part-seconds", "1", "--plan", "plan.json",
    ])
    try #require(plan.exitCode == 0, "\(plan.error)")
    let whole = try render(["-o", "whole.mkv", "--cover", "faces", "--cover-style", "solid"])
    try #require(whole.exitCode == 0, "\(whole.error)")
    for part in 0..<2 {
      let made = try Program.product.run(
        ["part", folder.path("plan.json"), "\(part)", "--store", folder.path("store")], in: folder,
        environment: ["AVATAR_OVERLAY_MEDIAPIPE": "/nowhere"])
      #expect(made.exitCode == 0, "\(made.error)")
    }
    let joined = try Program.product.run(
      ["join", folder.path("plan.json"), "--store", folder.path("store")], in: folder)
    #expect(joined.exitCode == 0, "\(joined.error)")
    #expect(try frames("out.mkv") == frames("whole.mkv"))
  }

  @Test func `a face from nowhere ends it with 65 and no output, and parts after it are rendered`()
    throws
  {
    // Grey for 2.5 s, and then a face that is there at once, in the middle of a larger picture.
    try Program.ffmpeg.succeed([
      "-nostdin", "-v", "error", "-y", "-i",
      SharedData.file("recordings/expressions/clip.mp4").path, "-vf",
      "scale=240:240,pad=960:480:360:120:gray,drawbox=0:0:960:480:gray:fill:enable='lt(n,75)',trim=end_frame=110",
      "-an", "-c:v", "ffv1", folder.path("nowhere.mkv"),
    ])
    func cover(_ more: [String]) throws -> Program.Outcome {
      try run(
        [
          "render", "nowhere.mkv", "--avatar", "none", "--cover", "faces", "--codec", "ffv1",
        ] + more)
    }
    let refused = try cover(["-o", "out.mkv", "--cover-report", "why.json"])
    #expect(refused.exitCode == 65)
    #expect(refused.error.contains("within the picture"), "\(refused.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.mkv")))
    let report = try String(contentsOfFile: folder.path("why.json"), encoding: .utf8)
    #expect(report.contains("\"isSure\": false"))
    let after = try cover(["-o", "after.mkv", "--frames", "90-100"])
    #expect(after.exitCode == 0, "\(after.error)")
  }

  @Test func `without a tracker nothing is made`() throws {
    let outcome = try Program.product.run(
      [
        "render", Self.signing, "--avatar", "none", "--cover", "faces", "-o", "out.mkv",
        "--mediapipe-library", folder.path("nowhere"), "--progress", "none",
      ], in: folder)
    #expect(outcome.exitCode == 69)
    #expect(outcome.error.contains("--cover looks for faces in every frame with the tracker"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.mkv")))
  }

  @Test func `a voice is muted or shifted, and the clip is as long`() throws {
    let recording = SharedData.file("recordings/winks").path
    func sound(_ voice: String) throws -> [Int16] {
      let name = "\(voice).mkv"
      let outcome = try run([
        "render", recording, "--avatar", "none", "--voice", voice, "--size", "x64", "-o", name,
      ])
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      let bytes = try Program.ffmpeg.run(
        [
          "-nostdin", "-v", "error", "-i", folder.path(name), "-map", "0:a:0?", "-ac", "1", "-ar",
          "48000", "-f", "s16le", "-",
        ], in: folder
      ).output
      return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }
    let (kept, muted, shifted) = try (sound("keep"), sound("mute"), sound("shift"))
    #expect(muted.isEmpty && !kept.isEmpty)
    // Another encoder pads otherwise: a packet of AAC.
    #expect(abs(kept.count - shifted.count) <= 2048)
    let isSame = kept == shifted
    #expect(!isSame)
  }
}
