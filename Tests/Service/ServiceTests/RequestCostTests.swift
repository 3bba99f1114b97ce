import Foundation
import HTTPMessages
import HTTPServer
import ServiceEndpoints
import TestSupport
import Testing

/// What requests cost, before and after their work.
@Suite struct RequestCostTests {
  private let folder: ScratchFolder
  private let picture: [UInt8]

  init() throws {
    folder = try ScratchFolder()
    try SyntheticClip(width: 64, height: 64, frames: 1).makeStill("small.png", in: folder)
    picture = try folder.bytes("small.png")
  }

  /// What a frame costs with options, by the estimate.
  private func cost(_ options: String, accept: String? = nil) -> Double {
    let head = HTTPRequestHead(
      method: "POST", path: "/v1/frames",
      headers: accept.map { [HTTPField("Accept", $0)] } ?? [])
    let parts = [("picture", picture), ("tracking", []), ("options", Array(options.utf8))]
    return RequestCost.frame(
      HTTPRequest(
        head: head, body: .parts(parts.map { HTTPPart(name: $0.0, content: .bytes($0.1)) })))
  }

  @Test func `the same options cost the same, however they are written`() {
    let plain = cost(#"{"size": "6000x6000"}"#)
    #expect(plain > 30 * cost("{}"))
    for other in [
      #"{"\u0073ize": "6000x6000"}"#, #"{"size": "6000\u00786000"}"#,
      String(repeating: " ", count: 100_000) + #"{"size":"6000x6000"}"#,
      #"{"fit": "cover", "size":"#.appending("\n\n\"06000x6000\"}"),
      // One side of a square.
      #"{"size": "6000x"}"#, #"{"size": "x6000"}"#,
    ] { #expect(cost(other) == plain, "\(other.suffix(40))") }
    let webp = cost(#"{"size": "6000x6000", "format": "webp"}"#)
    #expect(webp > 3 * plain)
    #expect(cost(#"{"size": "6000x6000", "format": "\u0077ebp"}"#) == webp)
    #expect(cost(#"{"size": "6000x6000"}"#, accept: "IMAGE/WEBP") == webp)
  }

  @Test func `options that say nothing of the picture, or nothing at all, cost as without`() {
    let least = cost("{}")
    for other in ["", "{", "[]", #"{"size": 7}"#, #"{"size": "x"}"#, #"{"size": "1x2x3"}"#] {
      #expect(cost(other) == least, "\(other)")
    }
    // What is refused for its size is as much as the largest, whatever its digits.
    #expect(
      cost(#"{"size": "9999999x9999999"}"#) == cost(#"{"size": "16384x16384"}"#))
  }

  @Test func `work that took far longer than was estimated is told, in units`() {
    let unit = MeasuredCost.secondsPerUnit
    for estimate in [0.5, 1, 20] {
      let most = MeasuredCost.tolerance * max(estimate, 1)
      #expect(MeasuredCost.units(seconds: 0.99 * most * unit, estimate: estimate) == nil)
      let found = MeasuredCost.units(seconds: 2 * most * unit, estimate: estimate)
      #expect(abs((found ?? 0) - 2 * most) < 1e-6)
    }
  }

  @Test func `the time of a thread goes on while it works`() {
    let start = MeasuredCost.threadSeconds()
    var (now, last) = (start, start)
    while now <= start {
      now = MeasuredCost.threadSeconds()
      #expect(now >= last)
      last = now
    }
    #expect(start > 0)
  }
}
