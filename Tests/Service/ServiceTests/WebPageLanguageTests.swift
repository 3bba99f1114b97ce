import Foundation
import TestSupport
import Testing

/// The languages of the page: what its table of texts has, and what the page makes of it.
@Suite(.enabled(if: Browser.isExpected, "\(Browser.absent)")) struct WebPageLanguageTests {
  private static let folder = SharedData.packageRoot.appending(
    path: "Sources/Service/ServiceEndpoints/Page")

  private func source(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  /// The scripts, without the table.
  private func scripts() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "script").path)
    return try names.filter { $0 != "texts.js" }.sorted().map { try source("script/\($0)") }
      .joined()
  }

  @Test func `every text is there in every language, with the same values`() throws {
    let page = try Browser().page(width: 320, height: 240)
    let faults = try page.text(
      """
      (() => {
        \(source("script/texts.js"))
        if (languages.join() !== 'en,zh-Hans,de,vi') return `languages: ${languages}`;
        const values = words => [...words.matchAll(/\\{(\\w+)\\}/g)].map(([, name]) => name).sort().join();
        return Object.entries(texts).flatMap(([key, all]) => {
          if (all.length !== languages.length) return [`${key}: ${all.length} languages`];
          if (all.some(words => !words.trim())) return [`${key}: empty`];
          if (all.some(words => values(words) !== values(all[0]))) return [`${key}: other values`];
          return [];
        }).join('; ');
      })()
      """)
    #expect(faults.isEmpty)
  }

  /// What is written in the page or its scripts stands in the table, and nothing else does.
  @Test func `the page has no text beside the table, and the table none beside the page`() throws {
    let page = try Browser().page(width: 320, height: 240)
    let html = try source("page.html")
    let known = try Set(
      page.text("(() => { \(source("script/texts.js")) return Object.keys(texts).join(' '); })()")
        .split(separator: " ").map(String.init))
    let inPage = Set(html.matches(of: /data-(?:\w+-)?text="(\w+)"/).map { String($0.1) })
    let scripts = try scripts()
    let asked = Set(scripts.matches(of: /phrase\('(\w+)'/).map { String($0.1) })
    #expect(inPage.count > 20 && asked.count > 20)
    #expect(inPage.union(asked).subtracting(known).isEmpty)
    let quoted = Set(scripts.matches(of: /'(\w+)'/).map { String($0.1) })
    #expect(known.subtracting(inPage).subtracting(quoted).isEmpty)
    // The name of the product and of the interface, languages in their own words, and signs are no texts of the page.
    let untranslated = try page.text(
      """
      (() => {
        const page = new DOMParser().parseFromString(\(BrowserPage.quoted(html)), 'text/html');
        return [...page.querySelectorAll('body *')].filter(e => !e.closest('noscript, [lang]:not(html), script'))
          .filter(e => !e.hasAttribute('data-text'))
          .flatMap(e => [...[...e.childNodes].filter(n => n.nodeType === 3).map(n => n.textContent.trim()),
            e.getAttribute('aria-label'), e.getAttribute('title')])
          .filter(words => /\\p{L}/u.test(words ?? '') && !['Avatar Overlay', 'API'].includes(words)).join('; ');
      })()
      """)
    #expect(untranslated.isEmpty)
  }

  @Test func `the language is the browser's until one is chosen, which stays in the tab`() throws {
    let room = try WebPage()
    func language() throws -> String { try room.page.text("document.documentElement.lang") }
    func choose(_ name: String) throws {
      try room.page.evaluate(
        "(e => { e.value = '\(name)'; e.dispatchEvent(new Event('change')); })"
          + "(document.getElementById('language'))")
    }
    let tag = try room.page.text("navigator.languages[0]").prefix { $0 != "-" }
    #expect(try language().hasPrefix(["zh", "de", "vi"].contains(tag) ? tag : "en"))
    for (name, tab, worn) in [
      ("de", "Szenen", "Gesichter: 1"), ("vi", "Cảnh", "Khuôn mặt: 1"), ("zh-Hans", "场景", "人脸：1"),
      ("en", "Scenes", "face"),
    ] {
      try choose(name)
      #expect(try language() == name)
      #expect(try room.text("scenes-tab") == tab)
      #expect(try room.text("words").contains(worn))
      #expect(
        try room.page.text("document.getElementById('picture').alt") == room.text("words"))
    }
    try choose("de")
    // Layers, sliders and names of pictures that were shown before are in it too.
    #expect(try room.text("source") == "das eingebaute Beispiel")
    #expect(try room.text("sliders").contains("Größe"))
    try room.page.open(room.service.url + "/")
    try room.settle(after: 0)
    #expect(try language() == "de")
    #expect(try room.text("reset") == "Alles zurücksetzen")
    #expect(try room.page.complaints() == [])
  }
}
