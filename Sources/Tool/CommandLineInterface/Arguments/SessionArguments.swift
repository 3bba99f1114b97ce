import Requests
import Terminal

/// The options of a session, for all verbs that replay one.
enum SessionArguments {
  /// Refuses two outputs in one place.
  ///
  /// - Parameter result: where the verb's own result goes, if it has one.
  static func checkOutputs(
    _ session: RenderRequest.Session, besides result: String?
  ) throws(UsageError) {
    var taken: [String: String] = [:]
    if let result { taken[result] = "--output" }
    let outputs = [
      ("--events", session.events), ("--signals", session.signals),
      ("--state-out", session.stateOut),
    ]
    for (name, path) in outputs {
      guard let path else { continue }
      if let other = taken[path] {
        let place = path == "-" ? "standard output" : path
        throw UsageError("\(name): \(place) is where \(other) goes; name another file")
      }
      taken[path] = name
    }
  }
}
