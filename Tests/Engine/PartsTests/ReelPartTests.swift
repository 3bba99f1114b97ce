import Foundation
import TestSupport
import Testing

/// A reel that is made in parts against the same that is made as a whole.
@Suite struct ReelPartTests {
  /// Two recordings of different shapes and rates with faces, both heard, and a reel of all that a reel can have.
  private func stage() throws -> PartsStage {
    let stage = try PartsStage(frames: 50)
    var tall = SyntheticClip(width: 96, height: 200, frames: 40)
    tall.hasSound = true
    tall.codec = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", "-g", "10"]
    tall.filter = "hue=h=90,setpts=N*2/25/TB"
    try tall.make("tall.mov", in: stage.folder)
    try stage.folder.write(
      SyntheticTracking(width: 96, height: 200, frames: 80).text, to: "tall.jsonl")
    try Program.ffmpeg.succeed([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i",
      "sine=frequency=660:duration=2:sample_rate=48000", stage.folder.path("song.wav"),
    ])
    try stage.folder.write(Self.reel, to: "reel.json")
    return stage
  }

  private static let reel = """
    {"format": "avatar-reel/1", "music": "song.wav", "transition": "dissolve:240",
     "defaults": {"avatar": "dragon"},
     "segments": [
       {"picture": true, "recording": "in.mov", "avatar": "dragon", "best": true, "seconds": 0.8,
        "title": {"text": "Begin", "place": "middle"}},
       {"recording": "in.mov", "start": 0.4, "filter": "comic", "title": "Brush"},
       {"cells": [{"recording": "in.mov", "mirror": true}, {"recording": "tall.mov", "start": 0.5}],
        "layout": "split", "seconds": 1, "transition": "wipe:200"},
       {"recording": "tall.mov", "best": 1.2, "transition": "cut"}
     ]}
    """

  private struct Plan: Decodable {
    struct Part: Decodable { var frames: [Int] }
    struct Input: Decodable { var role, path, sha256: String }
    var parts: [Part]
    var inputs: [Input]
  }

  private func parts(_ stage: PartsStage) throws -> Plan {
    try JSONDecoder().decode(Plan.self, from: Data(stage.folder.bytes("plan.json")))
  }

  /// Makes a plan and its parts, the last one first, and joins them.
  private func join(
    _ stage: PartsStage, _ options: [String], to output: String
  ) throws -> Program.Outcome {
    try stage.succeed(
      ["reel", "reel.json", "-o", output, "--plan", "plan.json", "--overwrite"] + options)
    for part in try parts(stage).parts.indices.reversed() {
      try stage.succeed(["part", "plan.json", "\(part)", "--store", "store", "--progress", "none"])
    }
    return try stage.succeed(["join", "plan.json", "--store", "store", "--progress", "none"])
  }

  @Test func `segments are parts, which joined are the reel: frames, times, sound and notes`()
    throws
  {
    let stage = try stage()
    let whole = try stage.succeed([
      "reel", "reel.json", "-o", "whole.mkv", "--codec", "ffv1", "--progress", "none",
    ])
    let joined = try join(stage, ["--codec", "ffv1"], to: "joined.mkv")
    let plan = try parts(stage)
    // 20 frames of the page, 40 less 6, 25 less 5, 30.
    #expect(plan.parts.map(\.frames) == [[0, 13], [14, 48], [49, 73], [74, 103]])
    #expect(try stage.hashes("joined.mkv") == stage.hashes("whole.mkv"))
    for entries in ["frame=pts", "packet=pts,duration"] {
      #expect(try stage.probe("joined.mkv", entries) == stage.probe("whole.mkv", entries))
    }
    let sound = try stage.hashes("whole.mkv", sound: true)
    #expect(sound.split(separator: "\n").count > 20)
    #expect(try stage.hashes("joined.mkv", sound: true) == sound)
    func notes(_ outcome: Program.Outcome) -> Set<String> {
      Set(outcome.errorLines.filter { $0.hasPrefix("note: ") })
    }
    #expect(notes(joined) == notes(whole))
    #expect(notes(joined).contains { $0.contains("the reel shows") })
  }

