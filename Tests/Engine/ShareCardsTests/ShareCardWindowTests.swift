import AvatarFiles
import Geometry
import Imaging
import ShareCards
import Testing

/// The window is measured on the finished card: where the picture's colour is.
@Suite struct ShareCardWindowTests {
  /// The box of what is magenta, in pixels, and whether all of it is, but for rounded corners.
  private struct Window: Equatable {
    var left = Int.max
    var top = Int.max
    var right = 0
    var bottom = 0
    var count = 0

    init(_ card: StraightRGBA8) {
      for y in 0..<card.height {
        for x in 0..<card.width where card[x, y] == RGBA8(255, 0, 255) {
          (left, top) = (min(left, x), min(top, y))
          (right, bottom) = (max(right, x + 1), max(bottom, y + 1))
          count += 1
        }
      }
    }

    var width: Double { Double(right - left) }
    var height: Double { Double(bottom - top) }
    /// `plain` rounds its picture's corners by 24 pixels; a pixel of each edge may be blended.
    var isFilled: Bool {
      Double(count) > width * height - (4 - .pi) * 24 * 24 - 2 * (width + height)
    }
  }

  private func plain(
    _ picture: StraightRGBA8, _ subject: ShareCardSubject?, _ ratio: ShareCardRatio,
    _ fields: ShareCardFields = ShareCardFields()
  ) throws -> (window: Window, result: ShareCard.Result) {
    let result = try shippedCards.load("plain").render(
      picture: picture, subject: subject, ratio: ratio, fields: fields)
    return (Window(result.picture), result)
  }

  private func box(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
  ) -> Rectangle<OutputSpace> {
    Rectangle(Point2(left, top), Point2(right, bottom))
  }

  /// What is as wide as the window shows all of the picture's height: a window of the width w has the
  /// height w * height / width of the faces.
  @Test(arguments: [ShareCardRatio.square, .portrait, .story])
  func `a window that is too narrow for the faces is lower, and filled`(ratio: ShareCardRatio)
    throws
  {
    let picture = magenta(1920, 1080)
    let faces = [box(100, 300, 400, 700), box(1500, 250, 1820, 650)]
    for fields in [ShareCardFields(), fullFields()] {
      let full = try plain(picture, nil, ratio, fields).window
      let (window, result) = try plain(picture, ShareCardSubject(faces: faces), ratio, fields)
      let expected = full.width * 1080 / 1720
      // A landscape window may have room for all faces as it is.
      guard expected < full.height - 30 else { continue }
      #expect(result.notes.contains { $0.contains("cannot hold all faces") })
      #expect(full.isFilled && window.isFilled)
      #expect((window.left, window.right) == (full.left, full.right))
      // Beside texts that get larger it may be lower by the margin that may be cut of a face.
      let margin = fields.title == nil ? 1.0 : 12
      #expect(abs(window.height - expected) <= 2 * margin, "\(window), \(expected) expected")
      // What the window gives up is above and below the card in equal parts, but for texts that get larger.
      let (above, below) = (window.top - full.top, full.bottom - window.bottom)
      #expect(abs(above - below) <= 2 || fields.title != nil)
      let map = try #require(result.map)
      for face in faces {
        #expect(map(Point2(face.left, 0)).x >= Double(window.left) - margin)
        #expect(map(Point2(face.right, 0)).x <= Double(window.right) + margin)
      }
    }
  }

  @Test(arguments: ShareCardRatio.allCases)
  func `a window that is too low for a face is narrower, and filled`(ratio: ShareCardRatio) throws {
    let picture = magenta(1080, 1920)
    for fields in [ShareCardFields(), fullFields()] {
      let full = try plain(picture, nil, ratio, fields).window
      let subject = ShareCardSubject(faces: [box(100, 150, 980, 1750)])
      let (window, result) = try plain(picture, subject, ratio, fields)
      let expected = full.height * 1080 / 1600
      guard expected < full.width - 30 else { continue }
      #expect(result.notes.contains { $0.contains("cannot hold all faces") })
      #expect(window.isFilled)
      #expect((window.top, window.bottom) == (full.top, full.bottom))
      #expect(abs(window.width - expected) <= 2, "\(window), \(expected) expected")
    }
  }

