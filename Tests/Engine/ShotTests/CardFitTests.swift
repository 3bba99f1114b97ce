import Foundation
import Geometry
import Imaging
import Matting
import Shot
import Testing
import Timelines

/// What lies on a card and the light on it, against the formulas of which frames are made.
@Suite struct CardFitTests {
  struct Sheet: Sendable {
    var u, v: ClosedRange<Double>
    var colour: SIMD3<Double>
  }

  private static let skin = SIMD3(0.5, 0.28, 0.19)

  @Test func `nothing is found on an uncovered card`() throws {
    let card = MadeCard()
    let look = try card.look()
    #expect(look.cover == nil && look.burnt == nil)
    #expect(look.cells.count == 88 && look.cellColumns == 8)
    #expect(card.lightError(look) < 0.07)
  }

  /// Each of another colour and place, as large as a finger and larger.
  @Test(arguments: [
    Sheet(u: 0.3...0.7, v: 0.3...0.6, colour: skin),
    Sheet(u: 0.4...0.58, v: 0.6...1, colour: skin * 0.4),
    Sheet(u: 0...0.6, v: 0.35...0.65, colour: SIMD3(repeating: 0.02)),
    Sheet(u: 0.5...1, v: 0.2...0.8, colour: SIMD3(repeating: 0.55)),
  ])
  func `a rectangle that covers the print is found`(sheet: Sheet) throws {
    var card = MadeCard()
    card.cover = { u, v in sheet.u.contains(u) && sheet.v.contains(v) ? sheet.colour : nil }
    let shares = try card.shares(card.look())
    #expect(shares.found > 0.9 * shares.covered)
    #expect(shares.wrong < 0.025)
  }

  @Test func `light with a gradient and a colour is told within seven percent`() throws {
    var card = MadeCard()
    card.light = { u, v in SIMD3(0.75, 0.6, 0.4) * (1 + 0.5 * (u - 0.5) + 0.3 * (v - 0.5)) }
    let look = try card.look()
    #expect(look.cover == nil)
    #expect(card.lightError(look) < 0.07)
  }

  /// Factors of a card in one light are 1: the worst differs by 15 % in luminance and 8 % in colour, one of 20 by 10 %.
  @Test func `a card in an HDR frame has one light and no cover`() throws {
    let card = MadeCard()
    let look = try card.look(in: .yuv420p10, isPQ: true)
    #expect(look.isOfPrint && look.cover == nil && look.burnt == nil)
    #expect(card.lightError(look) < 0.1)
    let cells = try #require(CardCells(look))
    let factors = cells.cells.map { $0 / CardCells.divisor(of: [cells]) }
    let levels = factors.map { ($0 * LightTables.luminance).sum() }
    let errors = levels.map { abs($0 - 1) }.sorted()
    #expect(errors[errors.count * 95 / 100] < 0.1)
    #expect(errors[errors.count - 1] < 0.15)
    for (factor, level) in zip(factors, levels) {
      #expect((factor / level - 1).max() < 0.08 && (factor / level - 1).min() > -0.08)
    }
  }

  @Test(arguments: YUVLayout.allCases)
  func `every layout tells the same light of a card`(layout: YUVLayout) throws {
    let card = MadeCard()
    let (own, look) = try (card.look(), card.look(in: layout))
    #expect(look.cover == nil)
    for (cell, other) in zip(own.cells, look.cells) {
      let ratio = try #require(other) / (try #require(cell))
      #expect(abs((ratio * LightTables.luminance).sum() - 1) < 0.03)
      // Chroma of half the size mixes the colours of fine stripes.
      #expect((ratio - 1).max() < 0.1 && (ratio - 1).min() > -0.1)
    }
  }

  @Test func `a soft shadow and a veil are light`() throws {
    var card = MadeCard()
    card.light = { u, v in
      let (x, y) = (u - 0.6, (v - 0.5) * MadeCard.aspect)
      let shade = 1 / (1 + ((x * x + y * y) / 0.05) * ((x * x + y * y) / 0.05))
      return SIMD3(repeating: 0.7 * (1 - 0.5 * shade))
    }
    card.added = { _, _ in 0.06 }
    #expect(try card.shares(card.look()).wrong < 0.01)
  }

  /// How much of a cell is burnt out; negative where nothing is told.
  private func share(_ look: CardLook, _ u: Double, _ v: Double) -> Float {
    look.burnt.map {
      $0.shares[Int(v * Double($0.rows)) * $0.columns + Int(u * Double($0.columns))]
    } ?? -1
  }

  @Test func `what is burnt out is told, and is no cover`() throws {
    var card = MadeCard()
    card.added = { u, v in
      let (x, y) = (u - 0.4, (v - 0.5) * MadeCard.aspect)
      // As bright as in the made clips; of one of 2, 6.5 % of the card beside it is taken for cover.
      return 1.2 * exp(-(x * x + y * y) / 0.03)
    }
    let look = try card.look()
    #expect(card.shares(look).wrong < 0.03)
    #expect(share(look, 0.4, 0.5) > 0.95)
    #expect(share(look, 0.9, 0.1) < 0.01)
  }

  @Test func `a blurred card in dim light has nothing on it`() throws {
    var card = MadeCard()
    card.blur = 5
    card.light = { _, _ in SIMD3(repeating: 0.15) }
    let look = try card.look()
    #expect(card.shares(look).wrong < 0.01)
    // A box of 2 x 5 pixels has a standard deviation of 2.9.
    #expect(abs(look.blur.x - 2.9) < 1 && abs(look.blur.y - 2.9) < 1)
  }

