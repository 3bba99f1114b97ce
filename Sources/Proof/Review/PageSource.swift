internal import CReviewPage

/// The page's source files, which are part of the program.
enum PageSource {
  /// The page; `{{name}}` stands for what is put there.
  static var html: String { unsafe text(review_page_html()) }
  /// The style sheet.
  static var css: String { unsafe text(review_page_css()) }
  /// The script: its files share one function's names, so that the page has no others.
  static var js: String {
    let files = unsafe text(review_page_js())
    return "'use strict';\n(() => {\n\(files)})();\n"
  }

  private static func text(_ file: review_page_file) -> String {
    unsafe String(
      decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
