import Foundation
import HTTPMessages
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// How much each claimant may have of what all bodies share.
@Suite struct ShareRuleTests {
  private typealias Rule = ShareRule

  /// Of a total of 1600 bytes: a small share is 100, the reserve 400, the largest share 800.
  private func refusal(_ bytes: Int, own: Int, others: Int) -> ShareRule.Refusal? {
    Rule.refusal(of: bytes, own: own, all: own + others, total: 1600)
  }

  @Test func `one alone has three quarters`() {
    #expect(refusal(1200, own: 0, others: 0) == nil)
    #expect(refusal(1201, own: 0, others: 0) == .all)
    #expect(refusal(1, own: 1199, others: 0) == nil)
    #expect(refusal(1, own: 1200, others: 0) == .share)
  }

  @Test func `one beside others has the half`() {
    #expect(refusal(100, own: 700, others: 1) == nil)
    #expect(refusal(101, own: 700, others: 1) == .share)
    #expect(refusal(800, own: 0, others: 100) == nil)
  }

  @Test func `small shares are had of the reserve too`() {
    #expect(refusal(100, own: 0, others: 1500) == nil)
    #expect(refusal(101, own: 0, others: 1500) == .all)
    #expect(refusal(50, own: 50, others: 1450) == nil)
    #expect(refusal(51, own: 50, others: 1450) == .all)
    #expect(refusal(1, own: 0, others: 1600) == .all)
  }

  @Test func `no number is too large`() {
    #expect(refusal(.max, own: 10, others: 0) == .share)
    #expect(refusal(.max, own: 0, others: 0) == .all)
    #expect(ShareRule.refusal(of: .max, own: 0, all: 0, total: .max) == .all)
    #expect(ShareRule.refusal(of: 1, own: 9, all: 9, total: 3) == .share)
    #expect(ShareRule.refusal(of: 0, own: 0, all: 0, total: 0) == nil)
  }
}

/// Bodies that arrive at the same time.
@Suite struct BodyBudgetTests {
  private static let route = "multipart/form-data; boundary=XX"

  private static func bytes(_ count: Int, _ random: inout RandomSource) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// Numbers that are the same in every run.
  struct RandomSource: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static func form(_ parts: [[UInt8]]) -> [UInt8] {
    var body: [UInt8] = []
    for (number, part) in parts.enumerated() {
      body += Array(
        "--XX\r\nContent-Disposition: form-data; name=\"p\(number)\"\r\n\r\n".utf8)
      body += part + [13, 10]
    }
    return body + Array("--XX--\r\n".utf8)
  }

  /// Whether parts of these sizes go to files, and all their sums, whatever the pieces are that they come in.
  @Test(arguments: [true, false])
  func `parts are the same in memory and in files`(isChunked: Bool) throws {
    let most = BodyBudget.keptPartBytes
    let server = try TestServer([
      HTTPRoute(
        "POST", "/large", body: .memory(maximumBytes: 16 << 20), handle: TestRoutes.describe)
    ])
    var random = RandomSource(state: 7)
    for _ in 0..<4 {
      var sizes = [most, most + 1, Int.random(in: 0...(2 * most), using: &random), 0, 100]
      // Of a short body whose length is known everything stays in memory.
      if !isChunked { sizes.append(BodyBudget.keptBodyBytes) }
      sizes.shuffle(using: &random)
      let parts = sizes.map { Self.bytes($0, &random) }
      let body = Self.form(parts)
      let client = try server.client()
      client.send(
        "POST /large HTTP/1.1\r\nHost: a\r\nContent-Type: \(Self.route)\r\n"
          + (isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.count)")
          + "\r\n\r\n")
      var start = 0
      while start < body.count {
        let end = min(start + Int.random(in: 1...300_000, using: &random), body.count)
        let piece = Array(body[start..<end])
        client.send(
          isChunked
            ? Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [13, 10] : piece)
        start = end
      }
      if isChunked { client.send("0\r\n\r\n") }
      let expected = zip(sizes, parts).enumerated().map { number, part in
        let place = part.0 > most ? "file" : "memory"
        return "p\(number)|-|-|\(place) \(part.0) \(TestRoutes.sum(part.1))"
      }
      #expect(client.answer()?.text.components(separatedBy: "\n") == expected)
    }
    #expect(eventually { server.server.load.bodyMemoryBytes == 0 })
    #expect(server.server.load.bodyDiskBytes == 0)
  }

  @Test func `the parts of a short body stay in memory, however long`() throws {
    let server = try TestServer([
      HTTPRoute(
        "POST", "/large", body: .memory(maximumBytes: 16 << 20), handle: TestRoutes.describe)
    ])
    let part = [UInt8](repeating: 5, count: 2 * BodyBudget.keptPartBytes)
    let answer = try server.post("/large", Self.form([part, part]), type: Self.route)
    let line = "|-|-|memory \(part.count) \(TestRoutes.sum(part))"
    #expect(answer?.text == "p0\(line)\np1\(line)")
  }

