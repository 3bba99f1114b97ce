public import Store

extension SQLiteStore: JobStore {
  /// Takes a job into the queue; see `JobStore`.
  ///
  /// The key, the count of waiting jobs and the job are of one transaction: two requests that come
  /// at once are one after the other.
  public func submit(
    _ job: JobRecord, key: IdempotencyKey?, limits: QueueLimits
  ) throws(StoreError) -> Submission {
    try write { connection throws(StoreError) in
      if let key, let earlier = try connection.submission(under: key, of: job) { return earlier }
      try connection.checkQueue(for: job.tenant, limits)
      try connection.insert(job)
      if let key { try connection.remember(key, of: job) }
      return .accepted(job)
    }
  }

  /// Looks whether there is room; see `JobStore`.
  public func checkQueue(for tenant: String, limits: QueueLimits) throws(StoreError) {
    try read { connection throws(StoreError) in
      try connection.checkQueue(for: tenant, limits)
    }
  }
}

extension SQLiteConnection {
  /// What became of the key before; nil where it is new or was forgotten.
  fileprivate mutating func submission(
    under key: IdempotencyKey, of job: JobRecord
  ) throws(StoreError) -> Submission? {
    try run("DELETE FROM idempotency WHERE expires_at <= ?", [.integer(job.createdAt)])
    let earlier = try row(
      "SELECT fingerprint, job FROM idempotency WHERE tenant = ? AND key = ?",
      [.text(job.tenant), .text(key.value)]
    ) { (fingerprint: $0.text(0), job: $0.text(1)) }
    guard let earlier else { return nil }
    guard earlier.fingerprint == key.fingerprint else { return .conflict }
    return try self.job(earlier.job ?? "").map { .repeated($0) }
  }

  fileprivate mutating func checkQueue(
    for tenant: String, _ limits: QueueLimits
  ) throws(StoreError) {
    let waiting = try row(
      """
      SELECT count(*), count(*) FILTER (WHERE tenant = ?), count(DISTINCT tenant)
      FROM job INDEXED BY job_waiting WHERE state = 'queued'
      """, [.text(tenant)]
    ) { (all: $0.integer(0) ?? 0, own: $0.integer(1) ?? 0, tenants: $0.integer(2) ?? 0) }
    guard let waiting else { return }
    try limits.check(
      waiting: Int(waiting.all), own: Int(waiting.own), tenants: Int(waiting.tenants))
  }

  fileprivate mutating func insert(_ job: JobRecord) throws(StoreError) {
    try run(
      """
      INSERT INTO job (id, tenant, state, request, created_at, frame_count, stored_bytes,
        webhook_url, purges_inputs, ends_at, subject)
      VALUES (?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(job.id), .text(job.tenant), .text(job.request), .integer(job.createdAt),
        SQLiteValue(job.frameCount), .integer(job.storedBytes), SQLiteValue(job.webhookURL),
        .integer(job.purgesInputs ? 1 : 0), job.endsAt.map { .integer($0) } ?? .null,
        SQLiteValue(job.subject),
      ])
  }

  fileprivate mutating func remember(
    _ key: IdempotencyKey, of job: JobRecord
  ) throws(StoreError) {
    let lifetime = Int64(IdempotencyKey.hours) * 3_600_000
    try run(
      "INSERT INTO idempotency (tenant, key, fingerprint, job, expires_at) VALUES (?, ?, ?, ?, ?)",
      [
        .text(job.tenant), .text(key.value), .text(key.fingerprint), .text(job.id),
        .integer(job.createdAt &+ lifetime),
      ])
  }

  /// A job, whosever it is.
  mutating func job(_ id: String) throws(StoreError) -> JobRecord? {
    try row("SELECT \(JobRow.columns) FROM job WHERE id = ?", [.text(id)], read: JobRow.read)
  }
}
