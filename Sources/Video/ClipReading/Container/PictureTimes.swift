internal import CFFmpeg
internal import Containers

/// The times of the pictures of one part of a clip, as its packets state them: what tells a packet that
/// begins another part from one that is only out of order.
struct PictureTimes {
  /// The earliest and the latest time of presentation.
  private(set) var first: Int64
  private(set) var last: Int64
  private var lastDuration: Int64
  private var latestDecoding: Int64?
  private var count = 1
  /// What was known before the last step ahead that is longer than any pause between two pictures.
  private var beforeJump: (last: Int64, lastDuration: Int64, count: Int)?

  /// A packet's times.
  struct Stated {
    var pts: Int64
    /// When it is decoded; nil where the container does not say.
    var dts: Int64?
    var duration: Int64
    var isKey: Bool
  }

  /// What of the times depends on the stream.
  struct Clock {
    /// Ticks a second.
    var second: Double
    /// The average distance of pictures, in ticks; nil where it is not known.
    var distance: Double?
    /// Whether pictures may be shown in another order than they are decoded.
    var reorders: Bool
  }

  /// Pictures that a decoder may hold back at most (H.264 and HEVC: 16).
  private static let deepestReordering = 17.0
  /// A step back of as many seconds is another part, however long the part was.
  private static let longestJitter = 0.5

  init(_ stated: Stated) {
    first = stated.pts
    last = stated.pts
    lastDuration = stated.duration
    latestDecoding = stated.dts
  }

  /// A longer step ahead may be a wrong time.
  private static let longestPause = 10.0
  /// Pictures behind a wrong time after which it is taken for right.
  private static let wrongInARow = 3

  /// Takes note of the part's next packet.
  mutating func note(_ stated: Stated, _ clock: Clock) {
    if Double(stated.pts) - Double(last) > Self.longestPause * clock.second {
      beforeJump = (last, lastDuration, count)
    }
    count += 1
    first = min(first, stated.pts)
    if stated.pts >= last {
      last = stated.pts
      lastDuration = stated.duration
    }
    latestDecoding = stated.dts ?? latestDecoding
  }

  /// The usual distance of the part's pictures, in ticks.
  func distance(_ clock: Clock) -> Double {
    if count > 1, last > first { return Double(last - first) / Double(count - 1) }
    return clock.distance ?? clock.second / 30
  }

  /// Where the part ends: its last picture's time and own duration, or the usual one where none is stated.
  func end(_ clock: Clock) -> Int64 {
    let usual = distance(clock)
    let stated = Double(Ticks.duration(lastDuration))
    // Some containers state the shortest step of their clock.
    return last + Int64((stated > usual / 4 ? stated : usual).rounded())
  }

  /// Whether a packet steps so far back that it may begin another part.
  ///
  /// What is shown in another order than it is decoded, and a time that is repeated or slightly early, is
  /// none. Nothing that is shown before a key frame comes behind it.
  func mayEnd(at stated: Stated, _ clock: Clock) -> Bool {
    let usual = distance(clock)
    let back = Double(last) - Double(stated.pts)
    let least = max(min(Self.longestJitter * clock.second, Double(last - first) / 2), 1.5 * usual)
    guard back >= least else { return false }
    if stated.isKey || !clock.reorders { return true }
    if let dts = stated.dts, let latest = latestDecoding { return dts < latest }
    return back >= Self.longestJitter * clock.second + Self.deepestReordering * usual
  }

  /// Whether a packet goes on where the part was before a wrong time that lay far ahead, which is forgotten.
  mutating func returns(to stated: Stated, _ clock: Clock) -> Bool {
    guard let before = beforeJump, count - before.count <= Self.wrongInARow,
      stated.pts < last, stated.pts > before.last,
      Double(stated.pts) - Double(before.last) <= Self.longestPause * clock.second
    else { return false }
    (last, lastDuration) = (before.last, before.lastDuration)
    beforeJump = nil
    return true
  }

  /// Whether a packet that comes behind the one at `start` goes on from there, not from the part's end.
  func isLeft(by stated: Stated, for start: Int64) -> Bool {
    abs(Double(stated.pts) - Double(start)) < abs(Double(stated.pts) - Double(last))
  }
}
