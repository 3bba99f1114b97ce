import Foundation
import Isolation
import Problems
import TestSupport
import Testing

/// The tool in its sandbox, as the service starts it.
@Suite struct IsolatedToolTests {
  private let folder: ScratchFolder
  private static let recordings = SharedData.packageRoot.appending(path: "Golden/recordings")
  private static let avatars = SharedData.packageRoot.appending(path: "Avatars").path

  init() throws {
    folder = try ScratchFolder()
    try folder.folder("out")
  }

  private func isolated(_ limits: [String], _ inner: [String]) throws -> Program.Outcome {
    try Program.product.run(["isolated"] + limits + ["--"] + inner, in: folder)
  }

  private var sandbox: [String] {
    [
      "--memory-mb", "1024", "--read", Self.recordings.path, "--read", Self.avatars, "--write",
      folder.path("out"),
    ]
  }

  private func render(_ recording: String, to output: String) -> [String] {
    [
      "render", Self.recordings.appending(path: recording).path, "--avatar", "dragon", "--avatars",
      Self.avatars, "--threads", "2", "--progress", "json", "-o", output, "--placements",
      output + ".jsonl",
    ]
  }

  @Test(arguments: [
    ("opening-mouth", "o.mp4"), ("opening-mouth", "o.webm"), ("straight-head", "o.png"),
  ])
  func `a render in the sandbox has the bytes of one without`(
    recording: String, name: String
  ) throws {
    try Program.product.succeed(render(recording, to: folder.path(name)), in: folder)
    let outcome = try isolated(sandbox, render(recording, to: folder.path("out/" + name)))
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(try folder.bytes("out/" + name) == folder.bytes(name))
    #expect(try folder.bytes("out/\(name).jsonl") == folder.bytes("\(name).jsonl"))
    let first = try #require(outcome.errorLines.first)
    #expect(IsolationReport(line: first) != nil)
    #expect(outcome.error.contains(#""progress":"end""#))
  }

  @Test func `a file that was not named cannot be read, nor one outside be written`() throws {
    guard try report().files.isInForce else { return }
    let elsewhere = try isolated(
      ["--read", Self.avatars, "--write", folder.path("out")],
      render("opening-mouth", to: folder.path("out/o.mp4")))
    #expect([65, 66].contains(elsewhere.exitCode))
    let outside = try isolated(sandbox, render("opening-mouth", to: folder.path("o.mp4")))
    #expect(outside.exitCode == 73)
    #expect(try folder.names() == ["out"])
    #expect(try folder.names(in: "out") == [])
  }

  @Test(arguments: [16, 32, 48, 64, 80])
  func `a render that needs more memory than it may have says so`(megabytes: Int) throws {
    let clip = try SyntheticClip(width: 1280, height: 720, frames: 4).make("clip.mkv", in: folder)
    var report = try worker([
      "--video", clip, "--avatar", "none", "--threads", "2", "-o", folder.path("out/o.mp4"),
    ]) { $0.memoryBytes = UInt64(megabytes) << 20 }
    #expect(report.outcome == .memory)
    report = try worker([
      "--video", clip, "--avatar", "none", "--threads", "2", "-o", folder.path("out/o.mp4"),
    ]) { $0.memoryBytes = 1 << 30 }
    #expect(report.outcome == .finished)
  }

  @Test func `a render that needs more processor time than it may have is ended`() throws {
    let clip = try SyntheticClip(width: 1280, height: 720, frames: 100).make("clip.mkv", in: folder)
    let report = try worker([
      "--video", clip, "--avatar", "none", "--preset", "veryslow", "-o",
      folder.path("out/o.mp4"),
    ]) { $0.cpuSeconds = 1 }
    #expect(report.outcome == .cpuTime)
    // The kernel looks at its ticks.
    #expect((0.9...3).contains(report.cpuSeconds))
  }

  @Test func `a file that grows over its limit is an error of writing`() throws {
    let clip = try SyntheticClip(width: 1280, height: 720, frames: 40).make("clip.mkv", in: folder)
    let report = try worker([
      "--video", clip, "--avatar", "none", "--crf", "0", "-o", folder.path("out/o.mp4"),
    ]) { $0.fileBytes = 1 << 20 }
    guard case .failed(let code, _) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(code == 73)
    #expect(try folder.names(in: "out") == [])
  }

