import Foundation
import TestSupport
import Testing

/// `verify --shard`: several machines verify a suite, each a part of it.
@Suite struct SuiteShardTests {
  private static let names = ["a", "b", "c", "d", "e", "f", "g"]

  private func suite() throws -> SuiteStage {
    let suite = try SuiteStage(
      Self.names.enumerated().map { "\"name\": \"\($1)\", \"frame\": \($0 % 6)" })
    try suite.record()
    return suite
  }

  /// The cases of one shard, which has results of its own, and the plan that it names.
  private func shard(
    _ suite: SuiteStage, _ part: String, _ more: [String] = []
  ) throws -> (outcome: Program.Outcome, names: [String], plan: String) {
    let results = "out/\(part.replacing("/", with: "-of-"))"
    try? FileManager.default.removeItem(atPath: suite.folder.path(results))
    let outcome = try suite.run(
      ["verify", "--shard", part, "--results", results, "--json"] + more)
    let json = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    let cases = try #require(json?["cases"] as? [[String: Any]])
    let plan = outcome.error.firstMatch(of: /plan ([0-9a-f]{12}),/)
    return (
      outcome, cases.compactMap { $0["name"] as? String },
      String(try #require(plan, "\(outcome.error)").1)
    )
  }

  @Test(arguments: [1, 2, 3, 9])
  func `the shards are all cases, and no case is in two of them`(count: Int) throws {
    let suite = try suite()
    let parts = try (1...count).map { try shard(suite, "\($0)/\(count)") }
    #expect(parts.flatMap(\.names).sorted() == Self.names)
    #expect(Set(parts.map(\.plan)).count == 1)
    #expect(parts.allSatisfy { $0.outcome.exitCode == 0 })
    // None has more to do than it must: cases of equal length are spread evenly.
    let counts = parts.map(\.names.count)
    #expect(counts.allSatisfy { $0 <= (Self.names.count + count - 1) / count }, "\(counts)")
  }

  @Test func `a case that fails fails its shard, and no other`() throws {
    let suite = try suite()
    var cases = Self.names.enumerated().map { "\"name\": \"\($1)\", \"frame\": \($0 % 6)" }
    cases[3] += ", \"mirror\": true"
    try suite.set(cases)
    let parts = try (1...3).map { try shard(suite, "\($0)/3") }
    for part in parts {
      #expect(part.outcome.exitCode == (part.names.contains("d") ? 1 : 0), "\(part.outcome.error)")
      #expect(part.outcome.error.contains("failed   d: ") == part.names.contains("d"))
    }
    #expect(parts.count { $0.names.contains("d") } == 1)
  }

  @Test func `times that were measured balance the shards`() throws {
    let suite = try suite()
    // The times that verify itself measured name all cases, and are taken as they are.
    #expect(
      try suite.text("Golden/.results/times.jsonl").split(separator: "\n").map {
        try #require($0.firstMatch(of: /"name":"([a-g])"/)).1
      } == Self.names.map { $0[...] })
    let seconds = ["a": 1.0, "b": 40, "c": 3, "d": 4, "e": 2, "f": 3, "g": 20]
    let lines = seconds.map { "{\"name\": \"\($0)\", \"seconds\": \($1)}\n" }
    try suite.folder.write(lines.joined(), to: "times.jsonl")
    func parts(_ times: [String]) throws -> [[String]] {
      try (1...3).map { try shard(suite, "\($0)/3", times).names.sorted() }
    }
    let balanced = try parts(["--times", "times.jsonl"])
    #expect(Set(balanced) == [["b"], ["g"], ["a", "c", "d", "e", "f"]])
    let sums = balanced.map { $0.compactMap { seconds[$0] }.reduce(0, +) }
    #expect(sums.max() == 40)
    // Without them frames are counted, and no shard has only one case.
    #expect(try parts([]).allSatisfy { $0.count >= 2 })
    let told = try shard(suite, "1/3", ["--times", "times.jsonl"]).outcome.error
    #expect(told.contains("note: shard 1/3: 1 of 7 cases, about 40.0 of 73.0 s; plan "), "\(told)")
  }

  @Test func `parts and times that are none are refused`() throws {
    let suite = try SuiteStage(["\"name\": \"a\""])
    try suite.folder.write("{\"name\": \"a\"}\n", to: "times.jsonl")
    for (words, code, text) in [
      (["--shard", "0/3"], Int32(64), "found \"0/3\""), (["--shard", "4/3"], 64, "found \"4/3\""),
      (["--shard", "1/1001"], 64, "up to 1000"), (["--shard", "one"], 64, "found \"one\""),
      (["--times", "times.jsonl"], 64, "add --shard"),
      (["--shard", "1/2", "--times", "none.jsonl"], 66, "there is no such file"),
      (["--shard", "1/2", "--times", "times.jsonl"], 66, "line 1 is not"),
    ] {
      let outcome = try suite.run(["verify"] + words)
      #expect(outcome.exitCode == code && outcome.errorLines.count == 1, "\(outcome.error)")
      #expect(outcome.error.contains(text), "\(outcome.error)")
    }
  }
}
