import Dispatch
import Files
import Foundation
package import Isolation
import Problems
import Synchronization

/// Turns Ctrl-C and a request to terminate into an orderly end, or, where the job waits for something else and does
/// not look, into an end within a second.
package final class Interruption {
  private let gracePeriod = GracePeriod()
  private let unseenEnd: UnseenEnd
  private let source: (any DispatchSourceRead)?

  /// Starts to listen; the signals no longer kill the process, unless the system refuses that.
  ///
  /// - Parameter cancellation: the job's.
  package init(_ cancellation: Cancellation) {
    unseenEnd = UnseenEnd(cancellation)
    guard let signals = Self.signals else {
      source = nil
      return
    }
    // Of its own, for work may take all threads of the others.
    let queue = DispatchQueue(label: "interruption", qos: .userInitiated)
    let source = DispatchSource.makeReadSource(fileDescriptor: signals.descriptor, queue: queue)
    source.setEventHandler { [gracePeriod, unseenEnd] in
      guard signals.take() else { return }
      if gracePeriod.isExhaustedByRequest() { _exit(ExitCode.interrupted.rawValue) }
      cancellation.request()
      Cancellation.ofProgram.request()
      unseenEnd.schedule(on: queue)
    }
    source.resume()
    self.source = source
  }

  deinit {
    unseenEnd.jobIsOver()
    source?.cancel()
  }

  /// Of the whole process.
  private static let signals = NotedSignals([SIGINT, SIGTERM, SIGHUP])
}

/// The time after a request to stop in which further requests change nothing.
///
/// An orderly end takes a frame's time and leaves no file behind; keys that are pressed twice in a
/// row, or a shell and its parent that both pass on a signal, must not cut it short. A job that
/// does not end, because its input hangs, can still be stopped.
private final class GracePeriod: Sendable {
  private static let length = Duration.seconds(2)
  private let firstRequest = Mutex<ContinuousClock.Instant?>(nil)

  /// Notes a request; true where an earlier one is so old that the job must be stuck.
  func isExhaustedByRequest() -> Bool {
    firstRequest.withLock { first in
      guard let made = first else {
        first = .now
        return false
      }
      return ContinuousClock.now - made > Self.length
    }
  }
}

/// The end of a process whose job does not find in time that it is to stop: it hashes a file, or waits for a disk.
private final class UnseenEnd: Sendable {
  /// How long it may take to find that.
  private static let seconds = 0.8
  /// How long is waited for the reader of the error stream.
  private static let messageSeconds = 0.1

  private let cancellation: Cancellation
  private let isOver = Atomic(false)

  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  /// Notes that there is no job any more.
  func jobIsOver() { isOver.store(true, ordering: .relaxed) }

  /// Ends the process a moment later, unless the job does so itself.
  func schedule(on queue: DispatchQueue) {
    queue.asyncAfter(deadline: .now() + Self.seconds) { [self] in
      guard !cancellation.isSeen, !isOver.load(ordering: .relaxed) else { return }
      HiddenFile.removeAllOfProcess()
      let isTold = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        StandardStreams.message("error: interrupted")
        isTold.signal()
      }
      _ = isTold.wait(timeout: .now() + Self.messageSeconds)
      _exit(ExitCode.interrupted.rawValue)
    }
  }
}
