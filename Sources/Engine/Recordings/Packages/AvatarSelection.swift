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
    (self.names, self.library) = (names, library)
  }

  /// The bytes of decoded pixels that all packages together keep from loading until they are made
  /// textures; what is beyond is decoded a second time.
  private static let keptBytes = 16 << 20

  /// The same with avatars that are put on later, each once, behind those that faces are given.
  func wearing(_ more: [String]) throws(AvatarPackageError) -> AvatarSelection {
    var all = self
    for name in more where !all.names.contains(name) {
      if name != Self.none { _ = try library.path(of: name) }
      all.names.append(name)
    }
    return all
  }

  /// Throws where a name or a path means nothing, before anything is read.
  func checkNames() throws(AvatarPackageError) {
    for name in names where name != Self.none { _ = try library.path(of: name) }
  }

  /// Loads the packages.
  ///
  /// - Parameter decoding: when their pictures are decoded.
  package func load(decoding: PictureDecoding) throws(AvatarPackageError) -> [AvatarPackage] {
    try load { _ in decoding }
  }

  /// Loads the packages, decodes all pictures, and keeps what is not too much of that.
  func loadKeepingPixels() throws(AvatarPackageError) -> [AvatarPackage] {
    try load { .kept(bytes: $0) }
  }

  private func load(
    _ decoding: (_ bytesLeft: Int) -> PictureDecoding
  ) throws(AvatarPackageError) -> [AvatarPackage] {
    var loaded: [AvatarPackage] = []
    var left = Self.keptBytes
    for name in names {
      guard name != Self.none else {
        loaded.append(.none)
        continue
      }
      let package = try library.load(name, decoding: decoding(left))
      left -= package.keptBytes
      loaded.append(package)
    }
    return loaded
  }
}
