import Foundation
import Review
import TestSupport
import Testing

/// The page as a person has it: in a browser.
///
/// The tests stand in the other files.
///
/// One browser and one page of it serve all tests.
@Suite(
  .serialized, .mostlyWaiting, .enabled(if: Browser.isExpected, Comment(rawValue: Browser.absent)))
struct ReviewPageTests {
  static let folder = Result { try ScratchFolder() }
  // Tests of the suite come one after the other.
  nonisolated(unsafe) private static let browser = Result { try Browser() }
  nonisolated(unsafe) static let page = Result {
    try browser.get().page(width: 1280, height: 800)
  }
  static let written = Result { () throws -> String in
    let folder = try Self.folder.get()
    let sample = try SampleReview().review(in: folder)
    try ReviewPage(sample, picturesRoot: folder.url.path).write(to: folder.path("review.html"))
    // For looking at it: where AVATAR_OVERLAY_KEEP names a folder, the page is left there.
    if let keep = ProcessInfo.processInfo.environment["AVATAR_OVERLAY_KEEP"] {
      try Data(folder.bytes("review.html")).write(to: URL(filePath: keep + "/review.html"))
    }
    return "file://" + folder.path("review.html")
  }

  /// The sample's page at an address' fragment, with nothing to complain of so far.
  func open(
    _ fragment: String = "", width: Int = 1280, height: Int = 800, touch: Bool = false,
    prefer: [String: String] = ["prefers-color-scheme": "light"]
  ) throws -> BrowserPage {
    let page = try Self.page.get()
    try page.resize(width: width, height: height, touch: touch)
    try page.prefer(prefer)
    try page.open(Self.written.get() + fragment)
    return page
  }

  func openCase(
    _ name: String, _ more: String = "", width: Int = 1280, height: Int = 800, touch: Bool = false,
    prefer: [String: String] = ["prefers-color-scheme": "light"]
  ) throws -> BrowserPage {
    let allowed = CharacterSet.alphanumerics
    let escaped = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? name
    let page = try open(
      "#case=\(escaped)\(more)", width: width, height: height, touch: touch, prefer: prefer)
    try page.wait(until: "document.documentElement.dataset.shown")
    return page
  }

  /// A pixel of the canvas that a selector finds: "r g b a".
  func pixel(_ page: BrowserPage, _ selector: String, _ x: Int, _ y: Int) throws -> [Int] {
    try page.text(
      """
      [...document.querySelector('\(selector)').getContext('2d').getImageData(\(x), \(y), 1, 1).data].join(' ')
      """
    ).split(separator: " ").compactMap { Int($0) }
  }
}
