package import AvatarFiles
package import Avatars
import Compositing
import Imaging
import Placement
import Synchronization
import Threads

/// The avatars of a job, and their layers' textures from when they are first shown.
///
/// Pictures stay packed as in their files: 0.8 MB for the dragon, of which 4.6 MB of pixels become 24 MB
/// of textures. Pixels that loading has decoded are kept until the first layers are shown, 16 MB at
/// most; from then on a layer that is never shown costs nothing.
package final class LayerTextures {
  /// The avatars, from left to right.
  package let avatars: [MeasuredAvatar]
  private let packages: KeptPackages
  /// Their names and hashes, as a sidecar has them.
  var artwork: [PlacementRecord.Artwork] {
    packages.current.map { PlacementRecord.Artwork(name: $0.avatar.id, sha256: $0.sha256) }
  }
  /// Makes the texture of a layer, by avatar and layer; on several threads at once.
  private let makeTexture: TextureMaker
  /// By format, avatar and layer: one format a clip, unless its colour tags change.
  private var textures: [PixelFormat: [[Texture?]]] = [:]

  /// The most formats whose textures are kept.
  ///
  /// A clip can change its tags with every key picture: 54 kinds of them took 790 MB for the dragon.
  private static let formatLimit = 4

  typealias TextureMaker =
    @Sendable (
      _ avatar: Int, _ layer: Int, PixelFormat
    ) throws(AvatarPackageError) -> Texture

  /// Takes the avatars of packages, and makes their textures itself.
  package convenience init(_ packages: [AvatarPackage]) {
    let packages = KeptPackages(packages)
    self.init(packages) { avatar, layer, format throws(AvatarPackageError) in
      Texture(try packages.current[avatar].picture(ofLayer: layer), for: format)
    }
  }

  /// Takes the avatars of packages.
  ///
  /// - Parameter makeTexture: what gives a layer's texture when it is first shown.
  convenience init(_ packages: [AvatarPackage], makeTexture: @escaping TextureMaker) {
    self.init(KeptPackages(packages), makeTexture: makeTexture)
  }

  private init(_ packages: KeptPackages, makeTexture: @escaping TextureMaker) {
    self.packages = packages
    self.makeTexture = makeTexture
    avatars = packages.current.map(\.measured)
  }

  /// The textures for pictures of a format, by avatar and layer; those of the placed layers are
  /// there.
  func textures(
    for format: PixelFormat, of placements: [LayerPlacement]
  ) throws(AvatarPackageError) -> [[Texture?]] {
    let known = textures[format]
    var prepared = known ?? avatars.map { Array(repeating: nil, count: $0.avatar.layers.count) }
    let missing = missing(in: prepared, of: placements)
    guard known == nil || !missing.isEmpty else { return prepared }
    // The dragon's take 1 % of the time in which 195 frames are rendered, in which nothing else is done.
    let made = Parallel.map(missing) { [makeTexture] picture in
      Result { () throws(AvatarPackageError) in
        try makeTexture(picture.avatar, picture.layers[0], format)
      }
    }
    for (picture, texture) in zip(missing, made) {
      let texture = try texture.get()
      for layer in picture.layers { prepared[picture.avatar][layer] = texture }
    }
    if !missing.isEmpty { packages.letGoOfPixels() }
    if known == nil, textures.count >= Self.formatLimit { textures.removeAll() }
    textures[format] = prepared
    return prepared
  }

  /// The pictures without a texture of the placed layers; layers that show the same one share it.
  private func missing(
    in prepared: [[Texture?]], of placements: [LayerPlacement]
  ) -> [Picture] {
    var missing: [Picture] = []
    for placement in placements {
      let (avatar, layer) = (placement.avatarIndex, placement.layerIndex)
      guard prepared[avatar][layer] == nil else { continue }
      let image = avatars[avatar].avatar.layers[layer].image
      if let known = missing.firstIndex(where: { $0.avatar == avatar && $0.image == image }) {
        if !missing[known].layers.contains(layer) { missing[known].layers.append(layer) }
      } else {
        missing.append(Picture(avatar: avatar, image: image, layers: [layer]))
      }
    }
    return missing
  }

  /// A picture, and the layers of an avatar that show it.
  private struct Picture {
    let avatar: Int
    let image: String
    var layers: [Int]
  }
}

/// Packages, with the pixels that loading has decoded until these are let go.
private final class KeptPackages: Sendable {
  private let packages: Mutex<[AvatarPackage]>

  init(_ packages: [AvatarPackage]) {
    self.packages = Mutex(packages)
  }

  var current: [AvatarPackage] { packages.withLock { $0 } }

  func letGoOfPixels() {
    packages.withLock { packages in
      for index in packages.indices { packages[index].letGoOfPixels() }
    }
  }
}
