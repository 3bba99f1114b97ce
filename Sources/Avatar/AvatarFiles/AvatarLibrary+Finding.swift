import Installation

extension AvatarLibrary {
  /// The variable that names the folder of avatars.
  public static let folderVariable = "AVATAR_OVERLAY_AVATARS"

  /// Where avatars, cards and scenes go, for the message that there are none.
  public static let places =
    "put Avatars, Cards and Scenes beside the program or into \(InstalledFolders.shares[0])"

  /// Finds the folder of avatars: the one that was named, else `Avatars` here, else the one that
  /// came with the program.
  public static func find(
    named folder: String?, environment: [String: String], executable: String
  ) -> AvatarLibrary {
    if let named = folder ?? environment[folderVariable] { return AvatarLibrary(folder: named) }
    let candidates =
      ["Avatars"] + InstalledFolders.candidates("Avatars", executable: executable)
    let found = candidates.first { !AvatarLibrary(folder: $0).ids.isEmpty }
    return AvatarLibrary(folder: found ?? "Avatars")
  }
}
