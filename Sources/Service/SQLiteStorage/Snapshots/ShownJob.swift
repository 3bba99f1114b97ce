internal import Store

/// A job that shows a person, of a database of any version.
public struct ShownJob: Hashable, Sendable {
  /// The job's id.
  public var id: String
  /// Its tenant.
  public var tenant: String
  /// From when on its files may not be kept, in milliseconds since 1970; nil for no such time.
  public var endsAt: Int64?
}

extension SQLiteConnection {
  /// The jobs that have a subject, in the order of acceptance.
  ///
  /// - Parameter version: that of the database; the older ones name a subject in the request alone.
  mutating func jobs(
    showing subject: String, version: Int64
  ) throws(StoreError) -> [ShownJob] {
    let isShown =
      version >= Schema.versionOfErasing
      ? "subject = ?1"
      : "json_valid(request) AND json_extract(request, '\(Schema.pathOfSubject)') = ?1"
    let end = version >= Schema.versionOfEnds ? "ends_at" : "NULL"
    return try rows(
      "SELECT id, tenant, \(end) FROM job WHERE \(isShown) ORDER BY sequence", [.text(subject)]
    ) { ShownJob(id: $0.text(0) ?? "", tenant: $0.text(1) ?? "", endsAt: $0.integer(2)) }
  }
}
