internal import Digests
internal import Foundation
internal import HTTPMessages
internal import HTTPServer

/// `/` of a served review: a form that asks for the token of the terminal, and the page where it was given.
///
/// Every user of the machine reaches the port; the page shows faces, and has what approves. No cookie keeps the
/// token: a browser would send it to other ports too.
struct ReviewEntrance: Sendable {
  /// What the terminal shows.
  let token: String
  let page: @Sendable () throws -> [UInt8]

  private static let mediaType = "text/html; charset=utf-8"
  /// What the form sends, before the token.
  private static let field = "token="
  /// The most bytes of a form.
  static let maximumBodyBytes = 4096

  func ask(_ request: HTTPRequest) -> HTTPResponse { Self.form(status: 200, fault: nil) }

  /// The page, or the form once more.
  func enter(_ request: HTTPRequest) throws -> HTTPResponse {
    guard case .bytes(let body, _) = try request.body.inMemory(),
      let sent = Self.token(in: String(decoding: body, as: UTF8.self)),
      ConstantTime.areEqual(Array(sent.utf8), Array(token.utf8))
    else {
      return Self.form(
        status: 403, fault: "This is not the token that the terminal shows; copy it once more.")
    }
    return .bytes(try page(), mediaType: Self.mediaType)
  }

  /// The token of a form's body, without the blanks that are copied with it.
  private static func token(in body: String) -> String? {
    let field = body.split(separator: "&").first { $0.hasPrefix(Self.field) }
    return field?.dropFirst(Self.field.count).replacing("+", with: " ").removingPercentEncoding?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func form(status: Int, fault: String?) -> HTTPResponse {
    let page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; form-action 'self'; base-uri 'none'">
      <title>Review</title>
      </head>
      <body>
      <h1>Review</h1>
      <form method="post" action="/" autocomplete="off">
      <p><label for="token">Token, as the terminal shows it that runs <code>report --serve</code></label></p>
      <p><input id="token" name="token" type="password" required autofocus spellcheck="false"> <button>Open</button></p>
      \(fault.map { "<p role=\"alert\">\($0)</p>" } ?? "")
      </form>
      </body>
      </html>

      """
    return .bytes(Array(page.utf8), mediaType: mediaType, status: status)
  }
}