  @Test func `a long body that is no form becomes a file with its media type`() throws {
    let server = try TestServer([
      HTTPRoute(
        "POST", "/large", body: .memory(maximumBytes: 16 << 20), handle: TestRoutes.describe)
    ])
    let most = [UInt8](repeating: 7, count: BodyBudget.keptBodyBytes)
    #expect(
      try server.post("/large", most, type: "Text/Plain")?.text
        == "\(most.count) bytes text/plain \(TestRoutes.sum(most))")
    let more = most + [8]
    #expect(
      try server.post("/large", more, type: "Text/Plain; charset=x")?.text
        == "file \(more.count) bytes text/plain \(TestRoutes.sum(more))")
  }

  @Test func `where memory is used up, parts go to files, and the sum stays`() throws {
    let server = try TestServer(
      [HTTPRoute("POST", "/x", body: .memory(maximumBytes: 1 << 20), handle: TestRoutes.describe)]
    ) { $0.maximumBodyMemoryBytes = 1 << 20 }
    var open: [RawClient] = []
    for _ in 0..<20 {
      let client = try server.client()
      client.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n")
      client.send([UInt8](repeating: 1, count: 199_999))
      open.append(client)
    }
    // Three quarters of the memory hold three of 200000 bytes; the others have their room on the disk.
    #expect(eventually { server.server.load.bodyDiskBytes == 17 * 200_000 })
    #expect((600_000...786_432).contains(server.server.load.bodyMemoryBytes))
    for client in open { client.send([2]) }
    let sum = TestRoutes.sum([UInt8](repeating: 1, count: 199_999) + [2])
    let answers = open.map { $0.answer()?.text ?? "" }
    let kept = answers.count { $0 == "200000 bytes application/octet-stream \(sum)" }
    let spilled = answers.count { $0 == "file 200000 bytes application/octet-stream \(sum)" }
    #expect(kept >= 3 && spilled > 0 && kept + spilled == 20, "\(kept) and \(spilled)")
    #expect(eventually { server.server.load.bodyMemoryBytes == 0 })
    #expect(eventually { server.server.load.bodyDiskBytes == 0 })
  }

  @Test func `a body that the disk never has room for is refused before it comes`() throws {
    let routes = [
      HTTPRoute("POST", "/files", body: .files(maximumBytes: 1 << 40), handle: TestRoutes.describe),
      HTTPRoute(
        "POST", "/memory", body: .memory(maximumBytes: 1 << 30), handle: TestRoutes.describe),
    ]
    let server = try TestServer(routes) { $0.minimumFreeBytes = 1 << 50 }
    func announce(_ path: String, _ length: Int) throws -> RawClient.Answer? {
      try server.ask("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
    }
    let none = try announce("/files", 100_000)
    #expect(none?.status == 507 && none?.field("Retry-After") == "60")
    // What is longer than memory has is refused; the rest stays there, as there is no room on the disk.
    #expect(try announce("/memory", 193 << 20)?.status == 507)
    for count in [BodyBudget.keptBodyBytes, BodyBudget.keptBodyBytes + 1] {
      let body = [UInt8](repeating: 3, count: count)
      #expect(try server.post("/memory", body)?.text.hasPrefix("\(count) bytes") == true)
    }
    let client = try server.client()
    client.send(
      "POST /files HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n"
    )
    #expect(client.answer()?.status == 507)
  }

  @Test func `whatever many claimants do, no sum is over its limit`() throws {
    let (memory, disk) = (1_000_000, 10_000_000)
    let budget = BodyBudget(memoryBytes: memory, minimumFreeBytes: 0) { disk }
    let worst = Mutex((memory: 0, refusedSmall: 0))
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      var random = RandomSource(state: UInt64(number))
      // Half of them are one that floods.
      let claimant = number < 4 ? "flood" : "other-\(number)"
      for _ in 0..<400 {
        let hold = BodyReservation(budget, for: claimant)
        let most = number < 4 ? 1_600_000 : 20_000
        for _ in 0..<8 {
          let isHad = hold.useMemory(Int.random(in: 0...most / 8, using: &random))
          let all = budget.use.memory
          worst.withLock { worst in
            worst.memory = max(worst.memory, all)
            if number >= 4, !isHad { worst.refusedSmall += 1 }
          }
        }
        withExtendedLifetime(hold) {}
      }
    }
    let found = worst.withLock { $0 }
    #expect(found.memory <= memory && found.memory > memory / 2)
    // Each of the others has at most 20000 of its 62500.
    #expect(found.refusedSmall == 0)
    #expect(budget.use == BodyBudget.Use())
  }

  @Test func `what is written of an announced body is not counted twice`() throws {
    let free = Mutex(1_000_000)
    let budget = BodyBudget(memoryBytes: 1, minimumFreeBytes: 100_000) { free.withLock { $0 } }
    let first = BodyReservation(budget, for: "a")
    try first.takeDisk(400_000)
    #expect(budget.use(of: "a") == BodyBudget.Use(disk: 400_000))
    func write(_ count: Int) throws {
      try first.useDisk(count)
      free.withLock { $0 -= count }
    }
    // 900000 in all, of which 675000 are for large shares.
    for _ in 0..<4 {
      #expect(budget.refusal(ofDisk: 275_000, for: "b") == nil)
      #expect(budget.refusal(ofDisk: 275_001, for: "b") == .all)
      try write(100_000)
    }
    // Beyond what was announced it takes more, and no more than the half.
    try write(50_000)
    #expect(throws: HTTPFault.bodyShareUsed(retryAfterSeconds: 5)) { try write(300_000) }
    withExtendedLifetime(first) {}
  }
}
