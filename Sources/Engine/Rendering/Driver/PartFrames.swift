/// Which frames of a whole a part has.
package struct PartFrames: Sendable {
  /// Their numbers in the output: of the clip's frames, along the grid of a rate, or of those that a faster clip
  /// shows.
  package var numbers: ClosedRange<Int>
  /// The places of the clip's frames that they show, as far as the whole goes on.
  package var source: ClosedRange<Int>
  /// The tick of the frames that is 0 in the output.
  package var origin: Int64
  /// The tick of the last one, where the whole goes on after it.
  package var lastFollowed: Int64?
  /// When the first frame of the whole is shown, in milliseconds on the clip's timeline.
  package var firstMs: Double
  /// Whether its frames are the first ones of the whole.
  package var areFirst: Bool

  package init(
    numbers: ClosedRange<Int>, source: ClosedRange<Int>, origin: Int64, lastFollowed: Int64?,
    firstMs: Double, areFirst: Bool
  ) {
    (self.firstMs, self.areFirst) = (firstMs, areFirst)
    (self.numbers, self.source) = (numbers, source)
    (self.origin, self.lastFollowed) = (origin, lastFollowed)
  }
}
