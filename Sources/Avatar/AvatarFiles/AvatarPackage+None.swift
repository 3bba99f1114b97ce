import Avatars

extension AvatarPackage {
  /// The package without layers: a face that wears it is left as it is.
  public static let none = AvatarPackage(
    measured: .none, files: [], path: "", manifest: [])
}
