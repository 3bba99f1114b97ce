import Foundation
import TestSupport
import Testing

/// The verbs of a session, and the same session beside a render.
@Suite struct SessionVerbTests {
  /// A tracking file of poses alone, whose mouth is open from 1000 to 2000 ms.
  private static func tracking(_ times: [Int]) -> String {
    let header = #"{"format": "avatar-tracking/1", "width": 96, "height": 64}"#
    let samples = times.map { time in
      let jaw = (1000..<2000).contains(time) ? 0.6 : 0.1
      return #"{"timestampMs": \#(time), "faces": [{"matrix": "#
        + #"[1,0,0,0, 0,1,0,0, 0,0,1,-40, 0,0,0,1], "blendshapes": {"jawOpen": \#(jaw)}}]}"#
    }
    return ([header] + samples).joined(separator: "\n") + "\n"
  }

  private static let times = Array(stride(from: 0, through: 3000, by: 40))

  private func run(_ folder: ScratchFolder, _ words: String...) throws -> Program.Outcome {
    try Program.product.run(["session"] + words, in: folder)
  }

  @Test func `the last line says how the session ended`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.tracking(Self.times), to: "in.jsonl")
    let outcome = try run(
      folder, "run", "--tracking", "in.jsonl", "--events", "e.jsonl", "--signals", "s.jsonl")
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.text == "ended: score 10, teeth passed at 1380.0 ms, brushing not passed\n")
    #expect(
      String(decoding: try folder.bytes("s.jsonl"), as: UTF8.self).split(separator: "\n").count
        == 76)
    let piped = try run(folder, "run", "--tracking", "in.jsonl", "--events", "-")
    #expect(Array(piped.output) == (try folder.bytes("e.jsonl")))
    #expect(piped.error == outcome.text)
    // What is there already stays.
    let again = try run(folder, "run", "--tracking", "in.jsonl", "--events", "e.jsonl")
    #expect(again.exitCode == 73)
  }

  @Test func `a recording in two parts has the log of the whole`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.tracking(Self.times), to: "in.jsonl")
    try folder.write(Self.tracking(Self.times.filter { $0 < 1200 }), to: "a.jsonl")
    try folder.write(Self.tracking(Self.times.filter { $0 >= 1200 }), to: "b.jsonl")
    func log(_ words: String...) throws -> [Substring] {
      let outcome = try Program.product.run(
        ["session", "run", "--events", "-", "--tracking"] + words, in: folder)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return outcome.text.split(separator: "\n")
    }
    let whole = try log("in.jsonl")
    let first = try log("a.jsonl", "--state-out", "state.json")
    let second = try log("b.jsonl", "--state-in", "state.json")
    #expect(first + second.dropFirst() == whole)
    #expect(first.last?.contains("outcome") == false)
  }

  @Test func `an avatar follows the session, in a part as in the whole`() throws {
    let folder = try ScratchFolder()
    try SyntheticClip(width: 96, height: 64, frames: 120).make("in.mkv", in: folder)
    try folder.write(SyntheticGame().text, to: "in.jsonl")
    try folder.write("{}", to: "session.json")
    func lines(_ name: String, _ words: String...) throws -> [Substring] {
      try Program.product.succeed(
        ["render", "in.mkv", "-o", "\(name).mkv", "--placements", "\(name).jsonl"]
          + ["--progress", "none"] + words, in: folder)
      return String(decoding: try folder.bytes("\(name).jsonl"), as: UTF8.self)
        .split(separator: "\n")
    }
    let with = try lines("with", "--avatar", "crown", "--session", "session.json")
    let sparkles = with.map { $0.contains("sparkle-brushed") }
    // The fist comes at 2500 ms and brushes 800 ms later; the sparkles last nearly two seconds.
    #expect(sparkles.firstIndex(of: true) == 83 && sparkles[83...].allSatisfy(\.self))
    let part = try lines(
      "part", "--avatar", "crown", "--session", "session.json", "--frames", "90-92")
    #expect(part == Array(with[90...92]))
    let without = try lines("without", "--avatar", "crown")
    #expect(!without.contains { $0.contains("sparkle-brushed") })
    // Hands need no session: the ears turn with the strokes, one the other way than the other.
    let bear = try lines("bear", "--avatar", "bear-hood", "--frames", "80-90")
    let still = try lines("still", "--avatar", "bear-hood", "--frames", "0-10")
    #expect(bear[5].contains("rotation") && !still[5].contains("rotation"))
  }

  @Test func `every fault of a session file is named`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.tracking(Self.times), to: "in.jsonl")
    try folder.write(#"{"gaps": {"joinMS": 3}, "teeth": {"openAbove": 2}}"#, to: "bad.json")
    let check = try run(folder, "check", "bad.json")
    #expect(check.exitCode == 65)
    #expect(
      check.text.split(separator: "\n") == [
        #"bad.json:1:11: gaps.joinMS: unknown key "joinMS"; did you mean "joinMs"?"#,
        "bad.json:1:48: teeth.openAbove: 2 found, a number from 0 to less than 1 expected",
      ])
    let refused = try run(
      folder, "run", "--tracking", "in.jsonl", "--session", "bad.json", "--events", "e.jsonl")
    #expect(refused.exitCode == 65 && refused.errorLines.count == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path("e.jsonl")))
    #expect(try run(folder, "check", "none.json").exitCode == 66)
    #expect(try run(folder, "run").exitCode == 64)
    #expect(
      try run(folder, "run", "--tracking", "in.jsonl", "--events", "-", "--signals", "-").exitCode
        == 64)
    #expect(
      try run(folder, "run", "--tracking", "in.jsonl", "--state-in", "bad.json").exitCode == 65)
    #expect(try run(folder, "run", "--tracking", "none.jsonl").exitCode == 66)
  }

  @Test func `a part that is rendered has the log of the whole recording`() throws {
    let stage = try ToolStage()
    let tracking = try stage.folder.write(Self.tracking(Self.times), to: "t.jsonl")
    try Program.product.succeed(
      ["session", "run", "--tracking", tracking, "--events", "alone.jsonl"], in: stage.folder)
    for words in [
      ["render", "--frames", "0-1", "-o", "out.mp4", "--progress", "none"],
      ["snapshot", "--frame", "0", "-o", "out.png"],
    ] {
      try Program.product.succeed(
        words + ["--video", "in.mkv", "--tracking", tracking, "--avatar", "none"]
          + ["--events", "beside.jsonl", "--overwrite"], in: stage.folder)
      #expect(try stage.folder.bytes("beside.jsonl") == stage.folder.bytes("alone.jsonl"))
    }
  }
}
