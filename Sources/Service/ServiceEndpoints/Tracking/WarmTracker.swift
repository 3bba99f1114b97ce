internal import Frames
internal import Imaging
internal import Isolation
internal import MediaPipe
internal import Problems
internal import ServiceInterface
internal import Tracker
internal import Tracking
internal import TrackingFiles

/// What a tracker saw in a picture.
struct TrackedPicture {
  /// A tracking file, as the verb `track` writes it.
  var file: [UInt8]
  /// What a person should know of it.
  var notes: [String]
}

/// A tracker's process that has its models loaded and waits for pictures; one thread's own.
final class WarmTracker {
  private let found: FoundMediaPipe
  private let limits: MediaPipeTracker.Limits
  private let report: @Sendable (String) -> Void
  private let memory = FrameMemory()
  private var tracker: StillTracker?

  /// Makes one whose process starts with the first picture.
  init(
    _ found: FoundMediaPipe, _ limits: MediaPipeTracker.Limits,
    report: @escaping @Sendable (String) -> Void
  ) {
    (self.found, self.limits, self.report) = (found, limits, report)
  }

  /// What is in a picture, as the verb `track` finds it.
  ///
  /// A process that has ended since the last picture is replaced; one that ends
  /// over this picture, or takes too long, is a problem of this request alone.
  func tracking(
    of picture: StraightRGBA8, cancellation: Cancellation
  ) throws -> TrackedPicture {
    let picture = try TrackerPicture(still: picture, memory: memory)
    if tracker?.hasEnded == true { tracker = nil }
    let (found, note): ((sample: TrackingSample, note: String?), TrackerNote)
    do {
      let tracker = try self.tracker ?? self.found.stills(limits)
      // The pipes of one that failed may hold anything.
      self.tracker = nil
      found = try tracker.track(
        picture, seconds: limits.patience, cancellation: cancellation)
      note = tracker.note
      self.tracker = tracker
    } catch {
      throw problem(of: error)
    }
    var header = TrackingHeader(size: picture.size)
    header.isSmoothed = note.isSmoothed
    return TrackedPicture(
      file: try TrackingWriter.bytes(of: found.sample, header: header, tracker: note),
      notes: Self.notes(found.sample) + [found.note].compactMap(\.self))
  }

  private static func notes(_ sample: TrackingSample) -> [String] {
    if let failure = sample.failure { return ["the tracker gave no answer: \(failure)"] }
    return sample.faces.isEmpty ? ["no faces were found"] : []
  }

  private func problem(of error: any Error) -> any Error {
    switch error {
    case TrackerError.silent(let seconds):
      return ServiceProblem(
        .timeLimit,
        "the tracker gave no answer for \(Int(seconds.rounded(.up))) s, and was stopped; send a smaller"
          + " picture, or its tracking")
    case TrackerError.interrupted:
      return WorkerFailure(.interrupted, "the result is no longer wanted")
    case TrackerError.crashed(let how):
      return ServiceProblem(
        .workerCrashed, "the tracker's process \(how); send the picture again, or its tracking")
    case TrackerError.garbled:
      return ServiceProblem(
        .workerCrashed,
        "the tracker's process gave an invalid answer; send the picture again, or its tracking")
    case let failure as WorkerFailure where failure.problemCode.forClients != .internal:
      return failure
    default:
      // A library or a model that does not load, or a process that does not start.
      report("the tracker cannot be started: \(error)")
      return ServiceProblem(
        .noTracker,
        "the service's tracker cannot be started; ask the operator to read the log,"
          + " or send a part \"tracking\" too")
    }
  }
}
