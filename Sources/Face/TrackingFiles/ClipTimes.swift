internal import Synchronization

/// When the frames of a clip are shown, in milliseconds, for tracking files whose times count its frames
/// or begin with its first one.
///
/// To know all of them takes a pass over the clip, which is made at the first use.
public final class ClipTimes: Sendable {
  /// The first frame's time.
  public let firstMs: Double
  private let find: @Sendable () throws -> [Double]
  private let found = Mutex<[Double]?>(nil)

  /// Times that are found when they are asked for; rising, and none of them twice.
  public init(firstMs: Double, find: @escaping @Sendable () throws -> [Double]) {
    (self.firstMs, self.find) = (firstMs, find)
  }

  /// The times of all frames.
  public convenience init(_ times: [Double]) {
    self.init(firstMs: times.first ?? 0) { times }
  }

  /// The times of all frames.
  ///
  /// - Throws: what finding them throws.
  public func all() throws -> [Double] {
    try found.withLock { found in
      if let found { return found }
      let times = try find()
      found = times
      return times
    }
  }
}

extension ClipTimes: Hashable {
  /// Whether both are of the same opened clip.
  public static func == (one: ClipTimes, other: ClipTimes) -> Bool { one === other }

  /// Hashes which opened clip it is of.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
