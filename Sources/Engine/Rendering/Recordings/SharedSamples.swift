import Tracking

/// One reading of a tracking file for several readers, who take its samples at their own pace: faces are
/// smoothed from samples ahead, hands are joined, a session follows each.
///
/// What the slowest reader has not taken is kept, so all of them have to be asked as time goes on.
final class SharedSamples {
  private let source: () throws -> TrackingSample?
  /// The samples from the number `first` on.
  private var kept: [TrackingSample] = []
  private var first = 0
  /// The number of the sample that each reader takes next.
  private var places: [Int] = []
  private var end: Result<Void, any Error>?

  /// Taken samples are let go of in lots of so many, since those that stay move up.
  private static let lot = 32

  init(_ source: @escaping () throws -> TrackingSample?) {
    self.source = source
  }

  /// A reader from the first sample on; all of them are made before one reads.
  func reader() -> () throws -> TrackingSample? {
    let reader = places.count
    places.append(0)
    return { [self] in try next(reader) }
  }

  private func next(_ reader: Int) throws -> TrackingSample? {
    let place = places[reader]
    if place - first == kept.count {
      try end?.get()
      guard end == nil, let sample = try read() else { return nil }
      kept.append(sample)
    }
    places[reader] += 1
    let sample = kept[place - first]
    let taken = (places.min() ?? first) - first
    if taken >= Self.lot {
      kept.removeFirst(taken)
      first += taken
    }
    return sample
  }

  /// The next sample of the file; every reader is told how it ended.
  private func read() throws -> TrackingSample? {
    do {
      if let sample = try source() { return sample }
      end = .success(())
      return nil
    } catch {
      end = .failure(error)
      throw error
    }
  }
}
