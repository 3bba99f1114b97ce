internal import CReviewPage

/// The page's source files, which are part of the program.
enum PageSource {
  /// The page; `{{name}}` stands for what is put there.
  static var html: String { unsafe text(review_page_html()) }
  /// The style sheet.
  static var css: String { unsafe text(review_page_css()) }
  /// The script.
  static var js: String { unsafe text(review_page_js()) }

  private static func text(_ file: review_page_file) -> String {
    unsafe String(
      decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }
}
