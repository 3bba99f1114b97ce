import Foundation
import Imaging
import Review
import TestSupport
import Testing

/// The page as a person has it: in a browser. One browser serves all tests, each with pages of its own.
@Suite(.serialized, .enabled(if: Browser.isExpected, Comment(rawValue: Browser.absent)))
struct ReviewPageTests {
  private static let folder = Result { try ScratchFolder() }
  // Tests of the suite come one after the other.
  nonisolated(unsafe) private static let browser = Result { try Browser() }
  private static let written = Result { () throws -> String in
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
  private func open(
    _ fragment: String = "", width: Int = 1280, height: Int = 800, touch: Bool = false,
    prefer: [String: String] = ["prefers-color-scheme": "light"]
  ) throws -> BrowserPage {
    let page = try Self.browser.get().page(width: width, height: height, touch: touch)
    try page.prefer(prefer)
    try page.open(Self.written.get() + fragment)
    return page
  }

  private func openCase(
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
  private func pixel(_ page: BrowserPage, _ selector: String, _ x: Int, _ y: Int) throws -> [Int] {
    try page.text(
      """
      [...document.querySelector('\(selector)').getContext('2d').getImageData(\(x), \(y), 1, 1).data].join(' ')
      """
    ).split(separator: " ").compactMap { Int($0) }
  }

  @Test func `the page loads without a complaint and without asking for anything`() throws {
    let page = try open()
    #expect(try page.complaints() == [])
    #expect(try page.requests() == [try Self.written.get()])
    #expect(try page.text("document.title") == "golden <suite> & more")
    #expect(try page.text("document.querySelector('#facts').textContent").contains("0.1.0"))
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
    // The hostile name's group, "<", holds a failed case, as "dragon" does with a missing golden.
    #expect(verdicts == "Failed,Failed,No golden,Failed,Mismatch,Error,Error,Passed,Passed")
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

  @Test func `who wants little motion gets no blinking`() throws {
    let page = try openCase(
      "dragon/yaw", "&view=blink", prefer: ["prefers-reduced-motion": "reduce"])
    #expect(try page.text("document.querySelector('#blink-stop').textContent") == "Start")
    try page.press(" ")
    #expect(try page.text("document.querySelector('figcaption').textContent") == "Actual")
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
    #expect(try count(".quad:not(.halo)") == 2)
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

  @Test func `j, k, Enter and Escape lead through the cases, and the browser's back as well`()
    throws
  {
    let page = try open()
    try page.press("j")
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

  @Test func `cases without a picture, or with one, or of two sizes say so`() throws {
    let missing = try openCase("dragon/new")
    #expect(
      try missing.text("document.querySelector('#stage').textContent").contains(
        "There is no golden."))
    #expect(try missing.isTrue("document.querySelector('[data-view=slider]').disabled"))
    let broken = try openCase("broken")
    #expect(
      try broken.text("document.querySelector('#note').textContent").contains("not a PNG picture"))
    let sizes = try openCase("sizes", "&view=difference")
    // Outside of the smaller picture all differs.
    #expect(try pixel(sizes, "#heat", 300, 170)[0] > 200)
    let nothing = try openCase("nothing")
    #expect(try nothing.isTrue("document.querySelector('#stage').hidden"))
    for page in [missing, broken, sizes, nothing] { #expect(try page.complaints() == []) }
  }

  @Test func `dark and light follow the system until somebody chooses`() throws {
    let page = try open(prefer: ["prefers-color-scheme": "dark"])
    let ground = "getComputedStyle(document.documentElement).backgroundColor"
    #expect(try page.text(ground) == "rgb(15, 19, 23)")
    try page.click("#theme")
    #expect(try page.text(ground) == "rgb(245, 246, 248)")
    try page.evaluate("try { localStorage.clear() } catch {}")
  }

  @Test func `text keeps a contrast of 4.5 to 1, light and dark`() throws {
    for scheme in ["light", "dark"] {
      for fragment in ["", "#case=dragon%2Fclip", "#case=dragon%2Fyaw&view=difference"] {
        let page = try open(fragment, prefer: ["prefers-color-scheme": scheme])
        if !fragment.isEmpty { try page.wait(until: "document.documentElement.dataset.shown") }
        #expect(try page.text(Self.lowContrast) == "", "\(scheme) \(fragment)")
      }
    }
  }

  /// WCAG 2.1's contrast of all texts that lie on plain grounds.
  private static let lowContrast = """
    (() => {
      const parse = text => (text.match(/[\\d.]+/g) ?? []).map(Number);
      const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
      const ground = element => {
        for (let e = element; e; e = e.parentElement) {
          if (e.matches('.pane, .bar, canvas')) return null;
          const colour = parse(getComputedStyle(e).backgroundColor);
          if (colour.length === 3 || colour[3] === 1) return colour;
          if (colour[3] > 0) return null;
        }
        return [255, 255, 255];
      };
      const bad = new Set();
      for (const element of document.querySelectorAll('body *')) {
        if (!element.checkVisibility() || element.closest(':disabled, script, style')) continue;
        if (![...element.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
        const back = ground(element);
        if (!back) continue;
        const style = getComputedStyle(element);
        const [a, b] = [light(parse(element.closest('svg') ? style.fill : style.color)), light(back)];
        const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
        if (contrast < 4.5) bad.add(`${element.tagName}.${element.className.baseVal ?? element.className} ${contrast.toFixed(2)}`);
      }
      return [...bad].join('; ');
    })()
    """

  @Test func `a phone shows all of it without scrolling sideways`() throws {
    for fragment in ["", "#case=dragon%2Fclip", "#case=dragon%2Fyaw&view=slider"] {
      let page = try open(fragment, width: 390, height: 844, touch: true)
      if !fragment.isEmpty { try page.wait(until: "document.documentElement.dataset.shown") }
      #expect(try page.number("document.documentElement.scrollWidth") == 390)
      #expect(try page.complaints() == [])
    }
  }

  @Test func `every control has a name`() throws {
    let page = try openCase("dragon/clip")
    let nameless = try page.text(
      """
      [...document.querySelectorAll('button, input, [role=slider], [role=img], a')]
        .filter(e => !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML).join()
      """)
    #expect(nameless == "")
  }

  @Test func `every picture is within the page's budget, and what is left out is told of`() throws {
    let folder = try ScratchFolder()
    let review = try SampleReview().review(in: folder)
    var limits = ReviewLimits()
    limits.pictureBudget = 10_000
    limits.passedPictureSide = 64
    try ReviewPage(review, picturesRoot: folder.url.path, limits: limits)
      .write(to: folder.path("small.html"))
    let page = try Self.browser.get().page(width: 1280, height: 800)
    try page.open("file://" + folder.path("small.html"))
    let spent = try page.number(
      "[...document.querySelectorAll('[id^=picture-]')].reduce((sum, e) => sum + e.textContent.length, 0)"
    )
    #expect(spent > 0 && spent <= 10_000)
    let notes = try page.text(
      "[...document.querySelectorAll('[id^=picture-]')].map(e => e.dataset.note).join()")
    #expect(notes.contains("left out: the page's budget"))
    #expect(notes.contains("the full one was over the page's budget"))
    #expect(try page.complaints() == [])
  }

  @Test func `a picture over the longest side is made smaller, and one of that side is not`() throws
  {
    let folder = try ScratchFolder()
    let one = try SampleReview().failingStill("a", in: folder)
    let review = Review(title: "t", createdAt: "", rendererVersion: "", cases: [one])
    for (side, exact) in [(320, "true"), (319, "false")] {
      var limits = ReviewLimits()
      limits.maxPictureSide = side
      let path = folder.path("page\(side).html")
      try ReviewPage(review, picturesRoot: folder.url.path, limits: limits).write(to: path)
      let page = try Self.browser.get().page(width: 1280, height: 800)
      try page.open("file://\(path)#case=a")
      try page.wait(until: "document.documentElement.dataset.shown")
      #expect(try page.text("document.querySelector('#picture-0-0-actual').dataset.exact") == exact)
      #expect(try page.isTrue("document.querySelector('.pane canvas').width === \(side)"))
      #expect(try page.text("document.querySelector('.pane canvas').style.width") == "320px")
    }
  }
}
