import Foundation
import Goldens
import Review
import TestSupport
import Testing

/// Cases with a fit profile.
@Suite struct FittedCaseTests {
  @Test func `a case draws its profile, and the hash of its inputs has the profile's bytes`()
    throws
  {
    var stage = try RenderedSuite("\"name\": \"x\"")
    func write(_ fit: String, to name: String = "fit.json") throws {
      try stage.folder.write("{\"format\": \"avatar-fit/1\", \"all\": \(fit)}", to: name)
    }
    func result() throws -> CaseResult { try #require(try stage.verify().results.first) }
    try write("{\"scale\": 1.2}")
    try stage.setCases(["\"name\": \"x\", \"fitProfile\": \"../fit.json\""])
    stage = try stage.recorded()
    let recorded = try result()
    #expect(recorded.review.verdict == .passed && recorded.inputs != nil)

    try write("{\"offset\": [0.5, 0]}")
    let moved = try result()
    #expect(moved.inputs != recorded.inputs && moved.review.verdict == .failed)

    // The bytes count, and not the path.
    try write("{\"scale\": 1.2}", to: "other.json")
    try stage.setCases(["\"name\": \"x\", \"fitProfile\": \"../other.json\""])
    #expect(try result().inputs == recorded.inputs)
    try stage.setCases(["\"name\": \"x\""])
    #expect(try result().inputs != recorded.inputs)
  }
}