  @Test(arguments: [ShareCardRatio.square, .portrait, .story])
  func `the window gets as low as what is worn needs it`(ratio: ShareCardRatio) throws {
    let picture = magenta(1920, 1080)
    let full = try plain(picture, nil, ratio).window
    for share in [0.9, 0.66, 0.5] {
      // As wide as the part that a window with this share of the height shows.
      let width = full.width * 1080 / (share * full.height)
      guard width < 1900 else { continue }
      let subject = ShareCardSubject(
        faces: [box(900, 300, 1000, 420)], worn: [box(950 - width / 2, 100, 950 + width / 2, 700)])
      let (window, result) = try plain(picture, subject, ratio)
      #expect(result.notes == [] && window.isFilled)
      let expected = full.width * 1080 / width
      #expect(abs(window.height - expected) <= 2, "\(window), \(share)")
    }
  }

  /// Where the map says that it lies, between the outermost pixels of the picture.
  @Test(arguments: ShareCardTests.shown)
  func `what is worn lies in the window of every card`(id: String, ratio: ShareCardRatio) throws {
    let pictures = [
      ((480, 640), box(110, 180, 360, 520), [box(4, 2, 476, 200), box(60, 200, 420, 600)]),
      ((1280, 720), box(500, 260, 700, 520), [box(330, 4, 870, 300), box(400, 300, 800, 700)]),
      ((480, 270), box(20, 90, 90, 190), [box(6, 30, 120, 200), box(320, 20, 470, 190)]),
    ]
    for (size, face, worn) in pictures {
      let picture = magenta(size.0, size.1)
      for fields in [ShareCardFields(), fullFields()] {
        let result = try shippedCards.load(id).render(
          picture: picture, subject: ShareCardSubject(faces: [face], worn: worn), ratio: ratio,
          fields: fields)
        #expect(!result.notes.contains { $0.contains("cuts off") })
        let (window, map) = (Window(result.picture), try #require(result.map))
        for box in worn {
          let (first, last) = (map(Point2(box.left, box.top)), map(Point2(box.right, box.bottom)))
          #expect(first.x > Double(window.left) - 20 && last.x < Double(window.right) + 20)
          #expect(first.y > Double(window.top) - 20 && last.y < Double(window.bottom) + 20)
        }
      }
    }
  }

  @Test func `a face that is wider than the window by less than 12 pixels a side changes nothing`()
    throws
  {
    let picture = magenta(1920, 1080)
    let full = try plain(picture, nil, .story).window
    let scale = full.height / 1080
    for (margin, isFilled) in [(11.0, true), (14, false)] {
      let width = (full.width + 2 * margin) / scale
      let subject = ShareCardSubject(faces: [box(500, 200, 500 + width, 600)])
      let (window, result) = try plain(picture, subject, .story)
      #expect((window == full) == isFilled, "\(margin)")
      #expect(result.notes.isEmpty == isFilled, "\(margin)")
    }
  }

  /// The cards' artwork has neither magenta nor its shades: a blurred or darkened picture would.
  @Test(arguments: ShareCardTests.shown)
  func `no card fills its window with anything but the picture`(id: String, ratio: ShareCardRatio)
    throws
  {
    let subject = ShareCardSubject(
      faces: [box(40, 300, 340, 700), box(1560, 300, 1880, 700)],
      worn: [box(0, 100, 400, 800), box(1500, 100, 1920, 800)])
    let card = try shippedCards.load(id).render(
      picture: magenta(1920, 1080), subject: subject, ratio: ratio, fields: fullFields()
    ).picture
    var shades = 0
    for place in stride(from: 0, to: card.bytes.count, by: 4) {
      let (red, green, blue) = (card.bytes[place], card.bytes[place + 1], card.bytes[place + 2])
      if red == blue, green == 0, red > 100, red < 240 { shades += 1 }
    }
    #expect(shades < 200)
  }

  /// The star is golden, which nothing else of the card is: behind another ornament less of it shows.
  @Test(arguments: ShareCardRatio.allCases)
  func `ornaments that move do not cover each other`(ratio: ShareCardRatio) throws {
    let card = try shippedCards.load("brushing")
    var fields = ShareCardFields()
    fields.badge = "120"
    func golden(_ subject: ShareCardSubject?) throws -> Int {
      let picture = try card.render(
        picture: magenta(480, 640), subject: subject, ratio: ratio, fields: fields
      ).picture
      return stride(from: 0, to: picture.bytes.count, by: 4).count { place in
        let (red, green, blue) = (
          picture.bytes[place], picture.bytes[place + 1], picture.bytes[place + 2]
        )
        return red > 220 && (130...225).contains(green) && blue < 110
      }
    }
    let full = try golden(nil)
    #expect(full > 5_000)
    for (left, top) in [(40.0, 120.0), (140, 200), (20, 20)] {
      let subject = ShareCardSubject(
        faces: [box(left, top, left + 300, top + 400)], worn: [box(0, 0, 480, 640)])
      #expect(try Double(golden(subject)) > 0.9 * Double(full), "\(left), \(top)")
    }
  }

  /// What is worn is green, which no card has where its picture is: whatever covers it is an ornament.
  @Test(arguments: ShareCardTests.shown)
  func `no ornament lies on what is worn`(id: String, ratio: ShareCardRatio) throws {
    for (left, top) in [(60, 10), (200, 10), (10, 10)] {
      var picture = magenta(480, 640)
      let (width, height) = (270, 500)
      picture.paste(
        StraightRGBA8(
          size: PixelSize<OutputSpace>(clamping: width, height), filledWith: RGBA8(0, 255, 0)),
        x: left, y: top)
      let worn = box(
        Double(left), Double(top), Double(left + width), Double(top + height))
      let result = try shippedCards.load(id).render(
        picture: picture, subject: ShareCardSubject(faces: [], worn: [worn]), ratio: ratio,
        fields: ShareCardFields())
      let map = try #require(result.map)
      let (first, last) = (map(Point2(worn.left, worn.top)), map(Point2(worn.right, worn.bottom)))
      var covered = 0
      // Without the border and the round corners of the window.
      for y in Int(first.y) + 30..<Int(last.y) - 30 {
        for x in Int(first.x) + 30..<Int(last.x) - 30
        where result.picture[x, y] != RGBA8(0, 255, 0) {
          covered += 1
        }
      }
      #expect(covered < 400, "\(left), \(top)")
    }
  }

  /// The heights of digits are measured where the picture has the colour of the card's smallest text.
  @Test(arguments: [(ShareCardRatio.story, 20), (.portrait, 14)])
  func `the smallest text is legible, however much there is to say`(
    ratio: ShareCardRatio, least: Int
  ) throws {
    var fields = fullFields()
    let long = String(repeating: "many words that go on and on ", count: 12)
    (fields.title, fields.subtitle, fields.caption) = (long, long, long)
    (fields.name, fields.date, fields.badge) = (nil, "2026-02-04", nil)
    let card = try shippedCards.load("plain").render(
      picture: magenta(480, 640), ratio: ratio, fields: fields
    ).picture
    // Rows from the bottom up: the date is the last line at the left.
    let rows = (0..<card.height).map { y in
      (0..<card.width / 2).contains { card[$0, y] == RGBA8(0x6A, 0x64, 0x5D) }
    }
    let bottom = try #require(rows.lastIndex(of: true))
    let height = rows[...bottom].reversed().prefix { $0 }.count
    #expect(height >= least, "\(height) pixels")
  }

  @Test func `of a shape's layouts the one is taken that shows more of the picture`() throws {
    let below = #"{"column": ["p", {"element": "r", "height": 500}]}"#
    let beside = #"{"row": ["p", {"element": "r", "width": 500}], "align": "stretch"}"#
    let elements =
      ##""p": {"type": "picture"}, "##
      + ##""r": {"type": "rule", "width": 200, "height": 200, "colour": "#00FF00"}"##
    let folder = try TestCard(TestCard.json(elements: elements, box: "[\(below), \(beside)]"))
    let card = try withExtendedLifetime(folder) { try ShareCard.load(path: folder.path) }
    func window(_ width: Int, _ height: Int) throws -> Window {
      Window(
        try card.render(picture: magenta(width, height), ratio: .square, fields: ShareCardFields())
          .picture)
    }
    let (wide, high) = (try window(1600, 900), try window(900, 1600))
    #expect((wide.width, wide.height) == (1080, 580))
    #expect((high.width, high.height) == (580, 1080))
  }
}
