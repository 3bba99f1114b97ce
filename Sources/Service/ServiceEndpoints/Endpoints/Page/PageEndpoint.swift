internal import HTTPMessages
internal import ServiceInterface

/// `/`: a page that shows the service working.
enum PageEndpoint {
  /// What the page may load: itself, what it asks the service for, pictures that it was given.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    + " img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  static let operations = [
    file(
      "/", id: "getPage", "The web page.",
      "A page on which to try avatars on a picture, move their layers and download the `avatar.json`, and to"
        + " do so with scenes on their cards. It uses only what is described here.", "text/html"
    ) { ServicePageSource.html },
    file(
      "/studio.css", id: "getPageStyle", "The page's style sheet.", "Part of the page.", "text/css"
    ) { ServicePageSource.css },
    file(
      "/studio.js", id: "getPageScript", "The page's script.", "Part of the page.",
      "text/javascript"
    ) { ServicePageSource.js },
  ]

  private static func file(
    _ path: String, id: String, _ summary: String, _ description: String, _ mediaType: String,
    _ content: @escaping @Sendable () -> [UInt8]
  ) -> Operation {
    Operation(
      .get, path, id: id, .page, summary, description, right: .open, negotiated: .nothing,
      answers: [
        OperationAnswer(
          200, "The file.", [.text(mediaType)], headers: [contentSecurity, referrer])
      ]
    ) { _, _, _ in
      .bytes(
        content(), mediaType: mediaType + "; charset=utf-8",
        headers: [
          HTTPField("Content-Security-Policy", policy),
          HTTPField("Referrer-Policy", "no-referrer"), HTTPField("Cache-Control", "no-cache"),
        ])
    }
  }

  private static let contentSecurity = AnswerHeader(
    "Content-Security-Policy", "Nothing is loaded from elsewhere.")
  private static let referrer = AnswerHeader("Referrer-Policy", "`no-referrer`.")
}
