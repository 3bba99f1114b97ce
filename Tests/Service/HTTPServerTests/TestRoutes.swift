import Foundation
import HTTPMessages
import HTTPServer
import Problems

/// Routes that tests talk to.
enum TestRoutes {
  struct Refusal: Error {}
  struct Broken: Error {}

  /// The table of problems: the status and the fault in a line.
  static let problem: @Sendable (any Error, HTTPRequestHead) -> HTTPResponse = { error, head in
    let status =
      switch error {
      case let fault as HTTPFault: fault.problemCode.status ?? 500
      case is Refusal: 401
      default: 500
      }
    return .bytes(
      Array("problem \(status): \(error)".utf8), mediaType: "text/plain", status: status)
  }

  static func text(_ text: String, _ headers: [HTTPField] = []) -> HTTPResponse {
    .bytes(Array(text.utf8), mediaType: "text/plain", headers: headers)
  }

  /// What a body was, one line a part.
  static let describe: @Sendable (HTTPRequest) throws -> HTTPResponse = { request in
    switch request.body {
    case .none: return text("none")
    case .bytes(let bytes, let type): return text("\(bytes.count) bytes \(type) \(sum(bytes))")
    case .file(let path, let size, let type):
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      return text("file \(size) bytes \(type) \(sum(bytes))")
    case .parts(let parts):
      let lines = try parts.map { part in
        let content =
          switch part.content {
          case .bytes(let bytes): "memory \(bytes.count) \(sum(bytes))"
          case .file(let path, let size):
            "file \(size) \(sum([UInt8](try Data(contentsOf: URL(filePath: path)))))"
          }
        return "\(part.name)|\(part.fileName ?? "-")|\(part.mediaType ?? "-")|\(content)"
      }
      return text(lines.joined(separator: "\n"))
    }
  }

  /// Adler's sum, enough to tell bytes apart.
  static func sum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { bytes in
      var (a, b): (UInt32, UInt32) = (1, 0)
      var index = 0
      while index < bytes.count {
        a = (a &+ UInt32(bytes[index])) % 65521
        b = (b &+ a) % 65521
        index += 1
      }
      return b << 16 | a
    }
  }

  static let plain: [HTTPRoute] = [
    HTTPRoute("GET", "/") { _ in text("root") },
    HTTPRoute("GET", "/hello") { _ in text("hello", [HTTPField("X-Own", "yes")]) },
    HTTPRoute("GET", "/items/{id}") { request in
      text("item \(request.head.parameters["id"] ?? "?")")
    },
    HTTPRoute("GET", "/items/special") { _ in text("special") },
    HTTPRoute("DELETE", "/items/{id}") { _ in HTTPResponse(status: 204) },
    HTTPRoute("GET", "/query") { request in
      text(request.head.query.map { "\($0.name)=\($0.value)" }.joined(separator: "|"))
    },
    HTTPRoute("GET", "/who") { request in text(request.head.remoteAddress) },
    HTTPRoute("GET", "/throws") { _ in throw Broken() },
    HTTPRoute("GET", "/split") { _ in text("x", [HTTPField("X-Bad", "a\r\nInjected: yes")]) },
    HTTPRoute("POST", "/memory", body: .memory(maximumBytes: 100_000), handle: describe),
    HTTPRoute("POST", "/files", body: .files(maximumBytes: 4_000_000), handle: describe),
    HTTPRoute(
      "POST", "/guarded", body: .memory(maximumBytes: 4_000_000),
      admit: { head in if head.header("Authorization") == nil { throw Refusal() } },
      handle: describe),
  ]
}
