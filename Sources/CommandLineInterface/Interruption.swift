import Dispatch
import Foundation
import Rendering

/// Turns Ctrl-C and a request to terminate into an orderly end.
final class Interruption {
  /// What the job watches.
  let cancellation = Cancellation()
  private var sources: [any DispatchSourceSignal] = []

  /// Starts to listen; the signals no longer kill the process.
  init() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [cancellation] in
        // Somebody who asks twice does not want to wait for the current frame.
        if cancellation.isRequested { _exit(ExitCode.interrupted.rawValue) }
        cancellation.request()
      }
      source.resume()
      sources.append(source)
    }
    // A pipe that was closed and a file that grew to its limit are write errors, not deaths.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
