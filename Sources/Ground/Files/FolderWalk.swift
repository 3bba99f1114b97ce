extension OpenFolder {
  /// What a walk found.
  public struct Entry: Hashable, Sendable {
    /// Its path, relative to the folder that was walked.
    public let path: String
    /// What it is.
    public let information: Information

    /// The last component of the path.
    public var name: Substring { path.split(separator: "/").last ?? "" }
  }

  /// The deepest folder that is walked into.
  private static let mostLevels = 64

  /// Looks at all that lies beneath the folder, each folder before what is in it; links are told and not followed,
  /// and folders that cannot be opened are left out.
  ///
  /// - Parameters:
  ///   - limit: the most entries that are looked at.
  ///   - unnamed: told of names that are no UTF-8, with the bytes replaced that are none; nothing can be opened by
  ///     them.
  ///   - visit: whether a folder is walked into; of no effect for others.
  public func walk(
    limit: Int = .max, unnamed: (String) -> Void = { _ in }, _ visit: (Entry) -> Bool
  ) {
    var left = limit
    walk("", Self.mostLevels, &left, unnamed, visit)
  }

  private func walk(
    _ prefix: String, _ levels: Int, _ left: inout Int, _ unnamed: (String) -> Void,
    _ visit: (Entry) -> Bool
  ) {
    for name in ((try? names()) ?? []).sorted() {
      guard left > 0 else { return }
      guard let information = information(name) else {
        // What was removed meanwhile has a name that could have been opened.
        if name.unicodeScalars.contains("\u{FFFD}") { unnamed(prefix + name) }
        continue
      }
      left -= 1
      let entry = Entry(path: prefix + name, information: information)
      let isEntered = visit(entry)
      guard isEntered, information.kind == .folder, levels > 1, let folder = try? folder(name)
      else { continue }
      folder.walk("\(entry.path)/", levels - 1, &left, unnamed, visit)
    }
  }
}
