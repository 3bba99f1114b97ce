import Foundation
import Review
import TestSupport
import Testing

/// How much a page holds.
extension ReviewPageTests {
  @Test func `every picture is within the page's limit, and what is left out is told of`() throws {
    let folder = try ScratchFolder()
    let review = try SampleReview().review(in: folder)
    var limits = ReviewLimits()
    limits.pictureBudget = 10_000
    limits.passedPictureSide = 64
    try ReviewPage(review, picturesRoot: folder.url.path, limits: limits)
      .write(to: folder.path("small.html"))
    let page = try Self.page.get()
    try page.open("file://" + folder.path("small.html"))
    let spent = try page.number(
      "[...document.querySelectorAll('[id^=picture-]')].reduce((sum, e) => sum + e.textContent.length, 0)"
    )
    #expect(spent > 0 && spent <= 10_000)
    let notes = try page.text(
      "[...document.querySelectorAll('[id^=picture-]')].map(e => e.dataset.note).join()")
    #expect(notes.contains("left out: the page's limit"))
    #expect(notes.contains("the full one would exceed the page's limit"))
    #expect(try page.complaints() == [])
  }

  @Test func `a picture over the longest side is made smaller, and one of that side is not`() throws
  {
    let folder = try ScratchFolder()
    let one = try SampleReview().failingStill("a", in: folder)
    let review = ReviewDocument(title: "t", createdAt: "", rendererVersion: "", cases: [one])
    for (side, exact) in [(320, "true"), (319, "false")] {
      var limits = ReviewLimits()
      limits.maxPictureSide = side
      let path = folder.path("page\(side).html")
      try ReviewPage(review, picturesRoot: folder.url.path, limits: limits).write(to: path)
      let page = try Self.page.get()
      try page.open("file://\(path)#case=a")
      try page.wait(until: "document.documentElement.dataset.shown")
      #expect(try page.text("document.querySelector('#picture-0-0-actual').dataset.exact") == exact)
      #expect(try page.isTrue("document.querySelector('.pane canvas').width === \(side)"))
      #expect(try page.text("document.querySelector('.pane canvas').style.width") == "320px")
    }
  }
}
