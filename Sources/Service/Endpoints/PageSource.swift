internal import CServicePage

/// The page's source files, which are part of the program.
enum PageSource {
  /// The page.
  static var html: [UInt8] { unsafe bytes(service_page_html()) }
  /// The style sheet.
  static var css: [UInt8] { unsafe bytes(service_page_css()) }
  /// The script: its files share one function's names, so that the page has no others.
  static var js: [UInt8] {
    let files = unsafe bytes(service_page_js())
    return Array("'use strict';\n(() => {\n".utf8) + files + Array("})();\n".utf8)
  }

  private static func bytes(_ file: service_page_file) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
