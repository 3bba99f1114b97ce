extension SQLiteConnection {
  /// Writes down that a job's end is to be told, where it has a webhook; of the transaction that
  /// ends it, so that no end goes untold and none is told that did not happen.
  mutating func tellEnd(of job: String, at time: Int64) throws(StoreError) {
    try run(
      """
      INSERT INTO delivery (id, job, tenant, url, type, created_at, state, next_at)
      SELECT ?1, id, tenant, webhook_url, 'render.' || state, ?2, 'pending', ?2
      FROM job WHERE id = ?3 AND webhook_url IS NOT NULL
      """, [.text(RandomName.make()), .integer(time), .text(job)])
  }
}
