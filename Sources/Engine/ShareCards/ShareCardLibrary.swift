import Foundation
import Text

/// A folder of share cards, `Cards/` by default.
public struct ShareCardLibrary: Hashable, Sendable {
  /// The variable that names the folder of cards.
  public static let folderVariable = "AVATAR_OVERLAY_CARDS"

  /// The folder.
  public let folder: String

  /// Makes the library of a folder.
  public init(folder: String = "Cards") { self.folder = folder }

  /// Finds the folder of cards: the one that was named, else `Cards` here, else the one beside the
  /// folder of avatars, which came with the program.
  public static func find(
    named folder: String?, environment: [String: String], besideAvatars avatars: String
  ) -> ShareCardLibrary {
    if let named = folder ?? environment[folderVariable] { return ShareCardLibrary(folder: named) }
    let here = ShareCardLibrary()
    guard here.ids.isEmpty else { return here }
    let beside = URL(filePath: avatars).standardizedFileURL.deletingLastPathComponent()
      .appending(path: "Cards").path
    return ShareCardLibrary(folder: ShareCardLibrary(folder: beside).ids.isEmpty ? "Cards" : beside)
  }

  /// The names of the cards in the folder, sorted.
  public var ids: [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.filter { entry in
      !entry.hasPrefix(".")
        && FileManager.default.fileExists(atPath: "\(folder)/\(entry)/\(ShareCardLayout.fileName)")
    }.sorted()
  }

  /// The path of the card that a name or a path means: whatever has a slash in it is a path.
  public func path(of nameOrPath: String) throws(ShareCardError) -> String {
    if nameOrPath.contains("/") {
      guard FileManager.default.fileExists(atPath: nameOrPath) else {
        throw .notFound(path: nameOrPath)
      }
      return nameOrPath
    }
    let ids = ids
    guard ids.contains(nameOrPath) else {
      throw .unknownCard(
        name: nameOrPath, folder: folder, nearest: Spelling.nearest(to: nameOrPath, among: ids),
        known: ids)
    }
    return "\(folder)/\(nameOrPath)"
  }

  /// Loads the card that a name or a path means.
  public func load(_ nameOrPath: String) throws(ShareCardError) -> ShareCard {
    try ShareCard.load(path: path(of: nameOrPath))
  }
}
