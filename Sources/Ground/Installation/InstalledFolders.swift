import Foundation

/// Where the files that come with the program are looked for, by the name of their folder.
public enum InstalledFolders {
  /// Where installations have them, wherever the program is copied to.
  public static let shares = ["/usr/local/share/avatar-overlay", "/usr/share/avatar-overlay"]

  /// Where a user without the rights of root has them, by the XDG Base Directory Specification; nil where the
  /// environment names no home.
  public static func ofUser(_ environment: [String: String]) -> String? {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return "\(data)/avatar-overlay"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/.local/share/avatar-overlay"
  }

  /// The folders of a name that may have come with the program, the nearest to it first.
  ///
  /// They lie beside the program or beside a folder above it, in a checkout or an installation. For a
  /// program that was copied alone they are those of an installation.
  ///
  /// - Parameters:
  ///   - name: the folder's name in an installation, such as `Avatars`.
  ///   - checkoutName: its name in a checkout; the same where it is nil.
  ///   - executable: the program's path.
  /// - Returns: paths, of which few exist; no path twice.
  public static func candidates(
    _ name: String, inCheckout checkoutName: String? = nil, executable: String
  ) -> [String] {
    var candidates: [String] = []
    var above = URL(filePath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
    while above.pathComponents.count > 1 {
      candidates += [checkoutName ?? name, "share/avatar-overlay/\(name)"].map {
        above.appending(path: $0).path
      }
      above.deleteLastPathComponent()
    }
    for share in shares where !candidates.contains("\(share)/\(name)") {
      candidates.append("\(share)/\(name)")
    }
    return candidates
  }
}
