import Dispatch
import Foundation
import Isolation
import Problems
import Rendering
import Synchronization

/// Turns Ctrl-C and a request to terminate into an orderly end.
final class Interruption {
  /// What the job watches.
  let cancellation = Cancellation()
  private let gracePeriod = GracePeriod()
  private var sources: [any DispatchSourceSignal] = []

  /// Starts to listen; the signals no longer kill the process.
  init() {
    for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [cancellation, gracePeriod] in
        if gracePeriod.isExhaustedByRequest() { _exit(ExitCode.interrupted.rawValue) }
        cancellation.request()
        WorkerCancellation.ofProgram.request()
      }
      source.resume()
      sources.append(source)
    }
    // A pipe that was closed and a file that grew to its limit are write errors, not deaths.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Whether whoever started the process wants it to live through a signal, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }
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
