import Foundation
import Review
import TestSupport
import Testing

/// What is not compared, as the page shows it.
extension ReviewPageTests {
  /// A page of one case with regions, in a folder of its own.
  private func open(_ regions: [ReviewRegion], in folder: ScratchFolder) throws -> BrowserPage {
    var one = try SampleReview().failingStill("dragon/yaw", in: folder)
    one.frames[0].regions = regions
    one.frames[0].variant = "debian-13"
    let review = ReviewDocument(
      title: "regions", createdAt: "2026-11-21T19:25:00Z", rendererVersion: "1", cases: [one])
    try ReviewPage(review, picturesRoot: folder.url.path).write(to: folder.path("review.html"))
    let page = try Self.page.get()
    try page.resize(width: 1280, height: 800, touch: false)
    try page.open("file://" + folder.path("review.html") + "#case=dragon%2Fyaw&view=actual")
    try page.wait(until: "document.documentElement.dataset.shown")
    return page
  }

  private static let left = ReviewRegion(
    name: "layer horns", use: .ignored, corners: [[10, 20], [60, 20], [60, 50], [10, 50]])
  private static let only = ReviewRegion(
    name: "face 1", use: .compared, corners: [[100, 50], [200, 50], [200, 150], [100, 150]])

  @Test func `ignored regions are hatched, named in a legend, and can be switched off`() throws {
    let folder = try ScratchFolder()
    let page = try open([Self.left], in: folder)
    #expect(
      try page.text("document.querySelector('#ignored-key').textContent")
        == "hatched: not compared (layer horns)")
    let hatch = "document.querySelector('.pane svg path.ignored')"
    #expect(try page.text("\(hatch).getAttribute('d')") == "M10 20L60 20L60 50L10 50Z")
    // The pattern is drawn: the page's policy lets the style count.
    #expect(try page.text("getComputedStyle(\(hatch)).fill").contains("#hatch-"))
    #expect(
      try page.text("document.querySelector('#frame-facts').textContent").contains("debian-13"))
    try page.evaluate("document.querySelector('[data-layer=ignored]').click()")
    #expect(try page.number("document.querySelectorAll('.pane svg .ignored').length") == 0)
    #expect(try page.number("document.querySelectorAll('#ignored-key').length") == 0)
  }

  @Test func `where a region alone is compared all others are hatched`() throws {
    let folder = try ScratchFolder()
    let page = try open([Self.only], in: folder)
    #expect(
      try page.text("document.querySelector('#ignored-key').textContent")
        == "hatched: not compared, all but face 1")
    #expect(try page.number("document.querySelectorAll('.pane svg rect.ignored').length") == 1)
    #expect(
      try page.text("document.querySelector('.pane svg mask path').getAttribute('d')")
        == "M100 50L200 50L200 150L100 150Z")
  }

  @Test func `a case without regions has no switch for them`() throws {
    let page = try openCase("dragon/yaw")
    #expect(try page.number("document.querySelectorAll('#ignored-key').length") == 0)
    #expect(
      try page.text("String(document.querySelector('[data-layer=ignored]').hidden)") == "true")
  }
}
