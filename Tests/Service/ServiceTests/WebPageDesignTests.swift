import Foundation
import TestSupport
import Testing

/// A designer's way on the page: artwork in, layers moved, a package out.
@Suite(.enabled(if: Browser.isExpected, "\(Browser.absent)")) struct WebPageDesignTests {
  /// A mask of 260 x 220 units, of which 100 are an eye distance, with its eyes at (80, 140) and (180, 140).
  private static let mask = """
    <svg xmlns="http://www.w3.org/2000/svg" width="520" height="440" viewBox="-130 -140 260 220">
    <path fill="#fff4e6" stroke="#5b3a2e" stroke-width="6" fill-rule="evenodd" d="M0 -126 C74 -126 118 -76 118 -6
    C118 48 70 68 0 68 C-70 68 -118 48 -118 -6 C-118 -76 -74 -126 0 -126 Z
    M-50 -25 a30 25 0 1 0 0.1 0 Z M50 -25 a30 25 0 1 0 0.1 0 Z"/></svg>
    """
  /// Ears of 250 x 250 units.
  private static let ears = """
    <svg xmlns="http://www.w3.org/2000/svg" width="500" height="500" viewBox="-125 -330 250 250">
    <g fill="#fff4e6" stroke="#5b3a2e" stroke-width="6"><ellipse cx="-62" cy="-200" rx="38" ry="116"/>
    <ellipse cx="62" cy="-200" rx="38" ry="116"/></g></svg>
    """

  static func write(in folder: ScratchFolder) throws {
    try folder.write(mask, to: "art/rabbit.svg")
    try folder.write(ears, to: "art/ears.svg")
  }

  @Test func `a mask that is made by drops and drags lies in a render where the page shows it`()
    throws
  {
    let room = try WebPage()
    let (page, folder) = (room.page, room.stage.folder)
    try Self.write(in: folder)
    try room.give(["art/rabbit.svg"])
    try page.wait(until: "document.getElementById('use-dialog').open")
    try room.change { try page.click("#use-avatar") }
    // The drawing's own figures, found by its eye holes.
    #expect(abs(try room.number("scale") - 2.6) < 0.02)
    #expect(try room.text("note").contains("two eye holes"))
    #expect(abs(try room.number("pivot.x") - 0.5) < 0.005)
    #expect(abs(try room.number("pivot.y") - 140.0 / 220) < 0.005)
    try room.give(["art/ears.svg"])
    try page.wait(until: "document.getElementById('use-dialog').open")
    try room.change { try page.click("#use-layer") }
    let before = middle(try room.quad)
    let move = try room.drag(by: 12, -50)
    #expect(length(middle(try room.quad) - before - move) < 2)
    try drag(room, "scale", by: 20, 20)
    #expect(try room.number("scale") > 2.5)
    try drag(room, "turn", by: 30, 4)
    #expect(abs(try room.number("rotation")) > 3)
    let shown = try room.quad
    try expectRender(of: room, "ears", at: shown)
  }

  /// The package that the page gives, drawn by the command line on the same picture.
  private func expectRender(
    of room: WebPage, _ layer: String, at shown: [SIMD2<Double>]
  ) throws {
    let folder = room.stage.folder
    try folder.folder("taken")
    try room.page.call(
      "Page.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder.path("taken")])
    try room.page.click("#download-zip")
    #expect(eventually { (try? folder.names(in: "taken")) == ["rabbit.zip"] })
    let lint = try Program.product.run(["avatars", "lint", "taken/rabbit.zip"], in: folder)
    #expect(lint.exitCode == 0, "\(lint.error)\(lint.text)")
    try Program.product.succeed(
      [
        "snapshot", "data/sample/picture.jpg", "--tracking", "data/sample/tracking.jsonl",
        "--avatar", "taken/rabbit.zip", "-o", "shot.png", "--placements", "shot.jsonl",
      ], in: folder)
    let line = try #require(
      String(decoding: try folder.bytes("shot.jsonl"), as: UTF8.self).split(separator: "\n").last)
    let record =
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    let entries = record["placements"] as? [[String: Any]] ?? []
    let entry = try #require(entries.first { $0["layer"] as? String == layer }, "\(line)")
    let corners = try #require(entry["corners"] as? [[Double]])
    for (corner, expected) in zip(corners, shown) {
      #expect(length(SIMD2(corner[0], corner[1]) - expected) < 0.5, "\(corners) \(shown)")
    }
  }

  private func middle(_ quad: [SIMD2<Double>]) -> SIMD2<Double> {
    quad.reduce(SIMD2(), +) / Double(quad.count)
  }

  /// Drags a handle beside the outline.
  private func drag(_ room: WebPage, _ kind: String, by x: Double, _ y: Double) throws {
    let place = try room.page.text(
      """
      (r => `${r.x + r.width / 2} ${r.y + r.height / 2}`)(
        document.querySelector('#handles .\(kind)').getBoundingClientRect())
      """
    ).split(separator: " ").compactMap { Double($0) }
    try room.change {
      try room.page.drag([0, 0.5, 1].map { (place[0] + $0 * x, place[1] + $0 * y) })
    }
  }

  @Test func `what was changed is undone, redone, and back after a reload`() throws {
    let room = try WebPage()
    let page = room.page
    try room.choose("first")
    let picture = try room.picture
    try room.slide("offset.x", to: 0.5)
    try page.evaluate("document.dispatchEvent(new Event('change'))")
    try room.slide("scale", to: 3)
    let changed = try room.picture
    try room.change { try page.click("#undo") }
    #expect(try room.number("scale") == 2 && room.number("offset.x") == 0.5)
    try room.change { try page.click("#undo") }
    #expect(try room.picture == picture)
    #expect(try page.isTrue("document.getElementById('undo').disabled"))
    try room.change { try page.click("#redo") }
    try room.change { try page.click("#redo") }
    #expect(try room.picture == changed)
    // A thousand steps, and none before them.
    try page.evaluate(
      """
      (() => { const e = document.querySelector('input[type=range][data-path="offset.y"]');
        for (let step = 1; step <= 1010; step++) {
          e.value = (step % 500) / 100 - 2.5;
          e.dispatchEvent(new Event('input', {bubbles: true}));
          e.dispatchEvent(new Event('change', {bubbles: true}));
        } })()
      """)
    let count = try page.number(
      """
      (() => { let count = 0;
        for (; !document.getElementById('undo').disabled; count++) document.getElementById('undo').click();
        return count; })()
      """)
    #expect(count == 1000)
    try page.open(room.service.url + "/")
    try room.settle(after: 0)
    try room.choose("first")
    #expect(try room.number("scale") == 3)
    #expect(try room.text("note").contains("is back"))
    try room.change { try page.click("#reset") }
    #expect(try room.picture == picture)
    #expect(try room.page.complaints() == [])
  }

  @Test func `a number that is changed is one line of the file`() throws {
    let text = """
      {"version": 1,
      \t"name" : { "en":"First" },
      \t"layers": [
      \t\t{"name":"0",  "image":"0.png", "scale": 2.00,
      \t\t "offset":{"z":0.10 , "x":0.5}}
      \t]
      }

      """
    let room = try WebPage { stage in
      try stage.folder.write(text, to: "Avatars/first/avatar.json")
    }
    let folder = room.stage.folder
    try room.choose("first")
    try room.slide("offset.x", to: 0.25)
    try folder.folder("taken")
    try room.page.call(
      "Page.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder.path("taken")])
    try room.page.click("#download")
    #expect(eventually { (try? folder.bytes("taken/avatar.json"))?.isEmpty == false })
    let saved = String(decoding: try folder.bytes("taken/avatar.json"), as: UTF8.self)
    #expect(saved == text.replacingOccurrences(of: "\"x\":0.5", with: "\"x\":0.25"))
  }

  @Test func `a fault stands beside its field, and a file that changes is read again`() throws {
    let room = try WebPage()
    let page = room.page
    try room.choose("driven")
    try page.evaluate("document.getElementById('movement-box').open = true")
    try page.wait(until: "document.querySelector('#movement .head input')")
    try page.evaluate(
      """
      (e => { e.value = 'jawOpn'; e.dispatchEvent(new Event('change', {bubbles: true})); })(
        document.querySelector('#movement .head input'))
      """)
    try page.wait(
      until: "document.querySelector('#movement-box .fault')?.textContent.includes('jawOpen')")
    try room.change { try page.click("#undo") }
    #expect(try page.isTrue("!document.querySelector('#movement-box .fault')"))
    let file = "Avatars/driven/avatar.json"
    let text = String(decoding: try room.stage.folder.bytes(file), as: UTF8.self)
    let other = text.replacing("\"scale\": 2", with: "\"scale\": 1.5")
    try #require(other != text)
    try room.stage.folder.write(other, to: file)
    try page.wait(
      until: "document.querySelector('input[type=number][data-path=scale]').valueAsNumber === 1.5")
    #expect(try room.text("note").contains("read again"))
  }
}

@Suite(.enabled(if: Firefox.isExpected, "\(Firefox.absent)")) struct WebPageFirefoxTests {
  @Test func `in Firefox a mask is made, moved by mouse and keys, undone and saved`() throws {
    let stage = try ServiceStage()
    let folder = stage.folder
    try WebPage.write("data/sample", [WebPage.head], in: folder)
    try WebPageDesignTests.write(in: folder)
    let service = try RunningService(stage)
    let page = try Firefox(width: 1300, height: 900)
    try page.open(service.url + "/")
    var seen = 0.0
    func settle() throws {
      try page.wait(
        until: "Number(document.documentElement.dataset.frame ?? 0) > \(seen)"
          + " && document.getElementById('stage').getAttribute('aria-busy') === 'false'")
      seen = try #require(
        try page.evaluate("Number(document.documentElement.dataset.frame)") as? Double)
    }
    func points() throws -> [SIMD2<Double>] {
      try page.text("document.querySelector('#outline .grip').getAttribute('points')")
        .split(separator: " ").map { corner in
          let numbers = corner.split(separator: ",").compactMap { Double($0) }
          return SIMD2(numbers[0], numbers[1])
        }
    }
    try settle()
    try page.give([folder.path("art/rabbit.svg")], to: "#files")
    try page.wait(until: "document.getElementById('use-dialog').open")
    try page.click("#use-avatar")
    try settle()
    #expect(try page.text("document.getElementById('note').textContent").contains("two eye holes"))
    let first = try points()
    let box = try page.text(
      "(r => [r.x, r.y, r.width].join(' '))(document.getElementById('frame').getBoundingClientRect())"
    ).split(separator: " ").compactMap { Double($0) }
    let zoom = Double(WebPage.width) / box[2]
    let middle = first.reduce(SIMD2(), +) / 4 / zoom + SIMD2(box[0], box[1])
    try page.drag([0, 20, 40].map { (middle.x + $0, middle.y - $0) })
    try settle()
    let dragged = try points()
    let problem = try page.text("document.getElementById('problem').textContent")
    #expect(
      length(dragged[0] - first[0] - SIMD2(40, -40) * zoom) < 2 * zoom + 1,
      "\(first) \(dragged) \(problem)")
    try page.evaluate("document.getElementById('stage').focus()")
    try page.press("\u{E014}")
    try settle()
    #expect(try points()[0].x > dragged[0].x)
    try page.press("z", holding: [Firefox.control])
    try settle()
    try page.press("z", holding: [Firefox.control])
    try settle()
    #expect(length(try points()[0] - first[0]) < 0.01)
    try page.click("#save-avatar")
    try page.wait(until: "document.getElementById('note').textContent.includes('Saved as rabbit')")
    let answer = try service.send("/v1/avatars/rabbit")
    #expect(answer.status == 200, "\(answer.text)")
  }
}
