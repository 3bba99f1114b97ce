package import Tracking

/// One reading of a tracking file for several readers, which take its samples at their own pace: faces
/// are smoothed from samples ahead, hands are joined, a session follows each.
///
/// What the slowest reader has not taken is kept, up to `mostKept` samples; a reader that falls farther
/// behind, such as the hands' where a part begins late, reads the file by itself from then on.
package final class SharedSamples {
  package typealias Source = () throws -> TrackingSample?

  private let source: Source
  private let reopen: () throws -> Source
  /// The samples from the number `first` on.
  private var kept: [TrackingSample] = []
  private var first = 0
  private var readers: [Reader] = []
  private var end: Result<Void, any Error>?

  private struct Reader {
    /// The number of the sample that is taken next.
    var place = 0
    /// A reading of its own.
    var source: Source?
  }

  /// The most samples that are kept for slower readers: of 478 landmarks they take 13 kB each.
  package static let mostKept = 512
  /// Taken samples are let go of in lots of so many, since those that stay move up.
  private static let lot = 32

  /// How many samples are kept now.
  package var keptCount: Int { kept.count }

  /// Takes a reading, and what begins another one of the same samples.
  package init(_ source: @escaping Source, reopened: @escaping () throws -> Source) {
    self.source = source
    reopen = reopened
  }

  /// Takes samples that lie in memory.
  package convenience init(_ samples: [TrackingSample]) {
    func source() -> Source {
      var rest = samples[...]
      return { rest.popFirst() }
    }
    self.init(source()) { source() }
  }

  /// Another reading of the same samples, which no other reader waits for.
  package func reopened() throws -> Source { try reopen() }

  /// The samples that a filter leaves, as it leaves them.
  ///
  /// - Parameter filter: makes the filter of one reading, which may know the samples before.
  package func filtered(
    _ filter: @escaping () -> (TrackingSample) -> TrackingSample?
  ) -> SharedSamples {
    func filtered(_ source: @escaping Source) -> Source {
      let leave = filter()
      return {
        while let sample = try source() {
          if let left = leave(sample) { return left }
        }
        return nil
      }
    }
    return SharedSamples(filtered(reader())) { [reopen] in filtered(try reopen()) }
  }

  /// A reader from the first sample on; all of them are made before one reads.
  package func reader() -> Source {
    let number = readers.count
    readers.append(Reader())
    return { [self] in try next(number) }
  }

  private func next(_ number: Int) throws -> TrackingSample? {
    if let own = readers[number].source { return try own() }
    let place = readers[number].place
    if place < first { return try readAlone(number, from: place) }
    if place - first == kept.count {
      try end?.get()
      guard end == nil, let sample = try read() else { return nil }
      kept.append(sample)
    }
    readers[number].place += 1
    let sample = kept[place - first]
    letGo()
    return sample
  }

  /// Goes on in a reading of its own.
  private func readAlone(_ number: Int, from place: Int) throws -> TrackingSample? {
    let own = try reopen()
    readers[number].source = own
    for _ in 0..<place { _ = try own() }
    return try own()
  }

  /// Lets go of what all have taken, and of what is kept for too long.
  private func letGo() {
    let slowest = readers.lazy.filter { $0.source == nil }.map(\.place).min() ?? first
    var count = max(slowest - first, 0)
    if kept.count > Self.mostKept { count = max(count, Self.lot) }
    guard count >= Self.lot else { return }
    kept.removeFirst(count)
    first += count
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
