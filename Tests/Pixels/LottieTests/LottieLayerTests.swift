import Foundation
import Imaging
import Lottie
import Testing

/// What lies around a layer's shapes: masks, opacity, mattes and turns, against figures by hand.
///
/// The library puts pictures together in 8 bits, and loses up to 2 % each time.
@Suite struct LottieLayerTests {
  private static let white = "[1, 1, 1, 1]"
  private static let black = "[0, 0, 0, 1]"

  private func picture(_ maker: LottieMaker, frame: Int = 0) throws -> StraightRGBA8 {
    try LottieDrawing.picture(of: maker.file, frame: frame, width: 200, height: 100)
  }

  private func picture(_ layers: String..., frame: Int = 0) throws -> StraightRGBA8 {
    var maker = LottieMaker()
    maker.layers = layers
    return try picture(maker, frame: frame)
  }

  private func expect(
    alpha: Int, at x: Int, _ y: Int, of picture: StraightRGBA8, within most: Int = 5,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = Int(picture[x, y].alpha)
    #expect(abs(found - alpha) <= most, "at \(x), \(y): \(found)", sourceLocation: sourceLocation)
  }

  /// A filled rectangle by its corner.
  private static func square(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: String
  ) -> String {
    "{\"ty\": \"gr\", \"it\": [{\"ty\": \"rc\", \"p\": {\"k\": [\(2 * x + width), \(2 * y + height)]},"
      + " \"s\": {\"k\": [\(2 * width), \(2 * height)]}},"
      + " {\"ty\": \"fl\", \"c\": {\"k\": \(colour)}},"
      + " {\"ty\": \"tr\", \"s\": {\"k\": [50, 50]}}]}"
  }

  /// A layer of a white square over a black one, which is 40 pixels wide: one of 80.
  private static let overlapping =
    "\(square(30, 30, 40, 40, white)), \(square(10, 10, 80, 80, black))"

  // MARK: - Masks

  /// A mask of a square of 20 pixels at 20, 20.
  private static func mask(
    _ mode: String, _ opacity: String = "100", isInverted: Bool = false, at place: Int = 20
  ) -> String {
    let (low, high) = (place, place + 20)
    let points = "[[\(low), \(low)], [\(high), \(low)], [\(high), \(high)], [\(low), \(high)]]"
    let none = "[[0, 0], [0, 0], [0, 0], [0, 0]]"
    return "{\"mode\": \"\(mode)\", \"inv\": \(isInverted), \"o\": {\"k\": \(opacity)}, \"pt\":"
      + " {\"k\": {\"v\": \(points), \"i\": \(none), \"o\": \(none), \"c\": true}}}"
  }

  private static func solid(_ members: String) -> String {
    "{\"ty\": 1, \"ind\": 1, \"ip\": 0, \"op\": 99, \"sw\": 100, \"sh\": 90, \"sc\": \"#ffffff\", \(members)}"
  }

  private func masked(_ masks: String...) throws -> StraightRGBA8 {
    try picture(Self.solid("\"masksProperties\": [\(masks.joined(separator: ","))]"))
  }

