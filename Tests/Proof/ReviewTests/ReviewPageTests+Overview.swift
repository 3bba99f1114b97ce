import Foundation
import Review
import TestSupport
import Testing

/// The overview: what it lists, in which order, and how a person gets about.
extension ReviewPageTests {
  @Test func `the page loads without a complaint and without asking for anything`() throws {
    let page = try open()
    #expect(try page.complaints() == [])
    #expect(try page.requests() == [try Self.written.get()])
    #expect(try page.text("document.title") == "golden <suite> & more")
    #expect(try page.text("document.querySelector('#facts').textContent").contains("0.2.0"))
  }

  @Test func `the policy stops what is not the page's own`() throws {
    let page = try open()
    // Were there no policy, the script would run and the picture be asked for.
    try page.evaluate(
      """
      const s = document.createElement('script'); s.textContent = 'window.foreign = 1'; document.body.append(s);
      const i = new Image(); i.src = 'http://127.0.0.1:9/x.png'; document.body.append(i);
      fetch('http://127.0.0.1:9/').catch(() => 0);
      """)
    #expect(try page.isTrue("window.foreign === undefined"))
    let refused = try page.complaints().filter { $0.contains("Content Security Policy") }
    #expect(refused.count >= 3)
  }

  @Test func `cases that failed come first, and groups with them`() throws {
    let page = try open()
    let verdicts = try page.text(
      "[...document.querySelectorAll('.card .badge')].map(b => b.textContent).join()")
    #expect(
      verdicts == "Failed,Failed,Failed,No golden,Mismatch,Error,Error,Passed,Passed")
    // The missing golden's group has failed cases, so it comes before the mismatch of no group.
    let groups = try page.text(
      "[...document.querySelectorAll('.group > h2 bdi')].map(b => b.textContent).join()")
    #expect(groups == "<,dragon,Ungrouped,alpha")
    #expect(
      try page.text("document.querySelector('#headline').textContent")
        == "7 cases of 9 need a look.")
    #expect(
      try page.text("document.querySelector('#obsolete summary').textContent").hasPrefix(
        "2 obsolete goldens"))
  }

  @Test func `a filter and a search narrow the list`() throws {
    let page = try open()
    try page.click(".chip[data-filter=passed]")
    #expect(try page.number("document.querySelectorAll('.card').length") == 2)
    #expect(try page.text("location.hash") == "#show=passed")
    try page.click(".chip[data-filter=all]")
    try page.press("/")
    for letter in "new" { try page.press(String(letter)) }
    #expect(try page.text("document.querySelector('.card .label').textContent") == "new")
    #expect(try page.number("document.querySelectorAll('.card').length") == 1)
    try page.press("Escape")
    #expect(try page.number("document.querySelectorAll('.card').length") == 9)
    #expect(try page.complaints() == [])
  }

  @Test func `thumbnails are shown`() throws {
    let page = try open(height: 3000)
    try page.wait(until: "document.querySelectorAll('.thumb img').length === 7")
    try page.wait(
      until:
        "[...document.querySelectorAll('.thumb img')].every(i => i.complete && i.naturalWidth === 240)"
    )
    // Two cases have no picture that can be read.
    try page.wait(
      until:
        "[...document.querySelectorAll('.thumb')].filter(t => t.textContent === 'no picture').length === 2"
    )
  }

  @Test func `text of the review is text in the page`() throws {
    let page = try openCase(SampleReview.hostile)
    #expect(try page.isTrue("window.broken === undefined"))
    #expect(try page.number("document.querySelectorAll('img[src=x]').length") == 0)
    #expect(try page.text("document.querySelector('#name').textContent") == SampleReview.hostile)
    #expect(try page.text("document.querySelector('#words p').textContent") == SampleReview.hostile)
    #expect(try page.number("document.querySelector('#words li').textContent.length") == 10_000)
    #expect(try page.isTrue("document.documentElement.scrollWidth <= innerWidth"))
    #expect(try page.complaints() == [])
  }

  @Test func `j, k, Enter and Escape lead through the cases, and the browser's back as well`()
    throws
  {
    let page = try open()
    try page.press("j")
    try page.wait(until: "document.activeElement.dataset.case")
    let first = try page.text("document.activeElement.dataset.case")
    try page.press("j")
    try page.press("k")
    #expect(try page.text("document.activeElement.dataset.case") == first)
    try page.press("Enter")
    try page.wait(until: "document.documentElement.dataset.shown")
    #expect(try page.text("document.querySelector('#position').textContent") == "1 of 9")
    try page.press("j")
    try page.wait(until: "document.querySelector('#position').textContent === '2 of 9'")
    try page.evaluate("history.back()")
    try page.wait(until: "document.querySelector('#position').textContent === '1 of 9'")
    try page.press("Escape")
    #expect(try page.isTrue("!document.querySelector('#overview').hidden"))
    #expect(try page.text("document.activeElement.dataset.case") == first)
    try page.press("?")
    #expect(try page.isTrue("document.querySelector('#help').open"))
    try page.press("Escape")
    #expect(try page.isTrue("!document.querySelector('#help').open"))
    #expect(try page.complaints() == [])
  }
}
