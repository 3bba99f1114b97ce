import Foundation
import Review
import TestSupport
import Testing

/// Whether all readers can read it.
extension ReviewPageTests {
  @Test func `a reader that wants little motion gets no blinking`() throws {
    let page = try openCase(
      "dragon/yaw", "&view=blink", prefer: ["prefers-reduced-motion": "reduce"])
    #expect(try page.text("document.querySelector('#blink-stop').textContent") == "Start")
    try page.press(" ")
    #expect(try page.text("document.querySelector('figcaption').textContent") == "Actual")
  }

  @Test func `dark and light follow the system until the reader chooses`() throws {
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

  /// WCAG 2.1's contrast of all texts that lie on plain backgrounds.
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

  @Test func `all tools stand in one line of a window of 1280 pixels`() throws {
    let page = try openCase("dragon/yaw")
    #expect(try page.number("document.querySelector('.toolbar').clientHeight") < 50)
  }
}
