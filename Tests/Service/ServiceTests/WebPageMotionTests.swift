import Foundation
import TestSupport
import Testing

/// Clips that play in the page, and the head that is turned there.
@Suite(.enabled(if: Browser.isExpected, "\(Browser.absent)")) struct WebPageMotionTests {
  private let room: WebPage

  init() throws { room = try WebPage() }

  private var frame: Double {
    get throws { try room.page.number("document.getElementById('clip-frame').valueAsNumber") }
  }

  /// Sets a slider, as a person does who drags it.
  private func set(_ selector: String, to value: Double) throws {
    try room.page.evaluate(
      """
      (() => { const e = document.querySelector('\(selector)');
        e.value = \(value); e.dispatchEvent(new Event('input', {bubbles: true})); })()
      """)
  }

  /// How wide the outline is, in pixels.
  private var width: Double { get throws { length(try room.quad[1] - room.quad[0]) } }

  @Test func `a clip that is dropped plays, and is gone through frame by frame`() throws {
    let before = try room.frames
    try room.give(["in.mkv", "in.jsonl"])
    try room.page.wait(
      until: "document.getElementById('clip-play').textContent === 'Stop'"
        + " && Number(document.documentElement.dataset.frame) > \(before) + 3")
    #expect(try room.text("source") == "in.mkv")
    // The space bar stops it, wherever no button has it.
    try room.page.evaluate("document.getElementById('stage').focus()")
    try room.page.press(" ")
    try room.page.wait(
      until: "document.getElementById('clip-play').textContent === 'Play'"
        + " && document.getElementById('stage').getAttribute('aria-busy') === 'false'")
    // At each frame the outline goes with the head, which moves to the right.
    var middles: [SIMD2<Double>] = []
    for index in [0, 3, 5] {
      if try frame != Double(index) {
        try room.change { try set("#clip-frame", to: Double(index)) }
      }
      middles.append(room.middle(of: try room.quad))
      #expect(try room.text("clip-words").hasPrefix("\(index + 1) / 6 "))
    }
    let tracking = SyntheticTracking(
      width: ServiceStage.width, height: ServiceStage.height, frames: 6)
    let eyes = [0, 3, 5].map { index in
      let points = tracking.samples[index].faces[0].landmarks(
        width: Double(ServiceStage.width), height: Double(ServiceStage.height))
      let size = SIMD2(Double(ServiceStage.width), Double(ServiceStage.height))
      return [33, 133, 263, 362].reduce(SIMD2<Double>(0, 0)) { sum, landmark in
        sum + SIMD2(points[landmark][0], points[landmark][1]) * size / 4
      }
    }
    for (one, other) in [(0, 1), (1, 2)] {
      let (found, told) = (middles[other] - middles[one], eyes[other] - eyes[one])
      #expect(length(found - told) < 1 && found.x > 1, "\(found), \(told)")
    }
    try room.change { try room.page.press(",") }
    #expect(try frame == 4)
    try room.change { try room.page.press(".") }
    #expect(try frame == 5)
    #expect(try room.text("note").isEmpty && room.text("problem").isEmpty)
    // A picture ends it.
    try room.change { try room.page.click("#sample") }
    #expect(try room.text("source") == "the built-in sample")
    #expect(try room.page.complaints() == [])
  }

  @Test func `blendshapes and turns are seen on a drawn head`() throws {
    try room.choose("driven")
    // What the avatar follows comes first, and moving a slider draws the head.
    let first = "document.querySelector('#blendshapes .row').dataset.row"
    #expect(try room.page.text(first) == "jawOpen")
    #expect(try room.page.number("document.querySelectorAll('#blendshapes .row').length") == 52)
    let jaw = "#blendshapes input[data-name=jawOpen]"
    try room.change { try set(jaw, to: 0) }
    #expect(try room.text("source") == "a drawn head")
    let closed = try width
    try room.change { try set(jaw, to: 1) }
    // As the avatar's own file says.
    #expect(abs(try width / closed - 1.6) < 0.02)
    try room.change { try set(jaw, to: 0) }
    let straight = try room.quad
    try room.change { try set("#pose-sliders input[data-name=roll]", to: 30) }
    let turned = try room.quad
    let (before, after) = (straight[1] - straight[0], turned[1] - turned[0])
    let degrees = (atan2(after.y, after.x) - atan2(before.y, before.x)) * 180 / .pi
    #expect(abs(degrees - 30) < 1)
    // A tracker sees a narrow head farther away, and a wide one nearer.
    var widths: [Double] = []
    for face in 2...4 {
      try room.change { try room.page.click("#faces .choice:nth-child(\(face))") }
      widths.append(try width)
    }
    #expect(widths[0] < widths[1] && widths[1] < widths[2])

    try room.page.evaluate(
      "(e => { e.value = 'tongue'; e.dispatchEvent(new Event('input')); })(document.getElementById('face-filter'))"
    )
    #expect(
      try room.page.text(
        "[...document.querySelectorAll('#blendshapes .row')].filter(e => e.checkVisibility()).map(e => e.dataset.row).join()"
      ) == "tongueOut")

    let shown = try room.frames
    try room.page.click("#turn-head")
    try room.page.wait(until: "Number(document.documentElement.dataset.frame) > \(shown) + 5")
    #expect(
      try room.page.number("Math.abs(document.querySelector('#head-yaw').valueAsNumber)") > 0)
    try room.change { try room.page.click("#faces .choice:first-child") }
    #expect(try room.text("source") == "the built-in sample")
    #expect(try room.text("turn-head") == "Turn the head")
    #expect(try room.page.complaints() == [])
  }
}
