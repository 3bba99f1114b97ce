package import AvatarFiles
package import Avatars
import Compositing
import Imaging
import Placement

/// The avatars of a job, and their layers' textures from when they are first shown.
///
/// Pictures stay packed as in their files until then, and again after it: 0.8 MB for the dragon, of
/// which 4.6 MB of pixels become 18 MB of textures. A layer that is never shown costs nothing.
package final class LayerTextures {
  /// The avatars, from left to right.
  package let avatars: [MeasuredAvatar]
  private let packages: [AvatarPackage]
  /// Their names and hashes, as a sidecar has them.
  var artwork: [PlacementRecord.Artwork] {
    packages.map { PlacementRecord.Artwork(name: $0.avatar.id, sha256: $0.sha256) }
  }
  /// Makes the texture of a layer, by avatar and layer.
  private let makeTexture: TextureMaker
  /// By format, avatar and layer: one format a clip, unless its colour tags change.
  private var textures: [PixelFormat: [[Texture?]]] = [:]

  /// The most formats whose textures are kept.
  ///
  /// A clip can change its tags with every key picture: 54 kinds of them took 790 MB for the dragon.
  private static let formatLimit = 4

  typealias TextureMaker = (
    _ avatar: Int, _ layer: Int, PixelFormat
  ) throws(AvatarPackageError) -> Texture

  /// Takes the avatars of packages, and makes their textures itself.
  package convenience init(_ packages: [AvatarPackage]) {
    self.init(packages) { avatar, layer, format throws(AvatarPackageError) in
      Texture(try packages[avatar].picture(ofLayer: layer), for: format)
    }
  }

  /// Takes the avatars of packages.
  ///
  /// - Parameter makeTexture: what gives a layer's texture when it is first shown.
  init(_ packages: [AvatarPackage], makeTexture: @escaping TextureMaker) {
    self.packages = packages
    self.makeTexture = makeTexture
    avatars = packages.map(\.measured)
  }

  /// The textures for pictures of a format, by avatar and layer; those of the placed layers are
  /// there.
  func textures(
    for format: PixelFormat, of placements: [LayerPlacement]
  ) throws(AvatarPackageError) -> [[Texture?]] {
    let known = textures[format]
    var prepared =
      known ?? packages.map { Array(repeating: nil, count: $0.avatar.layers.count) }
    var isComplete = known != nil
    for placement in placements
    where prepared[placement.avatarIndex][placement.layerIndex] == nil {
      prepared[placement.avatarIndex][placement.layerIndex] = try makeTexture(
        placement.avatarIndex, placement.layerIndex, format)
      isComplete = false
    }
    if known == nil, textures.count >= Self.formatLimit { textures.removeAll() }
    if !isComplete { textures[format] = prepared }
    return prepared
  }
}
