internal import HTTPMessages
internal import Problems
internal import ServiceInterface
internal import Session

/// The part `session`: what a session asks for, as the command line's session files say it.
enum SessionPart {
  /// The part's name.
  static let name = "session"

  /// The path of the part's file, whose faults are told all at once; nil where there is no such part.
  static func path(_ parts: RequestParts) throws(ServiceProblem) -> String? {
    guard let part = parts[name] else { return nil }
    do throws(SessionFaults) {
      // One byte more than the limit, so that what is too long is seen as that.
      _ = try SessionSettings(json: read(part))
    } catch {
      throw ServiceProblem(
        .invalidOptions, "session: \(error)",
        faults: error.faults.prefix(100).map {
          .init(pointer: "session" + JSONPointer.text(path: $0.path), detail: "\($0)")
        })
    }
    return try part.filePath()
  }

  /// What is wrong where a session is sent, and nothing that it can be replayed from.
  static let withoutTracking = ServiceProblem(
    .missingPart, "the part \"session\" is replayed from the part \"tracking\"; send it",
    faults: [.init(pointer: "tracking", detail: "missing")])

  private static func read(_ part: HTTPPart) -> [UInt8] {
    (try? part.bytes(limit: SessionSettings.byteLimit))
      ?? [UInt8](repeating: 0x20, count: SessionSettings.byteLimit + 1)
  }
}
