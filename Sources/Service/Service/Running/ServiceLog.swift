internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import ServiceConfiguration
internal import ServiceEndpoints
internal import Store
internal import Webhooks

/// A line for each request that was answered, for each change of a render, and for each attempt to deliver to a
/// webhook; no header, no query, no secret of a key and no path of a webhook is ever in it.
struct ServiceLog: Sendable {
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
      let facts = exchange.facts.all.map { " \($0.name.rawValue)=\($0.value)" }.joined()
      take(
        "\(exchange.remoteAddress) \(exchange.method) \(exchange.route ?? "-") \(exchange.status)"
          + " \(milliseconds(exchange)) ms \(exchange.id)\(facts)")
    case .json:
      write(
        "request",
        [
          ("id", .string(exchange.id)), ("remote", .string(exchange.remoteAddress)),
          ("method", .string(exchange.method)), ("route", .optional(exchange.route)),
          ("operation", .optional(exchange.operation)), ("status", .integer(exchange.status)),
          ("milliseconds", .number(milliseconds(exchange))),
          ("bytesIn", .integer(exchange.bytesIn)), ("bytesOut", .integer(exchange.bytesOut)),
        ] + exchange.facts.all.map { ($0.name.rawValue, .string($0.value)) })
    }
  }

  /// Writes the line of a render that was begun, put back into the queue, or came to its end.
  func write(_ job: JobRecord) {
    let seconds = job.finishedAt.flatMap { end in job.startedAt.map { Double(end - $0) / 1000 } }
    switch style {
    case .none: return
    case .text:
      take(
        "render.\(job.state.rawValue) job=\(job.id) tenant=\(job.tenant) attempt=\(job.attempts)"
          + " frames=\(job.frame)" + (seconds.map { " \($0) s" } ?? "")
          + (job.failure.map { " code=\($0.code)" } ?? ""))
    case .json:
      write(
        "render.\(job.state.rawValue)",
        [
          ("job", .string(job.id)), ("tenant", .string(job.tenant)),
          ("attempt", .integer(job.attempts)), ("frames", .integer(job.frame)),
        ] + (seconds.map { [("seconds", .number($0))] } ?? [])
          + (job.state.isFinal ? [("storedBytes", .integer(Int(job.storedBytes)))] : [])
          + (job.failure.map { [("code", .string($0.code))] } ?? []))
    }
  }

  /// Writes the line of an attempt to deliver to a webhook, of which this became.
  func write(_ delivery: Delivery, _ attempt: DeliveryAttempt, _ state: Delivery.State) {
    // A path may be the receiver's secret.
    let receiver = (try? WebhookURL(delivery.url))?.origin.text ?? ""
    switch style {
    case .none: return
    case .text:
      take(
        "webhook.\(state.rawValue) job=\(delivery.job) tenant=\(delivery.tenant)"
          + " delivery=\(delivery.id) \(delivery.type) \(receiver) attempt=\(attempt.number)"
          + " \(attempt.status.map { "\($0)" } ?? "-") \(attempt.milliseconds) ms"
          + (attempt.error.map { " (\($0))" } ?? ""))
    case .json:
      write(
        "webhook.\(state.rawValue)",
        [
          ("job", .string(delivery.job)), ("tenant", .string(delivery.tenant)),
          ("delivery", .string(delivery.id)), ("type", .string(delivery.type)),
          ("receiver", .string(receiver)), ("attempt", .integer(attempt.number)),
          ("status", attempt.status.map { .integer($0) } ?? .null),
          ("milliseconds", .integer(attempt.milliseconds)),
        ] + (attempt.error.map { [("error", .string($0))] } ?? []))
    }
  }

  private func write(_ event: String, _ members: [(String, JSONValue)]) {
    let time = ServiceTime.text(ServiceTime.milliseconds)
    take(JSONValue.object([("time", .string(time)), ("event", .string(event))] + members).text)
  }

  private func milliseconds(_ exchange: HTTPExchange) -> Double {
    (exchange.seconds * 1e5).rounded() / 100
  }
}
