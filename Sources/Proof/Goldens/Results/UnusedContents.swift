/// The contents of the golden store that no golden of a suite names.
///
/// Goldens of other commits and of other suites may name them, so they are told and never removed.
public struct UnusedContents: Hashable, Sendable {
  /// One of them.
  public struct Content: Hashable, Sendable {
    /// Its file.
    public var path: String
    /// Its size.
    public var bytes: Int
  }

  /// The contents, by their digests.
  public let contents: [Content]
  /// How many contents the store holds.
  public let count: Int

  /// Looks through the store and the goldens of a suite; of a suite that names no store there are none.
  public init(of suite: GoldenSuite, results: SuiteResults) {
    let goldens = suite.goldens
    let all = goldens.contents?.all ?? []
    count = all.count
    // What is recorded is meant, also where its pointer is being replaced by hand.
    let records = (try? ProvenanceFile(of: suite))?.records ?? [:]
    var used = Set(records.values.map(\.sha256))
    for file in ObsoleteGoldens.files(in: suite.folder, apartFrom: results)
    where file.hasSuffix(".png") {
      if let pointer = try? goldens.pointer(file) { used.insert(pointer.sha256) }
    }
    contents = all.filter { !used.contains($0.sha256) }.compactMap { content in
      goldens.contents.map {
        Content(
          path: $0.path(of: GoldenPointer(sha256: content.sha256, bytes: content.bytes)),
          bytes: content.bytes)
      }
    }
  }
}
