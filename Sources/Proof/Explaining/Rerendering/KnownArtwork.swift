public import AvatarFiles
internal import Avatars
internal import Compositing
internal import Geometry
internal import Imaging
internal import Lottie
internal import Passes
internal import Placement
internal import Synchronization

/// The avatars with which a first picture was drawn, found again by the hash that its sidecar names.
///
/// Textures of pictures are made when they are first asked for, and kept for the frames that follow; those of
/// Lottie animations are the ones that rendering has.
public final class KnownArtwork: Sendable {
  private let packages: [String: AvatarPackage]
  /// Those of the frames of pictures, by avatar and file.
  private let textures = Mutex<[String: [Texture]]>([:])

  /// Takes packages; which of them a sidecar means is told by their hashes.
  public init(_ packages: [AvatarPackage]) {
    self.packages = Dictionary(packages.map { ($0.sha256, $0) }) { first, _ in first }
  }

  /// The layers of a record in drawing order; nil where one of them is not known, so that the composition
  /// cannot be drawn anew.
  func layers(of record: PlacementRecord) -> [RerenderLayer]? {
    var layers: [RerenderLayer] = []
    for entry in record.placements where entry.opacity > 0 {
      // What is bent or raised is not drawn anew by its corners alone.
      guard entry.surface == nil, entry.nodes.isEmpty, let index = entry.avatar,
        record.avatars.indices.contains(index),
        let package = packages[record.avatars[index].sha256],
        let place = package.avatar.layers.firstIndex(where: { $0.name == entry.layer }),
        let layer = layer(entry, place, of: package, isMirrored: record.mirrored)
      else { return nil }
      layers.append(layer)
    }
    return layers.isEmpty ? nil : layers
  }

  /// A layer with what it shows at that frame; nil where that is not known.
  private func layer(
    _ entry: PlacementRecord.Entry, _ place: Int, of package: AvatarPackage, isMirrored: Bool
  ) -> RerenderLayer? {
    // Older sidecars do not say which frame of a picture that moves was shown.
    let moves = package.measured.frameTimes[place] != nil
    guard let frame = moves ? entry.artworkFrame : 0,
      let homography = RerenderLayer.homography(
        of: package.measured.pictureSizes[place], at: entry.corners)
    else { return nil }
    var texels = AffineMap<ArtworkSpace, ArtworkSpace>(1, 0, 0, 0, 1, 0)
    var texture: Texture?
    if let lottie = package.lottie(ofLayer: place) {
      let size = LottieSize(of: lottie.size, at: homography)
      texels = size.toArtwork
      texture = try? LottieTextures.shared.texture(
        frame, of: lottie, size, for: .premultipliedRGBA8)
    } else {
      texture = self.texture(ofLayer: place, frame: frame, in: package)
    }
    guard let texture else { return nil }
    return RerenderLayer(
      entry, package.avatar.layers[place], rank: place + 1,
      size: package.measured.pictureSizes[place], homography: homography,
      texture: texture, texels: texels, isMirrored: isMirrored)
  }

  private func texture(ofLayer layer: Int, frame: Int, in package: AvatarPackage) -> Texture? {
    let image = "\(package.sha256) \(package.avatar.layers[layer].image)"
    return textures.withLock { known in
      if known[image] == nil {
        guard let frames = try? package.frames(ofLayer: layer) else { return nil }
        known[image] = frames.map { Texture($0, for: .premultipliedRGBA8) }
      }
      guard let frames = known[image], frames.indices.contains(frame) else { return nil }
      return frames[frame]
    }
  }
}
