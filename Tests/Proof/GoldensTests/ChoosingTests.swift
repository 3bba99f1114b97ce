import Foundation
import Goldens
import Imaging
import Review
import TestSupport
import Testing

/// Which cases are verified: shards, and what changed.
@Suite struct ChoosingTests {
  private func verify(
    _ stage: RenderedSuite, _ choice: CaseChoice, results: String? = nil
  ) throws -> SuiteVerifier.Outcome {
    try SuiteVerifier(
      stage.suite(), results: results, library: stage.library, jobs: 2, choice: choice
    ).run()
  }

  private func names(_ outcome: SuiteVerifier.Outcome) -> [String] {
    outcome.results.map(\.review.name)
  }

  // MARK: - Shards

  private static let six = ["a", "b", "c", "d", "e", "f"].map { "\"name\": \"\($0)\"" }

  private func sixCases() throws -> RenderedSuite {
    let stage = try RenderedSuite()
    try stage.setCases(Self.six)
    return stage
  }

  private func shard(_ text: String) throws -> SuiteShard { try #require(SuiteShard(text)) }

  @Test func `every case is in exactly one shard, and all shards name the same plan`() throws {
    let stage = try sixCases()
    _ = try stage.recorded()
    let times = stage.path + "/.results/times.jsonl"
    #expect(try CaseTimes(path: times).seconds.keys.sorted() == ["a", "b", "c", "d", "e", "f"])
    var all: [String] = []
    var plans: Set<String> = []
    for number in 1...4 {
      // Each machine has results of its own, and the same file of times.
      let outcome = try verify(
        stage, CaseChoice(shard: shard("\(number)/4"), times: times),
        results: stage.folder.path("results\(number)"))
      #expect(!outcome.results.isEmpty)
      all += names(outcome)
      let note = try #require(outcome.notes.first)
      #expect(note.hasPrefix("shard \(number)/4: "))
      plans.insert(try String(#require(note.firstMatch(of: /plan ([0-9a-f]{12}),/)).1))
    }
    #expect(all.sorted() == ["a", "b", "c", "d", "e", "f"] && plans.count == 1)
  }

  @Test func `shards are balanced by the times of the cases`() throws {
    let stage = try sixCases()
    // 9 alone; 4 and 3; 3, 2 and 1 with the rest: no way to spread these has a longest below 9.
    let seconds = [("a", 1.0), ("b", 9), ("c", 3), ("d", 4), ("e", 2), ("f", 3)]
    let lines = seconds.map { "{\"name\": \"\($0.0)\", \"seconds\": \($0.1)}" }
    try stage.folder.write(lines.joined(separator: "\n") + "\n", to: "times.jsonl")
    func part(_ text: String) throws -> [String] {
      try names(
        verify(stage, CaseChoice(shard: shard(text), times: stage.folder.path("times.jsonl"))))
    }
    #expect(try part("1/3") == ["b"])
    let others = try [part("2/3"), part("3/3")]
    let times = Dictionary(uniqueKeysWithValues: seconds)
    let sums = others.map { $0.compactMap { times[$0] }.reduce(0, +) }
    #expect(sums.sorted() == [6, 7])
  }

  @Test func `a shard without cases passes, and more shards than cases are allowed`() throws {
    let outcome = try verify(RenderedSuite("\"name\": \"a\""), CaseChoice(shard: shard("3/3")))
    #expect(outcome.results.isEmpty)
  }

  @Test func `a part is a number and a count, each with limits`() {
    #expect(SuiteShard("1/1")?.description == "1/1" && SuiteShard("5/5")?.number == 5)
    #expect(SuiteShard("1000/1000")?.count == SuiteShard.most)
    for text in ["0/5", "6/5", "1/1001", "1", "a/b", "1/", "/2", "1/2/3", "-1/2", ""] {
      #expect(SuiteShard(text) == nil, "\(text)")
    }
  }

  @Test func `a line of times that is none is named`() throws {
    let folder = try ScratchFolder()
    for (line, isRead) in [
      ("{\"name\": \"a\", \"seconds\": 86400}", true),
      ("{\"name\": \"a\", \"seconds\": 86401}", false),
      ("{\"name\": \"a\", \"seconds\": 0}", false), ("[]", false),
    ] {
      try folder.write("{\"name\": \"b\", \"seconds\": 1}\n\n\(line)\n", to: "times.jsonl")
      let times = Result { try CaseTimes(path: folder.path("times.jsonl")) }
      if isRead {
        #expect(try times.get().seconds == ["a": 86400, "b": 1])
      } else {
        #expect(throws: GoldenError.self) { try times.get() }
        guard case .failure(let error) = times else { continue }
        #expect("\(error)".contains("line 3 is not"))
      }
    }
  }

  // MARK: - What changed

  private static let git = Program(named: "git")

  /// A suite of three cases in a Git repository, all committed.
  private func committed() throws -> RenderedSuite {
    let stage = try RenderedSuite(
      "\"name\": \"bare\", \"avatar\": \"none\"", "\"name\": \"plate\"",
      "\"name\": \"regions\", \"avatar\": \"none\","
        + " \"ignore\": [{\"x\": 0, \"y\": 0, \"width\": 1, \"height\": 1}]"
    ).recorded()
    try Self.git.succeed(["init", "--quiet", "-b", "main"], in: stage.folder)
    try commit(stage)
    return stage
  }

  private func commit(_ stage: RenderedSuite) throws {
    try Self.git.succeed(["add", "-A"], in: stage.folder)
    try Self.git.succeed(
      ["-c", "user.name=Ada", "-c", "user.email=a@b", "commit", "--quiet", "-m", "x"],
      in: stage.folder)
  }

  private func changed(_ stage: RenderedSuite, since reference: String = "HEAD") throws -> [String]
  {
    let outcome = try verify(stage, CaseChoice(changedSince: reference))
    #expect(outcome.unchanged + outcome.results.count == 3)
    return names(outcome)
  }

  @Test func `cases are verified whose avatar, entry, golden or recording changed`() throws {
    let stage = try committed()
    #expect(try changed(stage) == [])
    try stage.setAvatar(x: 0.2)
    #expect(try changed(stage) == ["plate"])
    try commit(stage)
    #expect(try changed(stage) == [])
    #expect(try changed(stage, since: "HEAD~1") == ["plate"])
    #expect(try changed(stage, since: "main~1") == ["plate"])
    // A line more before the others moves the places of regions, and nothing else.
    let path = stage.path + "/golden.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing("\"name\": \"bare\"", with: "\n\"mirror\": true, \"name\": \"bare\"")
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try changed(stage) == ["bare"])
    try commit(stage)
    var golden = try PNG.read(path: stage.path + "/regions.png")
    golden[9, 9] = RGBA8(0, 0, 0)
    try PNG.write(golden, to: stage.path + "/regions.png", replacing: true)
    #expect(try changed(stage) == ["regions"])
    try commit(stage)
    let tracking = SyntheticTracking(width: 96, height: 72, frames: 7)
    try stage.folder.write(tracking.text, to: "clip/in.jsonl")
    #expect(try changed(stage) == ["bare", "plate", "regions"])
  }

  @Test func `an input that Git does not hold counts as changed, and is told`() throws {
    let stage = try committed()
    try stage.folder.write("Avatars/plate\n", to: ".gitignore")
    try Self.git.succeed(["rm", "-r", "-q", "--cached", "Avatars/plate"], in: stage.folder)
    try commit(stage)
    let outcome = try verify(stage, CaseChoice(changedSince: "HEAD"))
    #expect(names(outcome) == ["plate"])
    #expect(outcome.notes.contains { $0.hasPrefix("1 case has an input that Git does not hold") })
  }

  @Test func `without Git's answer nothing is verified, and the reason is told`() throws {
    let stage = try committed()
    func reason(_ reference: String) throws -> String {
      let error = #expect(throws: GoldenError.self) {
        try verify(stage, CaseChoice(changedSince: reference))
      }
      return "\(try #require(error))"
    }
    for reference in ["nowhere", "", "--all", "HEAD~99"] {
      #expect(
        try reason(reference).hasPrefix("--changed-since: Git knows no commit \"\(reference)\""))
    }
    // Git does not read what belongs to another user, unless its settings allow it.
    let allowed = try Self.git.run(["config", "--get-all", "safe.directory"]).output
    if geteuid() == 0, allowed.isEmpty {
      #expect(
        chown(stage.folder.url.path, 1, 1) == 0 && chown(stage.folder.path(".git"), 1, 1) == 0)
      let words = try reason("HEAD")
      #expect(
        words.contains("belongs to another user") && words.contains("safe.directory"), "\(words)")
    }
    try FileManager.default.removeItem(atPath: stage.folder.path(".git"))
    #expect(try reason("HEAD").contains("it lies in no Git working tree"))
  }
}
