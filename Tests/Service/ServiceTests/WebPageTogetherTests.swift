import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing

@Suite(.enabled(if: Browser.isExpected, "\(Browser.absent)")) struct WebPageTogetherTests {
  /// Three layers, one of which drops with the jaw; their places and squared widths.
  private static let layers = [
    "\"scale\": 2",
    "\"scale\": 0.8, \"offset\": {\"x\": 0.9, \"y\": 0.6, \"z\": 0.1}, \"rotation\": 10",
    "\"scale\": 1, \"offset\": {\"y\": -1.2}, \"drive\": [{\"blendshape\": \"jawOpen\","
      + " \"property\": \"offset.y\", \"from\": [0, 1], \"to\": [0, -0.5]}]",
  ]
  /// The layers' mean place, by their squared widths.
  private static let middle =
    SIMD2(0.9 * 0.64, 0.6 * 0.64 - 1.2 * 1) / (4 + 0.64 + 1)

  private static func write(_ name: String, _ layers: [String], in stage: ServiceStage) throws {
    let sheet = try SyntheticAvatar.solid(20, 20)
    try layers.reduce(SyntheticAvatar()) { $0.adding($1, sheet) }
      .write("Avatars/\(name)", in: stage.folder)
  }

  @Test func `all layers move, grow and turn as one, and the file shows the same`() throws {
    let room = try WebPage { try Self.write("many", Self.layers, in: $0) }
    var face = WebPage.head
    (face.hasMatrix, face.blendshapes) = (false, ["jawOpen": 0.8])
    try WebPage.write("open", [face], in: room.stage.folder)
    try room.change { try room.give(["open/picture.jpg", "open/tracking.jsonl"]) }
    try room.choose("many")
    let before = try room.frame(of: "many", over: "open").quads
    #expect(before.count == 3)
    #expect(try room.text("layers").hasPrefix("All layers"))
    #expect(try room.number("scale") == 1)
    try room.slide("scale", to: 1.4)
    try room.slide("rotation", to: 25)
    try room.slide("offset.x", to: 0.3)
    try room.slide("offset.y", to: -0.2)
    _ = try room.download("many", as: "fitted")
    let after = try room.frame(of: "fitted", over: "open")
    #expect(try room.picture == after.picture)
    expectTurned(before, after.quads)
    try profileOfTheSame(room, after.quads)
    try dragAndArrows(room)
    try oneOfThem(room)
    #expect(try room.page.complaints() == [])
  }

  /// One similarity takes all corners, those of what the jaw moved too, to where they are now.
  private func expectTurned(
    _ before: [String: [SIMD2<Double>]], _ after: [String: [SIMD2<Double>]]
  ) {
    let points = WebPage.head.landmarks(
      width: Double(WebPage.width), height: Double(WebPage.height))
    let size = SIMD2(Double(WebPage.width), Double(WebPage.height))
    let eyes = [33, 133, 263, 362].reduce(SIMD2(0.0, 0.0)) {
      $0 + SIMD2(points[$1][0], points[$1][1]) * size / 4
    }
    let along = WebPage.eyes
    let up = SIMD2(along.y, -along.x)
    let middle = eyes + along * Self.middle.x + up * Self.middle.y
    let (c, s) = (cos(25 * Double.pi / 180), sin(25 * Double.pi / 180))
    for (name, quad) in before {
      for (corner, now) in zip(quad, after[name] ?? []) {
        let arm = (corner - middle) * 1.4
        let turned = SIMD2(arm.x * c - arm.y * s, arm.x * s + arm.y * c)
        let expected = middle + turned + along * 0.3 - up * 0.2
        #expect(length(now - expected) < 0.05, "layer \(name)")
      }
    }
    #expect(after.count == before.count)
  }

  /// The profile that the page gives and stores does the same to the avatar as it was.
  private func profileOfTheSame(
    _ room: WebPage, _ expected: [String: [SIMD2<Double>]]
  ) throws {
    let file = try room.downloadProfile()
    #expect(file["format"] as? String == "avatar-fit/1")
    let fits = try #require(file["avatars"] as? [String: [String: Any]])
    #expect(fits.keys.sorted() == ["many"])
    #expect(fits["many"]?["scale"] as? Double == 1.4)
    #expect(fits["many"]?["rotation"] as? Double == 25)
    #expect(fits["many"]?["offset"] as? [String: Double] == ["x": 0.3, "y": -0.2, "z": 0])
    try room.page.evaluate(
      "(input => { input.value = 'mia'; input.dispatchEvent(new Event('input')); })"
        + "(document.getElementById('profile-name'))")
    try room.page.evaluate("document.getElementById('store-profile').click()")
    #expect(eventually { (try? room.service.send("/v1/fit-profiles/mia").status) == 200 })
    let quads = try room.frame(of: "many", over: "open", fitted: "mia").quads
    #expect(quads.count == expected.count)
    // The page rounds what it writes into avatar.json to four decimals.
    for (name, quad) in expected {
      for (corner, now) in zip(quad, quads[name] ?? []) {
        #expect(length(corner - now) < 0.05, "layer \(name)")
      }
    }
  }

  private func dragAndArrows(_ room: WebPage) throws {
    let before = try room.quad
    let move = try room.drag(by: 31, -17)
    let after = try room.quad
    #expect(after.count == before.count)
    for (corner, old) in zip(after, before) { #expect(length(corner - old - move) < 1) }
    let x = try room.number("offset.x")
    try room.page.evaluate("document.getElementById('stage').focus()")
    try room.change { try room.page.press("ArrowRight") }
    #expect(abs(try room.number("offset.x") - x - 0.01) < 1e-9)
  }

  /// A layer that was moved among the others keeps that when all go back.
  private func oneOfThem(_ room: WebPage) throws {
    try room.page.evaluate(
      "document.querySelector('#layers [aria-checked=true]').focus()")
    for _ in 0..<2 { try room.page.press("ArrowRight") }
    #expect(try room.page.text("document.activeElement.textContent") == "1")
    #expect(abs(try room.number("scale") - 0.8 * 1.4) < 1e-9)
    try room.slide("scale", to: 1.68)
    #expect(try room.number("scale") == 1.68)
    // Aside, and back to where it was.
    let x = try room.number("offset.x")
    for place in [1.234, x] {
      try room.slide("offset.x", to: place)
      #expect(abs(try room.number("offset.x") - place) < 0.005)
    }
    try room.page.click("#layers button")
    #expect(try room.number("scale") == 1.4)
    for (property, usual) in [("scale", 1.0), ("rotation", 0), ("offset.x", 0), ("offset.y", 0)] {
      try room.slide(property, to: usual)
    }
    let json = try room.download("many", as: "back")
    let layers = try #require(json["layers"] as? [[String: Any]])
    #expect(layers.map { $0["scale"] as? Double } == [2, 1.2, 1])
    #expect(layers[2]["drive"] as? [NSDictionary] == Self.drive)
    let offset = try #require(layers[1]["offset"] as? [String: Double])
    for (axis, value) in ["x": 0.9, "y": 0.6, "z": 0.1] {
      #expect(abs((offset[axis] ?? 0) - value) < 0.006)
    }
    #expect(layers[1]["rotation"] as? Double == 10)
  }

  private static var drive: [NSDictionary] {
    [
      ["blendshape": "jawOpen", "property": "offset.y", "from": [0, 1], "to": [0, -0.5]]
    ]
  }

  /// What hangs on the nose and on an ear moves as if it hung between the eyes, at the same places.
  @Test func `layers of several anchors stay together in space`() throws {
    let bridge = CanonicalFace.vertices[168]
    let anchors = [("\"nose\"", 4, 1.5), ("\"leftEar\"", 454, 1.2), ("10", 10, 0.9)]
    let room = try WebPage { stage in
      try Self.write(
        "anchored",
        anchors.map { "\"anchor\": \($0.0), \"offset\": {\"x\": 0.1}, \"scale\": \($0.2)" },
        in: stage)
      let placed = anchors.map { _, landmark, scale in
        let at = CanonicalFace.vertices[landmark]
        let place = [at.x - bridge.x, at.y - bridge.y, at.z - bridge.z]
          .map { $0 / CanonicalFace.eyeDistance }
        return
          "\"anchor\": 168, \"offset\": {\"x\": \(place[0] + 0.1), \"y\": \(place[1]), \"z\": \(place[2])},"
          + " \"scale\": \(scale)"
      }
      try Self.write("placed", placed, in: stage)
    }
    var face = WebPage.head
    (face.yaw, face.pitch) = (25, -8)
    try WebPage.write("turned", [face], in: room.stage.folder)
    try room.change { try room.give(["turned/picture.jpg", "turned/tracking.jsonl"]) }
    var outlines: [[SIMD2<Double>]] = []
    for avatar in ["anchored", "placed"] {
      try room.choose(avatar)
      let before = try room.quad
      try room.slide("scale", to: 1.3)
      try room.slide("rotation", to: -30)
      try room.slide("offset.z", to: 0.2)
      #expect(try room.quad != before)
      outlines.append(try room.quad)
    }
    #expect(outlines[0].count == outlines[1].count)
    for (one, other) in zip(outlines[0], outlines[1]) { #expect(length(one - other) < 0.1) }
  }
}
