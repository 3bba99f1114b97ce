package import AvatarFiles
package import Problems

/// The lists of avatars, scenes and cards: a name a line, and what it stands for.
package enum NameList {
  /// A line: a name, what it stands for, the folder of its package, and the packages that cannot be named
  /// because of it.
  package typealias Line = (name: String, words: String, folder: String, hides: [String])

  /// Writes the list to standard output; a library without anything in it is an error.
  ///
  /// Of several folders it tells which packages are not those of the last, and what is in their way.
  ///
  /// - Parameter summaries: what is written as JSON in place of the lines; nil for these.
  package static func write<Package>(
    _ lines: [Line], of library: PackageLibrary<Package>, asJSON summaries: (any Encodable)? = nil
  ) throws -> ExitCode {
    if let summaries {
      try StandardStreams.result(IndentedJSON.of(summaries))
      return .done
    }
    guard !lines.isEmpty else {
      StandardStreams.message(
        "error: there are no \(Package.kind.plural) in \(library.places);"
          + " \(PackageLookupError.remedy(Package.kind))")
      return .inputNotFound
    }
    let width = lines.map(\.name.count).max() ?? 0
    for line in lines {
      let padding = String(repeating: " ", count: width - line.name.count)
      let place = line.folder == library.folders.last ? "" : "  in \(line.folder)"
      let hides = line.hides.isEmpty ? "" : ", in place of \(line.hides.joined(separator: ", "))"
      try StandardStreams.result(lines: ["\(line.name)\(padding)  \(line.words)\(place)\(hides)"])
    }
    return .done
  }

  /// The names that people read, English and Chinese.
  package static func title(_ names: [String: String]) -> String {
    [names["en"], names["zh-Hans"]].compactMap(\.self).joined(separator: " · ")
  }
}