  @Test func `segments are divided too, on this machine and elsewhere, to the same bytes`() throws {
    let stage = try stage()
    try stage.succeed(["reel", "reel.json", "-o", "whole.mkv", "--codec", "ffv1"])
    let short = ["--codec", "ffv1", "--part-seconds", "0.5"]
    _ = try join(stage, short, to: "joined.mkv")
    #expect(try parts(stage).parts.count >= 7)
    #expect(try stage.hashes("joined.mkv") == stage.hashes("whole.mkv"))
    try stage.succeed(["reel", "reel.json", "-o", "one.mkv"] + short)
    #expect(try stage.sha256("one.mkv") == stage.sha256("joined.mkv"))
    #expect(try stage.folder.names().filter { $0.hasPrefix(".") }.isEmpty)
    // H.264, whose parts have encoders of their own.
    try stage.succeed(["reel", "reel.json", "-o", "joined.mp4", "--parts", "3"])
    try stage.succeed(["reel", "reel.json", "-o", "whole.mp4"])
    let times = try stage.probe("whole.mp4", "frame=pts")
    #expect(try times.count == 104 && stage.probe("joined.mp4", "frame=pts") == times)
    #expect(
      try stage.hashes("joined.mp4", sound: true) == stage.hashes("whole.mp4", sound: true))
  }

  @Test func `a plan has the digest of each file once, and a part refuses another one`() throws {
    let stage = try stage()
    try stage.succeed(["reel", "reel.json", "-o", "joined.mp4", "--plan", "plan.json"])
    let inputs = try parts(stage).inputs
    #expect(
      inputs.map { "\($0.role) \(($0.path as NSString).lastPathComponent)" }
        == [
          "clip in.mov", "tracking in.jsonl", "clip tall.mov", "tracking tall.jsonl",
          "music song.wav",
        ])
    #expect(try inputs[0].sha256 == stage.sha256("in.mov"))
    // What was planned is not what the file says by now.
    try stage.folder.write("{}", to: "reel.json")
    try stage.succeed(["part", "plan.json", "0", "--store", "store"])
    let text = String(decoding: try stage.folder.bytes("tall.jsonl"), as: UTF8.self)
    try stage.folder.write(text + " ", to: "tall.jsonl")
    let outcome = try stage.run(["part", "plan.json", "1", "--store", "store"])
    #expect(outcome.exitCode == 65 && outcome.error.contains("tracking is not that of the plan"))
  }

  @Test func `what cannot be made in parts is refused in a line`() throws {
    let stage = try PartsStage(frames: 10)
    try SyntheticClip(frames: 10).make("alone.mov", in: stage.folder)
    for (arguments, code, words) in [
      (["in.mov", "-o", "r.otio", "--plan", "p.json"], Int32(64), "--plan is for a clip"),
      (["in.mov", "-o", "r.png", "--parts", "2"], 64, "--parts is for a clip"),
      (["alone.mov", "--avatar", "dragon", "-o", "r.mp4", "--plan", "p.json"], 66, "track"),
      (["alone.mov", "--size", "64x64", "-o", "r.mp4", "--plan", "p.json"], 66, "track"),
      (["in.mov", "-o", "r.gif", "--plan", "p.json"], 64, ".gif"),
    ] {
      let outcome = try stage.run(["reel"] + arguments)
      #expect(outcome.exitCode == code, "\(arguments): \(outcome.error)")
      #expect(outcome.error.contains(words), "\(arguments): \(outcome.error)")
      #expect(try !stage.folder.names().contains("p.json"))
    }
    // Nothing of it depends on faces.
    try stage.succeed(["reel", "alone.mov", "-o", "r.mp4", "--plan", "p.json"])
    // A plan whose schedule was changed by hand is none.
    let text = String(decoding: try stage.folder.bytes("p.json"), as: UTF8.self)
    try stage.folder.write(text.replacing("\"lead\": 0", with: "\"lead\": 1"), to: "p.json")
    #expect(try stage.run(["part", "p.json", "0", "--store", "store"]).exitCode == 65)
  }
}
