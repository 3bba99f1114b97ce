internal import Foundation
internal import HTTPMessages
internal import Isolation

extension HTTPRequest {
  /// Does work in a worker, which is asked to end where the client disconnects before it is done.
  ///
  /// - Parameter work: is given the request to end, for `WorkerProcess.run`.
  func withCancellation<Result>(_ work: (Cancellation) throws -> Result) rethrows -> Result {
    let cancellation = Cancellation()
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
    let isAbandoned = isAbandoned
    timer.setEventHandler { if isAbandoned() { cancellation.request() } }
    timer.resume()
    defer { timer.cancel() }
    return try work(cancellation)
  }
}
