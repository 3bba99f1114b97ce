import Comparison
import Foundation
import Review
import TestSupport
import Testing

@Suite struct ReviewJSONTests {
  private func sample() throws -> (folder: ScratchFolder, review: Review) {
    let folder = try ScratchFolder()
    return (folder, try SampleReview().review(in: folder))
  }

  /// What is said of a text as a case's file.
  private func fault(_ text: String) -> String {
    do {
      _ = try ReviewJSON.reviewCase(from: Data(text.utf8), path: "a.json")
      return "no fault"
    } catch {
      return "\(error)"
    }
  }

  /// The least that a case can be, with changes to its text.
  private func text(_ changes: (String, String)...) -> String {
    let least = """
      {"name": "a", "verdict": "failed", "explanation": [], "rungs": [], "curves": [],
       "frames": [{"frame": 0, "timestampMs": 0, "verdict": "failed", "explanation": [],
                   "quads": [], "landmarks": []}]}
      """
    return changes.reduce(least) { $0.replacing($1.0, with: $1.1) }
  }

  @Test func `what was written is read again`() throws {
    let review = try sample().review
    let text = try ReviewJSON.text(of: review)
    #expect(try ReviewJSON.review(from: Data(text.utf8), path: "r.json") == review)
  }

  @Test func `a least case is read`() throws {
    #expect(fault(text()) == "no fault")
  }

  @Test func `each fault says where it is and what is wrong`() {
    #expect(fault("") == "a.json: not JSON")
    #expect(fault("{") == "a.json: not JSON")
    #expect(fault("[]").hasPrefix("a.json: "))
    #expect(
      fault(text(("\"rungs\"", "\"rnugs\"")))
        == "a.json: the key \"rnugs\" is not known; there are curves, explanation, frames, name, rungs, verdict"
    )
    #expect(
      fault(text(("\"quads\"", "\"quad\""))).hasPrefix("a.json: frames[0]: the key \"quad\" is not")
    )
    #expect(fault(text(("\"name\": \"a\", ", ""))) == "a.json: the key \"name\" is missing")
    #expect(
      fault(text(("\"frame\": 0", "\"frame\": \"x\"")))
        == "a.json: frames[0].frame: a value of another kind found, a number expected")
    #expect(
      fault(text(("\"frame\": 0", "\"frame\": -1")))
        == "a.json: frames[0].frame: -1 found, 0 or more expected")
    #expect(
      fault(
        text(
          ("\"failed\", \"explanation\": [], \"rungs\"", "\"bad\", \"explanation\": [], \"rungs\""))
      ).hasPrefix("a.json: verdict: a value that is not known"))
    #expect(
      fault(text(("\"curves\": []", "\"curves\": [{\"name\": \"c\", \"values\": [1, 2]}]")))
        == "a.json: curves[0].values: 2 values found, 1 expected, one a frame")
    #expect(
      fault(text(("\"landmarks\": []", "\"landmarks\": [[1, 2], [3]]")))
        == "a.json: frames[0].landmarks[1]: 1 numbers found, 2 expected: [x, y]")
    #expect(
      fault(
        text(
          (
            "\"quads\": []",
            "\"quads\": [{\"layer\": \"l\", \"side\": \"actual\", \"corners\": [[1, 2]]}]"
          )))
        == "a.json: frames[0].quads[0].corners: four corners of two numbers expected")
    #expect(
      fault(text(("\"landmarks\"", "\"actual\": \"a/../../../etc/passwd\", \"landmarks\"")))
        == "a.json: frames[0].actual: the path leads out of the results' folder by \"..\"")
    #expect(fault(text(("\"name\": \"a\"", "\"name\": \"\""))) == "a.json: name: the name is empty")
  }

  @Test func `a number that JSON cannot hold is a fault of writing`() throws {
    let folder = try ScratchFolder()
    let one = ReviewCase(
      name: "a", verdict: .failed,
      rungs: [RungVerdict(rung: "r", found: .nan, allowed: nil, passed: false)])
    #expect {
      try ResultsFolder(folder.url.path).write(one)
    } throws: { "\($0)".hasSuffix("rungs[0].found: nan is no number that JSON can hold") }
    #expect(try folder.names() == [])
  }

  @Test func `a results' folder gives back its cases by name, whatever folders they lie in`() throws
  {
    let (folder, review) = try sample()
    let results = ResultsFolder(folder.path("results"))
    // The hostile name is one that a file can have.
    let cases = review.cases
    for one in cases.reversed() { try results.write(one) }
    // Written again, as by a second run.
    try results.write(cases[0])
    #expect(try results.makePictureFolder(of: "dragon/yaw") == folder.path("results/dragon/yaw"))
    try folder.write("{", to: "results/.unfinished.json")
    try folder.write("x", to: "results/dragon/yaw/actual.png")
    #expect(try results.cases() == cases.sorted { $0.name < $1.name })
  }

  @Test func `cases written at the same time are all there and whole`() async throws {
    let folder = try ScratchFolder()
    let results = ResultsFolder(folder.path("results"))
    let one = try SampleReview().failingStill("x", in: folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for i in 0..<40 {
        group.addTask {
          var mine = one
          // Two write each name.
          mine.name = "group\(i % 4)/case\(i % 20)"
          try results.write(mine)
        }
      }
      try await group.waitForAll()
    }
    #expect(try results.cases().map(\.name) == (0..<20).map { "group\($0 % 4)/case\($0)" }.sorted())
  }

  @Test(arguments: [
    "", "/etc/x", "a//b", "a/", "../x", "a/../b", "a/.", ".hidden", "a\\b", "a\u{0}b", "a\nb",
    String(repeating: "x", count: 201), String(repeating: "a/", count: 16) + "a",
  ])
  func `a name that would lead elsewhere is refused`(name: String) throws {
    let folder = try ScratchFolder()
    let results = ResultsFolder(folder.path("results"))
    #expect(throws: ReviewError.self) {
      try results.write(ReviewCase(name: name, verdict: .passed))
    }
    #expect(throws: ReviewError.self) { try results.makePictureFolder(of: name) }
    #expect(try folder.names() == [])
  }

  @Test(arguments: [
    "a", "a/b.c", "ümlaut 😀", "-rf", String(repeating: "x", count: 200),
    String(repeating: "a/", count: 15) + "a",
  ])
  func `a name that is a file's is taken`(name: String) throws {
    let folder = try ScratchFolder()
    let results = ResultsFolder(folder.url.path)
    try results.write(ReviewCase(name: name, verdict: .passed))
    #expect(try results.cases().map(\.name) == [name])
  }

  @Test func `a file that is called otherwise than its case is a fault, as is a missing folder`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.write(text(), to: "b.json")
    #expect {
      try ResultsFolder(folder.url.path).cases()
    } throws: {
      "\($0)".hasSuffix("b.json: name: \"a\" found, \"b\" expected, as the file is called")
    }
    #expect {
      try ResultsFolder(folder.path("none")).cases()
    } throws: { "\($0)".hasSuffix("none: cannot be read: there is no such folder") }
  }

  @Test func `a link to a folder is not followed`() throws {
    let folder = try ScratchFolder()
    try folder.write(text(), to: "outside/a.json")
    try folder.folder("results")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("results/loop"), withDestinationPath: folder.url.path)
    #expect(try ResultsFolder(folder.path("results")).cases() == [])
  }
}
