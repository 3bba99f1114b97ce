public import Store

/// What retention asks.
extension SQLiteStore {
  /// Jobs that retention takes; see `JobStore`.
  ///
  /// At most `maximumPage` of them.
  public func expired(
    finishedBefore time: Int64, keepingBytes: Int64, passingOver passedOver: Set<String> = [],
    limit: Int
  ) throws(StoreError) -> [JobRecord] {
    let limit = min(max(limit, 0), Self.maximumPage)
    return try read { connection throws(StoreError) in
      var taken = try connection.jobs(finishedBefore: time, but: passedOver, limit: limit)
      guard taken.count < limit else { return taken }
      var holdings = try connection.holdings()
      for job in taken { holdings.give(job.storedBytes, of: job.tenant) }
      while taken.count < limit, holdings.sum > keepingBytes, let largest = holdings.largest {
        let next = try connection.oldestWithFiles(
          of: largest.tenant, after: largest.place ?? RetentionPlace(finishedAt: time, sequence: 0),
          but: passedOver)
        guard let (job, place) = next else {
          holdings.exhaust(largest.tenant)
          continue
        }
        holdings.give(job.storedBytes, of: job.tenant, place)
        taken.append(job)
      }
      return taken
    }
  }

  /// Jobs whose files may not be kept; see `JobStore`.
  ///
  /// At most `maximumPage` of them.
  public func lapsed(
    at time: Int64, passingOver passedOver: Set<String>, limit: Int
  ) throws(StoreError) -> [JobRecord] {
    let limit = min(max(limit, 0), Self.maximumPage)
    return try read { connection throws(StoreError) in
      let jobs = try connection.rows(
        """
        SELECT \(JobRow.columns) FROM job WHERE ends_at <= ? AND finished_at IS NOT NULL
        ORDER BY ends_at, sequence LIMIT ?
        """, [.integer(time), .integer(Int64(limit + passedOver.count))], read: JobRow.read)
      return Array(jobs.lazy.filter { !passedOver.contains($0.id) }.prefix(limit))
    }
  }
}

/// What purging asks.
extension SQLiteStore {
  private static let isToPurge =
    "purges_inputs = 1 AND inputs_purged_at IS NULL AND finished_at IS NOT NULL"

  /// Jobs whose inputs are to go; see `JobStore`.
  ///
  /// At most `maximumPage` of them.
  public func jobsToPurge(limit: Int) throws(StoreError) -> [JobRecord] {
    try read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(JobRow.columns) FROM job WHERE \(Self.isToPurge)
        ORDER BY finished_at, sequence LIMIT ?
        """, [.integer(Int64(min(max(limit, 0), Self.maximumPage)))], read: JobRow.read)
    }
  }

  /// Notes that a job's inputs are gone; see `JobStore`.
  public func notePurge(
    of id: String, at time: Int64, storedBytes: Int64
  ) throws(StoreError) {
    try writeRemoval { connection throws(StoreError) in
      _ = try connection.run(
        "UPDATE job SET inputs_purged_at = ?, stored_bytes = ? WHERE id = ? AND \(Self.isToPurge)",
        [.integer(time), .integer(storedBytes), .text(id)])
    }
  }
}

/// Where a job stands in the order in which jobs ended; of the same moment, in that of acceptance.
private struct RetentionPlace {
  var finishedAt: Int64
  /// From 1.
  var sequence: Int64
}

/// What tenants hold while some of it is given up.
private struct Holdings {
  struct Holding {
    var tenant: String
    var bytes: Int64
    /// The last job that was taken for its size.
    var place: RetentionPlace?
    /// Whether no further job can be taken.
    var isExhausted = false
  }

  private var all: [Holding]
  private(set) var sum: Int64

  /// - Parameter all: the holdings in the order of their tenants' names.
  init(_ all: [Holding]) {
    self.all = all
    sum = all.reduce(0) { $0 &+ $1.bytes }
  }

  /// The tenant that holds the most of those that have a job to give.
  var largest: Holding? {
    var largest: Holding?
    for holding in all where !holding.isExhausted && holding.bytes > largest?.bytes ?? 0 {
      largest = holding
    }
    return largest
  }

  mutating func give(_ bytes: Int64, of tenant: String, _ place: RetentionPlace? = nil) {
    guard let index = index(of: tenant) else { return }
    all[index].bytes &-= bytes
    all[index].place = place
    sum &-= bytes
  }

  mutating func exhaust(_ tenant: String) {
    if let index = index(of: tenant) { all[index].isExhausted = true }
  }

  private func index(of tenant: String) -> Int? { all.firstIndex { $0.tenant == tenant } }
}

extension SQLiteConnection {
  /// What went by its age, in the order in which it ended.
  fileprivate mutating func jobs(
    finishedBefore time: Int64, but passedOver: Set<String>, limit: Int
  ) throws(StoreError) -> [JobRecord] {
    let jobs = try rows(
      """
      SELECT \(JobRow.columns) FROM job WHERE finished_at < ?
      ORDER BY finished_at, sequence LIMIT ?
      """, [.integer(time), .integer(Int64(limit + passedOver.count))], read: JobRow.read)
    return Array(jobs.lazy.filter { !passedOver.contains($0.id) }.prefix(limit))
  }

  /// What each tenant holds: read from the index alone.
  fileprivate mutating func holdings() throws(StoreError) -> Holdings {
    Holdings(
      try rows("SELECT tenant, sum(stored_bytes) FROM job GROUP BY tenant ORDER BY tenant") {
        Holdings.Holding(tenant: $0.text(0) ?? "", bytes: $0.integer(1) ?? 0)
      })
  }

  /// A tenant's next job at its end that weighs anything; nil where there is none.
  fileprivate mutating func oldestWithFiles(
    of tenant: String, after place: RetentionPlace, but passedOver: Set<String>
  ) throws(StoreError) -> (JobRecord, RetentionPlace)? {
    var place = place
    while true {
      let next = try row(
        """
        SELECT \(JobRow.columns), sequence FROM job
        WHERE tenant = ? AND (finished_at, sequence) > (?, ?) AND stored_bytes > 0
        ORDER BY finished_at, sequence LIMIT 1
        """, [.text(tenant), .integer(place.finishedAt), .integer(place.sequence)]
      ) { (job: JobRow.read($0), sequence: $0.integer(JobRow.columnCount) ?? 0) }
      guard let next else { return nil }
      place = RetentionPlace(
        finishedAt: next.job.finishedAt ?? place.finishedAt, sequence: next.sequence)
      if !passedOver.contains(next.job.id) { return (next.job, place) }
    }
  }
}
