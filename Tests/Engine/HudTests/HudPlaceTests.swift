import Geometry
import Hud
import Imaging
import Session
import Testing

@Suite struct HudPlaceTests {
  private static let sizes = [(480, 270), (270, 480), (480, 640), (512, 512), (720, 1280)].map {
    PixelSize<OutputSpace>(clamping: $0.0, $0.1)
  }

  private func moment(_ state: SessionState) -> SessionMoment {
    var moment = SessionMoment(atMs: 10_000, .init(state))
    (moment.sinceMs, moment.earlierScore) = (7000, 120)
    moment.hint = .init(state == .promptTeeth ? .openMouth : .showHand, atMs: 9000)
    (moment.isFist, moment.fastShare, moment.turnsAsked) = (true, 0.6, 2)
    return moment
  }

  private func drawn(
    _ moment: SessionMoment, at place: HudPlace, on size: PixelSize<OutputSpace>
  ) throws -> StraightRGBA8 {
    var painter = try HudPainter(HudStrings(.en), HudThemeChoice.game.load(), on: size)
    var picture = PremultipliedRGBA8(StraightRGBA8(size: size))
    _ = try unsafe picture.withMutablePicture {
      try unsafe painter.draw(moment, at: place, isMirrored: false, on: $0)
    }
    return StraightRGBA8(picture)
  }

  @Test(arguments: HudArrangement.allCases)
  func `what is drawn lies in the areas of its arrangement`(arrangement: HudArrangement) throws {
    let theme = try HudThemeChoice.game.load()
    for size in Self.sizes {
      let areas = HudAreas.all(theme, on: size, arrangement)
      for (index, area) in areas.enumerated() {
        #expect(area.left >= -1 && area.right <= Double(size.width) + 1, "\(size): \(area)")
        #expect(area.top >= -1 && area.bottom <= Double(size.height) + 1, "\(size): \(area)")
        #expect(areas[..<index].allSatisfy { $0.intersection(area) == nil }, "\(size), \(index)")
      }
      for state in [SessionState.promptTeeth, .promptBrushGesture] {
        let picture = try drawn(moment(state), at: HudPlace(arrangement), on: size)
        var (ink, outside) = (0, 0)
        for y in 0..<picture.height {
          for x in 0..<picture.width where picture[x, y].alpha > 40 {
            ink += 1
            let isInside = areas.contains {
              $0.left - 2 < Double(x) && Double(x) < $0.right + 2 && $0.top - 2 < Double(y)
                && Double(y) < $0.bottom + 2
            }
            outside += isInside ? 0 : 1
          }
        }
        #expect(ink > 500)
        #expect(outside == 0, "\(size), \(state)")
      }
    }
  }

  /// Eyes wherever an element usually stands: another arrangement leaves them free.
  @Test func `an arrangement is found that leaves eyes free`() throws {
    let theme = try HudThemeChoice.game.load()
    for size in Self.sizes {
      let cover = HudCover(theme, on: size)
      #expect(cover.best([]) == .standard)
      for area in HudAreas.all(theme, on: size) {
        let (x, y) = (area.center.x, area.center.y)
        let eye = Rectangle<OutputSpace>(Point2(x - 8, y - 4), Point2(x + 8, y + 4))
        #expect(cover.covered([eye], in: .standard) > 0.9)
        let best = cover.best([eye])
        #expect(best != .standard && cover.covered([eye], in: best) == 0, "\(size), \(area)")
        // None of it is drawn on the eye.
        let picture = try drawn(moment(.promptBrushGesture), at: HudPlace(best), on: size)
        for row in Int(eye.top)..<Int(eye.bottom) {
          for column in Int(eye.left)..<Int(eye.right) where column < picture.width {
            #expect(picture[column, row].alpha == 0)
          }
        }
      }
    }
  }

  @Test func `it leaves its place before it comes in at the next`() throws {
    let size = Self.sizes[0]
    var still = moment(.promptTeeth)
    still.earlierScore = 5
    func ink(_ sinceMs: Double) throws -> (left: Int, right: Int) {
      let place = HudPlace(.swapped, after: .standard, sinceMs: sinceMs)
      let picture = try drawn(still, at: place, on: size)
      // The ring is larger than the score.
      func count(_ columns: Range<Int>) -> Int {
        (0..<80).reduce(0) { sum, y in sum + columns.count { picture[$0, y].alpha > 30 } }
      }
      return (count(0..<70), count((picture.width - 70)..<picture.width))
    }
    let (before, after) = (try ink(9990), try ink(5000))
    #expect(before.left > before.right && after.right > after.left)
    #expect(try ink(9820).left == 0 || ink(9820).right == 0)
  }
}
