public import AvatarFiles

/// Which avatars the faces wear, and where their names are looked up.
public struct AvatarSelection: Sendable {
  /// Names or paths, given to the faces from left to right; `none` draws none.
  public var names: [String]
  /// Where names are looked up.
  public var library: AvatarLibrary

  /// The word for no avatar.
  public static let none = "none"

  /// Makes a selection.
  public init(names: [String], library: AvatarLibrary) {
    self.names = names
    self.library = library
  }

  /// Loads the packages.
  ///
  /// - Parameter decoding: when their pictures are decoded.
  package func load(decoding: PictureDecoding) throws(AvatarPackageError) -> [AvatarPackage] {
    var loaded: [AvatarPackage] = []
    for name in names {
      loaded.append(name == Self.none ? .none : try library.load(name, decoding: decoding))
    }
    return loaded
  }
}
