import HTTPServer
import TestSupport
import Testing

@Suite struct RequestTests {
  @Test func `a GET is answered with the body, its length and the server's own fields`() throws {
    let server = try TestServer()
    let answer = try #require(try server.get("/hello"))
    #expect(answer.status == 200)
    #expect(answer.text == "hello")
    #expect(answer.field("Content-Length") == "5")
    #expect(answer.field("X-Own") == "yes")
    #expect(answer.field("X-Content-Type-Options") == "nosniff")
    #expect(answer.field("Date")?.hasSuffix("GMT") == true)
    #expect(answer.field("X-Request-ID")?.count == 32)
  }

  @Test func `a body in memory arrives whole`() throws {
    let server = try TestServer()
    let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let answer = try #require(try server.post("/memory", bytes, type: "Image/JPEG; q=1"))
    #expect(answer.text == "70000 bytes image/jpeg \(TestRoutes.sum(bytes))")
  }

  @Test func `an admission that asks for the body is refused before curl sends it`() throws {
    let server = try TestServer()
    let path = try server.scratch.write([UInt8](repeating: 7, count: 3_000_000), to: "big")
    let refused = try server.curl(
      [
        "-i", "-H", "Expect: 100-continue", "--data-binary", "@\(path)",
        "-w", "\nuploaded %{size_upload}",
      ], "/guarded")
    #expect(refused.text.contains("401"))
    #expect(refused.text.contains("uploaded 0"))
    let taken = try server.curl(
      ["-H", "Expect: 100-continue", "-H", "Authorization: x", "--data-binary", "@\(path)"],
      "/guarded")
    #expect(taken.text.hasPrefix("3000000 bytes"))
    let without = try server.curl(
      [
        "-i", "-H", "Expect:", "--data-binary", "@\(path)",
        "-w", "\nuploaded %{size_upload}",
      ], "/guarded")
    #expect(without.text.contains("401"))
  }
}