  @Test func `a mask that is switched off masks nothing`() throws {
    let alone = try masked(Self.mask("n"))
    for place in [10, 30, 70] { #expect(alone[place, place].alpha == 255) }
    let beside = try masked(Self.mask("n"), Self.mask("a", at: 50), Self.mask("n", at: 40))
    #expect(beside[60, 60].alpha == 255)
    #expect(beside[30, 30].alpha == 0)
  }

  @Test(arguments: [30, 75])
  func `a mask is seen through by its opacity`(percent: Int) throws {
    let (inside, outside) = (Int((Double(percent) * 2.55).rounded()), 255)
    let added = try masked(Self.mask("a", "\(percent)"))
    expect(alpha: inside, at: 30, 30, of: added)
    #expect(added[60, 60].alpha == 0)
    let cut = try masked(Self.mask("s", "\(percent)"))
    expect(alpha: 255 - inside, at: 30, 30, of: cut, within: 8)
    expect(alpha: outside, at: 60, 60, of: cut, within: 8)
  }

  @Test func `masks that are seen through add up and take away`() throws {
    // From 20 to 40 by half, from 30 to 50 by half: 3/4 where they meet.
    let added = try masked(Self.mask("a", "50"), Self.mask("a", "50", at: 30))
    expect(alpha: 128, at: 25, 25, of: added)
    expect(alpha: 191, at: 35, 35, of: added, within: 8)
    expect(alpha: 128, at: 45, 45, of: added)
    #expect(added[60, 60].alpha == 0)
    let cut = try masked(Self.mask("a"), Self.mask("s", "50", at: 30))
    expect(alpha: 255, at: 25, 25, of: cut, within: 10)
    expect(alpha: 128, at: 35, 35, of: cut, within: 8)
    #expect(cut[45, 45].alpha == 0)
    let both = try masked(Self.mask("a"), Self.mask("i", "50", at: 30))
    #expect(both[25, 25].alpha == 0)
    expect(alpha: 128, at: 35, 35, of: both, within: 8)
  }

  /// Each mode with its outside, alone: whether the inside is seen, and the outside.
  @Test(arguments: [("a", false, true), ("i", false, true), ("s", true, false)])
  func `an inverted mask is its outside`(mode: String, isIn: Bool, isOut: Bool) throws {
    let picture = try masked(Self.mask(mode, isInverted: true))
    #expect(picture[30, 30].alpha == (isIn ? 255 : 0))
    #expect(picture[60, 60].alpha == (isOut ? 255 : 0))
  }

  @Test func `inverted masks join others, also where they are seen through`() throws {
    // All but the second square, and the first one.
    let added = try masked(Self.mask("a"), Self.mask("a", "50", isInverted: true, at: 30))
    expect(alpha: 255, at: 25, 25, of: added, within: 10)
    expect(alpha: 255, at: 35, 35, of: added, within: 10)
    #expect(added[45, 45].alpha == 0)
    expect(alpha: 128, at: 80, 80, of: added, within: 8)
    // The first square, less half of what is outside of the second one.
    let cut = try masked(Self.mask("a"), Self.mask("s", "50", isInverted: true, at: 30))
    expect(alpha: 128, at: 25, 25, of: cut, within: 10)
    expect(alpha: 255, at: 35, 35, of: cut, within: 15)
    #expect(cut[80, 80].alpha == 0)
  }

  @Test func `an inverted mask covers shapes as far as they reach`() throws {
    let layer = LottieMaker.layer(
      "[\(Self.square(0, 0, 180, 90, Self.white))]",
      member: "\"masksProperties\": [\(Self.mask("a")),"
        + " \(Self.mask("a", "50", isInverted: true, at: 30))]")
    let picture = try picture(layer)
    for (x, y) in [(1, 1), (178, 1), (178, 88), (1, 88)] {
      expect(alpha: 128, at: x, y, of: picture, within: 8)
    }
  }

  // MARK: - Opacity

  /// Where white is above black, black is not seen through it.
  private func expectFadedAsOne(
    _ picture: StraightRGBA8, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (above, below) = (picture[50, 50], picture[20, 20])
    #expect(above.red >= 250, "\(above)", sourceLocation: sourceLocation)
    #expect(below.red == 0, sourceLocation: sourceLocation)
    expect(alpha: 128, at: 50, 50, of: picture, sourceLocation: sourceLocation)
    expect(alpha: 128, at: 20, 20, of: picture, sourceLocation: sourceLocation)
  }

  @Test func `a faded layer fades as one`() throws {
    expectFadedAsOne(try picture(LottieMaker.layer("[\(Self.overlapping)]", opacity: "50")))
    let keys = "[{\"t\": 0, \"s\": [0]}, {\"t\": 20, \"s\": [100]}]"
    let layer = LottieMaker.layer("[\(Self.overlapping)]", opacity: keys)
    expectFadedAsOne(try picture(layer, frame: 10))
    #expect(try picture(layer, frame: 0)[50, 50].alpha == 0)
    #expect(try picture(layer, frame: 20)[50, 50] == RGBA8(255, 255, 255))
  }

  @Test func `a faded group fades as one, within others and beside them`() throws {
    let tr = "{\"ty\": \"tr\", \"o\": {\"k\": 50}}"
    let group = "{\"ty\": \"gr\", \"it\": [\(Self.overlapping), \(tr)]}"
    expectFadedAsOne(try picture(LottieMaker.layer("[\(group)]")))
    let moved = "{\"ty\": \"gr\", \"it\": [\(group), {\"ty\": \"tr\", \"p\": {\"k\": [100, 0]}}]}"
    let beside = try picture(
      LottieMaker.layer(
        "[\(Self.square(0, 0, 10, 10, Self.white)), \(moved), \(Self.square(140, 0, 20, 90, Self.white))]"
      ))
    #expect(beside[5, 5] == RGBA8(255, 255, 255))
    expect(alpha: 128, at: 120, 20, of: beside)
    // Half black above white, and half white above it.
    #expect(abs(Int(beside[145, 20].red) - 128) <= 5 && beside[145, 20].alpha > 250)
    #expect(beside[145, 50].red > 250)
  }

  @Test func `a faded precomposition of one layer fades as one`() throws {
    var maker = LottieMaker()
    maker.assets = ["{\"id\": \"a\", \"layers\": [\(LottieMaker.layer("[\(Self.overlapping)]"))]}"]
    maker.layers = [
      "{\"ty\": 0, \"refId\": \"a\", \"w\": 200, \"h\": 100, \"ks\": {\"o\": {\"k\": 50}}}"
    ]
    expectFadedAsOne(try picture(maker))
  }

  @Test func `a faded group that is painted from outside is named`() throws {
    let tr = "{\"ty\": \"tr\", \"o\": {\"k\": 50}}"
    let fill = "{\"ty\": \"fl\", \"c\": {\"k\": \(Self.white)}}"
    var maker = LottieMaker()
    maker.layers = [
      LottieMaker.layer("[{\"ty\": \"gr\", \"it\": [\(Self.overlapping), \(tr)]}, \(fill)]")
    ]
    #expect(try maker.file.missing.map(\.feature) == ["faded groups that are painted from outside"])
    maker.layers = [
      LottieMaker.layer("[\(fill), {\"ty\": \"gr\", \"it\": [\(Self.overlapping), \(tr)]}]")
    ]
    #expect(try maker.file.missing.isEmpty)
  }

  @Test func `layers that are added count`() throws {
    func faded(_ count: Int) -> LottieMaker {
      var maker = LottieMaker()
      // One after the other: so many pictures at once would take too long.
      maker.layers = (0..<count).map { index in
        LottieMaker.layer("[\(Self.overlapping)]", opacity: "50", member: "\"nm\": \"a\"")
          .replacingOccurrences(
            of: "\"ip\": 0, \"op\": 1000", with: "\"ip\": \(index), \"op\": \(index + 1)")
      }
      return maker
    }
    // Each layer, and two in the list that it shows.
    #expect(try faded(600).file.cost.layers == 1800)
    #expect(throws: LottieFault.self) { try faded(700).file }
    // One thing alone needs none.
    var maker = LottieMaker()
    maker.layers = [
      LottieMaker.layer("[\(Self.square(0, 0, 9, 9, Self.white))]", opacity: "50")
    ]
    #expect(try maker.file.cost.layers == 1 && maker.file.cost.surfaces == 0)
  }

  // MARK: - Mattes

  /// White that is seen through by half, or red, as the source of a matte by brightness; inverted in the second.
  @Test(arguments: [(white, 50, 128), ("[1, 0, 0, 1]", 100, 76), ("[1, 0, 0, 1]", 50, 38)])
  func `a matte by brightness counts how far it is seen through`(
    colour: String, opacity: Int, alpha: Int
  ) throws {
    for matte in [3, 4] {
      let picture = try picture(
        LottieMaker.layer(
          "[\(Self.square(20, 20, 40, 40, colour))]", opacity: "\(opacity)",
          member: "\"ind\": 1, \"td\": 1"),
        LottieMaker.layer(
          "[\(Self.square(0, 0, 90, 90, "[0, 1, 0, 1]"))]",
          member: "\"ind\": 2, \"tt\": \(matte)"))
      expect(alpha: matte == 3 ? alpha : 255 - alpha, at: 40, 40, of: picture, within: 8)
      expect(alpha: matte == 3 ? 0 : 255, at: 80, 80, of: picture, within: 8)
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func `a matte that is not there yet hides all, or nothing where it is inverted`(
    matte: Int
  ) throws {
    let layers = [
      LottieMaker.layer(
        "[\(Self.square(20, 20, 40, 40, Self.white))]", member: "\"ind\": 1, \"td\": 1"
      ).replacing("\"ip\": 0", with: "\"ip\": 5"),
      Self.solid("\"tt\": \(matte)"),
    ]
    let isInverted = matte == 2 || matte == 4
    let before = try picture(layers[0], layers[1], frame: 4)
    for place in [10, 40] {
      expect(alpha: isInverted ? 255 : 0, at: place, place, of: before, within: 8)
    }
    let then = try picture(layers[0], layers[1], frame: 5)
    expect(alpha: isInverted ? 255 : 0, at: 10, 10, of: then, within: 8)
    expect(alpha: isInverted ? 0 : 255, at: 40, 40, of: then, within: 8)
  }

  // MARK: - Turns along a way

  @Test(arguments: [0, 5, 7, 10, 15])
  func `a layer that turns along its way does so before its first key and after its last`(
    frame: Int
  ) throws {
    let keys = LottieMaker.linear("[50, 20]", "[50, 70]", from: 5, to: 10)
    let picture = try picture(
      LottieMaker.rectangle(
        "[30, 4]", at: keys, colour: Self.white, member: "\"ind\": 1, \"ao\": 1"),
      frame: frame)
    let middle = 20 + 10 * (min(max(frame, 5), 10) - 5)
    for distance in [-12, 12] {
      #expect(picture[50, middle + distance].alpha == 255)
      #expect(picture[50 + distance, middle].alpha == 0)
    }
  }

  @Test func `a turn along a way of separate dimensions is named`() throws {
    var maker = LottieMaker()
    maker.layers = [
      LottieMaker.rectangle(
        "[30, 4]", at: "{\"s\": true, \"x\": {\"k\": 1}, \"y\": {\"k\": 1}}", colour: Self.white,
        member: "\"ind\": 1, \"ao\": 1")
    ]
    #expect(
      try maker.file.missing.map(\.feature) == [
        "layers that turn along a way of separate dimensions"
      ])
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
