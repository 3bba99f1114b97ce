public import Store

extension SQLiteStore: ErasureStore {
  /// Begins an erasure; see `ErasureStore`.
  public func beginErasure(of subject: String, tenant: String) throws(StoreError) {
    try writeRemoval { connection throws(StoreError) in
      // One that began before takes what was accepted since.
      try connection.run(
        "DELETE FROM erasure WHERE tenant = ? AND subject = ?", [.text(tenant), .text(subject)])
      try connection.run(
        "INSERT INTO erasure (tenant, subject) VALUES (?, ?)", [.text(tenant), .text(subject)])
      _ = try connection.run(
        """
        INSERT INTO erasure_job (erasure, job)
        SELECT erasure.id, job.id FROM job
        JOIN erasure ON erasure.tenant = job.tenant AND erasure.subject = job.subject
        WHERE job.tenant = ? AND job.subject = ?
        """, [.text(tenant), .text(subject)])
    }
  }

  /// The erasures that go on; see `ErasureStore`.
  public func erasures() throws(StoreError) -> [Erasure] {
    try read { connection throws(StoreError) in
      try connection.rows("SELECT id, tenant, subject FROM erasure ORDER BY id") {
        Erasure(id: $0.integer(0) ?? 0, tenant: $0.text(1) ?? "", subject: $0.text(2))
      }
    }
  }

  /// Jobs of an erasure; see `ErasureStore`.
  ///
  /// At most `maximumPage` of them.
  public func jobs(of erasure: Erasure, limit: Int) throws(StoreError) -> [JobRecord] {
    try read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT \(JobRow.columns) FROM job WHERE id IN (SELECT job FROM erasure_job WHERE erasure = ?)
        ORDER BY sequence LIMIT ?
        """, [.integer(erasure.id), .integer(Int64(min(max(limit, 0), Self.maximumPage)))],
        read: JobRow.read)
    }
  }

  /// Whose jobs have a subject; see `ErasureStore`.
  public func tenants(showing subject: String) throws(StoreError) -> [String] {
    try read { connection throws(StoreError) in
      try connection.rows(
        "SELECT DISTINCT tenant FROM job WHERE subject = ? ORDER BY tenant", [.text(subject)]
      ) { $0.text(0) ?? "" }
    }
  }

  /// Notes what is about to be removed; see `ErasureStore`.
  public func noteErased(_ files: [ErasedFile]) throws(StoreError) {
    guard !files.isEmpty else { return }
    try writeRemoval { connection throws(StoreError) in
      for file in files {
        try connection.run(
          "INSERT OR IGNORE INTO erased (sha256, bytes, tenant, erased_at) VALUES (?, ?, ?, ?)",
          [
            .text(file.sha256), .integer(file.bytes), .text(file.tenant), .integer(file.erasedAt),
          ])
      }
    }
  }

  /// What was erased; see `ErasureStore`.
  public func erasedFiles() throws(StoreError) -> [ErasedFile] {
    try read { connection throws(StoreError) in try connection.erasedFiles() }
  }

  /// Ends an erasure; see `ErasureStore`.
  ///
  /// The subject goes first, with the ids of the jobs, and the row without it last: a process that is killed in between leaves the row, and the
  /// file is overwritten at the next try.
  public func endErasure(_ erasure: Erasure) throws(StoreError) {
    try writeRemoval { connection throws(StoreError) in
      try connection.run(
        "UPDATE erasure SET subject = NULL WHERE id = ?", [.integer(erasure.id)])
      _ = try connection.run(
        "DELETE FROM erasure_job WHERE erasure = ?", [.integer(erasure.id)])
    }
    try rewrite()
    try write { connection throws(StoreError) in
      _ = try connection.run("DELETE FROM erasure WHERE id = ?", [.integer(erasure.id)])
    }
  }
}

extension SQLiteConnection {
  mutating func erasedFiles() throws(StoreError) -> [ErasedFile] {
    try rows("SELECT sha256, bytes, tenant, erased_at FROM erased") {
      ErasedFile(
        sha256: $0.text(0) ?? "", bytes: $0.integer(1) ?? 0, tenant: $0.text(2) ?? "",
        erasedAt: $0.integer(3) ?? 0)
    }
  }
}
