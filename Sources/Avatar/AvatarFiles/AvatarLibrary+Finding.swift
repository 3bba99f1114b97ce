import Foundation

extension AvatarLibrary {
  /// The variable that names the folder of avatars.
  public static let folderVariable = "AVATAR_OVERLAY_AVATARS"

  /// Where installations have their avatars, cards and scenes, wherever the program is copied to.
  private static let installed = ["/usr/local/share/avatar-overlay", "/usr/share/avatar-overlay"]

  /// Where avatars, cards and scenes go, for the message that there are none.
  public static let places =
    "put Avatars, Cards and Scenes beside the program or into \(installed[0])"

  /// Finds the folder of avatars: the one that was named, else `Avatars` here, else the one that
  /// came with the program.
  ///
  /// The program's own lies in `Avatars` or `share/avatar-overlay/Avatars` beside one of the
  /// folders above the executable: a checkout, or an installation. For a program that was copied
  /// alone it is that of an installation.
  public static func find(
    named folder: String?, environment: [String: String], executable: String
  ) -> AvatarLibrary {
    if let named = folder ?? environment[folderVariable] { return AvatarLibrary(folder: named) }
    var candidates = ["Avatars"]
    var above = URL(filePath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
    while above.pathComponents.count > 1 {
      candidates += ["Avatars", "share/avatar-overlay/Avatars"].map {
        above.appending(path: $0).path
      }
      above.deleteLastPathComponent()
    }
    candidates += installed.map { "\($0)/Avatars" }
    let found = candidates.first { !AvatarLibrary(folder: $0).ids.isEmpty }
    return AvatarLibrary(folder: found ?? "Avatars")
  }
}
