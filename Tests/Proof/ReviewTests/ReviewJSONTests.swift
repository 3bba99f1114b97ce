import Comparison
import Foundation
import Review
import TestSupport
import Testing

@Suite struct ReviewJSONTests {
  @Test func `what was written is read again`() throws {
    let review = try SampleReview().review(in: ScratchFolder())
    let text = try ReviewJSON.text(of: review)
    #expect(try JSONDecoder().decode(ReviewDocument.self, from: Data(text.utf8)) == review)
  }

  @Test func `a number that is none does not stop the others`() throws {
    let one = ReviewCase(
      name: "a", verdict: .failed,
      rungs: [RungVerdict(rung: "r", found: .nan, allowed: -.infinity, passed: false)])
    let text = try ReviewJSON.text(
      of: ReviewDocument(title: "t", createdAt: "", rendererVersion: "", cases: [one]))
    #expect(text.contains("\"found\" : \"nan\""))
    #expect(text.contains("\"allowed\" : \"-inf\""))
  }

  @Test func `explanations and thresholds are in it`() throws {
    let text = try ReviewJSON.text(of: SampleReview().review(in: ScratchFolder()))
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let cases = try #require(root?["cases"] as? [[String: Any]])
    let still = try #require(cases.first { $0["name"] as? String == "dragon/yaw" })
    #expect((still["explanation"] as? [String])?.first == "layer mask: 7.0 px right")
    let rungs = try #require(still["rungs"] as? [[String: Any]])
    #expect(rungs.compactMap { $0["allowed"] as? Double } == [0, 0.001, 0.9])
  }

  /// What is said of a frame, and of a curve of some values over it.
  private func fault(_ frame: ReviewFrame, curve values: [Double?] = [1]) -> String? {
    let curves = [ReviewCurve(name: "c", values: values)]
    return ReviewCase(name: "a", verdict: .failed, frames: [frame], curves: curves).fault.map {
      "\($0.place): \($0.reason)"
    }
  }

  @Test func `each fault of a case says where it is and what is wrong`() {
    let frame = ReviewFrame(frame: 0, timestampMs: 0, verdict: .failed)
    #expect(fault(frame) == nil)
    #expect(
      fault(frame, curve: [1, 2]) == "curves[0].values: 2 values found, 1 expected, one a frame")
    var bad = frame
    bad.frame = -1
    #expect(fault(bad) == "frames[0].frame: -1 found, 0 or more expected")
    bad = frame
    bad.landmarks = [[1, 2], [3]]
    #expect(fault(bad) == "frames[0].landmarks[1]: 1 numbers found, 2 expected: [x, y]")
    bad = frame
    bad.quads = [ReviewQuad(layer: "l", side: .actual, corners: [[1, 2]])]
    #expect(fault(bad) == "frames[0].quads[0].corners: four corners of two numbers expected")
  }

  @Test(arguments: ["", "a/../../etc/passwd", "a\nb", String(repeating: "x", count: 4097)])
  func `a picture's path leads nowhere else`(path: String) {
    let frame = ReviewFrame(frame: 0, timestampMs: 0, verdict: .failed, actual: path)
    #expect(fault(frame)?.hasPrefix("frames[0].actual: the path") == true)
  }

  @Test(arguments: ["a.png", "a..b/c.png", "/tmp/a.png", String(repeating: "x", count: 4096)])
  func `a picture's path that is one is taken`(path: String) {
    #expect(fault(ReviewFrame(frame: 0, timestampMs: 0, verdict: .failed, actual: path)) == nil)
  }
}
