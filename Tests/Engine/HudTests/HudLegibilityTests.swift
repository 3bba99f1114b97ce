import Foundation
import Geometry
import Hud
import Imaging
import Session
import Testing

/// How well the HUD is read: on every background, and on a phone.
@Suite struct HudLegibilityTests {
  /// A colour as the theme's file has it, and the part of the picture in which it is lettering.
  struct Lettering: Sendable {
    var theme: HudThemeChoice
    var colour: RGBA8
    var columns: Range<Int>
    var rows: Range<Int>
    var change: @Sendable (inout SessionMoment) -> Void
  }

  private static let side = 1080
  private static let white = RGBA8(255, 255, 255)

  /// What was gained half-way through its time, below the score; a hint; the score itself.
  private static let letterings = [
    (HudThemeChoice.game, RGBA8(255, 216, 77), RGBA8(255, 243, 196)), (.plain, white, white),
  ].flatMap { theme, gain, hint in
    [
      Lettering(theme: theme, colour: gain, columns: 800..<1080, rows: 125..<300) {
        $0.gains = [.init(10, atMs: $0.timeMs - 600)]
      },
      Lettering(theme: theme, colour: hint, columns: 100..<980, rows: 990..<1075) {
        $0.hint = .init(.openMouth, atMs: $0.timeMs - 2000)
      },
      Lettering(theme: theme, colour: white, columns: 985..<1050, rows: 20..<125) { _ in },
    ]
  }

  private func drawn(
    _ moment: SessionMoment, _ theme: HudThemeChoice, _ size: PixelSize<OutputSpace>,
    language: HudLanguage = .en, grey: UInt8? = nil
  ) throws -> StraightRGBA8 {
    var painter = try HudPainter(HudStrings(language), theme.load(), on: size)
    let ground = grey.map { StraightRGBA8(size: size, filledWith: RGBA8($0, $0, $0)) }
    var picture = PremultipliedRGBA8(ground ?? StraightRGBA8(size: size))
    _ = try unsafe picture.withMutablePicture {
      try unsafe painter.draw(moment, isMirrored: false, on: $0)
    }
    return StraightRGBA8(picture)
  }

  private func moment(
    _ state: SessionState, _ outcome: SessionOutcome? = nil,
    _ change: (inout SessionMoment) -> Void = { _ in }
  ) -> SessionMoment {
    var moment = SessionMoment(atMs: 60_000, .init(state, outcome))
    moment.sinceMs = 50_000
    moment.earlierScore = 10
    change(&moment)
    return moment
  }

  /// The contrast of two colours, 1 to 21, by the formula of WCAG 2.1.
  private func contrast(_ a: RGBA8, _ b: RGBA8) -> Double {
    func luminance(_ colour: RGBA8) -> Double {
      let linear = [colour.red, colour.green, colour.blue].map { byte -> Double in
        let part = Double(byte) / 255
        return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    let (one, other) = (luminance(a), luminance(b))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// WCAG counts a wide border of letters as their background.
  @Test(arguments: letterings, [0, 128, 255] as [UInt8])
  func `letters have a contrast of 4.5 to what is about them on every background`(
    lettering: Lettering, grey: UInt8
  ) throws {
    let size = PixelSize<OutputSpace>(clamping: Self.side, Self.side)
    let moment = moment(.teethConfirmed, nil, lettering.change)
    // Without a background only letters are opaque and bright; anti-aliased edges are neither.
    let bare = try drawn(moment, lettering.theme, size)
    let picture = try drawn(moment, lettering.theme, size, grey: grey)
    func isLetter(_ x: Int, _ y: Int) -> Bool {
      let (pixel, colour) = (bare[x, y], lettering.colour)
      return pixel.alpha == 255
        && zip(
          [pixel.red, pixel.green, pixel.blue], [colour.red, colour.green, colour.blue]
        ).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
    }
    var letters: Set<SIMD2<Int>> = []
    for y in lettering.rows {
      for x in lettering.columns where isLetter(x, y) { letters.insert(SIMD2(x, y)) }
    }
    #expect(letters.count > 300)
    let edges = letters.filter { letter in
      [SIMD2(1, 0), SIMD2(-1, 0), SIMD2(0, 1), SIMD2(0, -1)].contains {
        !letters.contains(letter &+ $0)
      }
    }
    // From 2 pixels off the letters, beyond their soft edges, to 4 pixels.
    func ring(_ reach: Int) -> Set<SIMD2<Int>> {
      var near = letters
      for letter in edges {
        for dy in -reach...reach {
          for dx in -reach...reach where dx * dx + dy * dy <= reach * reach {
            near.insert(letter &+ SIMD2(dx, dy))
          }
        }
      }
      return near
    }
    // What the part of the picture cuts is no border.
    let inner = lettering.columns.dropFirst(4).dropLast(4)
    let border = ring(4).subtracting(ring(2)).filter { inner.contains($0.x) }
    let least = border.map { contrast(picture[$0.x, $0.y], lettering.colour) }.min()
    #expect(try #require(least) >= 4.5)
  }

  @Test(
    arguments: HudLanguage.allCases,
    [PixelSize<OutputSpace>(clamping: 540, 960), PixelSize<OutputSpace>(clamping: 412, 892)])
  func `a phone's bars cover nothing of a picture that fills it`(
    language: HudLanguage, size: PixelSize<OutputSpace>
  ) throws {
    let moments = [
      moment(.selectAvatar), moment(.promptTeeth) { $0.teethHeld = 0.5 },
      moment(.teethConfirmed) { $0.gains = [.init(10, atMs: $0.timeMs - 100)] },
      moment(.promptBrushGesture) {
        ($0.isFist, $0.fastShare, $0.turnsAsked) = (true, 0.3, 2)
        $0.hint = .init(.makeFist, atMs: $0.timeMs - 2000)
      },
      moment(.brushGestureConfirmed, .completed), moment(.promptTeeth, .abandoned),
    ]
    let (top, bottom) = (size.height * 7 / 100, size.height * 9 / 10)
    for theme in HudThemeChoice.included {
      for moment in moments {
        let picture = try drawn(moment, theme, size, language: language)
        func ink(_ rows: Range<Int>) -> Int {
          rows.reduce(0) { sum, y in
            sum + (0..<size.width).count { picture[$0, y].alpha > 0 }
          }
        }
        #expect(ink(0..<top) == 0 && ink(bottom..<size.height) == 0, "\(theme) \(moment.phase)")
        #expect(ink(top..<bottom) > 500, "\(theme) \(moment.phase)")
      }
    }
  }

  /// A picture of another shape is not seen under a phone's bars, and its faces need the room.
  @Test func `in other shapes words stand at the edge`() throws {
    let size = PixelSize<OutputSpace>(clamping: 480, 640)
    let hint = moment(.promptTeeth) { $0.hint = .init(.openMouth, atMs: $0.timeMs - 2000) }
    let picture = try drawn(hint, .game, size)
    let rows = (0..<size.height).filter { y in
      (0..<size.width).contains { picture[$0, y].alpha > 0 }
    }
    #expect(try #require(rows.first) < size.height * 4 / 100)
    #expect(try #require(rows.last) > size.height * 96 / 100)
  }
}
