import Foundation
import TestSupport
import Testing

/// Every fault that the format names, in line 4 of a file whose other lines are good.
@Suite struct TrackingFaultTests {
  static let good = "[1,0,0,0, 0,1,0,0, 0,0,1,-40, 0,0,0,1]"

  private static func points(_ count: Int, _ point: String = "[0.5,0.5,0]") -> String {
    "[\(Array(repeating: point, count: count).joined(separator: ","))]"
  }

  private static func face(_ content: String) -> String {
    #"{"timestampMs": 80, "faces": [{\#(content)}]}"#
  }

  private static func hand(_ count: Int) -> String {
    #"{"timestampMs": 80, "hands": [{"handedness": "Left", "score": 1, "landmarks": \#(points(count))}]}"#
  }

  static let lines: [(name: String, line: String, message: [String])] = [
    ("no JSON", "{oops", ["JSON"]),
    ("467 landmarks", face("\"landmarks\": \(points(467))"), ["467", "468 or 478"]),
    ("479 landmarks", face("\"landmarks\": \(points(479))"), ["479", "468 or 478"]),
    ("20 points of a hand", hand(20), ["20", "21"]),
    ("NaN", face("\"landmarks\": \(points(468, "[NaN,0,0]"))"), ["NaN"]),
    ("an infinity", face("\"matrix\": [1e999]"), ["1e999"]),
    (
      "a mirroring matrix", face("\"matrix\": [-1,0,0,0, 0,1,0,0, 0,0,1,-40, 0,0,0,1]"),
      ["matrix"]
    ),
    (
      "a sheared matrix", face("\"matrix\": [1,0.3,0,0, 0,1,0,0, 0,0,1,-40, 0,0,0,1]"),
      ["matrix"]
    ),
    (
      "a face behind the camera", face("\"matrix\": [1,0,0,0, 0,1,0,0, 0,0,1,40, 0,0,0,1]"),
      ["40"]
    ),
    ("no pose at all", face("\"matrix\": [1,2,3]"), ["3", "16"]),
    ("an empty face", face("\"id\": 1"), ["landmarks", "matrix"]),
    ("time going backwards", #"{"timestampMs": 20}"#, ["20"]),
    ("a time twice", #"{"timestampMs": 40}"#, ["40"]),
    ("no time", "{}", ["timestampMs"]),
  ]

  /// Samples at 0, 40, ?, 120 and 160 ms.
  private static func file(_ line: String) -> String {
    let header = #"{"format": "avatar-tracking/1", "width": 96, "height": 64}"#
    let sample = { (time: Int) in
      #"{"timestampMs": \#(time), "faces": [{"matrix": \#(good)}]}"#
    }
    return [header, sample(0), sample(40), line, sample(120), sample(160)].joined(separator: "\n")
      + "\n"
  }

  @Test func `a tracking fault stops a render, which names file and line`() throws {
    let stage = try ToolStage()
    for (_, line, message) in Self.lines {
      try stage.folder.write(Self.file(line), to: "in.jsonl")
      try stage.expect(
        stage.render("out/x.mp4"), refusedWith: 65, saying: ["in.jsonl, line 4:"] + message)
    }
  }

  @Test func `a tracking fault is passed over on request, counted and named`() throws {
    let stage = try ToolStage()
    for (name, line, message) in Self.lines {
      try stage.folder.write(Self.file(line), to: "in.jsonl")
      let outcome = try stage.render("out/x.mkv", "--skip-bad-samples", "--overwrite")
      #expect(outcome.exitCode == 0, "\(name): \(outcome.error)")
      #expect(
        outcome.error.contains("1 bad ")
          || outcome.error.contains("1 hand without its world points"),
        "\(name): \(outcome.error)")
      let named = outcome.errorLines.filter { $0.contains("in.jsonl, line 4:") }
      #expect(named.count == 1, "\(name): \(outcome.error)")
      #expect(message.allSatisfy { named.first?.contains($0) == true }, "\(name)")
      #expect(try stage.folder.names(in: "out") == ["x.mkv"])
    }
  }

  @Test func `a tracking fault is listed by inspect with all the others`() throws {
    let stage = try ToolStage()
    // The times go on, so that each line has its own fault alone.
    let lines = Self.lines.filter { $0.name != "a time twice" && $0.name != "time going backwards" }
      .enumerated().map { index, fault in
        fault.line.replacing("\"timestampMs\": 80", with: "\"timestampMs\": \(80 + index)")
      }
    try stage.folder.write(Self.file(lines.joined(separator: "\n")), to: "in.jsonl")
    let outcome = try stage.run("inspect", "in.mkv")
    #expect(outcome.exitCode == 65)
    for index in lines.indices {
      #expect(outcome.text.contains("in.jsonl, line \(4 + index):"), "\(outcome.text)")
    }
    #expect(outcome.text.contains("with --skip-bad-samples: "), "\(outcome.text)")

    let json = try stage.run("inspect", "in.mkv", "--json")
    struct Report: Decodable {
      struct Tracking: Decodable {
        var faultCount: Int
        var faults: [String]
        var leftOut: String
      }
      var tracking: Tracking
    }
    let report = try JSONDecoder().decode(Report.self, from: json.output)
    #expect(report.tracking.faultCount >= lines.count)
    #expect(outcome.text.contains(report.tracking.leftOut))
    #expect(report.tracking.faults.count == report.tracking.faultCount)
  }

  static let headers: [(text: String, message: [String])] = [
    (
      #"{"format": "avatar-tracking/2", "width": 9, "height": 9}"#, ["line 1", "avatar-tracking/2"]
    ),
    (#"{"format": "csv", "width": 9, "height": 9}"#, ["line 1", "csv", "avatar-tracking/1"]),
    (#"{"format": "avatar-tracking/1", "width": 9}"#, ["line 1", "height"]),
    (#"{"format": "avatar-tracking/1", "width": 0, "height": 9}"#, ["line 1", "0"]),
    ("", ["nothing"]),
  ]

  @Test
  func `a tracking fault of the header stops a render even where bad samples are passed over`()
    throws
  {
    let stage = try ToolStage()
    for (text, message) in Self.headers {
      try stage.folder.write(text, to: "in.jsonl")
      try stage.expect(
        stage.render("out/x.mp4", "--skip-bad-samples"), refusedWith: 65,
        saying: ["in.jsonl"] + message)
      let inspected = try stage.run("inspect", "in.mkv")
      #expect(inspected.exitCode == 65)
      #expect(message.allSatisfy { inspected.text.contains($0) }, "\(inspected.text)")
    }
  }
}
