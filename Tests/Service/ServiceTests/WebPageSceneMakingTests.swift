import Foundation
import Imaging
import TestSupport
import Testing

/// Scenes that are made on the page: of a printed picture, by drops, drags and clicks.
@Suite(.enabled(if: Browser.isExpected, "\(Browser.absent)")) struct WebPageSceneMakingTests {
  /// How wide a print is on the page's picture from the front, in pixels, and where its middle is: see
  /// `WebPageScenesTests`.
  private static let width = 450 / tan(25 * Double.pi / 180) / 1.95
  private static let middle = SIMD2(400, 450 + 0.12 * width)
  /// The print's height in widths.
  private static let aspect = 4.0 / 3

  /// Writes a print with corners all over, and a picture for an item.
  static func write(in folder: ScratchFolder) throws {
    let card = try SyntheticAvatar.drawn(480, 640) { x, y in
      let cell: Int = Int(x / 16) + 30 * Int(y / 16)
      let (red, green, blue) = (cell * cell * 7 % 251, cell * 89 % 251, cell * cell % 241)
      return RGBA8(UInt8(red), UInt8(green), UInt8(blue), 255)
    }
    try folder.write(PNG.encode(card), to: "files/lantern.png")
    let item = try SyntheticAvatar.drawn(60, 40) { x, y in
      x > 2 && x < 57 && y > 2 && y < 37 ? RGBA8(230, 40, 30, 255) : RGBA8(0, 0, 0, 0)
    }
    try folder.write(PNG.encode(item), to: "files/kite.png")
    try folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><circle cx="20" cy="10" r="8" fill="#28c"/></svg>
      """, to: "files/sun.svg")
  }

  /// A page of a service without scenes, at its scenes.
  private func room() throws -> WebPage {
    let room = try WebPage(options: ["--scenes", "Scenes"]) { stage in
      try Self.write(in: stage.folder)
      try stage.folder.folder("Scenes")
    }
    try room.page.click("#scenes-tab")
    try room.page.wait(until: "!document.getElementById('scene-problem').hidden")
    #expect(try room.text("scene-problem").contains("no scenes"))
    return room
  }

  /// Does something, and waits for the picture of it.
  private func change(
    _ room: WebPage, sourceLocation: SourceLocation = #_sourceLocation, _ act: () throws -> Void
  ) throws {
    let count = "Number(document.documentElement.dataset.sceneFrame ?? 0)"
    let before = try room.page.number(count)
    try act()
    try room.page.wait(
      until: "\(count) > \(before)"
        + " && document.getElementById('scene-stage').getAttribute('aria-busy') === 'false'",
      sourceLocation: sourceLocation)
  }

  /// Drops a file, as from a file manager.
  private func drop(_ room: WebPage, _ file: String, on selector: String) throws {
    let place = try self.place(room, selector)
    let data: [String: Any] = [
      "items": [[String: Any]](), "files": [room.stage.folder.path(file)], "dragOperationsMask": 1,
    ]
    for type in ["dragEnter", "dragOver", "drop"] {
      try room.page.call(
        "Input.dispatchDragEvent", ["type": type, "x": place.x, "y": place.y, "data": data])
    }
  }

  /// The middle of an element, in pixels of the page.
  private func place(_ room: WebPage, _ selector: String) throws -> SIMD2<Double> {
    let numbers = try room.page.text(
      """
      (e => { e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect();
        return `${r.x + r.width / 2} ${r.y + r.height / 2}`; })(document.querySelector('\(selector)'))
      """
    ).split(separator: " ").compactMap { Double($0) }
    return SIMD2(numbers[0], numbers[1])
  }

  private func drag(_ room: WebPage, _ selector: String, by x: Double, _ y: Double) throws {
    let from = try place(room, selector)
    try change(room) {
      try room.page.drag([0, 0.3, 0.7, 1].map { (from.x + x * $0, from.y + y * $0) })
    }
  }

  /// Gives a control a value, as a person does.
  private func set(_ room: WebPage, _ id: String, to value: String) throws {
    try room.page.evaluate(
      """
      (e => { e.value = '\(value)'; for (const name of ['input', 'change'])
        e.dispatchEvent(new Event(name, {bubbles: true})); })(document.getElementById('\(id)'))
      """)
  }

  private func quad(_ room: WebPage) throws -> [SIMD2<Double>] {
    let points = try room.page.text(
      "document.querySelector('#scene-outline .grip')?.getAttribute('points') ?? ''")
    return points.split(separator: " ").map { corner in
      let numbers = corner.split(separator: ",").compactMap { Double($0) }
      return SIMD2(numbers[0], numbers[1])
    }
  }

  /// How far clockwise the quad's upper edge is turned, in degrees, and how long it is.
  private func edge(_ quad: [SIMD2<Double>]) -> (angle: Double, length: Double) {
    let edge = quad[1] - quad[0]
    return (atan2(edge.y, edge.x) * 180 / .pi, length(edge))
  }

  private func download(_ room: WebPage, _ button: String, as name: String) throws -> String {
    let folder = room.stage.folder
    try folder.folder("taken")
    try room.page.call(
      "Page.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder.path("taken")])
    try room.page.click(button)
    #expect(eventually { (try? folder.names(in: "taken"))?.contains(name) == true })
    return "taken/\(name)"
  }

  @Test func `a scene of a printed picture is made by drops, drags and clicks alone`() throws {
    let room = try room()
    let page = room.page
    try change(room) { try drop(room, "files/lantern.png", on: "#scenes-panel") }
    #expect(
      try page.text("document.querySelector('#scenes [aria-checked=true]').dataset.scene")
        == "lantern")
    try change(room) { try set(room, "pose", to: "front") }
    try change(room) { try drop(room, "files/kite.png", on: "#scene-stage") }
    try page.wait(until: "document.querySelector('#scene-outline .grip')")
    // In the middle, two fifths of the print wide.
    let made = try quad(room)
    #expect(length((made[0] + made[2]) / 2 - Self.middle) < 0.5)
    #expect(abs(edge(made).length - Self.width * 0.4) < 0.5)

    // Dragged: near the card's middle it is drawn to its line.
    try drag(room, "#scene-outline .grip", by: 3, -70)
    let moved = try quad(room)
    #expect(abs((moved[0].x + moved[2].x) / 2 - Self.middle.x) < 0.5)
    #expect((moved[0].y + moved[2].y) / 2 < Self.middle.y - 60)
    // Its corner, and the handle beyond its upper edge.
    try drag(room, "#scene-outline .scale", by: -30, -20)
    #expect(try edge(quad(room)).length > edge(moved).length + 20)
    try drag(room, "#scene-outline .turn", by: 40, 10)
    let turned = try edge(quad(room)).angle
    #expect(turned > 5 && turned < 60)

    // Two keys, of which the second is 30 degrees further.
    try set(room, "animate-property", to: "rotation")
    try change(room) { try page.click("#animate") }
    #expect(try page.number("document.querySelectorAll('#tracks .key').length") == 2)
    let value = try page.number("document.getElementById('key-value').valueAsNumber")
    #expect(abs(value - turned) < 0.2)
    try change(room) { try set(room, "key-value", to: "\(value + 30)") }
    #expect(try abs(edge(quad(room)).angle - turned - 30) < 0.3)
    // From two seconds to four: now it is at half of its way.
    try change(room) { try set(room, "key-time", to: "4") }
    #expect(try abs(edge(quad(room)).angle - turned - 15) < 0.3)
    try page.evaluate("document.querySelector('.key[aria-pressed=true]').focus()")
    try change(room) { try page.press("ArrowLeft") }
    #expect(try page.number("document.getElementById('key-time').valueAsNumber") == 3.9)
    let last = try quad(room)

    // Back, and forth.
    try change(room) { try page.click("#undo-scene") }
    try change(room) { try page.click("#undo-scene") }
    #expect(try abs(edge(quad(room)).angle - turned - 30) < 0.3)
    try change(room) { try page.click("#redo-scene") }
    try change(room) { try page.click("#redo-scene") }
    #expect(try quad(room) == last)
    try change(room) { try drop(room, "files/sun.svg", on: "#scene-stage") }
    try page.wait(until: "document.getElementById('item').length === 2")
    #expect(try page.complaints() == [])
    try expectPackage(room, kite: last)
  }

  /// The package that the page gives, drawn by the command line on a card that is seen as the page shows it.
  private func expectPackage(_ room: WebPage, kite: [SIMD2<Double>]) throws {
    let folder = room.stage.folder
    let package = try download(room, "#download-package", as: "lantern.zip")
    let lint = try Program.product.run(["scenes", "lint", "./\(package)"], in: folder)
    #expect(lint.exitCode == 0, "\(lint.error)\(lint.text)")
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
      let corner = Self.middle + SIMD2(x, y * Self.aspect) * Self.width / 2
      return "[\(corner.x / 800), \(corner.y / 900)]"
    }
    try folder.write(
      """
      {"format": "avatar-tracking/1", "width": 800, "height": 900, "verticalFieldOfViewDegrees": 50}
      {"timestampMs": 0, "faces": [], "images": [{"name": "lantern", "id": 1, "score": 1, "widthMm": 105,\
       "corners": [\(corners.joined(separator: ", "))]}]}

      """, to: "seen.jsonl")
    let ground = try SyntheticAvatar.drawn(800, 900) { _, _ in RGBA8(90, 90, 90, 255) }
    try folder.write(PNG.encode(ground), to: "seen.png")
    try Program.product.succeed(
      [
        "snapshot", "seen.png", "--tracking", "seen.jsonl", "--avatar", "none",
        "--scene", "lantern=\(package)", "-o", "shot.png", "--placements", "shot.jsonl",
      ], in: folder)
    let lines = String(decoding: try folder.bytes("shot.jsonl"), as: UTF8.self).split(
      separator: "\n")
    let record = try JSONSerialization.jsonObject(with: Data(try #require(lines.last).utf8))
    let entries = (record as? [String: Any])?["placements"] as? [[String: Any]] ?? []
    #expect(Set(entries.compactMap { $0["item"] as? String }) == ["kite", "sun"])
    let entry = try #require(entries.first { $0["item"] as? String == "kite" })
    let drawn = try #require(entry["corners"] as? [[Double]])
    for (corner, shown) in zip(drawn, kite) {
      #expect(length(SIMD2(corner[0], corner[1]) - shown) < 0.5, "\(drawn) \(kite)")
    }
  }

  /// Written by hand: of its own order and spacing.
  private static let written = """
    {
        "picture": {"image": "card.png",  "widthMm": 100.0, "name": "own"},
        "version": 1,
        "items":   [
            {"type": "art", "name": "kite", "image": "kite.png",
             "width": 3e1,  "at": [ 0, 10, 0 ]},
            {"type": "text", "name": "words", "text": "春安", "box": [40, 8],
             "at": [0, -20, 1]}
        ]
    }

    """

  /// Writes the package of such a scene as `own.zip`.
  private func pack(_ text: String, in folder: ScratchFolder) throws {
    try folder.write(text, to: "pack/scene.json")
    try folder.write(folder.bytes("files/lantern.png"), to: "pack/card.png")
    try folder.write(folder.bytes("files/kite.png"), to: "pack/kite.png")
    try Program(named: "sh").succeed(
      ["-c", "rm -f own.zip && cd pack && zip -q ../own.zip *"], in: folder)
  }

  @Test func `a change is one line of the file, outlasts the page, and replaces no other's`()
    throws
  {
    let room = try room()
    let (page, folder) = (room.page, room.stage.folder)
    try pack(Self.written, in: folder)
    try change(room) { try drop(room, "own.zip", on: "#scene-stage") }
    try page.evaluate("document.getElementById('scene-stage').focus()")
    try change(room) { try page.press("ArrowUp") }
    let file = try download(room, "#download-scene", as: "scene.json")
    let saved = String(decoding: try folder.bytes(file), as: UTF8.self)
    #expect(saved == Self.written.replacing("[ 0, 10, 0 ]", with: "[ 0, 11, 0 ]"))

    // Another client stores another one.
    let other = Self.written.replacing("[ 0, 10, 0 ]", with: "[ 7, 7, 0 ]")
    try pack(other, in: folder)
    let answer = try room.service.send(
      "/v1/scenes/own",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@own.zip"])
    #expect(answer.status == 200, "\(answer.text)")
    func stored() throws -> String {
      String(decoding: try room.service.send("/v1/scenes/own/scene.json").body, as: UTF8.self)
    }
    try page.click("#store-scene")
    try page.wait(until: "!document.getElementById('scene-problem').hidden")
    #expect(try room.text("scene-problem").contains("another version"))
    #expect(try stored() == other)

    // What was changed is there after the page was left, until it is dropped.
    #expect(try room.text("scene-draft").isEmpty)
    try page.open(room.service.url + "/")
    try room.settle(after: 0)
    try change(room) { try page.click("#scenes-tab") }
    #expect(try room.text("scene-draft").contains("another version"))
    #expect(try y(room) == 11)
    try change(room) { try page.click("#drop-draft") }
    #expect(try y(room) == 7)
    #expect(try room.text("scene-draft").isEmpty)
    #expect(try page.isTrue("document.getElementById('reset-scene').disabled"))
    // Of what is known the next change is stored.
    try change(room) {
      try drop(room, "own.zip", on: "#scene-stage")
      try page.wait(until: "document.getElementById('sure-dialog').open")
      try page.click("#sure-dialog .primary")
    }
    try page.evaluate("document.getElementById('scene-stage').focus()")
    try change(room) { try page.press("ArrowUp") }
    try change(room) { try page.click("#store-scene") }
    try page.wait(until: "!document.getElementById('scene-note').hidden")
    #expect(try stored() == Self.written.replacing("[ 0, 10, 0 ]", with: "[ 7, 8, 0 ]"))
  }

  private func y(_ room: WebPage) throws -> Double {
    try room.page.number(
      "document.querySelector('#item-sliders input[type=number][data-path=\"at.y\"]').valueAsNumber"
    )
  }

  @Test func `a finger moves an item, and does not scroll the page`() throws {
    let room = try room()
    let page = room.page
    try change(room) { try drop(room, "files/lantern.png", on: "#scenes-panel") }
    try change(room) { try drop(room, "files/kite.png", on: "#scene-stage") }
    try page.wait(until: "document.querySelector('#scene-outline .grip')")
    try page.resize(width: 390, height: 844, touch: true)
    let from = try place(room, "#scene-outline .grip")
    let scrolled = try page.number("scrollY")
    let before = try y(room)
    try change(room) {
      for step in 0...10 {
        let point = ["x": from.x, "y": from.y - 4 * Double(step)]
        try page.call(
          "Input.dispatchTouchEvent",
          ["type": step == 0 ? "touchStart" : "touchMove", "touchPoints": [point]])
      }
      try page.call(
        "Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": [[String: Double]]()])
    }
    #expect(try y(room) > before + 10)
    #expect(try page.number("scrollY") == scrolled)
  }

  @Test func `what is wrong with a scene is said beside what it is about`() throws {
    let room = try room()
    let page = room.page
    try pack(Self.written, in: room.stage.folder)
    try change(room) { try drop(room, "own.zip", on: "#scene-stage") }
    let faulty = Self.written.replacing("3e1", with: "-3")
    try room.stage.folder.write(faulty, to: "files/scene.json")
    try drop(room, "files/scene.json", on: "#scene-stage")
    try page.wait(until: "!document.getElementById('item-fault').hidden")
    #expect(try room.text("item-fault").contains("width: -3 found"))
    #expect(
      try page.text(
        "[...document.querySelectorAll('#item-sliders [aria-invalid=true]')].map(e => e.dataset.path).join()"
      ) == "width,width")
    // Of another item its name.
    try page.evaluate(
      "(e => { e.value = '1'; e.dispatchEvent(new Event('change')); })(document.getElementById('item'))"
    )
    #expect(try room.text("item-fault").contains("kite"))
    try change(room) { try page.press("z", modifiers: 2) }
    #expect(try room.text("item-fault").isEmpty && room.text("scene-problem").isEmpty)
  }
}

@Suite(.enabled(if: Firefox.isExpected, "\(Firefox.absent)")) struct WebPageSceneFirefoxTests {
  @Test func `in Firefox a scene is made, its item dragged and animated, undone and saved`() throws
  {
    let stage = try ServiceStage()
    let folder = stage.folder
    try WebPageSceneMakingTests.write(in: folder)
    try folder.folder("Scenes")
    let service = try RunningService(stage, ["--scenes", "Scenes"])
    let page = try Firefox(width: 1300, height: 900)
    try page.open(service.url + "/")
    try page.wait(until: "document.documentElement.dataset.frame")
    try page.click("#scenes-tab")
    func change(_ act: () throws -> Void) throws {
      let count = "Number(document.documentElement.dataset.sceneFrame ?? 0)"
      let before = try #require(try page.evaluate(count) as? Double)
      try act()
      try page.wait(
        until: "\(count) > \(before)"
          + " && document.getElementById('scene-stage').getAttribute('aria-busy') === 'false'")
    }
    func corner() throws -> SIMD2<Double> {
      let points = try page.text(
        "document.querySelector('#scene-outline .grip').getAttribute('points')")
      let numbers = points.prefix { $0 != " " }.split(separator: ",").compactMap { Double($0) }
      return SIMD2(numbers[0], numbers[1])
    }
    try change { try page.give([folder.path("files/lantern.png")], to: "#scene-files") }
    try change { try page.give([folder.path("files/kite.png")], to: "#item-files") }
    try page.wait(until: "document.querySelector('#scene-outline .grip')")
    let first = try corner()
    let box = try page.text(
      """
      (r => `${r.x + r.width / 2} ${r.y + r.height / 2}`)(
        document.querySelector('#scene-outline .grip').getBoundingClientRect())
      """
    ).split(separator: " ").compactMap { Double($0) }
    try change { try page.drag([0, 20, 40].map { (box[0] + $0, box[1] - $0) }) }
    let dragged = try corner()
    #expect(dragged.x > first.x + 20 && dragged.y < first.y - 20)
    try change { try page.click("#animate") }
    #expect(try page.evaluate("document.querySelectorAll('#tracks .key').length") as? Double == 2)
    for _ in 0..<2 { try change { try page.press("z", holding: [Firefox.control]) } }
    #expect(length(try corner() - first) < 0.01)
    try change { try page.click("#redo-scene") }
    try change { try page.click("#store-scene") }
    try page.wait(until: "!document.getElementById('scene-note').hidden")
    #expect(try service.send("/v1/scenes/lantern/scene.json").text.contains("kite.png"))
  }
}
