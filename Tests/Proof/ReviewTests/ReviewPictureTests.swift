import Foundation
import TestSupport
import Testing

/// What `Scripts/review-picture.sh` asks for.
private enum AskedPicture {
  /// The page's address, with what is to be seen of it.
  static let address = ProcessInfo.processInfo.environment["AVATAR_OVERLAY_REVIEW_ADDRESS"]
  /// The picture's file.
  static let out = ProcessInfo.processInfo.environment["AVATAR_OVERLAY_REVIEW_PICTURE"]
}

/// Takes the picture of a review page that stands in the documents.
@Suite struct ReviewPictureTests {
  @Test(.enabled(if: AskedPicture.out != nil, "only for Scripts/review-picture.sh"))
  func `the page is there, and its picture is written`() throws {
    let address = try #require(AskedPicture.address)
    let out = try #require(AskedPicture.out)
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
