internal import Access
internal import HTTPMessages
internal import HTTPServer
internal import Jobs
internal import Recordings
internal import ServiceInterface
internal import Store

/// `/metrics`: figures for Prometheus.
struct MetricsEndpoint {
  let context: ServiceContext

  static let operation = Operation(
    .get, "/metrics", id: "getMetrics", .service, "Metrics for Prometheus.",
    "The text format 0.0.4; needs a key with the scope admin if keys are configured.",
    right: .scope(.admin), answers: [OperationAnswer(200, "The metrics.", [.text("text/plain")])],
    isHealth: true
  ) { context, _, _ in try MetricsEndpoint(context: context).answer() }

  /// The most tenants whose bytes are told.
  private static let mostTenants = 100

  /// What is kept.
  private func writeStorage(to text: inout PrometheusText) {
    // What has no owner was set aside.
    let holdings = context.quota.holdings.filter { !$0.tenant.isEmpty }
    text.single(
      "avatar_overlay_tenant_limit_bytes", "gauge", "The most bytes that are kept for one tenant.",
      Double(context.quota.limit))
    text.single(
      "avatar_overlay_tenants_stored_bytes", "gauge", "Bytes that are kept for all tenants.",
      Double(holdings.reduce(0) { $0 + $1.bytes }))
    text.family(
      "avatar_overlay_tenant_stored_bytes", "gauge",
      "Bytes that are kept for a tenant, of the \(Self.mostTenants) that have the most.")
    for (tenant, bytes) in holdings.prefix(Self.mostTenants) {
      text.sample("avatar_overlay_tenant_stored_bytes", [("tenant", tenant)], Double(bytes))
    }
    let setAside = context.quota.sum(below: StorageQuota.setAside)
    text.single(
      "avatar_overlay_set_aside_items", "gauge",
      "Renders and packages that the database does not know, in set-aside.", Double(setAside.count))
    text.single(
      "avatar_overlay_set_aside_bytes", "gauge", "What they weigh.", Double(setAside.bytes))
  }

  private func answer() throws -> HTTPResponse {
    var text = PrometheusText()
    text.family("avatar_overlay_build_info", "gauge", "The version that runs.")
    text.sample("avatar_overlay_build_info", [("version", RendererVersion.number)], 1)
    context.metrics.write(to: &text)
    context.metrics.webhooks.write(to: &text, try context.outbox.deliveryCounts())
    writeStorage(to: &text)
    let counts = try context.store.counts()
    text.family("avatar_overlay_jobs", "gauge", "Renders that are kept, by their state.")
    for state in JobRecord.State.allCases {
      text.sample("avatar_overlay_jobs", [("state", state.rawValue)], Double(counts[state] ?? 0))
    }
    text.single(
      "avatar_overlay_queue_depth", "gauge", "Renders that wait.", Double(counts[.queued] ?? 0))
    text.single(
      "avatar_overlay_event_streams", "gauge", "Clients that listen to events.",
      Double(context.watch.count))
    if let load = context.load {
      text.single(
        "avatar_overlay_connections", "gauge", "Open connections.", Double(load.connections))
      text.single(
        "avatar_overlay_compute_running", "gauge", "Requests that work on pictures.",
        Double(load.running))
      text.single(
        "avatar_overlay_compute_waiting", "gauge",
        "Requests that wait for a thread that works on pictures.", Double(load.waiting))
      text.single(
        "avatar_overlay_recording_running", "gauge",
        "Requests that work on a recording or a comparison.", Double(load.recordingsRunning))
      text.single(
        "avatar_overlay_recording_waiting", "gauge",
        "Requests with a recording, or to compare, that wait for a thread.",
        Double(load.recordingsWaiting))
      let pools = [
        ("light", load.lightContention), ("compute", load.computeContention),
        ("recording", load.recordingContention),
      ]
      text.family(
        "avatar_overlay_waiting_claimants", "gauge",
        "Tenants, and addresses without a key, whose requests wait for a thread.")
      for (pool, contention) in pools {
        text.sample(
          "avatar_overlay_waiting_claimants", [("pool", pool)], Double(contention.waitingClaimants))
      }
      text.family(
        "avatar_overlay_pushed_out_total", "counter",
        "Requests answered 429 whose places went to tenants below their share.")
      for (pool, contention) in pools {
        text.sample(
          "avatar_overlay_pushed_out_total", [("pool", pool)], Double(contention.pushedOut))
      }
    }
    if let load = context.load {
      text.single(
        "avatar_overlay_body_memory_bytes", "gauge", "Bytes of requests' bodies in memory.",
        Double(load.bodyMemoryBytes))
      text.single(
        "avatar_overlay_body_disk_bytes", "gauge",
        "Bytes of requests' bodies on disk, those announced and not yet written too.",
        Double(load.bodyDiskBytes))
    }
    if let free = context.folders.freeBytes {
      text.single(
        "avatar_overlay_free_bytes", "gauge", "Free bytes of the data folder's disk.", Double(free))
    }
    return .bytes(
      Array(text.text.utf8), mediaType: PrometheusText.mediaType,
      headers: [HTTPField("Cache-Control", "no-store")])
  }
}
