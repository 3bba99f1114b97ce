import Foundation
import Goldens
import Isolation
import Recordings
import Rendering
import Review
import TestSupport
import Testing

/// Runs of a suite that are stopped on the way.
@Suite struct StoppedRunTests {
  private static let cases = (0..<5).map { "\"name\": \"c\($0)\", \"frame\": \($0)" }

  private func stage() throws -> RenderedSuite {
    try RenderedSuite(
      Self.cases[0], Self.cases[1], Self.cases[2], Self.cases[3], Self.cases[4]
    ).recorded()
  }

  /// Stops a run when so many cases are done.
  private func stop(_ stage: RenderedSuite, after count: Int) throws {
    let cancellation = Cancellation()
    #expect(throws: GoldenError.interrupted) {
      try SuiteVerifier(stage.suite(), library: stage.library, jobs: 1)
        .run(cancellation: cancellation) { _, done, _ in
          if done == count { cancellation.request() }
        }
    }
  }

  /// The results' files, each with when it was written.
  private func results(_ stage: RenderedSuite) throws -> [String: Date] {
    var found: [String: Date] = [:]
    for name in try stage.folder.names(in: "Golden/.results") where name.hasSuffix(".json") {
      let path = stage.path + "/.results/" + name
      found[name] =
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    return found
  }

  @Test func `the next run goes on from there`() throws {
    let stage = try stage()
    try FileManager.default.removeItem(atPath: stage.path + "/.results")
    try stop(stage, after: 2)
    let kept = try results(stage)
    try #require(kept.count == 2)
    let outcome = try stage.verify()
    #expect(outcome.results.map(\.review.name) == (0..<5).map { "c\($0)" })
    #expect(outcome.results.allSatisfy { $0.review.verdict == .passed })
    #expect(outcome.notes.contains { $0.hasPrefix("2 of 5 cases were verified by the last run") })
    let after = try results(stage)
    for (name, date) in kept { #expect(after[name] == date) }
    // A run that came to its end is not gone on with.
    let again = try stage.verify()
    #expect(!again.notes.contains { $0.contains("the last run") })
    #expect(try Set(results(stage).values).isDisjoint(with: kept.values))
  }

  enum Change: CaseIterable { case golden, avatar, suite, recording }

  @Test(arguments: Change.allCases)
  func `what has changed since is verified again`(_ change: Change) throws {
    let stage = try stage()
    try FileManager.default.removeItem(atPath: stage.path + "/.results")
    try stop(stage, after: 3)
    let kept = try results(stage)
    switch change {
    case .golden:
      try stage.folder.write(stage.folder.bytes("Golden/c1.png"), to: "Golden/c0.png")
    case .avatar: try stage.setAvatar(x: 0.5)
    case .suite: try stage.setCases(Self.cases.map { $0 + ", \"mirror\": true" })
    case .recording:
      var lines = try stage.folder.bytes("clip/in.jsonl")
      lines.append(UInt8(ascii: "\n"))
      try stage.folder.write(lines, to: "clip/in.jsonl")
    }
    let outcome = try stage.verify()
    #expect(!outcome.notes.contains { $0.contains("the last run") })
    #expect(try Set(results(stage).values).isDisjoint(with: kept.values))
    #expect(outcome.results.contains { $0.review.verdict != .passed } == (change != .recording))
  }

  @Test func `notes that are no notes are nothing`() throws {
    let stage = try stage()
    try stage.folder.write("{\n\u{0}\n[1]\n{\"run\": 1}\n", to: "Golden/.results/stopped.jsonl")
    let outcome = try stage.verify()
    #expect(outcome.results.count == 5)
    #expect(!FileManager.default.fileExists(atPath: stage.path + "/.results/stopped.jsonl"))
  }
}
