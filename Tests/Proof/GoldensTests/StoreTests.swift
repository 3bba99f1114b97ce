import Foundation
import Goldens
import Imaging
import Review
import TestSupport
import Testing

/// Pictures that a test hands in, their goldens, and their authors.
@Suite struct StoreTests {
  let folder: SuiteFolder

  init() throws {
    folder = try SuiteFolder(cases: "\"name\": \"discs/*\", \"given\": true")
  }

  @Test func `a golden that is not there fails, and is not written`() throws {
    let outcome = try folder.store().check(Picture.disc(), case: "discs/one")
    #expect(outcome.review.verdict == .missing && !outcome.passed)
    #expect(outcome.complaint?.contains("avatar-overlay approve SUITE discs/one") == true)
    #expect(try folder.files() == ["golden.json"])
    let seen = try PNG.read(path: try #require(outcome.actual))
    #expect(try seen == Picture.disc())
  }

  @Test func `recording writes golden and provenance, complains, and then the picture passes`()
    throws
  {
    let start = Date()
    let outcome = try folder.store(.missing).check(Picture.disc(), case: "discs/one")
    #expect(outcome.recorded && outcome.complaint?.contains("look at it, run again") == true)
    #expect(try folder.files() == ["discs/one.png", "golden.json", "provenance.jsonl"])
    let again = try folder.store(.missing).check(Picture.disc(), case: "discs/one")
    #expect(again.passed && !again.recorded && again.actual == nil)
    let provenance = try ProvenanceFile(path: folder.suite().paths.provenance)
    let record = try #require(provenance["discs/one.png"])
    #expect(record.by == "Ada" && record.reason == "a test")
    let sum = try Program(named: "sha256sum").succeed(
      [folder.path + "/discs/one.png"], in: folder.folder)
    #expect(String(decoding: sum.prefix(64), as: UTF8.self) == record.sha256)
    let at = try Date(record.at, strategy: .iso8601).timeIntervalSince1970
    #expect(
      (start.timeIntervalSince1970.rounded(.down)...Date().timeIntervalSince1970).contains(at))
  }

  @Test func `a difference fails by the rung that it is over, and is kept for the review`() throws {
    _ = try folder.store(.all).check(Picture.disc(), case: "discs/one")
    let moved = try Picture.disc(x: 33)
    let outcome = try folder.store(.missing).check(moved, case: "discs/one")
    #expect(outcome.review.verdict == .failed && !outcome.recorded)
    #expect(outcome.complaint?.contains("maxChannelDifference") == true)
    #expect(try PNG.read(path: try #require(outcome.actual)) == moved)
    let store = try folder.store()
    #expect(store.results.result(of: "discs/one")?.review == outcome.review)
    let mended = try store.check(Picture.disc(), case: "discs/one")
    #expect(mended.passed)
    #expect(try folder.folder.names(in: "Golden/.results/discs") == ["one.json"])
  }

  @Test func `another size is a mismatch`() throws {
    _ = try folder.store(.all).check(Picture.disc(), case: "discs/one")
    let outcome = try folder.store().check(Picture.disc(width: 65), case: "discs/one")
    #expect(outcome.review.verdict == .mismatch)
    #expect(outcome.complaint?.contains("64 x 48") == true)
  }

  @Test func `a damaged golden is an error with its file`() throws {
    _ = try folder.store(.all).check(Picture.disc(), case: "discs/one")
    for content in ["", "no picture"] {
      try folder.folder.write(content, to: "Golden/discs/one.png")
      let outcome = try folder.store().check(Picture.disc(), case: "discs/one")
      #expect(outcome.review.verdict == .error)
      #expect(outcome.complaint?.contains("discs/one.png") == true)
    }
  }

  @Test func `a case that the suite does not have is refused with the line to add`() throws {
    let error = #expect(throws: GoldenError.self) {
      try folder.store().check(Picture.disc(), case: "boxes/one")
    }
    #expect("\(try #require(error))".contains("{\"name\": \"boxes/one\", \"given\": true}"))
    #expect(throws: GoldenError.self) {
      try folder.store().check(Picture.disc(), case: "discs/../../one")
    }
  }

  @Test func `goldens have a largest size, and one of just that size is taken`() throws {
    let side = 2048
    let largest = try SyntheticAvatar.solid(side, side)
    #expect(try folder.store(.all).check(largest, case: "discs/large").recorded)
    let larger = try SyntheticAvatar.solid(side + 1, side)
    #expect(throws: GoldenError.self) {
      try folder.store(.all).check(larger, case: "discs/larger")
    }
  }

  @Test func `threads that record at once lose no provenance`() async throws {
    let store = try folder.store(.all)
    await withTaskGroup { group in
      for index in 0..<24 {
        group.addTask {
          let picture = try? Picture.disc(x: Double(index))
          _ = picture.map { try? store.check($0, case: "discs/number-\(index)") }
        }
      }
    }
    let provenance = try ProvenanceFile(path: folder.suite().paths.provenance)
    #expect(provenance.records.count == 24)
    let left = try folder.files().filter { $0.contains("/.") || $0.hasPrefix(".") }
    #expect(left == [])
  }

  @Test func `what cannot be written leaves the goldens as they were`() throws {
    _ = try folder.store(.all).check(Picture.disc(), case: "discs/one")
    let before = try folder.folder.bytes("Golden/discs/one.png")
    // A folder where the file of all records has to be.
    let provenance = folder.path + "/provenance.jsonl"
    try FileManager.default.removeItem(atPath: provenance)
    try folder.folder.write("", to: "Golden/provenance.jsonl/in-the-way")
    #expect(throws: GoldenError.self) {
      try folder.store(.all).check(Picture.disc(x: 40), case: "discs/one")
    }
    #expect(try folder.folder.bytes("Golden/discs/one.png") == before)
    #expect(try folder.files() == ["discs/one.png", "golden.json", "provenance.jsonl/in-the-way"])
  }

  @Test func `the environment says what may be recorded, and CI that nothing may`() {
    func policy(_ environment: [String: String]) -> RecordingPolicy {
      RecordingPolicy(environment: environment)
    }
    let variable = RecordingPolicy.variable
    #expect(policy([:]) == .never && policy([variable: ""]) == .never)
    #expect(policy([variable: "missing"]) == .missing)
    #expect(policy([variable: "failed"]) == .failed)
    #expect(policy([variable: "all"]) == .all)
    #expect(policy([variable: "all", "CI": ""]) == .all)
    for value in ["true", "1", "false", " "] {
      #expect(policy([variable: "all", "CI": value]) == .never)
    }
    let some = policy([variable: "discs/*,boxes/one"])
    for (name, expected) in [("discs/one", true), ("boxes/one", true), ("boxes/two", false)] {
      #expect(some.records(name, passed: true, exists: true) == expected)
    }
  }

  @Test(
    arguments: [
      // exists, passed, then never, missing, failed, all
      (false, false, [false, true, true, true]), (true, false, [false, false, true, true]),
      (true, true, [false, false, false, true]),
    ])
  func `each policy records what its name says`(exists: Bool, passed: Bool, expected: [Bool]) {
    let policies: [RecordingPolicy] = [.never, .missing, .failed, .all]
    #expect(policies.map { $0.records("a", passed: passed, exists: exists) } == expected)
  }
}
