import Foundation
import TestSupport
import Testing

/// Takes the picture of a review page that stands in the documents; `Scripts/review-picture.sh` asks
/// for it.
@Suite(
  .enabled(
    if: ReviewPictureTests.asked != nil, "only for Scripts/review-picture.sh"))
struct ReviewPictureTests {
  /// The page's address, with what is to be seen of it, and the picture's file.
  static let asked: (address: String, out: String)? = {
    let environment = ProcessInfo.processInfo.environment
    guard let address = environment["AVATAR_OVERLAY_REVIEW_ADDRESS"],
      let out = environment["AVATAR_OVERLAY_REVIEW_PICTURE"]
    else { return nil }
    return (address, out)
  }()

  @Test func `the page is there, and its picture is written`() throws {
    let (address, out) = try #require(Self.asked)
    let page = try Browser().page(width: 1280, height: 840)
    try page.prefer(["prefers-color-scheme": "light"])
    try page.open(address)
    // Until the case's pictures are decoded, or the overview's.
    let isCase = address.contains("#case=")
    try page.wait(
      until: isCase
        ? "document.documentElement.dataset.shown"
        : "[...document.querySelectorAll('.thumb img')].some(i => i.complete)")
    try page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")
    #expect(try page.complaints() == [])
    try Data(page.screenshot(jpegQuality: 72)).write(to: URL(filePath: out))
  }
}
