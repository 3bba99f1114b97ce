internal import AvatarFiles
internal import Digests
internal import Foundation
internal import Goldens
internal import HTTPMessages
internal import HTTPServer
internal import JSON

/// `POST /approve`: what the page shows becomes golden, as by the verb `approve`.
struct ApprovalEndpoint: Sendable {
  let suite: GoldenSuite
  let results: String?
  let library: AvatarLibrary
  let author: String
  let token: String
  let environment: [String: String]
  let report: @Sendable (String) -> Void

  /// The header that carries the token: a page of another site cannot set it without being asked for
  /// permission first, which this server does not give.
  static let tokenHeader = "X-Approval-Token"

  /// What the page sends.
  private struct Request: Decodable {
    var cases: [String]
    var reason: String
  }

  /// Records the goldens of the cases that are named: all of them, or none.
  ///
  /// - Throws: `ReviewServerFault`, `GoldenError`.
  func answer(_ request: HTTPRequest) throws -> HTTPResponse {
    let sent = request.head.header(Self.tokenHeader) ?? ""
    guard ConstantTime.areEqual(Array(sent.utf8), Array(token.utf8)) else {
      throw ReviewServerFault.foreignPage
    }
    guard case .bytes(let body, "application/json") = try request.body.inMemory() else {
      throw ReviewServerFault.badBody("expected a body of application/json")
    }
    guard let asked = try? JSONDecoder().decode(Request.self, from: Data(body)) else {
      throw ReviewServerFault.badBody(#"expected {"cases": ["name"], "reason": "text"}"#)
    }
    guard !asked.cases.isEmpty else { throw ReviewServerFault.badBody("no case is named") }
    let reason = asked.reason.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !reason.isEmpty else { throw ReviewServerFault.noReason }
    let outcome = try SuiteApproval(
      suite, results: results, library: library, author: Author(name: author, reason: reason)
    ).run(.named(asked.cases), environment: environment)
    for one in outcome.recorded { report("\(one.name): recorded (\(reason))") }
    return .bytes(
      JSONValue.object([
        ("recorded", .array(outcome.recorded.map { .string($0.name) })),
        ("unchanged", .array(outcome.unchanged.map { .string($0) })),
        ("notes", .array(outcome.notes.map { .string($0) })),
      ]).bytes, mediaType: "application/json")
  }
}
