package import Store
internal import Synchronization

/// What the service counts of webhooks since its start.
package final class WebhookMetrics: Sendable {
  private struct State {
    var attempts: [Delivery.State: Int] = [:]
    var durations = Histogram()
  }

  private let state = Mutex(State())

  /// Counts an attempt, by what the delivery then was.
  package func count(_ attempt: DeliveryAttempt, _ outcome: Delivery.State) {
    state.withLock { state in
      state.attempts[outcome, default: 0] += 1
      state.durations.add(Double(attempt.milliseconds) / 1000)
    }
  }

  /// Writes what is counted here, and how many deliveries are in each state.
  func write(to text: inout PrometheusText, _ deliveries: [Delivery.State: Int]) {
    let state = state.withLock { $0 }
    text.family(
      "avatar_overlay_webhook_attempts_total", "counter",
      "Attempts to deliver to webhooks, by what the delivery then was; pending: it is tried again.")
    for outcome in Delivery.State.allCases {
      text.sample(
        "avatar_overlay_webhook_attempts_total", [("outcome", outcome.rawValue)],
        Double(state.attempts[outcome] ?? 0))
    }
    text.family(
      "avatar_overlay_webhook_attempt_duration_seconds", "histogram",
      "Seconds that an attempt to deliver to a webhook took.")
    text.histogram("avatar_overlay_webhook_attempt_duration_seconds", [], state.durations)
    text.family(
      "avatar_overlay_webhook_deliveries", "gauge",
      "Deliveries of the renders that are kept, by their state.")
    for outcome in Delivery.State.allCases {
      text.sample(
        "avatar_overlay_webhook_deliveries", [("state", outcome.rawValue)],
        Double(deliveries[outcome] ?? 0))
    }
  }
}
