/// Whether the memory that a process has freed is worth giving back to the system.
///
/// A value without a clock of its own, whose rules can be tested.
package struct HeapGrowth: Sendable {
  /// The time between looks.
  package static let interval = Duration.seconds(5)
  /// What has grown by this, in bytes, and by a quarter, is given back.
  package static let bytes = 32 << 20

  private var looked: ContinuousClock.Instant?
  /// The least that was resident since memory was given back the last time, in bytes; 0 before the first time.
  private var resident = 0

  /// Nothing was looked at yet.
  package init() {}

  /// Whether it is time for a look, which is noted; by a clock that is never set.
  package mutating func isTime(at now: ContinuousClock.Instant) -> Bool {
    if let looked, now - looked < Self.interval { return false }
    looked = now
    return true
  }

  /// Whether so many resident bytes are enough more than there were.
  ///
  /// They are measured from the least: a process that shrank by itself and grows again has grown.
  package mutating func hasGrown(to bytes: Int) -> Bool {
    resident = min(resident, bytes)
    return bytes > resident + resident / 4 + Self.bytes
  }

  /// Notes that memory was given back, and how many bytes are resident since.
  package mutating func noteGivenBack(resident bytes: Int) { resident = bytes }
}
