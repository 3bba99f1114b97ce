import Foundation
import Recordings
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
    try check([("--output", result)] + outputs(of: session))
  }

  /// Refuses two outputs of a clip's render in one place.
  static func checkOutputs(of request: RenderRequest) throws(UsageError) {
    try check(
      [
        ("--output", request.output.path), ("--placements", request.output.placements),
        ("--poster", request.poster), ("--captions", request.captions),
      ] + outputs(of: request.session))
  }

  private static func outputs(
    of session: RenderRequest.Session
  ) -> [(name: String, path: String?)] {
    [
      ("--events", session.events), ("--signals", session.signals),
      ("--state-out", session.stateOut),
    ]
  }

  private static func check(_ outputs: [(name: String, path: String?)]) throws(UsageError) {
    var taken: [String: String] = [:]
    for (name, path) in outputs {
      guard let path, !path.isEmpty else { continue }
      // Two names of one file are one place.
      let file =
        path == "-"
        ? path : URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
      if let other = taken[file] {
        let place = path == "-" ? "standard output" : path
        throw UsageError("\(name): \(place) is where \(other) goes; name another file")
      }
      taken[file] = name
    }
  }
}
