import HTTPMessages
import HTTPServer
import TestSupport
import Testing

/// The reading of heads and chunks does not depend on how the bytes arrive, and has limits.
@Suite struct ReadingTests {
  private static let whole: [(request: String, body: String)] = [
    ("GET /a?b=%20 HTTP/1.1\r\nHost: a\r\nX:  y z \r\n\r\n", ""),
    ("\r\nPOST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n1\r\n2\r\n3", "1\r\n2\r\n3"),
    (
      "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3;a=\"\\\"\"\r\n\r\n0\r\n1 ; b\r\nx\r\n0\r\nT: u\r\n\r\n", "\r\n0x"
    ),
  ]

  @Test(arguments: 0..<3)
  func `every split of a request is read the same, and every prefix is not complete`(
    number: Int
  ) throws {
    let (request, body) = Self.whole[number]
    let bytes = Array(request.utf8)
    // What follows is not taken.
    let all = bytes + Array("GET /next".utf8)
    let expected = Reading(of: [all[...]])
    #expect(expected.isComplete && expected.fault == nil && expected.end == bytes.count)
    #expect(expected.body == Array(body.utf8))
    for first in 0...all.count {
      if first < bytes.count {
        let prefix = Reading(of: [bytes[..<first]])
        #expect(!prefix.isComplete && prefix.fault == nil, "\(first)")
      }
      for second in stride(from: first, through: all.count, by: 7) {
        let pieces = [all[..<first], all[first..<second], all[second...]]
        #expect(Reading(of: pieces) == expected, "\(first), \(second)")
      }
    }
    #expect(Reading(of: all.indices.map { all[$0...$0] }) == expected)
  }

  @Test func `a body is the same however it is cut into chunks and pieces`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let body = (0..<Int.random(in: 0...600, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var request = Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
      var start = 0
      while start < body.count {
        let end = min(body.count, start + Int.random(in: 1...100, using: &random))
        let digits = String(end - start, radix: 16, uppercase: .random(using: &random))
        let zeros = String(repeating: "0", count: .random(in: 0...3, using: &random))
        let more = Bool.random(using: &random) ? ";n=v" : ""
        request += Array("\(zeros)\(digits)\(more)\r\n".utf8) + body[start..<end] + [13, 10]
        start = end
      }
      request += Array("0\r\n\r\n".utf8)
      var (pieces, cut): ([ArraySlice<UInt8>], Int) = ([], 0)
      while cut < request.count {
        let end = min(request.count, cut + Int.random(in: 1...200, using: &random))
        pieces.append(request[cut..<end])
        cut = end
      }
      let reading = Reading(of: pieces)
      #expect(reading.fault == nil && reading.isComplete, "\(request)")
      #expect(reading.body == body, "\(request)")
    }
  }

  @Test func `a head and its target have limits, each on both sides`() {
    func head(_ target: Int, _ total: Int) -> Reading {
      let line = "GET /" + String(repeating: "a", count: target - 1) + " HTTP/1.1\r\nHost: a\r\nX: "
      let filler = String(repeating: "x", count: max(0, total - line.utf8.count - 4))
      let bytes = Array((line + filler + "\r\n\r\n").utf8)
      return Reading(of: [bytes[...]], maximumBytes: 1000, maximumTargetBytes: 500)
    }
    #expect(head(500, 1000).isComplete)
    #expect(head(501, 1000).fault == .targetTooLong(limit: 500))
    #expect(head(5000, 1000).fault == .targetTooLong(limit: 500))
    #expect(head(500, 1001).fault == .headerTooLarge(limit: 1000))
    // Without an end it is told when the limit is reached.
    let endless = Array("GET / HTTP/1.1\r\nX: ".utf8) + [UInt8](repeating: 0x78, count: 2000)
    #expect(
      Reading(of: [endless[...]], maximumBytes: 1000).fault == .headerTooLarge(limit: 1000))
  }

  @Test func `chunks have limits of their body, extensions and trailer, each on both sides`() {
    func read(_ chunks: String, _ limit: Int = 1 << 20) -> Reading {
      let text = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
      return Reading(of: [Array(text.utf8)[...]], maximumBodyBytes: limit)
    }
    #expect(read("5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n", 6).isComplete)
    #expect(read("5\r\nhello\r\n2\r\n", 6).fault == .bodyTooLarge(limit: 6))
    #expect(read("7fffffffffffffff\r\n", 6).fault == .bodyTooLarge(limit: 6))
    // A semicolon is the size's, not the extension's.
    let longest = String(repeating: "e", count: ChunkDecoder.maximumExtensionBytes - 1)
    #expect(read("0;\(longest)\r\n\r\n").isComplete)
    #expect(read("0;\(longest)e\r\n\r\n").fault != nil)
    let half = String(repeating: "e", count: ChunkDecoder.maximumExtensionBytes / 2)
    #expect(read("1;\(half)\r\nx\r\n0;\(half)\r\n\r\n").fault != nil)
    let line = "X: " + String(repeating: "t", count: ChunkDecoder.maximumTrailerBytes - 5)
    #expect(read("0\r\n\(line)\r\n\r\n").isComplete)
    #expect(
      read("0\r\n\(line)t\r\n\r\n").fault
        == .headerTooLarge(limit: ChunkDecoder.maximumTrailerBytes))
  }
}
