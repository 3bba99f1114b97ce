public import Store

/// What tenants and the service's housekeeping ask.
extension SQLiteStore {
  /// A tenant's job; see `JobStore`.
  public func job(_ id: String, of tenant: String) throws(StoreError) -> JobRecord? {
    let job = try job(id)
    return job?.tenant == tenant ? job : nil
  }

  /// A job, whosever it is: for the service itself, never for an answer to a tenant.
  public func job(_ id: String) throws(StoreError) -> JobRecord? {
    try read { connection throws(StoreError) in try connection.job(id) }
  }

  /// A tenant's jobs, newest first; see `JobStore`.
  ///
  /// At most `maximumPage` of them; none after a cursor that is not there any more, since what is
  /// older went before it.
  public func jobs(
    of tenant: String, after cursor: String?, limit: Int
  ) throws(StoreError) -> [JobRecord] {
    let limit = SQLiteValue.integer(Int64(min(max(limit, 0), Self.maximumPage)))
    let select = "SELECT \(JobRow.columns) FROM job WHERE tenant = ?1"
    let order = "ORDER BY sequence DESC LIMIT ?2"
    return try read { connection throws(StoreError) in
      guard let cursor else {
        return try connection.rows("\(select) \(order)", [.text(tenant), limit], read: JobRow.read)
      }
      return try connection.rows(
        "\(select) AND sequence < (SELECT sequence FROM job WHERE tenant = ?1 AND id = ?3) \(order)",
        [.text(tenant), limit, .text(cursor)], read: JobRow.read)
    }
  }

  /// Cancels a job; see `JobStore`.
  ///
  /// Its files go, so from now on it weighs nothing: retention would count what is not there.
  public func cancel(
    _ id: String, of tenant: String, at time: Int64
  ) throws(StoreError) -> JobRecord? {
    try writeRemoval { connection throws(StoreError) in
      let count = try connection.run(
        """
        UPDATE job SET state = 'cancelled', worker = NULL, leased_until = NULL, finished_at = ?,
          stored_bytes = 0
        WHERE id = ? AND tenant = ? AND state IN ('queued', 'rendering')
        """, [.integer(time), .text(id), .text(tenant)])
      if count == 1 { try connection.queueWebhook(of: id, at: time) }
      let job = try connection.job(id)
      return job?.tenant == tenant ? job : nil
    }
  }

  /// How many jobs there are in each state, the states without any among them.
  public func counts() throws(StoreError) -> [JobRecord.State: Int] {
    let rows = try read { connection throws(StoreError) in
      try connection.rows("SELECT state, count(*) FROM job GROUP BY state") {
        ($0.text(0) ?? "", Int($0.integer(1) ?? 0))
      }
    }
    var counts = Dictionary(uniqueKeysWithValues: JobRecord.State.allCases.map { ($0, 0) })
    for (name, count) in rows {
      if let state = JobRecord.State(rawValue: name) { counts[state] = count }
    }
    return counts
  }

  /// Forgets a job, its idempotency key, and what was told about it.
  public func remove(_ id: String) throws(StoreError) {
    try writeRemoval { connection throws(StoreError) in
      _ = try connection.run("DELETE FROM job WHERE id = ?", [.text(id)])
    }
  }
}