  @Test(arguments: [70.0, 110, -140])
  func `a card that the picture's edge cuts is as blurred as a whole one`(shift: Double) throws {
    var (card, cut) = (MadeCard(), MadeCard())
    (card.blur, cut.blur) = (1.5, 1.5)
    cut.corners = card.corners.map { Point2($0.x + shift, $0.y) }
    let (whole, look) = try (card.look().blur, cut.look().blur)
    #expect(abs(look.x - whole.x) < 0.25 && abs(look.y - whole.y) < 0.25)
  }

  /// A picture that shows the card flipped has its corners anticlockwise.
  @Test func `a flipped card gives the same`() throws {
    var card = MadeCard()
    card.cover = { u, v in u > 0.3 && u < 0.6 && v > 0.5 ? Self.skin : nil }
    var flipped = card
    let width = Double(MadeCard.size.width)
    flipped.corners = card.corners.map { Point2(width - $0.x, $0.y) }
    let (one, other) = try (card.look(), flipped.look())
    let (cover, flippedCover) = (try #require(one.cover), try #require(other.cover))
    var differences = 0
    for y in 0..<MadeCard.size.height {
      for x in 0..<MadeCard.size.width {
        let mirrored = flippedCover[MadeCard.size.width - 1 - x, y]
        if abs(Int(cover[x, y]) - Int(mirrored)) > 64 { differences += 1 }
      }
    }
    #expect(differences < 200)
    for (a, b) in zip(one.cells, other.cells) {
      guard let a, let b else { continue }
      #expect(abs(a.y / b.y - 1) < 0.03)
    }
  }

  @Test func `a card of 41 pixels has its light and its cover`() throws {
    var card = MadeCard()
    card.corners = Quad(
      Point2(100, 100), Point2(141, 101), Point2(140, 158), Point2(99, 157))
    #expect(try card.look().cover == nil)
    card.cover = { u, v in u > 0.3 && v > 0.4 && v < 0.8 ? Self.skin : nil }
    let shares = try card.shares(card.look())
    #expect(shares.found > 0.75 * shares.covered)
    #expect(shares.wrong < 0.06)
  }

  @Test func `a card that is partly outside the picture is read where it is seen`() throws {
    var card = MadeCard()
    card.corners = card.corners.map { Point2($0.x - 150, $0.y - 60) }
    card.cover = { u, v in u > 0.7 && v > 0.7 && v < 0.9 ? Self.skin : nil }
    let look = try card.look()
    #expect(look.cells.contains { $0 == nil } && look.cells.contains { $0 != nil })
    #expect(look.cover?.columns.lowerBound ?? 0 >= 0 && look.cover?.rows.lowerBound ?? 0 >= 0)
    #expect(look.cover?[75, 150] == 255)
  }

  @Test(arguments: [
    Quad<OutputSpace>(Point2(50, 50), Point2(50, 50), Point2(50, 50), Point2(50, 50)),
    Quad(Point2(50, 50), Point2(200, 200), Point2(200, 50), Point2(50, 200)),
    Quad(Point2(50, 50), Point2(90, 50), Point2(130, 50), Point2(170, 50)),
    Quad(Point2(.nan, 50), Point2(200, 50), Point2(200, 250), Point2(50, 250)),
    Quad(Point2(.infinity, 50), Point2(200, 50), Point2(200, 250), Point2(50, 250)),
    Quad(Point2(-1e300, 50), Point2(1e300, 50), Point2(200, 250), Point2(50, 250)),
    Quad(Point2(5000, 5000), Point2(5200, 5000), Point2(5200, 5250), Point2(5000, 5250)),
    Quad(Point2(50, 50), Point2(52, 50), Point2(52, 52), Point2(50, 52)),
  ])
  func `corners that bound no card in the picture give an empty look`(corners: Quad<OutputSpace>)
    throws
  {
    let look = try MadeCard().look(at: corners)
    #expect(look.cover == nil && look.burnt == nil)
    #expect(look.cells.allSatisfy { $0 == nil } && look.cells.count == 88)
  }

  /// Cards of which a cell is far longer than wide, in part before the first pixel or behind the last one.
  static let slivers: [Quad<OutputSpace>] =
    [
      (150.0, -3516.0, 170.0, 4484.0), (60, -90_000, 90, 99_000), (-99_000, 140, 99_000, 155),
      (100, -3000, 300, 6000), (-20, -20, 15, 15), (310, 290, 99_000, 305),
    ].map { left, top, right, bottom in
      Quad(Point2(left, top), Point2(right, top), Point2(right, bottom), Point2(left, bottom))
    } + [
      Quad(Point2(0, 8), Point2(8, 0), Point2(320, 292), Point2(312, 300)),
      Quad(Point2(1e-36, 0), Point2(200, 1e-36), Point2(1e-37, 1e-36), Point2(0, 90)),
    ]

  @Test(arguments: slivers)
  func `corners of slivers end no look`(corners: Quad<OutputSpace>) throws {
    let look = try MadeCard().look(at: corners)
    #expect(look.cells.count == 88)
  }

  @Test func `white that clips softly ends no look`() throws {
    for level in stride(from: 0.91, through: 0.95, by: 0.005) {
      var card = MadeCard()
      card.cover = { u, v in
        (0.2..<0.6) ~= u && (0.2..<0.5) ~= v
          ? SIMD3(repeating: level) : (0.6..<0.9) ~= v ? SIMD3(0.5, 0.1, 0.05) : nil
      }
      #expect(try card.look().cells.count == 88)
    }
  }
}
