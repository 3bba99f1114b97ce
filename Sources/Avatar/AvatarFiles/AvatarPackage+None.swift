import Avatars

extension AvatarPackage {
  /// The package without layers: a face that wears it is left as it is.
  public static let none = AvatarPackage()

  private init() {
    measured = MeasuredAvatar.none
    avatar = measured.avatar
    files = []
    path = ""
  }
}
