import AvatarFiles
import Foundation
import Geometry
import Imaging
import ShareCards
import TestSupport
import Testing

@Suite struct ShareCardTests {
  static let shown = shippedCards.ids.flatMap { id in ShareCardRatio.allCases.map { (id, $0) } }

  @Test func `the project's cards have no faults and nothing in them is crowded`() throws {
    #expect(shippedCards.ids == ["brushing", "plain", "zodiac"])
    for id in shippedCards.ids {
      #expect(try ShareCard.lint(path: shippedCards.path(of: id)) == [])
    }
  }

  @Test(arguments: ShareCardRatio.allCases)
  func `a card has its ratio's size and no holes`(ratio: ShareCardRatio) throws {
    let sizes: [ShareCardRatio: (Int, Int)] = [
      .square: (1080, 1080), .portrait: (1080, 1350), .story: (1080, 1920), .wide: (1920, 1080),
    ]
    let card = try shippedCards.load("plain").render(
      picture: magenta(), ratio: ratio, fields: fullFields()
    ).picture
    let expected = try #require(sizes[ratio])
    #expect((card.width, card.height) == expected && card.isOpaque)
  }

  @Test func `the same input gives the same bytes, on another thread too`() async throws {
    for id in shippedCards.ids {
      let card = try shippedCards.load(id)
      let one = try card.render(picture: magenta(), ratio: .square, fields: fullFields())
      let two = try await Task.detached {
        try card.render(picture: magenta(), ratio: .square, fields: fullFields())
      }.value
      #expect(one.picture == two.picture)
    }
  }

  /// Text is drawn by the fonts that a machine has, so no golden picture holds on all of them; that
  /// a QR code is read, where the picture is, and that nothing overlaps, holds.
  @Test(arguments: shown)
  func `an independent reader reads the code off the finished card`(
    id: String, ratio: ShareCardRatio
  ) throws {
    // The shortest and the longest link, the longest through a lossy file.
    let isLong = ratio == .square || ratio == .wide
    let link =
      isLong
      ? "https://example.org/" + String(repeating: "a1-", count: 64) + "x" : "https://example.org/a"
    #expect(!isLong || link.utf8.count == ShareCardLimits.linkBytes)
    let card = try shippedCards.load(id).render(
      picture: magenta(), ratio: ratio, fields: fullFields(link: link))
    let folder = try ScratchFolder()
    let encoding = isLong ? PictureEncoding(.jpeg, quality: 80) : PictureEncoding(.png)
    try folder.write(
      try card.picture.encoded(as: encoding), to: "card.\(encoding.format.fileExtension)")
    let outcome = try Program(named: "zbarimg").run(
      [
        "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "card.\(encoding.format.fileExtension)",
      ],
      in: folder)
    #expect(outcome.text == link + "\n")
  }

  @Test(arguments: shown)
  func `a card without texts closes up around the picture`(id: String, ratio: ShareCardRatio) throws
  {
    let card = try shippedCards.load(id)
    func share(_ fields: ShareCardFields) throws -> Double {
      let picture = try card.render(picture: magenta(), ratio: ratio, fields: fields).picture
      var count = 0
      // Every 13th pixel is sample enough.
      for i in stride(from: 0, to: picture.bytes.count, by: 4 * 13)
      where picture.bytes[i] > 250 && picture.bytes[i + 1] < 5 && picture.bytes[i + 2] > 250 {
        count += 1
      }
      return 13 * Double(count) / Double(picture.width * picture.height)
    }
    let (empty, full) = (try share(ShareCardFields()), try share(fullFields()))
    #expect(empty > full && empty > 0.4 && full > 0.18)
  }

