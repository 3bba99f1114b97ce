import Files
import Foundation
import Isolation
import Parts
import Problems
import Recordings
import Rendering
import Requests
import Terminal

/// A render that this process makes in parts, several at a time, and goes on with where it was stopped.
enum PartsRun {
  /// Makes the clip or the pictures of a plan.
  ///
  /// The parts lie in a hidden folder beside the output until it is there. A run that is stopped or killed, or that
  /// cannot write, leaves those that are done, and the same command goes on from there; one that fails otherwise
  /// leaves nothing.
  ///
  /// - Parameter keepsParts: whether there is a next run that could go on: not where the output is a stream.
  static func run(
    _ plan: RenderPlan, _ work: PlannedWork, keepsParts: Bool, _ cancellation: Cancellation,
    progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws -> RenderSummary {
    let folder = try PartsFolder(besides: work.output.path)
    let store = FolderPartStore(folder: folder.path, isOfOnePlan: true)
    try store.removeOthers(than: plan.fingerprint)
    do {
      let summary = try PartsRender(plan, in: store).run(
        work, cancellation: cancellation, progress: progress)
      folder.remove(plan, store)
      return summary
    } catch {
      let status = try? PartsStatus(of: plan, in: store, readsFiles: false)
      guard keepsParts, mayGoOn(after: error), let status, !status.done.isEmpty else {
        folder.remove(plan, store)
        throw error
      }
      StandardStreams.message(
        "note: \(status.done.count) of \(Count.of(status.count, "part")) are kept in \(folder.path); the"
          + " same command goes on from there")
      throw error
    }
  }

  /// Makes a recording's clip or pictures in parts.
  static func run(
    _ request: RenderRequest, _ settings: RenderSettings, _ division: RenderPlanner.Division,
    keepsParts: Bool, _ cancellation: Cancellation,
    progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws -> RenderSummary {
    var settings = settings
    // Parts are looked at side by side, and would each keep what they saw in place of the others'.
    settings.mattes = nil
    // What goes beside the clip is made once, of the whole.
    var request = request
    (request.poster, request.posterAt, request.captions) = (nil, nil, nil)
    let plan = try RenderPlanner(request, settings).plan(division)
    settings.threads = plan.threads
    return try run(
      plan, .recording(settings), keepsParts: keepsParts, cancellation, progress: progress)
  }

  /// Whether what kept a run from its end may be otherwise the next time.
  private static func mayGoOn(after error: any Error) -> Bool {
    [.interrupted, .cannotWrite, .unavailable].contains(Failure.exitCode(of: error))
  }
}

/// The hidden folder of the parts of an output, which one run at a time has to itself.
private final class PartsFolder {
  let path: String
  private let lock: String
  private let descriptor: Int32

  /// The most bytes of an output's name in the folder's.
  private static let longestStem = 160

  /// Makes the folder and takes it.
  ///
  /// - Throws: `PartsError.inProgress` where another run has it.
  init(besides output: String) throws {
    let url = URL(filePath: output)
    // A pattern's name and one that was cut are told apart by their hash.
    let name = url.lastPathComponent
    let stem = String(decoding: name.utf8.prefix(Self.longestStem), as: UTF8.self)
    let hash = RenderPlan.shortHash(of: name)
    path = "\(url.deletingLastPathComponent().path)/.\(stem).\(hash).parts"
    lock = path + "/lock"
    while true {
      guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
        throw PartsError.storeUnavailable(place: path, reason: Self.reason())
      }
      let opened = unsafe open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard opened >= 0 else {
        // The run before has just removed it.
        if errno == ENOENT { continue }
        throw PartsError.storeUnavailable(place: path, reason: Self.reason())
      }
      guard FileLock.attempt(opened) == .taken else {
        close(opened)
        throw PartsError.inProgress(folder: path)
      }
      if FileLock.isAt(lock, opened) {
        descriptor = opened
        return
      }
      close(opened)
    }
  }

  deinit { close(descriptor) }

  /// What the system says of its last error.
  private static func reason() -> String { unsafe String(cString: strerror(errno)) }

  /// Removes the parts of a plan, and the folder; what cannot be removed is a note.
  func remove(_ plan: RenderPlan, _ store: FolderPartStore) {
    do {
      _ = unsafe unlink(lock)
      try store.removeAll(of: plan.fingerprint)
    } catch {
      StandardStreams.message("note: the parts were not removed: \(SystemReason.line(of: error))")
    }
  }
}
