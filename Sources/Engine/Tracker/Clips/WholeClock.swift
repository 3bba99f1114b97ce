/// The times that a tracker is told: whole milliseconds that rise from frame to frame, and begin at 0
/// or above.
///
/// Two frames within one millisecond get two, one after the other.
package struct WholeClock {
  private var offset: Int?
  private var last: Int?

  /// Beyond this a time is no clip's, and its sums are no numbers.
  private static let latestMs = 1e15

  /// A clock without times yet.
  package init() {}

  /// The time of the next frame.
  package mutating func next(for timestampMs: Double) -> Int {
    let time = Int(min(max(timestampMs, -Self.latestMs), Self.latestMs).rounded())
    let offset = self.offset ?? max(0, -time)
    self.offset = offset
    let next = max(time + offset, last.map { $0 + 1 } ?? 0)
    last = next
    return next
  }
}
