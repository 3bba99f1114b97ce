internal import HTTPServer
internal import JSON

/// A line for each request that was answered; no header, no query, no key is ever in it.
struct RequestLog: Sendable {
  private let style: ServiceSettings.Log
  private let take: @Sendable (String) -> Void

  init(_ style: ServiceSettings.Log, write: @escaping @Sendable (String) -> Void) {
    (self.style, take) = (style, write)
  }

  /// Writes a request's line.
  func write(_ exchange: HTTPExchange) {
    switch style {
    case .none: return
    case .text:
      take(
        "\(exchange.remoteAddress) \(exchange.method) \(exchange.route ?? "-") \(exchange.status)"
          + " \(milliseconds(exchange)) ms \(exchange.id)")
    case .json:
      take(
        JSONValue.object([
          ("time", .string(ServiceTime.text(ServiceTime.milliseconds))),
          ("id", .string(exchange.id)), ("remote", .string(exchange.remoteAddress)),
          ("method", .string(exchange.method)), ("route", .optional(exchange.route)),
          ("status", .integer(exchange.status)), ("milliseconds", .number(milliseconds(exchange))),
          ("bytesIn", .integer(exchange.bytesIn)), ("bytesOut", .integer(exchange.bytesOut)),
        ]).text)
    }
  }

  private func milliseconds(_ exchange: HTTPExchange) -> Double {
    (exchange.seconds * 1e5).rounded() / 100
  }
}
