public import Geometry

/// An avatar together with the sizes of its pictures: all that placing it takes.
///
/// Placement needs no pixels, so a phone app can place an avatar whose pictures live elsewhere.
public struct MeasuredAvatar: Hashable, Sendable {
  /// The avatar.
  public let avatar: Avatar
  /// The size of each layer's picture, in the order of the layers.
  public let pictureSizes: [PixelSize<ArtworkSpace>]

  /// Joins an avatar and the sizes of its pictures; nil unless there is one for each layer.
  public init?(_ avatar: Avatar, pictureSizes: [PixelSize<ArtworkSpace>]) {
    guard pictureSizes.count == avatar.layers.count else { return nil }
    self.avatar = avatar
    self.pictureSizes = pictureSizes
  }

  /// The avatar without layers: a face that wears it is left as it is.
  public static let none = MeasuredAvatar()

  private init() {
    avatar = Avatar(id: "none", layers: [])
    pictureSizes = []
  }
}
