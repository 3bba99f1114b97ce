import Foundation
import Goldens
import Imaging
import Review
import TestSupport
import Testing

/// Goldens of other environments beside those of a suite.
@Suite struct VariantTests {
  /// A suite whose golden is of a red plate, with the variant of a blue one.
  ///
  /// What another library decodes is stood in for by another avatar.
  private func stage(_ cases: String..., environments: [String] = ["old", "new"]) throws
    -> RenderedSuite
  {
    let stage = try RenderedSuite()
    try set(stage, cases.isEmpty ? ["\"name\": \"a\""] : cases, environments)
    _ = try stage.recorded()
    try stage.setAvatar(colour: RGBA8(20, 30, 220))
    _ = try stage.verify()
    return stage
  }

  private func set(_ stage: RenderedSuite, _ cases: [String], _ environments: [String]) throws {
    let list = cases.map { "{\($0)}" }.joined(separator: ",\n")
    let names = environments.map { "\"\($0)\"" }.joined(separator: ", ")
    try stage.folder.write(
      """
      {"format": "golden-suite/1", "avatars": "../Avatars", "environments": [\(names)],
       "defaults": {"recording": "../clip/in.mkv", "avatar": "plate"},
       "cases": [\(list)]}
      """, to: "Golden/golden.json")
  }

  private func approve(_ stage: RenderedSuite, as environment: String?, prunes: Bool = false) throws
    -> SuiteApproval.Outcome
  {
    try SuiteApproval(
      stage.suite(), library: stage.library, author: Author(name: "Ada", reason: "a test")
    ).run(.failed, prunes: prunes, asVariant: environment, environment: [:])
  }