  @Test func `a worker says by a code what is wrong, and with what`() throws {
    let clip = try SyntheticClip(width: 64, height: 48, frames: 4).make("clip.mkv", in: folder)
    try folder.write("no clip", to: "text.mkv")
    try folder.write("{]\n", to: "t.jsonl")
    let output = ["-o", folder.path("out/o.mp4"), "--avatar", "none"]
    let calls: [([String], ProblemCode?, ProblemPlace?)] = [
      (["--video", clip], nil, nil),
      (["--video", folder.path("text.mkv")], .badRecording, .recording),
      (["--video", folder.path("none.mkv")], .recordingNotFound, .recording),
      (["--video", clip, "--tracking", folder.path("t.jsonl")], .badTracking, .tracking),
      (["--video", clip, "--start", "9"], .noSuchFrame, .recording),
      (["--video", clip, "--crf", "900"], .usage, .options),
      (["--video", clip, "--codec", "ffv1"], .unfitOutput, .options),
      (["--vidoe", clip], .usage, .options),
    ]
    for (arguments, code, place) in calls {
      let report = try worker(arguments + output + ["--overwrite"]) { _ in }
      let reply = try #require(report.reply, "\(arguments)")
      #expect(reply.code == code && reply.place == place, "\(arguments): \(reply)")
      #expect((report.outcome == .finished) == (code == nil))
      #expect(reply.detail.isEmpty == (code == nil))
      if case .failed(let exit, let line) = report.outcome {
        #expect(exit == code?.exitCode.rawValue && line == "error: \(reply.detail)")
      }
    }
  }

  @Test func `a worker takes its request from standard input, and says what is wrong with it`()
    throws
  {
    let clip = try SyntheticClip(width: 64, height: 48, frames: 4).make("clip.mkv", in: folder)
    func request(_ members: String) -> String {
      "{\"video\": \"\(clip)\", \"avatars\": [\"none\"], "
        + "\"output\": \"\(folder.path("out/o.mp4"))\"\(members)}"
    }
    let calls: [(String, ProblemCode?)] = [
      (request(""), nil), (request(", \"outptu\": 1"), .badInput),
      ("no JSON", .badInput), ("", .badInput), ("[]", .badInput),
      (request(", \"version\": 99"), .badInput),
      (request("") + String(repeating: " ", count: 256 * 1024), .overLimit),
    ]
    for (text, code) in calls {
      let report = try worker(["--request=-", "--overwrite"], input: Array(text.utf8)) { _ in }
      let reply = try #require(report.reply, "\(text.prefix(99))")
      #expect(reply.code == code, "\(text.prefix(99)): \(reply)")
      #expect(code == nil || reply.place == .options)
    }
  }

  @Test func `a worker whose parent is another does nothing`() throws {
    let outcome = try isolated(
      sandbox + ["--parent", "1"], render("opening-mouth", to: folder.path("out/o.mp4")))
    #expect(outcome.exitCode == 70)
    #expect(outcome.error.contains("gone"))
    #expect(try folder.names(in: "out") == [])
  }

  @Test func `only verbs that read a recording can be isolated`() throws {
    for verb in ["approve", "isolated", "nothing"] {
      let outcome = try isolated([], [verb])
      #expect(outcome.exitCode == 64)
      #expect(outcome.errorLines.count == 1)
    }
  }

  @Test func `the verb is not in the list, and has a help`() throws {
    #expect(!(try Program.product.run(["--help"], in: folder).text.contains("isolated")))
    #expect(
      try Program.product.run(["isolated", "--help"], in: folder).text.contains("--memory-mb"))
  }

  /// What the tool says of this machine.
  private func report() throws -> IsolationReport {
    let outcome = try Program.product.run(["isolated"], in: folder)
    return try JSONDecoder().decode(IsolationReport.self, from: outcome.output)
  }

  private func worker(
    _ arguments: [String], input: [UInt8]? = nil, _ change: (inout IsolationLimits) -> Void
  ) throws -> WorkerReport {
    var limits = IsolationLimits()
    limits.readable = [folder.url.path]
    limits.writable = [folder.path("out")]
    limits.parent = getpid()
    change(&limits)
    var command = WorkerCommand(
      executable: Program.product.path, arguments: ["render"] + arguments + ["--progress=none"],
      folder: folder.url.path, wallSeconds: 60)
    command.input = input
    return try WorkerProcess.run(command.isolated(limits, requiresAll: false))
  }
}
