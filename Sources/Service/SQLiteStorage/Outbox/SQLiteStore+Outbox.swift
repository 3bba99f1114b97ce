internal import Digests
public import Store

extension SQLiteStore: Outbox {
  /// Puts in something to tell; see `Outbox`.
  @discardableResult
  public func enqueue(
    _ type: String, about job: String, at time: Int64
  ) throws(StoreError) -> String? {
    try write { connection throws(StoreError) in
      guard let job = try connection.job(job) else { return nil }
      return try connection.enqueue(type, about: job, at: time)
    }
  }

  /// Deliveries whose time has come; see `Outbox`.
  public func dueDeliveries(at time: Int64) throws(StoreError) -> [Delivery] {
    try read { connection throws(StoreError) in
      // With min() in an aggregate, SQLite's other columns are those of the row with the minimum.
      try connection.rows(
        """
        SELECT \(DeliveryRow.columns), min(next_at) FROM delivery INDEXED BY delivery_due
        WHERE state = 'pending' AND next_at <= ? GROUP BY origin ORDER BY min(next_at)
        """, [.integer(time)], read: DeliveryRow.read)
    }
  }

  /// Keeps a body; see `Outbox`.
  public func keepBody(_ body: [UInt8], of delivery: String) throws(StoreError) {
    try write { connection throws(StoreError) in
      _ = try connection.run(
        "UPDATE delivery SET body = ? WHERE id = ? AND body IS NULL",
        [.blob(body), .text(delivery)])
    }
  }

  /// Writes down an attempt; see `Outbox`.
  public func record(
    _ attempt: DeliveryAttempt, of delivery: String, leaving state: Delivery.State, nextAt: Int64?
  ) throws(StoreError) {
    try write { connection throws(StoreError) in
      let count = try connection.run(
        "UPDATE delivery SET state = ?, attempts = ?, next_at = ? WHERE id = ?",
        [
          .text(state.rawValue), .integer(Int64(attempt.number)),
          state == .pending ? .integer(nextAt ?? attempt.at) : nil, .text(delivery),
        ])
      // The job may have been forgotten during the delivery.
      guard count == 1 else { return }
      try connection.run(
        """
        INSERT OR REPLACE INTO delivery_attempt (delivery, number, at, status, error, milliseconds)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          .text(delivery), .integer(Int64(attempt.number)), .integer(attempt.at),
          SQLiteValue(attempt.status), SQLiteValue(attempt.error),
          .integer(Int64(attempt.milliseconds)),
        ])
    }
  }

  /// What was told about a job; see `Outbox`.
  public func deliveries(
    about job: String, of tenant: String
  ) throws(StoreError) -> [(delivery: Delivery, attempts: [DeliveryAttempt])] {
    try read { connection throws(StoreError) in
      let deliveries = try connection.rows(
        """
        SELECT \(DeliveryRow.columns) FROM delivery WHERE job = ? AND tenant = ?
        ORDER BY created_at, id
        """, [.text(job), .text(tenant)], read: DeliveryRow.read)
      var log: [(Delivery, [DeliveryAttempt])] = []
      for delivery in deliveries {
        log.append((delivery, try connection.attempts(of: delivery.id)))
      }
      return log
    }
  }

  /// How many deliveries there are in each state; see `Outbox`.
  public func deliveryCounts() throws(StoreError) -> [Delivery.State: Int] {
    let rows = try read { connection throws(StoreError) in
      try connection.rows("SELECT state, count(*) FROM delivery GROUP BY state") {
        ($0.text(0) ?? "", Int($0.integer(1) ?? 0))
      }
    }
    var counts = Dictionary(uniqueKeysWithValues: Delivery.State.allCases.map { ($0, 0) })
    for (name, count) in rows {
      if let state = Delivery.State(rawValue: name) { counts[state] = count }
    }
    return counts
  }
}

/// A delivery as a row of the table.
private enum DeliveryRow {
  static let columns = """
    id, job, tenant, url, type, created_at, body, state, attempts, next_at
    """

  static func read(_ row: borrowing SQLiteStatement) -> Delivery {
    Delivery(
      id: row.text(0) ?? "", job: row.text(1) ?? "", tenant: row.text(2) ?? "",
      url: row.text(3) ?? "", type: row.text(4) ?? "", createdAt: row.integer(5) ?? 0,
      body: row.blob(6), state: Delivery.State(rawValue: row.text(7) ?? "") ?? .abandoned,
      attempts: Int(row.integer(8) ?? 0), nextAt: row.integer(9))
  }
}

extension SQLiteConnection {
  /// Writes down that a job's end is to be told, where it has a webhook; of the transaction that
  /// ends it, so that no end goes untold and none is told that did not happen.
  mutating func queueWebhook(of id: String, at time: Int64) throws(StoreError) {
    guard let job = try job(id) else { return }
    _ = try enqueue("render.\(job.state.rawValue)", about: job, at: time)
  }

  fileprivate mutating func enqueue(
    _ type: String, about job: JobRecord, at time: Int64
  ) throws(StoreError) -> String? {
    guard let url = job.webhookURL else { return nil }
    let id = RandomName.make()
    // The URL without its path; it was checked and normalized when the job was submitted.
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    try run(
      """
      INSERT INTO delivery (id, job, tenant, url, origin, type, created_at, state, next_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'pending', ?7)
      """,
      [
        .text(id), .text(job.id), .text(job.tenant), .text(url),
        .text(parts.prefix(3).joined(separator: "/")), .text(type), .integer(time),
      ])
    return id
  }

  fileprivate mutating func attempts(of delivery: String) throws(StoreError) -> [DeliveryAttempt] {
    try rows(
      """
      SELECT number, at, status, error, milliseconds FROM delivery_attempt
      WHERE delivery = ? ORDER BY number
      """, [.text(delivery)]
    ) {
      DeliveryAttempt(
        number: Int($0.integer(0) ?? 0), at: $0.integer(1) ?? 0,
        status: $0.integer(2).map { Int($0) }, error: $0.text(3),
        milliseconds: Int($0.integer(4) ?? 0))
    }
  }
}
