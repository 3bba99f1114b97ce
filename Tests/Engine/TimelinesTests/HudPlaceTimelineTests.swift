import Geometry
import Hud
import Testing
import Timelines

@Suite struct HudPlaceTimelineTests {
  private static let size = PixelSize<OutputSpace>(clamping: 480, 640)

  private func cover() throws -> HudCover {
    HudCover(try HudThemeChoice.game.load(), on: Self.size)
  }

  /// An eye at the ring's usual place, and one in the middle of the picture.
  private let covered = Rectangle<OutputSpace>(Point2(40, 40), Point2(70, 56))
  private let free = Rectangle<OutputSpace>(Point2(200, 300), Point2(230, 316))

  /// The arrangements at a time every 10 ms, of samples every 40 ms.
  private func places(
    _ lengthMs: Double, _ eye: (Double) -> Rectangle<OutputSpace>?
  ) throws -> [HudArrangement] {
    var timeline = HudPlaceTimeline(try cover())
    for timeMs in stride(from: 0, through: lengthMs, by: 40) {
      timeline.take([eye(timeMs)].compactMap(\.self), atMs: timeMs)
    }
    return stride(from: 0, through: lengthMs, by: 10).map {
      timeline.place(atMs: $0).arrangement
    }
  }

  @Test func `it stands elsewhere from the start where eyes are at its place`() throws {
    let places = try places(2000) { _ in covered }
    #expect(places.first != .standard && Set(places).count == 1)
  }

  @Test func `it moves once eyes are covered for 0.3 s, and back once they are away for 2 s`()
    throws
  {
    let places = try places(8000) { (1000.0..<3000).contains($0) ? covered : free }
    let changes = zip(places, places.dropFirst()).enumerated().filter {
      $0.element.0 != $0.element.1
    }
    .map { Double($0.offset + 1) * 10 }
    #expect(changes.count == 2)
    // Samples are 40 ms apart.
    #expect((1300...1340).contains(changes.first ?? 0))
    #expect((5000...5040).contains(changes.last ?? 0))
    #expect(places.last == .standard)
  }

  @Test func `eyes that pass by, or tremble at its edge, do not move it`() throws {
    #expect(try Set(places(4000) { (1000.0..<1250).contains($0) ? covered : free }) == [.standard])
    #expect(
      try Set(places(4000) { Int($0 / 40).isMultiple(of: 2) ? free : covered }) == [.standard])
    // Once moved, trembling does not bring it back.
    let places = try places(9000) { $0 < 1000 || Int($0 / 400).isMultiple(of: 2) ? covered : free }
    #expect(Set(places).count == 1)
  }

  @Test func `where it stands depends on the time alone`() throws {
    var all = HudPlaceTimeline(try cover())
    var ahead = all
    let samples = stride(from: 0.0, through: 6000, by: 40).map {
      ($0, (1000.0..<3000).contains($0) ? covered : free)
    }
    for (timeMs, eye) in samples { ahead.take([eye], atMs: timeMs) }
    for (timeMs, eye) in samples {
      all.take([eye], atMs: timeMs)
      #expect(all.place(atMs: timeMs) == ahead.place(atMs: timeMs))
    }
  }
}
