import AvatarFiles
import Foundation
import Geometry
import Imaging
import ShareCards
import TestSupport
import Testing

@Suite struct ShareCardReadingTests {
  private func faults(_ json: String) throws -> [String] {
    let card = try TestCard(json)
    return try withExtendedLifetime(card) {
      try ShareCard.lint(path: card.path).map(\.description)
    }
  }

  @Test func `the smallest card is a picture`() throws {
    #expect(try faults(TestCard.json()) == [])
    let folder = try TestCard(TestCard.json())
    let card = try withExtendedLifetime(folder) { try ShareCard.load(path: folder.path) }
    let result = try card.render(picture: magenta(), ratio: .square, fields: ShareCardFields())
    #expect(result.picture.bytes.chunked(4).allSatisfy { Array($0) == [255, 0, 255, 255] })
  }

  @Test(arguments: [
    (#""p": {"type": "picture", "raduis": 3}"#, "unknown key \"raduis\"; did you mean \"radius\"?"),
    (#""p": {"type": "pictrue"}"#, "did you mean \"picture\"?"),
    (#""p": {"type": "picture", "radius": -1}"#, "elements.p.radius: -1 found"),
    (
      #""p": {"type": "picture"}, "t": {"type": "text", "text": "{titel}", "fonts": ["A"], "size": 20}"#,
      "did you mean \"title\"?"
    ),
    (
      #""p": {"type": "picture"}, "t": {"type": "text", "text": "{title", "fonts": ["A"], "size": 20}"#,
      "has a { without its }"
    ),
    (#""p": {"type": "picture"}, "t": {"type": "qr", "size": 194}"#, "elements.t.size: 194 found"),
    (
      #""p": {"type": "picture"}, "t": {"type": "rule", "width": 1, "height": 1, "colour": "red"}"#,
      "is not a colour"
    ),
    (
      #""p": {"type": "picture"}, "t": {"type": "artwork", "image": "../x.png", "width": 9}"#,
      "leads out"
    ),
    (
      #""p": {"type": "picture"}, "t": {"type": "artwork", "image": "x.png", "width": 9}"#,
      "\"x.png\": "
    ),
    (
      #""p": {"type": "picture"}, "t": {"type": "logo", "width": 9, "height": 9}"#,
      "no ratio uses the element \"t\""
    ),
  ])
  func `a fault is named with its place and what would be right`(
    elements: String, expected: String
  ) throws {
    let found = try faults(TestCard.json(elements: elements))
    #expect(found.contains { $0.contains(expected) && $0.hasPrefix("card.json:1:") }, "\(found)")
  }

  @Test(arguments: [
    (#"{"row": ["p", "q"]}"#, "\"q\" is not a known element"),
    (#"{"row": ["p"], "column": ["p"]}"#, "one of element, row and column expected, 2 of them"),
    (#"{"row": ["p"], "padding": [1, 2, 3]}"#, "two or four numbers"),
    (#"{"row": ["p"], "align": "center"}"#, "is not a known alignment"),
  ])
  func `a fault in a box is named`(box: String, expected: String) throws {
    let found = try faults(TestCard.json(box: box))
    #expect(found.contains { $0.contains(expected) && $0.hasPrefix("card.json:2:") }, "\(found)")
  }

  @Test func `where the elements are missing, what names them is no fault of its own`() throws {
    let json = TestCard.json(box: #"{"row": ["p", "p"]}"#)
    let found = try faults(json.replacing("elements", with: "elments"))
    #expect(found.count == 2 && found[0].contains("did you mean \"elements\"?"), "\(found)")
  }

  @Test func `what is no card is refused in one line`() throws {
    for json in ["", "{", "[]", "{}", "{\"version\": 2}", "\u{0}", "null"] {
      let card = try TestCard(json)
      #expect(throws: ShareCardError.self) { try ShareCard.load(path: card.path) }
      for fault in try ShareCard.lint(path: card.path) {
        #expect(!fault.description.contains("\n"))
      }
      #expect(try !ShareCard.lint(path: card.path).isEmpty)
    }
    #expect(throws: ShareCardError.lookup(.notFound(path: "/nowhere/card"))) {
      try ShareCard.load(path: "/nowhere/card")
    }
  }

  @Test func `a layout with a picture that is too small, or none, is crowded`() throws {
    let small = try faults(TestCard.json(box: #"{"padding": 400, "column": ["p"]}"#))
    #expect(small.contains { $0.contains("the picture takes") })
    let none = try faults(
      TestCard.json(
        elements: ##""r": {"type": "rule", "width": 5, "height": 5, "colour": "#FF0000"}"##,
        box: #"{"column": ["r"]}"#))
    #expect(none.contains { $0.contains("no element of the type picture") })
    let wide = try faults(
      TestCard.json(
        elements:
          ##""p": {"type": "picture"}, "r": {"type": "rule", "width": 3000, "height": 5, "colour": "#FF0000"}"##,
        box: #"{"column": ["p", {"row": ["r"]}]}"#))
    #expect(wide.contains { $0.contains("\"r\" leaves the card") }, "\(wide)")
  }

  @Test func `limits of a layout are met on both sides`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: #"{"grow": 1, "column": ["#, count: depth - 1) + #""p""#
        + String(repeating: "]}", count: depth - 1)
    }
    #expect(try faults(TestCard.json(box: nested(ShareCardLimits.depth))) == [])
    #expect(
      try faults(TestCard.json(box: nested(ShareCardLimits.depth + 1)))
        .contains { $0.contains("the depth of rows and columns: 13 found, at most 12") })

    func boxes(_ count: Int) -> String {
      #"{"column": ["p""# + String(repeating: #", "p""#, count: count - 2) + "]}"
    }
    let over = "the boxes: 129 found, at most 128 allowed"
    #expect(try !faults(TestCard.json(box: boxes(128))).contains { $0.contains(over) })
    #expect(try faults(TestCard.json(box: boxes(129))).contains { $0.contains(over) })

    func elements(_ count: Int) -> String {
      (0..<count).map { "\"\($0 == 0 ? "p" : "e\($0)")\": {\"type\": \"picture\"}" }
        .joined(separator: ",")
    }
    let many = "the elements: 65 found, at most 64 allowed"
    #expect(try !faults(TestCard.json(elements: elements(64))).contains { $0.contains(many) })
    #expect(try faults(TestCard.json(elements: elements(65))).contains { $0.contains(many) })

    let padded = TestCard.json() + String(repeating: " ", count: ShareCardLimits.layoutBytes)
    #expect(try faults(String(padded.prefix(ShareCardLimits.layoutBytes))) == [])
    #expect(throws: ShareCardError.self) {
      try faults(String(padded.prefix(ShareCardLimits.layoutBytes + 1)))
    }
  }

  @Test func `a shape has one to four layouts, and a scale from a half to two`() throws {
    func faults(of box: String) throws -> [String] {
      try self.faults(TestCard.json(box: box))
    }
    for count in [1, 4] {
      let list = Array(repeating: #""p""#, count: count).joined(separator: ", ")
      #expect(try faults(of: "[\(list)]") == [])
    }
    for count in [0, 5] {
      let list = Array(repeating: #""p""#, count: count).joined(separator: ", ")
      #expect(try faults(of: "[\(list)]").contains { $0.contains("the layouts of a shape") })
    }
    for scale in ["0.5", "2"] {
      #expect(try faults(of: #"{"element": "p", "scale": \#(scale)}"#) == [])
    }
    for box in [
      #"{"element": "p", "scale": 2.1}"#, #"{"element": "p", "scale": 0.4}"#,
      #"{"column": [{"element": "p", "scale": 1}]}"#,
    ] {
      #expect(try !faults(of: box).isEmpty, "\(box)")
    }
  }

  @Test func `artwork is limited, and does not lie outside the folder`() throws {
    let card = try TestCard(
      TestCard.json(
        elements:
          #""p": {"type": "picture"}, "a": {"type": "artwork", "image": "a.png", "width": 50}"#,
        box: #"{"column": ["p", "a"]}"#))
    func write(_ width: Int, to name: String) throws {
      let picture = StraightRGBA8(size: PixelSize<OutputSpace>(clamping: width, 8))
      try card.folder.write(try PNG.encode(picture), to: name)
    }
    try write(2160, to: "card/a.png")
    #expect(try ShareCard.lint(path: card.path) == [])
    try write(2161, to: "card/a.png")
    #expect(try ShareCard.lint(path: card.path).contains { "\($0)".contains("2161 x 8") })
    try card.folder.write([0xFF, 0xD8, 0xFF, 0xE0], to: "card/a.png")
    #expect(
      try ShareCard.lint(path: card.path).contains {
        "\($0)".hasSuffix("this is a JPEG; export a PNG with transparency")
      })
    try write(20, to: "outside.png")
    try FileManager.default.removeItem(atPath: card.folder.path("card/a.png"))
    try FileManager.default.createSymbolicLink(
      atPath: card.folder.path("card/a.png"), withDestinationPath: card.folder.path("outside.png"))
    #expect(try ShareCard.lint(path: card.path).contains { "\($0)".contains("leads out") })
  }

  @Test func `a name that is not there has a nearest one`() throws {
    #expect {
      try shippedCards.load("zodiak")
    } throws: { "\($0)".contains("did you mean \"zodiac\"?") }
  }
}

extension [UInt8] {
  fileprivate func chunked(_ size: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
