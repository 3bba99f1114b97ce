internal import Foundation
internal import JSON

/// The service's clock.
package enum ServiceTime {
  /// Milliseconds since 1970.
  package static var milliseconds: Int64 {
    Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
  }

  /// A time as RFC 3339 has it, in UTC with milliseconds.
  package static func text(_ milliseconds: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    return date.formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// The same of a time that may not have come yet.
  static func json(_ milliseconds: Int64?) -> JSONValue {
    milliseconds.map { .string(text($0)) } ?? .null
  }
}
