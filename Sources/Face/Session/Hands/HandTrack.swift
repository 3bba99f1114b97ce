internal import Tracking

/// One hand over time: where it was while its window lasts, and whether it is a fist.
struct HandTrack: Hashable, Sendable {
  /// What is kept of each of its samples.
  struct Moment: Hashable, Sendable {
    var timeMs: Double
    var palm: SIMD2<Double>
    /// Metres a pixel; nil where the hand does not tell.
    var metresPerPixel: Double?
    var isFist: Bool
    var handedness: HandSample.Handedness?
    var score: Double
  }

  /// Tracks count from 0; the oldest has the least number.
  var number: Int
  /// When it was seen first.
  var firstMs: Double
  /// The size of the hand when it was seen last, in pixels.
  var spread: Double
  /// Its samples, of the window and one before it.
  var moments: [Moment]

  /// When it was seen last.
  var lastMs: Double { moments.last?.timeMs ?? firstMs }
  /// Where its palm was last, in the upright picture.
  var palm: SIMD2<Double> { moments.last?.palm ?? .zero }
  /// Whether it was a fist when it was seen last.
  var isFist: Bool { moments.last?.isFist ?? false }

  /// Takes up a track that was kept.
  init(number: Int, firstMs: Double, spread: Double, moments: [Moment]) {
    (self.number, self.firstMs, self.spread, self.moments) = (number, firstMs, spread, moments)
  }

  /// Starts a track with a hand that no other has.
  init(number: Int, _ hand: ObservedHand, atMs timeMs: Double, _ settings: SessionSettings) {
    self.number = number
    firstMs = timeMs
    spread = hand.spread
    moments = []
    add(hand, atMs: timeMs, settings)
  }

  /// Takes the track's next sample.
  mutating func add(_ hand: ObservedHand, atMs timeMs: Double, _ settings: SessionSettings) {
    let metres = hand.shape.metresPerPixel
    let isFist = hand.shape.isFist(settings.fist, before: isFist)
    spread = hand.spread
    moments.append(
      Moment(
        timeMs: timeMs, palm: hand.palm, metresPerPixel: metres.isFinite ? metres : nil,
        isFist: isFist, handedness: hand.handedness, score: hand.score))
    let start = timeMs - settings.brushing.windowMs - Tolerance.ms
    if let inside = moments.firstIndex(where: { $0.timeMs >= start }), inside > 1 {
      moments.removeFirst(inside - 1)
    }
  }
}
