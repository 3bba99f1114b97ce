internal import Lottie
internal import MediaPipe
public import Tracker

/// A tracker that requests may ask for.
public struct TrackerEntry: Sendable {
  /// What the verb `tracker` calls it by.
  public let name: String
  /// The work of its own process, until standard input ends, by the configuration that it is given.
  public let work: @Sendable (_ configuration: String) throws -> Void
  let find: @Sendable (RenderRequest, TrackerSearch) throws -> (any FoundTracker)?

  /// Makes an entry.
  ///
  /// - Parameter find: gives the tracker with its files, nil where the request does not ask for it, and
  ///   throws where files are missing.
  public init(
    _ name: String,
    find: @escaping @Sendable (RenderRequest, TrackerSearch) throws -> (any FoundTracker)?,
    work: @escaping @Sendable (_ configuration: String) throws -> Void
  ) {
    (self.name, self.find, self.work) = (name, find, work)
  }

  /// The trackers of this program; where two see things of one kind, the first of them counts.
  public static let all: [TrackerEntry] = [
    TrackerEntry(
      MediaPipeWorker.name, find: { try $0.tracker.found($1) }, work: MediaPipeWorker.run),
    // It tracks nothing: a render starts it by itself.
    TrackerEntry(SegmenterWorker.name, find: { _, _ in nil }, work: SegmenterWorker.run),
    // It draws what foreign packages bring.
    TrackerEntry(LottieWorker.name, find: { _, _ in nil }, work: LottieWorker.run),
  ]
}

extension RenderRequest {
  /// The tracker that it asks for, with its files; of several, all as one.
  ///
  /// - Throws: what a tracker throws whose files are missing or unfit.
  public func foundTracker(
    _ search: TrackerSearch, among entries: [TrackerEntry] = TrackerEntry.all
  ) throws -> any FoundTracker {
    let found = try entries.compactMap { try $0.find(self, search) }
    return found.count == 1 ? found[0] : MergedTrackers(found)
  }
}
