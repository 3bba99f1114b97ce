internal import HTTPMessages
package import HTTPServer
internal import Problems
internal import Rendering
internal import Synchronization

/// What the service counts; labels are routes, methods, classes of status, and keys and tenants as the operator made
/// them, never what a client wrote, so that the number of series has a bound.
package final class ServiceMetrics: Sendable {
  /// What a series of requests has in common.
  struct Series: Hashable, Comparable {
    var route: String
    var method: String
    var statusClass: String

    static func < (a: Series, b: Series) -> Bool {
      (a.route, a.method, a.statusClass) < (b.route, b.method, b.statusClass)
    }
  }

  /// What came with a key.
  private struct KeyRequests {
    var tenant: String
    var requests = 0
  }

  private struct State {
    var requests: [Series: Histogram] = [:]
    var stages: [String: Histogram] = [:]
    /// Requests of each key, by its id.
    var keys: [String: KeyRequests] = [:]
    var problems: [ProblemCode: Int] = [:]
    var bytesIn = 0
    var bytesOut = 0
    var faces = 0
    var pictures = 0
  }

  package init() {}

  /// Methods that are told apart; others are counted as `other`.
  private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]

  /// What is counted of webhooks.
  package let webhooks = WebhookMetrics()
  private let state = Mutex(State())

  /// Counts an answered request.
  package func count(_ exchange: HTTPExchange) {
    let series = Series(
      route: exchange.route ?? "none",
      method: Self.methods.contains(exchange.method) ? exchange.method : "other",
      statusClass: "\(min(max(exchange.status / 100, 1), 5))xx")
    state.withLock { state in
      state.requests[series, default: Histogram()].add(exchange.seconds)
      state.bytesIn += exchange.bytesIn
      state.bytesOut += exchange.bytesOut
      guard let key = exchange.facts[.key], let tenant = exchange.facts[.tenant] else { return }
      state.keys[key, default: KeyRequests(tenant: tenant)].requests += 1
    }
  }

  /// Counts a problem.
  func count(_ code: ProblemCode) { state.withLock { $0.problems[code, default: 0] += 1 } }

  /// Counts the faces of a picture that was made.
  func count(faces: Int) {
    state.withLock { state in
      state.faces += faces
      state.pictures += 1
    }
  }

  /// Counts how long a stage of the work took.
  func count(stage: String, seconds: Double) {
    state.withLock { $0.stages[stage, default: Histogram()].add(seconds) }
  }

  /// Counts how long the stages of a frame took.
  func count(_ frame: FrameStages) {
    state.withLock { state in
      for (stage, seconds) in [
        ("decode", frame.decode), ("track", frame.track), ("composite", frame.composite),
        ("encode", frame.encode),
      ] { state.stages[stage, default: Histogram()].add(seconds) }
    }
  }

  /// Measures a stage.
  func measure<Value>(_ stage: String, _ body: () throws -> Value) rethrows -> Value {
    let start = ContinuousClock.now
    defer { count(stage: stage, seconds: (ContinuousClock.now - start) / .seconds(1)) }
    return try body()
  }

  /// Writes everything that is counted here.
  func write(to text: inout PrometheusText) {
    let state = state.withLock { $0 }
    text.family(
      "avatar_overlay_request_duration_seconds", "histogram",
      "Seconds from a request's header to the end of its answer.")
    for series in state.requests.keys.sorted() {
      let labels = [
        ("route", series.route), ("method", series.method), ("status", series.statusClass),
      ]
      if let histogram = state.requests[series] {
        text.histogram("avatar_overlay_request_duration_seconds", labels, histogram)
      }
    }
    text.family(
      "avatar_overlay_stage_duration_seconds", "histogram", "Seconds that a stage of work took.")
    for stage in state.stages.keys.sorted() {
      if let histogram = state.stages[stage] {
        text.histogram("avatar_overlay_stage_duration_seconds", [("stage", stage)], histogram)
      }
    }
    text.family(
      "avatar_overlay_key_requests_total", "counter",
      "Requests that a key was admitted for, by its id.")
    for (key, known) in state.keys.sorted(by: { $0.key < $1.key }) {
      text.sample(
        "avatar_overlay_key_requests_total", [("key", key), ("tenant", known.tenant)],
        Double(known.requests))
    }
    text.family("avatar_overlay_problems_total", "counter", "Answers with a problem, by its code.")
    for code in ProblemCode.allCases {
      if let count = state.problems[code] {
        text.sample("avatar_overlay_problems_total", [("code", code.rawValue)], Double(count))
      }
    }
    text.single(
      "avatar_overlay_received_bytes_total", "counter", "Bytes of requests' bodies.",
      Double(state.bytesIn))
    text.single(
      "avatar_overlay_sent_bytes_total", "counter", "Bytes of answers' bodies.",
      Double(state.bytesOut))
    text.single(
      "avatar_overlay_pictures_total", "counter", "Pictures that were composited.",
      Double(state.pictures))
    text.single(
      "avatar_overlay_faces_total", "counter", "Faces of those pictures.", Double(state.faces))
  }
}
