extension OpenFolder {
  /// What a walk found.
  public struct Entry: Hashable, Sendable {
    /// Its path, relative to the folder that was walked.
    public let path: String
    /// What it is.
    public let information: Information

    /// Its name.
    public var name: Substring { path.split(separator: "/").last ?? "" }
  }

  /// The deepest folder that is walked into.
  private static let mostLevels = 64

  /// Looks at all that lies beneath the folder, each folder before what is in it; links are told and not followed,
  /// and folders that cannot be opened are left out.
  ///
  /// - Parameters:
  ///   - limit: the most entries that are looked at.
  ///   - visit: whether a folder is walked into; of no effect for others.
  public func walk(limit: Int = .max, _ visit: (Entry) -> Bool) {
    var left = limit
    walk("", Self.mostLevels, &left, visit)
  }

  private func walk(_ prefix: String, _ levels: Int, _ left: inout Int, _ visit: (Entry) -> Bool) {
    for name in ((try? names()) ?? []).sorted() {
      guard left > 0 else { return }
      guard let information = information(name) else { continue }
      left -= 1
      let entry = Entry(path: prefix + name, information: information)
      let isEntered = visit(entry)
      guard isEntered, information.kind == .folder, levels > 1, let folder = try? folder(name)
      else { continue }
      folder.walk("\(entry.path)/", levels - 1, &left, visit)
    }
  }
}
