import Comparison
import Foundation
import Review
import TestSupport
import Testing

/// One case: its words, its pictures and what shows them.
extension ReviewPageTests {
  @Test func `a case tells its verdict, its explanation and its rungs`() throws {
    let page = try openCase("dragon/yaw")
    #expect(try page.text("document.querySelector('#verdict').textContent") == "Failed")
    #expect(
      try page.text("document.querySelector('#words p').textContent") == "layer mask: 7.0 px right")
    let rows = try page.text(
      "[...document.querySelectorAll('#rungs tbody tr')].map(r => [...r.children].map(c => c.textContent).join('|')).join('\\n')"
    ).split(separator: "\n")
    #expect(
      rows == [
        "Largest channel difference|181|≤ 0|not kept",
        "Changed pixels|2.14 %|≤ 0.1 %|not kept",
        "Structural similarity|0.913|≥ 0.9|kept",
        "Colour difference, mean ΔE00|1.25|–|not asked for",
      ])
  }

  @Test func `side by side shows both pictures as they are stored`() throws {
    let page = try openCase("dragon/yaw")
    #expect(try page.number("document.querySelectorAll('.pane canvas').length") == 2)
    // Left of where the mask went: mask in the golden, background in what was rendered.
    #expect(try pixel(page, ".pane:nth-child(1) canvas", 103, 100) == [240, 200, 80, 255])
    let ground = try pixel(page, ".pane:nth-child(2) canvas", 103, 100)
    #expect(ground == [78, 110, 110, 255])
  }

  @Test func `the heat map is hot where the pictures differ and grey where they do not`() throws {
    let page = try openCase("dragon/yaw", "&view=difference")
    let hot = try pixel(page, "#heat", 103, 100)
    #expect(hot[0] > 240 && hot[1] > 200 && hot[2] < 190)
    let cold = try pixel(page, "#heat", 20, 20)
    #expect(cold[0] == cold[1] && cold[1] == cold[2] && cold[0] < 64)
    // Two strips of 7 x 60 at the sides, and two of 7 x 20 at the notch's inner side.
    #expect(
      try page.text("document.querySelector('#heat-words').textContent").hasPrefix(
        "980 pixels differ"))
  }

  @Test func `gain makes small differences hotter`() throws {
    let page = try openCase(SampleReview.hostile, "&view=difference")
    // The mask's green differs by 40 levels.
    func heat(_ gain: Int) throws -> Int {
      try page.evaluate(
        "{ const g = document.querySelector('#gain'); g.value = \(gain); g.dispatchEvent(new Event('input')); }"
      )
      return try pixel(page, "#heat", 150, 100).prefix(3).reduce(0, +)
    }
    let (low, middle, high) = (try heat(0), try heat(2), try heat(3))
    #expect(low < middle && middle < high)
    #expect(
      try page.text("document.querySelector('#heat-words').textContent").contains(
        "by up to 40 levels"))
  }

  @Test func `the slider clips the rendered picture where its handle is`() throws {
    let page = try openCase("dragon/yaw", "&view=slider")
    #expect(
      try page.text("getComputedStyle(document.querySelector('#clipped')).clipPath")
        == "inset(0px 0px 0px 50%)")
    let box = try page.text(
      "(() => { const r = document.querySelector('.pane').getBoundingClientRect(); return [r.x, r.y, r.width, r.height].join(' '); })()"
    ).split(separator: " ").compactMap { Double($0) }
    let middle = box[1] + box[3] / 2
    try page.drag([
      (box[0] + box[2] / 2, middle), (box[0] + box[2] * 0.4, middle),
      (box[0] + box[2] * 0.25, middle),
    ])
    #expect(
      try page.text("document.querySelector('#handle').getAttribute('aria-valuenow')") == "25")
    let clip = try page.text("document.querySelector('#clipped').style.clipPath")
    #expect(clip.contains("25%"))
    try page.evaluate("document.querySelector('#handle').focus()")
    try page.press("ArrowRight")
    #expect(
      try page.text("document.querySelector('#handle').getAttribute('aria-valuenow')") == "27")
    try page.press("End")
    #expect(
      try page.text("document.querySelector('#handle').getAttribute('aria-valuenow')") == "100")
  }

  @Test func `blinking swaps the pictures until it is stopped`() throws {
    let page = try openCase("dragon/yaw", "&view=blink")
    let visible = "[...document.querySelectorAll('.sheet')].map(s => s.style.visibility).join()"
    try page.wait(until: "\(visible) === 'visible,hidden'")
    try page.wait(until: "\(visible) === 'hidden,visible'")
    try page.press(" ")
    let before = try page.text(visible)
    try page.evaluate("new Promise(done => setTimeout(done, 700))")
    #expect(try page.text(visible) == before)
    try page.click("#blink-swap")
    #expect(try page.text(visible) != before)
  }

  @Test func `keys choose the views and what is drawn on them`() throws {
    let page = try openCase("dragon/yaw")
    let chosen = "document.querySelector('#views [aria-pressed=true]').dataset.view"
    for (key, view) in zip(1..., ["side", "slider", "blink", "difference", "expected", "actual"]) {
      try page.press("\(key)")
      #expect(try page.text(chosen) == view)
    }
    #expect(try page.text("location.hash").hasSuffix("&view=actual"))
    func count(_ selector: String) throws -> Double {
      try page.number("document.querySelectorAll('#stage \(selector)').length")
    }
    #expect(try count(".quad") == 0)
    try page.press("q")
    #expect(try count(".quad.expected:not(.halo)") == 1)
    #expect(
      try page.text("document.querySelector('.quad.actual').getAttribute('d')")
        == "M107 50L167 50L167 110L107 110Z")
    try page.press("q")
    #expect(try count(".quad") == 0)
    try page.press("l")
    #expect(
      try page.number("document.querySelector('.landmarks').getAttribute('d').match(/M/g).length")
        == 40)
    try page.press("r")
    #expect(try page.text("document.querySelector('.region').getAttribute('x')") == "96")
    #expect(try page.complaints() == [])
  }

  @Test func `zoom is the same in both pictures and shows pixels as squares`() throws {
    let page = try openCase("dragon/yaw")
    try page.press("z")
    try page.press("z")
    let worlds = "[...document.querySelectorAll('.world')].map(w => w.style.transform)"
    #expect(try page.isTrue("\(worlds).length === 2 && new Set(\(worlds)).size === 1"))
    #expect(try page.text("document.querySelector('#zoom-reset').textContent") == "400 %")
    #expect(
      try page.text("getComputedStyle(document.querySelector('.pane canvas')).imageRendering")
        == "pixelated")
    let before = try page.text("\(worlds)[0]")
    let place = try page.text(
      "(() => { const r = document.querySelector('.pane').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2].join(' '); })()"
    ).split(separator: " ").compactMap { Double($0) }
    try page.drag([(place[0], place[1]), (place[0] - 20, place[1]), (place[0] - 50, place[1] - 30)])
    #expect(try page.text("\(worlds)[0]") != before)
    #expect(try page.isTrue("new Set(\(worlds)).size === 1"))
    try page.press("0")
    #expect(try page.text("document.querySelector('#zoom-reset').textContent") == "Fit")
  }

  @Test func `cases without a picture, or with one, or of two sizes say so`() throws {
    var page = try openCase("dragon/new")
    #expect(
      try page.text("document.querySelector('#stage').textContent").contains("There is no golden."))
    #expect(try page.isTrue("document.querySelector('[data-view=slider]').disabled"))
    #expect(try page.complaints() == [])
    page = try openCase("broken")
    #expect(
      try page.text("document.querySelector('#note').textContent").contains("not a PNG picture"))
    #expect(try page.complaints() == [])
    page = try openCase("sizes", "&view=difference")
    // Outside of the smaller picture all differs.
    #expect(try pixel(page, "#heat", 300, 170)[0] > 200)
    #expect(try page.complaints() == [])
    page = try openCase("nothing")
    #expect(try page.isTrue("document.querySelector('#stage').hidden"))
    #expect(try page.complaints() == [])
  }

  @Test func `the check outside of the overlay is named so`() throws {
    let folder = try ScratchFolder()
    var one = try SampleReview().failingStill("a", in: folder)
    one.rungs = [
      RungVerdict(rung: "maxChangedShare", found: 0.5, allowed: 1, passed: true),
      RungVerdict(rung: "maxChangedShare", found: 0.25, allowed: 0, passed: false).outside,
    ]
    let review = ReviewDocument(title: "t", createdAt: "", rendererVersion: "", cases: [one])
    try ReviewPage(review, picturesRoot: folder.url.path).write(to: folder.path("page.html"))
    let page = try Self.page.get()
    try page.open("file://\(folder.path("page.html"))#case=a")
    try page.wait(until: "document.documentElement.dataset.shown")
    let rows = try page.text(
      "[...document.querySelectorAll('#rungs tbody tr')].map(r => [...r.children].slice(0, 3).map(c => c.textContent).join('|')).join()"
    )
    #expect(rows == "Changed pixels|50 %|≤ 100 %,Outside: changed pixels|25 %|≤ 0 %")
  }
}
