internal import Foundation
public import Problems

/// What a worker says of its work before it ends: one line of JSON on a descriptor of its own, so that
/// no program has to read its messages.
///
/// Its reader trusts nothing: a worker that an untrusted recording took over may write anything.
public struct WorkerReply: Hashable, Sendable {
  /// What went wrong; nil where the work is done.
  public let code: ProblemCode?
  /// The line for people; empty where the work is done.
  public let detail: String
  /// What is at fault, where that is known.
  public let place: ProblemPlace?

  /// The most bytes that a reply may have; longer ones are none.
  public static let maximumBytes = 16 * 1024
  /// The most bytes of a detail; the rest is cut.
  public static let maximumDetailBytes = 4096
  /// The work is done.
  public static let done = WorkerReply(code: nil, detail: "")

  /// Makes a reply; the detail becomes one line without control characters.
  public init(code: ProblemCode?, detail: String, place: ProblemPlace? = nil) {
    self.code = code
    self.detail = Self.line(detail)
    self.place = place
  }

  /// Makes the reply of a verb that ended with an error.
  public init(error: any Error) {
    let problem = error as? any ProblemReporting
    self.init(
      code: problem?.problemCode ?? .internal, detail: SystemReason.line(of: error),
      place: problem?.problemPlace)
  }

  private static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars {
      let isPlain =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      let scalar = isPlain ? scalar : " "
      bytes += UTF8.width(scalar)
      if bytes > maximumDetailBytes { break }
      line.append(scalar)
    }
    return String(line)
  }
}

extension WorkerReply {
  private enum Key: String, CaseIterable { case code, detail, place }

  /// The reply as a line.
  public var json: [UInt8] {
    let members: [String: String?] = [
      Key.code.rawValue: code?.rawValue, Key.detail.rawValue: detail,
      Key.place.rawValue: place?.rawValue,
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8]((try? encoder.encode(members)) ?? Data()) + [UInt8(ascii: "\n")]
  }

  /// Reads a reply; nil for anything that is none.
  ///
  /// A code that is not in the table, or that no verb can end with, is a fault of the program.
  public init?(json bytes: [UInt8]) {
    guard bytes.count <= Self.maximumBytes,
      let members = try? JSONDecoder().decode([String: String?].self, from: Data(bytes)),
      Set(members.keys) == Set(Key.allCases.map(\.rawValue)),
      case let detail?? = members[Key.detail.rawValue]
    else { return nil }
    let code = (members[Key.code.rawValue] ?? nil).map { name in
      ProblemCode(rawValue: name).flatMap { $0.isOfTool ? $0 : nil } ?? .internal
    }
    let place = members[Key.place.rawValue] ?? nil
    self.init(code: code, detail: detail, place: place.flatMap(ProblemPlace.init))
  }
}

extension WorkerReply {
  /// Writes the reply to a descriptor; its reader may be gone.
  public func write(to descriptor: Int32) {
    _ = BlockingOutput.write(json, to: descriptor)
  }
}
