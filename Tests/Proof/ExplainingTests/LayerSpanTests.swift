import Explaining
import Geometry
import Placement
import Testing

/// Spans of frames in which layers are not where they were expected.
@Suite struct LayerSpanTests {
  /// A square of 100 pixels at a place.
  private func entry(_ layer: String, x: Double = 200, y: Double = 150, face: Int = 1)
    -> PlacementRecord.Entry
  {
    PlacementRecord.Entry(
      face: face, layer: layer, mode: .matrix,
      corners: Quad(
        Point2(x, y), Point2(x + 100, y), Point2(x + 100, y + 100), Point2(x, y + 100)),
      opacity: 1, residualPx: nil)
  }

  /// A clip of 100 frames, whose layers a function gives.
  private func clip(_ layers: (Int) -> [PlacementRecord.Entry]) -> [PlacementRecord] {
    (0..<100).map {
      PlacementRecord(
        frame: $0, timestampMs: Double($0) * 40, width: 640, height: 360, placements: layers($0))
    }
  }

  private func sentences(_ layers: (Int) -> [PlacementRecord.Entry]) -> [String] {
    let expected = clip { _ in [entry("mask"), entry("horns", y: 20)] }
    return LayerSpans.find(expected: expected, actual: clip(layers)).map(\.sentence)
  }

  @Test func `a layer that is elsewhere for some frames is one span`() {
    let found = sentences { frame in
      [entry("mask", y: (49...57).contains(frame) ? 138 : 150), entry("horns", y: 20)]
    }
    #expect(found == ["frames 49 to 57: layer mask 12.0 px up"])
  }

  @Test func `nothing is told where nothing moved`() {
    #expect(sentences { _ in [entry("mask"), entry("horns", y: 20)] } == [])
  }

  @Test func `a layer that is gone for one or two frames flickers, for three it does not`() {
    func gone(_ frames: ClosedRange<Int>) -> [String] {
      sentences { frame in
        (frames.contains(frame) ? [] : [entry("mask")]) + [entry("horns", y: 20)]
      }
    }
    #expect(gone(80...80) == ["frame 80: layer mask not there (flicker)"])
    #expect(gone(80...81) == ["frames 80 to 81: layer mask not there (flicker)"])
    #expect(gone(80...82) == ["frames 80 to 82: layer mask not there"])
    // At an end of the clip it may be the rest of something longer.
    #expect(gone(0...0) == ["frame 0: layer mask not there"])
    #expect(gone(99...99) == ["frame 99: layer mask not there"])
  }

  @Test func `a layer that was not there before, and one that jumps back and forth`() {
    let found = sentences { frame in
      [entry("mask", x: frame == 30 ? 207 : frame == 31 ? 193 : 200), entry("horns", y: 20)]
        + (frame == 40 ? [entry("tail", y: 250)] : [])
    }
    #expect(
      found == [
        "frame 30: layer mask 7.0 px right (flicker)", "frame 31: layer mask 7.0 px left (flicker)",
        "frame 40: layer tail not there before (flicker)",
      ])
  }

  @Test func `a jump by less than a pixel is no flicker`() {
    func jump(by shift: Double) -> [String] {
      sentences { [entry("mask", x: $0 == 30 ? 200 + shift : 200), entry("horns", y: 20)] }
    }
    #expect(jump(by: 0.9) == ["frame 30: layer mask 0.9 px right"])
    #expect(jump(by: 1.1) == ["frame 30: layer mask 1.1 px right (flicker)"])
  }

  @Test func `layers that do the same are one span, and what grows is told by its most`() {
    let found = sentences { frame in
      let shift = frame >= 90 ? Double(frame - 89) : 0
      return [entry("mask", x: 200 + shift), entry("horns", x: 200 + shift, y: 20)]
    }
    #expect(found == ["frames 90 to 99: layer horns, layer mask up to 10.0 px right"])
  }

  @Test func `what is left out is not told, and faces are named where there are several`() {
    let expected = clip { _ in [entry("mask"), entry("mask", x: 400, face: 2)] }
    let actual = clip { frame in
      [entry("mask"), entry("mask", x: frame == 5 ? 420 : 400, face: 2)]
    }
    #expect(
      LayerSpans.find(expected: expected, actual: actual).map(\.sentence) == [
        "frame 5: face 2, layer mask 20.0 px right (flicker)"
      ])
    let none = LayerSpans.find(expected: expected, actual: actual, where: { $0.face != 2 })
    #expect(none.isEmpty)
  }
}