  @Test func `a variant stands beside the golden with a record of its own, and is met`() throws {
    let stage = try stage()
    let golden = try stage.folder.bytes("Golden/a.png")
    let approved = try approve(stage, as: "new")
    #expect(approved.recorded.map(\.goldens) == [["a@new.png"]])
    #expect(
      try stage.files().keys.sorted() == [
        "a.placements.jsonl", "a.png", "a@new.png", "golden.json", "provenance.jsonl",
      ])
    #expect(try stage.folder.bytes("Golden/a.png") == golden)
    let records = try ProvenanceFile(path: stage.path + "/provenance.jsonl")
    #expect(records["a@new.png"]?.variantOf == records["a.png"]?.sha256)
    #expect(records["a.png"]?.variantOf == nil && records["a@new.png"]?.by == "Ada")
    let met = try #require(try stage.verify().results.first)
    #expect(met.review.verdict == .passed && met.review.frames.first?.variant == "new")
    #expect(met.review.frames.first?.expected == "a@new.png")
    #expect(met.review.explanation == ["it met the variant new"])
    #expect(try stage.verify().obsolete.all == [])
    // Neither is recorded as the golden by a choice of all.
    #expect(try stage.approve(.all).recorded == [])
    #expect(try stage.folder.bytes("Golden/a.png") == golden)
  }

  @Test func `where the golden fits no variant is taken`() throws {
    let stage = try stage()
    _ = try approve(stage, as: "old")
    try stage.setAvatar()
    let result = try #require(try stage.verify().results.first)
    #expect(result.review.verdict == .passed && result.review.frames.first?.variant == nil)
    #expect(result.review.frames.first?.expected == "a.png")
  }

  @Test func `what is neither the golden nor a variant fails against the golden`() throws {
    let stage = try stage()
    _ = try approve(stage, as: "old")
    try stage.setAvatar(x: 0.3)
    let result = try #require(try stage.verify().results.first)
    #expect(result.review.verdict == .failed)
    #expect(result.review.frames.first?.expected == "a.png")
    #expect(result.review.explanation.last == "no variant fits either: old")
  }

  @Test func `a variant of a golden that was replaced is not taken, and named`() throws {
    let stage = try stage()
    _ = try approve(stage, as: "old")
    // The plate moves, and is accepted; a build that moves it back must not pass by the old variant.
    try stage.setAvatar(x: 0.3)
    _ = try stage.verify()
    let approved = try approve(stage, as: nil)
    #expect(approved.notes.contains { $0.hasPrefix("a@old.png: a variant of the golden that was") })
    try stage.setAvatar(colour: RGBA8(20, 30, 220))
    let outcome = try stage.verify()
    #expect(outcome.results.map(\.review.verdict) == [.failed])
    #expect(outcome.results[0].notes.contains { $0.hasPrefix("a@old.png: a variant of a golden") })
    #expect(outcome.obsolete.recorded == ["a@old.png"])
    try stage.setAvatar(x: 0.3)
    _ = try stage.verify()
    #expect(try approve(stage, as: nil, prunes: true).pruned == ["a@old.png"])
    #expect(try stage.files()["a@old.png"] == nil)
  }

  @Test func `variants of cases and environments that are no more are obsolete`() throws {
    let stage = try stage("\"name\": \"a\"", "\"name\": \"b\"")
    _ = try approve(stage, as: "old")
    try set(stage, ["\"name\": \"a\""], ["new"])
    let outcome = try stage.verify()
    #expect(
      outcome.obsolete.recorded.sorted() == [
        "a@old.png", "b.placements.jsonl", "b.png", "b@old.png",
      ])
    #expect(outcome.results.map(\.review.verdict) == [.failed])
  }

  @Test func `a variant without a record is not taken`() throws {
    let stage = try stage()
    _ = try approve(stage, as: "old")
    let bytes = try stage.folder.bytes("Golden/a@old.png")
    try Data(bytes).write(to: URL(filePath: stage.path + "/a@new.png"))
    try FileManager.default.removeItem(atPath: stage.path + "/a@old.png")
    let result = try #require(try stage.verify().results.first)
    #expect(result.review.verdict == .failed)
    #expect(result.notes.contains { $0.hasPrefix("a@new.png: there is no record of who") })
  }

  @Test func `frames of a case meet variants one by one`() throws {
    let stage = try stage("\"name\": \"part\", \"frames\": \"0-2\"")
    _ = try approve(stage, as: "new")
    let names = try stage.files().keys.filter { $0.contains("@") }.sorted()
    #expect(names == ["part/00000@new.png", "part/00001@new.png", "part/00002@new.png"])
    let result = try #require(try stage.verify().results.first)
    #expect(result.review.explanation == ["3 of 3 frames met the variant new"])
  }

  @Test func `a test's picture may meet a variant`() throws {
    let suite = try SuiteFolder(
      "{\"format\": \"golden-suite/1\", \"environments\": [\"new\"], \"cases\":"
        + " [{\"name\": \"g\", \"given\": true}]}")
    _ = try suite.store(.all).check(Picture.disc(), case: "g")
    let other = try Picture.disc(x: 31)
    #expect(try !suite.store().check(other, case: "g").passed)
    _ = try SuiteApproval(
      suite.suite(), library: RenderedSuite().library, author: Author(name: "A")
    )
    .run(.failed, asVariant: "new", environment: [:])
    let outcome = try suite.store().check(other, case: "g")
    #expect(outcome.passed && outcome.review.frames.first?.variant == "new")
    #expect(try !suite.store().check(Picture.disc(x: 32), case: "g").passed)
  }

  @Test
  func `an environment that the suite does not list, or a golden that is missing, is refused`()
    throws
  {
    let stage = try stage()
    let unknown = #expect(throws: GoldenError.self) { try approve(stage, as: "newer") }
    #expect(
      "\(try #require(unknown))".hasSuffix(
        "lists no environment \"newer\", only \"old\", \"new\"; add it to \"environments\""))
    try set(stage, ["\"name\": \"c\""], ["new"])
    _ = try stage.verify()
    let missing = #expect(throws: GoldenError.self) {
      try SuiteApproval(stage.suite(), library: stage.library, author: Author(name: "Ada"))
        .run(.missing, asVariant: "new", environment: [:])
    }
    #expect("\(try #require(missing))".hasPrefix("c: c.png is not recorded, and a variant stands"))
  }

  @Test func `names of environments have limits`() throws {
    func faults(_ names: [String]) throws -> [String] {
      let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
      return try SuiteFolder.faults(
        "{\"format\": \"golden-suite/1\", \"environments\": [\(list)], \"cases\":"
          + " [{\"name\": \"g\", \"given\": true}]}")
    }
    let most = (0..<SuiteLimits.environments).map { "e\($0)" }
    #expect(try faults(most) == [])
    #expect(try faults(most + ["more"]).first?.contains("environments") == true)
    let long = String(repeating: "e", count: SuiteLimits.environmentLength)
    #expect(try faults([long]) == [])
    #expect(try faults([long + "e"]).first?.contains("is longer than 64 characters") == true)
    for name in ["a/b", "a@b", "..", ".a", "a b"] {
      #expect(try faults([name]).count == 1, "\(name)")
    }
    #expect(try faults(["Old", "old"]).first?.contains("is listed twice") == true)
  }
}
