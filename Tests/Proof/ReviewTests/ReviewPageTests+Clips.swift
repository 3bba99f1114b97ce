import Foundation
import Review
import TestSupport
import Testing

/// Frames and curves of a clip.
extension ReviewPageTests {
  @Test func `a clip opens at its worst frame, and a click at the curve opens another`() throws {
    let page = try openCase("dragon/clip")
    #expect(
      try page.text("document.querySelector('#frame-title').textContent").hasPrefix(
        "Frame 109 0.360 s"))
    #expect(try page.number("document.querySelectorAll('.curve').length") == 2)
    #expect(
      try page.number("document.querySelectorAll('.curve')[0].querySelectorAll('.failing').length")
        == 2)
    let box = try page.text(
      "(() => { const e = document.querySelector('.curve svg'); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].join(' '); })()"
    ).split(separator: " ").compactMap { Double($0) }
    try page.click(x: box[0] + box[2] * 4 / 11, y: box[1] + box[3] / 2)
    try page.wait(until: "document.documentElement.dataset.shown.endsWith('/4')")
    #expect(try page.text("location.hash").contains("frame=104"))
    #expect(try page.text("document.querySelector('.curve output').textContent") == "frame 104: 4")
    #expect(
      try page.text("document.querySelector('#frame-facts p').textContent")
        == "layer mask: 4.0 px down")
  }

  @Test func `arrows step through frames and, with shift, through failing ones`() throws {
    let page = try openCase("dragon/clip", "&frame=105")
    let shown = "document.documentElement.dataset.shown.split('/')[1]"
    try page.press("ArrowRight")
    try page.wait(until: "\(shown) === '6'")
    // A frame that passed has one picture, in one view.
    #expect(
      try page.text("document.querySelector('#note').textContent").hasPrefix("Passed: one picture"))
    #expect(try page.number("document.querySelectorAll('#views button:disabled').length") == 5)
    try page.press("ArrowRight", modifiers: 8)
    try page.wait(until: "\(shown) === '9'")
    #expect(try page.isTrue("document.querySelector('#next-failing').disabled"))
    try page.press("ArrowLeft", modifiers: 8)
    try page.wait(until: "\(shown) === '5'")
    #expect(
      try page.isTrue(
        "document.querySelector('#strip [aria-current=true]').dataset.position === '5'"))
    #expect(try page.complaints() == [])
  }

  @Test func `an address leads to its case, frame and view`() throws {
    let page = try openCase("dragon/clip", "&frame=104&view=difference")
    #expect(try page.text("document.documentElement.dataset.shown").hasSuffix("/4"))
    #expect(
      try page.text("document.querySelector('#views [aria-pressed=true]').dataset.view")
        == "difference")
    let lost = try open("#case=no%20such&frame=x")
    #expect(try lost.isTrue("!document.querySelector('#overview').hidden"))
    #expect(try lost.complaints() == [])
  }

  @Test func `a clip opened by its address shows its frames' pictures`() throws {
    let page = try openCase("dragon/clip", "&frame=105")
    let cells = "[...document.querySelectorAll('#strip button')]"
    try page.wait(
      until: "\(cells).length > 5 && \(cells).every(c => c.querySelector('img')?.naturalWidth > 0)")
    #expect(try page.complaints() == [])
  }

  @Test func `a curve tells a least value from a greatest and shades what is not allowed`() throws {
    let page = try openCase("dragon/clip")
    let told = try page.text(
      "[...document.querySelectorAll('.curve header span')].map(s => s.textContent).join()")
    #expect(told == "at most 2 allowed,at least 0.9 allowed")
    func number(_ curve: Int, _ selector: String, _ key: String) throws -> Double {
      try page.number(
        "Number(document.querySelectorAll('.curve')[\(curve)].querySelector('\(selector)').getAttribute('\(key)'))"
      )
    }
    // Above the line of a greatest value, below that of a least one; y grows downwards.
    let greatest = try number(0, ".forbidden", "y") + number(0, ".forbidden", "height")
    #expect(try abs(greatest - number(0, ".limit", "y1")) < 0.01)
    #expect(try abs(number(1, ".forbidden", "y") - number(1, ".limit", "y1")) < 0.01)
    #expect(try number(1, ".forbidden", "height") > 1)
  }

  @Test func `a clip's words are those of what happened, not only of how often`() throws {
    let page = try open()
    let card = try page.text(
      "[...document.querySelectorAll('.card')].find(c => c.textContent.includes('clip')).querySelector('.first').textContent"
    )
    #expect(card == "layer mask: 9.0 px down")
  }
}
