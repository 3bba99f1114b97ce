internal import CFFmpeg

/// Frames that are missing in a clip whose container counts none (MPEG-TS, FLV), told by the gaps in
/// the times of the others where something was unreadable.
///
/// Where nothing was, a gap is a clip of an uneven rate.
struct TimeGaps {
  private var times: [Int64] = []
  private var suspects: [Int64] = []

  /// How far from what was unreadable a gap belongs to it: packets are read ahead of the pictures.
  private static let reachSeconds = 1.0
  /// A longer gap is a clock that jumps, as where streams were joined.
  private static let longestSeconds = 10.0
  /// Places that are kept; a file of nothing but damage has as many as packets.
  private static let maximumSuspects = 1000

  /// Takes note of a picture's time of presentation.
  mutating func note(_ pts: Int64) {
    if pts != avo_no_pts { times.append(pts) }
  }

  /// Takes note that something behind the last picture was unreadable.
  mutating func suspect() {
    if suspects.count < Self.maximumSuspects { suspects.append(times.last ?? .min) }
  }

  /// Whether anything was unreadable.
  var isSuspected: Bool { !suspects.isEmpty }

  /// The frames that the gaps have time for, at the usual distance of the pictures, and when the first of
  /// the gaps begins.
  ///
  /// - Parameters:
  ///   - unit: the times' unit, in seconds.
  ///   - everywhere: whether gaps count that lie away from what was unreadable, as where it is known of
  ///     the file alone.
  func missing(unit: Double, everywhere: Bool = false) -> (frames: Int, from: Int64)? {
    let sorted = times.sorted()
    let gaps = zip(sorted, sorted.dropFirst()).map { (from: $0, to: $1, length: $1 &- $0) }
    let lengths = gaps.map(\.length).filter { $0 > 0 }.sorted()
    guard !lengths.isEmpty, unit > 0 else { return nil }
    let usual = Double(lengths[lengths.count / 2])
    let reach = Self.reachSeconds / unit
    var (frames, from) = (0, Int64?.none)
    for gap in gaps {
      let length = Double(gap.length)
      guard length > 1.5 * usual, length * unit <= Self.longestSeconds,
        everywhere
          || suspects.contains(where: {
            Double($0) >= Double(gap.from) - reach && Double($0) <= Double(gap.to) + reach
          })
      else { continue }
      frames += Int((length / usual).rounded()) - 1
      from = from ?? gap.from
    }
    return from.map { (frames, $0) }
  }
}
