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

  @Test func `hands without world landmarks are told of once`() throws {
    let folder = try ScratchFolder()
    var game = SyntheticGame()
    game.hasWorld = false
    try folder.write(game.text, to: "in.jsonl")
    let outcome = try run(folder, "run", "--tracking", "in.jsonl")
    #expect(outcome.text.hasPrefix("completed: score 40"), "\(outcome.text)")
    #expect(outcome.errorLines.count { $0.contains("hands without world landmarks") } == 1)
  }

  @Test func `a threshold is tuned on labelled recordings`() throws {
    let folder = try ScratchFolder()
    // Shows the teeth from 500 to 1500 ms with a score of 0.7, brushes from 2500 to 5000 ms.
    try folder.write(SyntheticGame().text, to: "set/good.jsonl")
    // Moves a fist a tenth as far, which is no brushing.
    var idle = SyntheticGame()
    (idle.stroke, idle.opensMs) = (0.1, 0..<0)
    try folder.write(idle.text, to: "set/idle.jsonl")
    let labels = { (brushing: String) in
      #"""
      {"format": "avatar-session-labels/1", "recordings": [
        {"name": "good", "teeth": [[500, 1500]], "brushing": \#(brushing)},
        {"name": "idle.jsonl"}]}
      """#
    }
    try folder.write(labels("[[2500, 5000]]"), to: "set/labels.json")
    func tune(_ words: String...) throws -> [String: Any] {
      let outcome = try Program.product.run(
        ["session", "tune", "set", "--json"] + words, in: folder)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output))
      return try #require(object as? [String: Any])
    }
    func errors(_ report: [String: Any]) -> [[Int]] {
      (report["rows"] as? [[String: Any]] ?? []).map {
        [$0["falsePasses"] as? Int ?? -1, $0["falseRefusals"] as? Int ?? -1]
      }
    }
    // Above the mouth's score nothing passes; the value of the session file is tried too.
    let teeth = try tune("--threshold", "teeth.openAbove", "--values", "0.02,0.5,0.8")
    #expect(
      (teeth["rows"] as? [[String: Any]])?.map { $0["value"] as? Double } == [0.02, 0.35, 0.5, 0.8])
    // At 0.02 a closed mouth (0.05) is open: before and after the teeth, and in the other recording.
    #expect(errors(teeth) == [[3, 0], [0, 0], [0, 0], [0, 1]])
    #expect(teeth["best"] as? [Double] == [0.35, 0.5])
    #expect((teeth["spans"] as? Int, teeth["stretches"] as? Int) == (1, 3))
    // 0.3 cm at 3 Hz is 0.06 m/s at most.
    let speed = try tune(
      "--threshold", "brushing.speedAbove", "--values", "0.01,0.9", "--report", "tune.html")
    #expect(errors(speed)[1...] == [[0, 0], [0, 1]])
    #expect(FileManager.default.fileExists(atPath: folder.path("tune.html")))
    // The brushing has no label: it is passed wrongly.
    try folder.write(labels("[]"), to: "set/labels.json")
    #expect(errors(try tune("--threshold", "brushing.speedAbove", "--values", "0.2")) == [[1, 0]])

    func refused(_ words: String...) throws -> Int32? {
      let outcome = try Program.product.run(["session", "tune", "set"] + words, in: folder)
      #expect(outcome.errorLines.count == 1, "\(outcome.error)")
      return outcome.exitCode
    }
    #expect(try refused() == 64)
    #expect(try refused("--threshold", "teeth.open") == 64)
    #expect(try refused("--threshold", "brushing.directionChanges", "--values", "1.5") == 64)
    try folder.write(labels("[[5, 4]]"), to: "set/labels.json")
    #expect(try refused("--threshold", "teeth.holdMs") == 65)
    #expect(try refused("--threshold", "teeth.holdMs", "--labels", "none.json") == 66)
    try folder.write(labels("[]").replacing("idle", with: "../idle"), to: "set/labels.json")
    #expect(try refused("--threshold", "teeth.holdMs") == 64)
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
