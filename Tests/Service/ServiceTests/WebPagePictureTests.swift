import Foundation
import TestSupport
import Testing

/// What `Scripts/web-page-picture.sh` asks for.
private enum AskedPicture {
  /// The address of a running service's page.
  static let address = ProcessInfo.processInfo.environment["AVATAR_OVERLAY_WEB_PAGE_ADDRESS"]
  /// The picture's file.
  static let out = ProcessInfo.processInfo.environment["AVATAR_OVERLAY_WEB_PAGE_PICTURE"]
}

/// Takes the picture of the service's page that stands in the documents.
@Suite struct WebPagePictureTests {
  @Test(.enabled(if: AskedPicture.out != nil, "only for Scripts/web-page-picture.sh"))
  func `the page is there, and its picture is written`() throws {
    let address = try #require(AskedPicture.address)
    let out = try #require(AskedPicture.out)
    let page = try Browser().page(width: 1280, height: 770)
    try page.prefer(["prefers-color-scheme": "light"])
    try page.open(address)
    let drawn = "document.querySelectorAll('#avatars canvas[data-is-drawn]').length"
    try page.wait(until: "document.documentElement.dataset.frame > 0")
    // One after the other: each has the time of a wait.
    for index in 1...Int(try page.number("document.querySelectorAll('#avatars canvas').length")) {
      try page.wait(until: "\(drawn) >= \(index)")
    }
    try page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")
    #expect(try page.complaints() == [])
    try Data(page.screenshot(jpegQuality: 80)).write(to: URL(filePath: out))
  }
}
