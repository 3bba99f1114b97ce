import Installation
import Problems
import Text

/// Why a package cannot be found.
public enum PackageLookupError: Error, Hashable, Sendable {
  /// There is none of that name in any of the folders; the names that are known there.
  case unknown(LibraryKind, name: String, folders: [String], known: [String])
  /// There is nothing at that path.
  case notFound(path: String)
  /// A folder that was named is not there.
  case noFolder(LibraryKind, path: String)
}

extension PackageLookupError: CustomStringConvertible {
  /// The most names that are shown where none is like the one that was asked for.
  private static let shownNames = 8

  /// One line for people.
  public var description: String {
    switch self {
    case .unknown(let kind, let name, let folders, let known):
      folders.lazy.compactMap(Self.refusal).first
        ?? "there is no \(kind.noun) \"\(Shown.text(name))\" in"
        + " \(folders.joined(separator: " or "))"
        + (known.isEmpty ? "; \(Self.remedy(kind))" : Self.suggestion(name, known))
    case .notFound(let path):
      "\(path): \(SystemReason.absence(of: path))"
    case .noFolder(let kind, let path):
      Self.refusal(path)
        ?? "\(path): there is no such folder; name one with \(kind.plural) by \(kind.option) or"
        + " \(kind.variable), or leave it out"
    }
  }

  /// That a folder may not be read; nil where it may.
  private static func refusal(_ folder: String) -> String? {
    SystemReason.refusal(ofReading: folder).map { "\(folder): \($0)" }
  }

  /// What to do where there is no package of a kind at all.
  public static func remedy(_ kind: LibraryKind) -> String {
    "put Avatars, Cards and Scenes beside the program or into \(InstalledFolders.shares[0]), or name"
      + " their folder with \(kind.option) or \(kind.variable)"
  }

  /// The name that may have been meant, or all where they are few.
  public static func suggestion(_ name: String, _ known: [String]) -> String {
    if let nearest = Spelling.nearest(to: name, among: known) {
      return "; did you mean \"\(nearest)\"?"
    }
    guard (1...shownNames).contains(known.count) else { return "" }
    return "; known: \(known.map { Shown.text($0) }.joined(separator: ", "))"
  }
}
