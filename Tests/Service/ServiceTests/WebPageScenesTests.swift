import Foundation
import Imaging
import TestSupport
import Testing

/// The page's scenes, over cards and items whose geometry is known.
@Suite(.enabled(if: Browser.isExpected, "\(Browser.absent)")) struct WebPageScenesTests {
  private let room: WebPage

  /// Pixels of the page's picture for a millimetre of a card of 100 mm that is seen from the front: the card is 1.95
  /// of its widths away, before a camera with a field of view of 50 degrees over 900 pixels.
  private static let perMm = 450 / tan(25 * Double.pi / 180) / 1.95 / 100
  /// Where the card's middle is then: 0.12 widths below that of the picture.
  private static let middle = SIMD2(400, 450 + 12 * perMm)

  /// A square that goes from left to right within four seconds, and a sign that a tap brings for two.
  private static let moving = """
    {"version": 1, "picture": {"name": "moving", "image": "card.png", "widthMm": 100}, "seed": 3,
     "appear": {"fade": 0, "grow": 0},
     "items": [
      {"name": "square", "type": "art", "image": "square.png", "width": 20, "angle": 0, "opacity": 1,
       "animate": [{"property": "at.x", "keys": [[0, -20], [4000, 20]], "ease": "linear"}]},
      {"name": "sign", "type": "art", "image": "square.png", "width": 10, "at": [0, -25, 0], "angle": 0,
       "on": {"cue": "tap"}, "duration": 2000}]}
    """

  /// A card on which nothing is drawn.
  private static let unfilled =
    #"{"version": 1, "picture": {"name": "unfilled", "image": "card.png", "widthMm": 100}}"#

  init() throws {
    room = try WebPage(options: ["--scenes", "Scenes"]) { stage in
      try SyntheticScene().write("Scenes/greeting", in: stage.folder)
      let blue = SyntheticScene(picture: "moving", colour: RGBA8(20, 30, 230, 255))
      try blue.write("Scenes/moving", in: stage.folder)
      let card = try SyntheticAvatar.drawn(480, 320) { x, y in
        RGBA8(UInt8(x / 2), UInt8(y * 3 / 4), 90, 255)
      }
      try stage.folder.write(PNG.encode(card), to: "Scenes/moving/card.png")
      try stage.folder.write(Self.moving, to: "Scenes/moving/scene.json")
      try stage.folder.write(PNG.encode(card), to: "Scenes/unfilled/card.png")
      try stage.folder.write(Self.unfilled, to: "Scenes/unfilled/scene.json")
    }
    try change { try room.page.click("#scenes-tab") }
    try change { try set("pose", to: "front") }
  }

  // MARK: What a person does and sees

  /// Does something, and waits for the picture of it.
  private func change(
    sourceLocation: SourceLocation = #_sourceLocation, _ act: () throws -> Void
  ) throws {
    let count = "Number(document.documentElement.dataset.sceneFrame ?? 0)"
    let before = try room.page.number(count)
    try act()
    try room.page.wait(
      until: "\(count) > \(before)"
        + " && document.getElementById('scene-stage').getAttribute('aria-busy') === 'false'",
      sourceLocation: sourceLocation)
  }

  /// Gives a control a value, as a person does.
  private func set(_ id: String, to value: String) throws {
    try room.page.evaluate(
      """
      (e => { e.value = '\(value)'; for (const name of ['input', 'change'])
        e.dispatchEvent(new Event(name, {bubbles: true})); })(document.getElementById('\(id)'))
      """)
  }

  private func choose(_ scene: String) throws {
    try change { try room.page.click("[data-scene=\"\(scene)\"]") }
  }

  private func go(to seconds: Double) throws { try change { try set("time", to: "\(seconds)") } }

  /// The corners of the item that is chosen; none where it is not in the picture.
  private var quad: [SIMD2<Double>] {
    get throws {
      let points = try room.page.text(
        "document.querySelector('#scene-outline .grip')?.getAttribute('points') ?? ''")
      return points.split(separator: " ").map { corner in
        let numbers = corner.split(separator: ",").compactMap { Double($0) }
        return SIMD2(numbers[0], numbers[1])
      }
    }
  }

  /// The picture's colour at a place of the card, in millimetres, y up.
  private func colour(_ x: Double, _ y: Double) throws -> SIMD3<Double> {
    let point = Self.middle + SIMD2(x, -y) * Self.perMm
    let numbers = try room.page.text(
      """
      (() => { const i = document.getElementById('scene-picture'), c = document.createElement('canvas');
        [c.width, c.height] = [i.naturalWidth, i.naturalHeight];
        const g = c.getContext('2d'); g.drawImage(i, 0, 0);
        return g.getImageData(\(Int(point.x)), \(Int(point.y)), 1, 1).data.join(' '); })()
      """
    ).split(separator: " ").compactMap { Double($0) }
    return SIMD3(numbers[0], numbers[1], numbers[2])
  }

  private func expect(
    _ found: SIMD3<Double>, near expected: SIMD3<Double>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      length(found - expected) < 40, "\(found), expected \(expected)",
      sourceLocation: sourceLocation)
  }

  /// Where a square of some millimetres lies about a place of the card.
  private func expect(
    _ quad: [SIMD2<Double>], about x: Double, _ y: Double, width: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let half = width / 2
    let expected = [
      (x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half),
    ]
    #expect(quad.count == 4, sourceLocation: sourceLocation)
    for (corner, place) in zip(quad, expected) {
      let point = Self.middle + SIMD2(place.0, -place.1) * Self.perMm
      #expect(length(corner - point) < 0.5, "\(corner), \(point)", sourceLocation: sourceLocation)
    }
  }

  // MARK: Tests

  @Test func `a scene that is picked is shown on its own card`() throws {
    try choose("moving")
    try go(to: 2)
    try expect(colour(0, 0), near: SIMD3(20, 30, 230))
    try choose("greeting")
    try expect(colour(0, 0), near: SIMD3(220, 30, 30))
    try expect(quad, about: 0, 0, width: 40)
    // The print, whose colours tell where on it one is, and which is two thirds as high as wide.
    try expect(colour(-48, 31), near: SIMD3(4, 6, 90))
    try expect(colour(48, -31), near: SIMD3(232, 228, 90))
    #expect(
      try room.page.text("document.getElementById('scene-picture').alt").contains("2.0 seconds"))
    try room.page.wait(
      until: "[...document.querySelectorAll('#scenes canvas')].every(c => c.dataset.isDrawn)")
    #expect(try room.page.requests().allSatisfy { $0.hasPrefix(room.service.url + "/") })
    #expect(try room.page.complaints() == [])
  }

  @Test func `a scene without items has none to change, and its file is as it was`() throws {
    func isDisabled(_ id: String) throws -> Bool {
      try room.page.text("String(document.getElementById('\(id)').disabled)") == "true"
    }
    func count(_ selector: String) throws -> Double {
      try room.page.number("document.querySelectorAll('\(selector)').length")
    }
    try choose("moving")
    #expect(try count("#item option") == 2 && count("#item-sliders input") > 0)
    try choose("unfilled")
    #expect(try count("#item option") == 0 && count("#item-sliders input") == 0)
    #expect(try room.text("item-words") == "This scene has no items.")
    for id in ["item", "tap", "reset-item", "reset-scene"] { #expect(try isDisabled(id), "\(id)") }
    try expect(colour(0, 0), near: SIMD3(120, 120, 90))
    try go(to: 3)
    try room.page.evaluate("document.getElementById('scene-stage').focus()")
    try room.page.press("ArrowUp")

    let folder = room.stage.folder
    try folder.folder("saved")
    try room.page.call(
      "Page.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder.path("saved")])
    try room.page.click("#download-scene")
    let url = URL(filePath: folder.path("saved/scene.json"))
    #expect(eventually { (try? Self.object(Data(contentsOf: url))) != nil })
    let saved = try Self.object(Data(contentsOf: url)) as NSDictionary
    #expect(try saved == Self.object(Data(Self.unfilled.utf8)) as NSDictionary)

    try choose("moving")
    #expect(try count("#item option") == 2 && !isDisabled("item") && !isDisabled("tap"))
    #expect(try room.page.complaints() == [])
  }

  @Test func `scrubbing shows another time`() throws {
    try choose("moving")
    for seconds in [1.0, 3.0, 2.0] {
      try go(to: seconds)
      let x = -20 + 10 * seconds
      try expect(quad, about: x, 0, width: 20)
      try expect(colour(x, 0), near: SIMD3(20, 30, 230))
      #expect(try room.text("time-words") == "\(seconds) s")
    }
    #expect(try room.page.complaints() == [])
  }

  @Test func `a tap starts what waits for it, from its own time on`() throws {
    try choose("moving")
    try set("item", to: "1")
    #expect(try quad.isEmpty)
    #expect(try room.text("item-words").contains("tap"))
    try go(to: 1)
    try room.page.click("#tap")
    // It goes on from there by itself, until another time is chosen.
    #expect(try room.text("play") == "Stop")
    // What was read out of another time is not left there meanwhile.
    #expect(try room.text("scene-words").isEmpty)
    for (seconds, isThere) in [(0.5, false), (2.0, true), (3.5, false)] {
      try go(to: seconds)
      #expect(try room.text("scene-words").contains("\(seconds) seconds after"))
      #expect(try quad.isEmpty != isThere, "after \(seconds) s")
      let found = try colour(0, -25)
      #expect((found.z > 180) == isThere, "after \(seconds) s: \(found)")
    }
    try go(to: 2)
    try expect(quad, about: 0, -25, width: 10)
    try change { try room.page.click("#forget-cues") }
    #expect(try quad.isEmpty)
    #expect(try room.page.complaints() == [])
  }

  @Test(arguments: [
    ("en", "2.5 s", "2.5 seconds", "tap 2.5 s", "Picture (art)"),
    ("zh-Hans", "2.5 秒", "2.5 秒", "tap 2.5 秒", "图画（art）"),
    ("de", "2,5 s", "2,5 Sekunden", "tap 2,5 s", "Bild (art)"),
    ("vi", "2,5 giây", "2,5 giây", "tap 2,5 giây", "Hình vẽ (art)"),
  ])
  func `numbers and types of items are written as the language writes them`(
    language: String, time: String, words: String, cue: String, type: String
  ) throws {
    try choose("moving")
    try go(to: 2.5)
    try room.page.click("#tap")
    // Another time, and back: what was tapped plays no longer.
    try go(to: 2.5)
    try set("language", to: language)
    #expect(try room.text("time-words") == time)
    #expect(try room.text("scene-words").contains(words))
    #expect(try room.text("cues").hasSuffix(cue))
    #expect(try room.text("item-words").hasPrefix(type))
    #expect(try room.page.complaints() == [])
  }

  @Test func `every type of item has a name on the page`() throws {
    let folder = SharedData.packageRoot.appending(path: "Sources")
    let reading = try String(
      contentsOf: folder.appending(path: "Avatar/Scenes/Manifest/SceneItem+Reading.swift"),
      encoding: .utf8)
    let types = try #require(reading.firstMatch(of: /enum ItemType[^{]*\{\s*case ([\w, ]+)/)).1
      .split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(types.contains("lottie") && types.count >= 7)
    let script = try String(
      contentsOf: folder.appending(path: "Service/ServiceEndpoints/Page/script/scene-items.js"),
      encoding: .utf8)
    let named = try #require(script.firstMatch(of: /const itemTypes = \{([^}]*)\}/)).1
    for type in types { #expect(named.contains("\(type): '"), "\(type)") }
  }

  @Test func `a dragged item stays under the pointer, and the file has that change alone`() throws {
    try choose("moving")
    try go(to: 2)
    let before = try quad
    let move = try drag(by: 43, -29)
    for (corner, old) in zip(try quad, before) { #expect(length(corner - old - move) < 1) }
    let (x, y) = (move.x / Self.perMm, -move.y / Self.perMm)
    try expect(colour(x, y), near: SIMD3(20, 30, 230))

    let folder = room.stage.folder
    try FileManager.default.copyItem(
      atPath: folder.path("Scenes/moving"), toPath: folder.path("edited"))
    let path = folder.path("edited/scene.json")
    try FileManager.default.removeItem(atPath: path)
    try room.page.call(
      "Page.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder.path("edited")])
    try room.page.click("#download-scene")
    #expect(eventually { (try? Self.object(Data(contentsOf: URL(filePath: path)))) != nil })
    let lint = try Program.product.run(["scenes", "lint", "edited"], in: folder)
    #expect(lint.exitCode == 0, "\(lint.error)\(lint.text)")

    var file = try Self.object(Data(contentsOf: URL(filePath: path)))
    var items = try #require(file["items"] as? [[String: Any]])
    let place = try #require(items[0]["at"] as? [Double])
    #expect(abs(place[0] - x) < 0.3 && abs(place[1] - y) < 0.3 && place[2] == 0, "\(place)")
    let animations = try #require(items[0]["animate"] as? [[String: Any]])
    let keys = try #require(animations.first?["keys"] as? [[Double]])
    #expect(keys.map { $0[0] } == [0, 4000])
    for (key, old) in zip(keys, [-20.0, 20]) { #expect(abs(key[1] - old - place[0]) < 0.001) }
    // Without these two it is the file that the service has.
    items[0]["at"] = nil
    var animation = animations[0]
    animation["keys"] = [[0, -20], [4000, 20]]
    items[0]["animate"] = [animation]
    file["items"] = items
    let original = try Self.object(Data(Self.moving.utf8))
    #expect(file as NSDictionary == original as NSDictionary)

    // Back to what it was, by the button; then by an arrow, which goes a millimetre.
    try change { try room.page.click("#reset-item") }
    #expect(try quad == before)
    try room.page.evaluate("document.getElementById('scene-stage').focus()")
    try change { try room.page.press("ArrowUp") }
    try expect(quad, about: 0, 1, width: 20)
    #expect(try room.page.complaints() == [])
  }

  private static func object(_ bytes: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  /// Drags the chosen item from its middle; gives the move in pixels of the picture.
  private func drag(by x: Double, _ y: Double) throws -> SIMD2<Double> {
    let box = try room.page.text(
      "(r => [r.x, r.y, r.width].join(' '))(document.getElementById('scene-frame').getBoundingClientRect())"
    ).split(separator: " ").compactMap { Double($0) }
    let zoom = 800 / box[2]
    let start = room.middle(of: try quad) / zoom + SIMD2(box[0], box[1])
    try change {
      try room.page.drag([0, 0.3, 0.7, 1].map { (x: start.x + x * $0, y: start.y + y * $0) })
    }
    return SIMD2(x, y) * zoom
  }
}

private func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