  @Test(arguments: shown)
  func `the subject is in view, where the map says`(id: String, ratio: ShareCardRatio) throws {
    // A white square near the right edge of a wide picture, and one in a corner.
    for corner in [(1500, 300), (40, 20)] {
      var picture = magenta(1920, 700)
      let dot = StraightRGBA8(
        size: PixelSize<OutputSpace>(clamping: 60, 60), filledWith: RGBA8(0, 255, 0))
      picture.paste(dot, x: corner.0, y: corner.1)
      let (x, y) = (Double(corner.0), Double(corner.1))
      let result = try shippedCards.load(id).render(
        picture: picture,
        subject: ShareCardSubject(faces: [Rectangle(Point2(x, y), Point2(x + 60, y + 60))]),
        ratio: ratio, fields: ShareCardFields())
      let map = try #require(result.map)
      let seen = map(Point2(x + 30, y + 30))
      let pixel = result.picture[Int(seen.x), Int(seen.y)]
      // An ornament may lie over a corner of the picture; the middle of the picture is free.
      if corner.0 == 1500 { #expect(pixel == RGBA8(0, 255, 0)) }
      #expect(seen.x > 0 && seen.x < Double(result.picture.width))
      #expect(seen.y > 0 && seen.y < Double(result.picture.height))
    }
  }

  @Test(arguments: ["zodiac", "brushing"], ShareCardRatio.allCases)
  func `no seal or star lies over a face`(id: String, ratio: ShareCardRatio) throws {
    let card = try shippedCards.load(id)
    var fields = ShareCardFields()
    fields.badge = "120"
    // Low at the right, where the designs have them, in a picture of the window's width.
    let face = Rectangle<OutputSpace>(Point2(780, 780), Point2(960, 960))
    var picture = magenta(1000, 1000)
    picture.paste(
      StraightRGBA8(
        size: PixelSize<OutputSpace>(clamping: 180, 180), filledWith: RGBA8(0, 255, 0)),
      x: 780, y: 780)
    let result = try card.render(
      picture: picture, subject: ShareCardSubject(faces: [face]), ratio: ratio, fields: fields)
    let map = try #require(result.map)
    let (first, last) = (map(Point2(face.left, face.top)), map(Point2(face.right, face.bottom)))
    var covered = 0
    for y in Int(first.y) + 4..<Int(last.y) - 4 {
      for x in Int(first.x) + 4..<Int(last.x) - 4 where result.picture[x, y] != RGBA8(0, 255, 0) {
        covered += 1
      }
    }
    #expect(covered == 0, "of \((last.x - first.x) * (last.y - first.y))")
  }

  @Test func `characters without a font are named, symbols are left out`() throws {
    let card = try shippedCards.load("plain")
    var fields = ShareCardFields()
    fields.title = "Spring \u{10F0F0}"
    let result = try card.render(picture: magenta(), ratio: .square, fields: fields)
    #expect(result.notes.count == 1 && result.notes[0].contains("U+10F0F0"))
    fields.title = "Spring"
    let clean = try card.render(picture: magenta(), ratio: .square, fields: fields)
    #expect(clean.notes == [] && clean.picture == result.picture)
    fields.title = "\u{10F0F0}"
    let none = try card.render(picture: magenta(), ratio: .square, fields: fields)
    let empty = try card.render(picture: magenta(), ratio: .square, fields: ShareCardFields())
    #expect(none.picture == empty.picture)
  }

  @Test(arguments: shown)
  func `a text that ends in an ellipsis is named`(id: String, ratio: ShareCardRatio) throws {
    let card = try shippedCards.load(id)
    var fields = fullFields()
    func cut() throws -> [String] {
      try card.render(picture: magenta(64, 64), ratio: ratio, fields: fields).notes
        .filter { $0.contains("no room for all") }
    }
    #expect(try cut() == [])
    fields.title = String(repeating: "long ", count: 200)
    let notes = try cut()
    #expect(notes.count == 1 && notes[0].contains("all of the title in \(ratio.rawValue)"))
  }

  @Test func `untrusted text is shown as text, or refused`() throws {
    let card = try shippedCards.load("zodiac")
    func drawn(_ text: String) throws -> StraightRGBA8 {
      var fields = fullFields()
      (fields.title, fields.subtitle, fields.badge, fields.name) = (text, text, text, text)
      return try card.render(picture: magenta(64, 64), ratio: .square, fields: fields).picture
    }
    let none = try drawn("")
    for text in [
      "\u{202E}gpj", "<span size='99999999'>x", String(repeating: "å\u{301}", count: 300),
      "{title}{nope}", "%s%n", "\n\n\n", String(repeating: "Z", count: 1000), "\u{0}",
    ] {
      let card = try drawn(text)
      #expect(card.width == none.width && card.height == none.height)
      #expect(
        (card != none) == text.contains { $0.isLetter || $0.isSymbol }, "\(text.debugDescription)")
    }
    // Neither markup nor the name of a field is understood.
    #expect(try drawn("<i></i>x") != drawn("x"))
    #expect(try drawn("{name}") != drawn(fullFields().name ?? ""))
  }

  @Test func `limits are met on both sides`() throws {
    let card = try shippedCards.load("plain")
    func render(_ change: (inout ShareCardFields) -> Void) throws {
      var fields = ShareCardFields()
      change(&fields)
      _ = try card.render(picture: magenta(64, 64), ratio: .square, fields: fields)
    }
    try render { $0.title = String(repeating: "a", count: ShareCardLimits.textLength) }
    #expect(
      throws: ShareCardError.overLimit(
        field: "title", found: 1001, limit: 1000, unit: "characters")
    ) { try render { $0.title = String(repeating: "a", count: 1001) } }
    try render { $0.link = String(repeating: "a", count: ShareCardLimits.linkBytes) }
    #expect(throws: ShareCardError.overLimit(field: "link", found: 214, limit: 213, unit: "bytes"))
    {
      try render { $0.link = String(repeating: "a", count: 214) }
    }
    #expect(throws: ShareCardError.unfitField(field: "link", reason: "is empty")) {
      try render { $0.link = "" }
    }
    #expect(
      throws: ShareCardError.unfitField(field: "link", reason: "has a control character in it")
    ) {
      try render { $0.link = "a\u{0}b" }
    }
  }
}
