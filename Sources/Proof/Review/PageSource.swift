internal import CReviewPage
internal import Embedding

/// The page's source files, which are part of the program.
enum PageSource {
  /// The page; `{{name}}` stands for what is put there.
  static var html: String { text(unsafe review_page_html().contents) }
  /// The style sheet.
  static var css: String { text(unsafe review_page_css().contents) }
  /// The script: its files share one function's names, so that the page has no others.
  static var js: String {
    let files = text(unsafe review_page_js().contents)
    return "'use strict';\n(() => {\n\(files)})();\n"
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
