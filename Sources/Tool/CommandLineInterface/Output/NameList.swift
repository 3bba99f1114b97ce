import AvatarFiles
import Problems

/// The lists of avatars, scenes and cards: a name a line, and what it stands for.
enum NameList {
  /// A line.
  struct Line {
    /// The name.
    var name: String
    /// What it stands for.
    var words: String
    /// The folder of its package.
    var folder: String
    /// The packages that cannot be named because of it.
    var hides: [String]
  }

  /// Writes the list to standard output; a library without anything in it is an error.
  ///
  /// Of several folders it tells which packages are not those of the last, and what is in their way.
  static func write<Package>(
    _ lines: [Line], of library: PackageLibrary<Package>
  ) throws -> ExitCode {
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
  static func title(_ names: [String: String]) -> String {
    [names["en"], names["zh-Hans"]].compactMap(\.self).joined(separator: " · ")
  }
}
