public import Store

/// The worker's side of the queue.
extension SQLiteStore {
  /// Takes the next job; see `JobStore`.
  ///
  /// Next is the tenant with waiting jobs that was served longest ago (round robin), and of that
  /// tenant the job that was accepted first.
  public func claim(
    by worker: String, at time: Int64, leasedUntil end: Int64,
    passingOver passedOver: Set<String> = []
  ) throws(StoreError) -> JobRecord? {
    // A statement takes thousands of parameters and no more; as one list they are one.
    let list = JobRow.text(of: passedOver.sorted())
    let others = passedOver.isEmpty ? "" : "AND id NOT IN (SELECT value FROM json_each(?))"
    return try write { connection throws(StoreError) in
      let next = try connection.row(
        """
        SELECT waiting.tenant, waiting.first FROM (
          SELECT tenant, min(sequence) AS first FROM job INDEXED BY job_waiting
          WHERE state = 'queued' \(others) GROUP BY tenant
        ) AS waiting LEFT JOIN turn ON turn.tenant = waiting.tenant
        ORDER BY coalesce(turn.served, 0), waiting.first LIMIT 1
        """, passedOver.isEmpty ? [] : [.text(list)]
      ) { (tenant: $0.text(0) ?? "", sequence: $0.integer(1)) }
      guard let next else { return nil }
      try connection.run(
        """
        INSERT INTO turn (tenant, served)
        VALUES (?, (SELECT coalesce(max(served), 0) + 1 FROM turn))
        ON CONFLICT (tenant) DO UPDATE SET served = excluded.served
        """, [.text(next.tenant)])
      return try connection.row(
        """
        UPDATE job SET state = 'rendering', worker = ?, started_at = ?, leased_until = ?, frame = 0,
          tracked_frames = 0, attempts = attempts + 1
        WHERE sequence = ? RETURNING \(JobRow.columns)
        """, [.text(worker), .integer(time), .integer(end), SQLiteValue(next.sequence)],
        read: JobRow.read)
    }
  }

  /// Moves the end of a lease; see `JobStore`.
  ///
  /// Power loss may undo it: no worker has the job then.
  public func extend(_ hold: JobHold, until end: Int64) throws(StoreError) -> Bool {
    try writeLightly { connection throws(StoreError) in
      try connection.run(
        "UPDATE job SET leased_until = ? \(Self.held)", [.integer(end)] + Self.key(hold)) == 1
    }
  }

  /// Which row a hold is of, as long as it has not ended.
  private static let held = "WHERE id = ? AND attempts = ? AND state = 'rendering'"

  private static func key(_ hold: JobHold) -> [SQLiteValue] {
    [.text(hold.job), .integer(Int64(hold.attempt))]
  }

  /// Notes how far a job has come; see `JobStore`.
  ///
  /// The only change of a job that power loss may undo: the frames are rendered again then, and a
  /// sync for each figure would wear the disk.
  public func report(
    _ hold: JobHold, trackedFrames: Int, frame: Int, frameCount: Int?
  ) throws(StoreError) -> Bool {
    try writeLightly { connection throws(StoreError) in
      try connection.run(
        """
        UPDATE job SET tracked_frames = ?, frame = ?, frame_count = coalesce(?, frame_count)
        \(Self.held)
        """,
        [.integer(Int64(trackedFrames)), .integer(Int64(frame)), SQLiteValue(frameCount)]
          + Self.key(hold)) == 1
    }
  }

  /// Brings a job to its end; see `JobStore`.
  ///
  /// Where it has a webhook, what is to be told is written in the same transaction.
  public func finish(_ hold: JobHold, _ ending: JobEnding) throws(StoreError) -> Bool {
    guard ending.state.isFinal else {
      throw .unusable(path: path, reason: "\"\(ending.state.rawValue)\" does not end a job")
    }
    return try write { connection throws(StoreError) in
      let count = try connection.run(
        """
        UPDATE job SET state = ?, worker = NULL, leased_until = NULL, finished_at = ?,
          frame = max(frame, ?), failure_code = ?, failure_detail = ?, notes = ?, stored_bytes = ?,
          faces_drawn_frames = ?, result_attempt = ?
        \(Self.held)
        """,
        [
          .text(ending.state.rawValue), .integer(ending.time), .integer(Int64(ending.frames)),
          SQLiteValue(ending.failure?.code), SQLiteValue(ending.failure?.detail),
          .text(JobRow.text(of: ending.notes)), .integer(ending.storedBytes),
          SQLiteValue(ending.facesDrawnFrames),
          SQLiteValue(ending.state == .done ? hold.attempt : nil),
        ] + Self.key(hold))
      guard count == 1 else { return false }
      try connection.queueWebhook(of: hold.job, at: ending.time)
      return true
    }
  }

  /// Puts a job back; see `JobStore`.
  ///
  /// It keeps its place: it is the tenant's first again.
  public func handBack(_ hold: JobHold, isCounted: Bool) throws(StoreError) {
    try write { connection throws(StoreError) in
      _ = try connection.run(
        "\(Self.queuedAgain), uncounted_attempts = uncounted_attempts + ? \(Self.held)",
        [.integer(isCounted ? 0 : 1)] + Self.key(hold))
    }
  }

  private static let queuedAgain = """
    UPDATE job SET state = 'queued', worker = NULL, leased_until = NULL, frame = 0,
      tracked_frames = 0
    """

  /// Puts back jobs whose leases have run out; see `JobStore`.
  ///
  /// A job without a lease is one that a version without leases was rendering.
  public func expire(at time: Int64) throws(StoreError) -> [String] {
    let ended = "WHERE state = 'rendering' AND coalesce(leased_until, ?1) <= ?1"
    // Most looks find none, and take no lock.
    let isAny = try read { connection throws(StoreError) in
      try connection.number("SELECT count(*) FROM job \(ended)", [.integer(time)]) > 0
    }
    guard isAny else { return [] }
    return try write { connection throws(StoreError) in
      let ids = try connection.rows(
        "SELECT id FROM job \(ended) ORDER BY sequence", [.integer(time)]
      ) { $0.text(0) ?? "" }
      try connection.run("\(Self.queuedAgain) \(ended)", [.integer(time)])
      return ids
    }
  }

  /// The jobs that should have files; see `JobStore`.
  public func jobsWithFiles() throws(StoreError) -> [JobFiles] {
    try read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT id, finished_at IS NULL, stored_bytes FROM job
        WHERE finished_at IS NULL OR (state != 'cancelled' AND stored_bytes > 0) ORDER BY sequence
        """
      ) {
        JobFiles(
          id: $0.text(0) ?? "", isWaiting: $0.integer(1) == 1, storedBytes: $0.integer(2) ?? 0)
      }
    }
  }
}
