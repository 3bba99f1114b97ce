public import AvatarFiles
internal import Avatars
internal import Compositing
internal import Geometry
internal import Imaging
internal import Placement
internal import Synchronization

/// The avatars with which a first picture was drawn, found again by the hash that its sidecar names.
///
/// Textures are made when they are first asked for, and kept for the frames that follow.
public final class KnownArtwork: Sendable {
  private let packages: [String: AvatarPackage]
  private let textures = Mutex<[String: Texture]>([:])

  /// Takes packages; which of them a sidecar means is told by their hashes.
  public init(_ packages: [AvatarPackage]) {
    self.packages = Dictionary(packages.map { ($0.sha256, $0) }) { first, _ in first }
  }

  /// The layers of a record in drawing order; nil where one of them is not known, so that the composition
  /// cannot be drawn anew.
  func layers(of record: PlacementRecord) -> [RerenderLayer]? {
    var layers: [RerenderLayer] = []
    for entry in record.placements where entry.opacity > 0 {
      guard let index = entry.avatar, record.avatars.indices.contains(index),
        let package = packages[record.avatars[index].sha256],
        let place = package.avatar.layers.firstIndex(where: { $0.name == entry.layer }),
        let texture = texture(of: place, in: package, record.avatars[index].sha256),
        let layer = RerenderLayer(
          entry, package.avatar.layers[place], rank: place + 1,
          size: package.measured.pictureSizes[place],
          texture: texture, isMirrored: record.mirrored)
      else { return nil }
      layers.append(layer)
    }
    return layers.isEmpty ? nil : layers
  }

  private func texture(of layer: Int, in package: AvatarPackage, _ hash: String) -> Texture? {
    let image = "\(hash) \(package.avatar.layers[layer].image)"
    return textures.withLock { known in
      if let texture = known[image] { return texture }
      guard let picture = try? package.picture(ofLayer: layer) else { return nil }
      let texture = Texture(picture, for: .premultipliedRGBA8)
      known[image] = texture
      return texture
    }
  }
}
