internal import Files
internal import Foundation

/// The hidden names that files have beside their places while they are replaced.
struct HiddenName: Hashable {
  /// What lies under such a name.
  enum Role: String, CaseIterable {
    /// New content that has not got its name yet.
    case staged
    /// Old content.
    case kept
    /// New content where there was none before.
    case made
  }

  /// The process that gave the name.
  var process: String
  /// The file's name; of a long one whose new content was not written in full, only its beginning.
  var name: String
  /// What lies there; nil for new content that was not written in full.
  var role: Role?

  /// The hidden name of a file; the process's number keeps two runs apart.
  static func name(_ name: String, _ role: Role) -> String {
    ".\(name).\(getpid()).\(role.rawValue)"
  }

  /// Reads a file's name; nil where it is no hidden one.
  init?(_ file: String) {
    // Files that are being written have a name that `AtomicFile` makes of the hidden one.
    if let match = file.wholeMatch(of: /\.\.(.+)\.([0-9]+)\.staged\..*\.partial/) {
      (name, process) = (String(match.1), String(match.2))
    } else if let match = file.wholeMatch(of: /\.(.+)\.([0-9]+)\.(staged|kept|made)/) {
      (name, process) = (String(match.1), String(match.2))
      role = Role(rawValue: String(match.3))
    } else if let match = file.wholeMatch(of: /\.\.(.+)\.([0-9]+)-[0-9a-z-]+\.partial/),
      // With the second dot.
      1 + match.1.utf8.count >= HiddenFile.longestStem
    {
      // Of a long hidden name `AtomicFile` takes only the beginning. Both numbers are the same process's.
      (name, process) = (String(match.1), String(match.2))
    } else {
      return nil
    }
  }
}
