package import AvatarFiles
package import Avatars
package import Compositing
package import Imaging
import Lottie
package import Placement
import Synchronization
import Threads

/// The avatars of a job, and their layers' textures from when they are first shown.
///
/// Pictures stay packed as in their files: 0.8 MB for the dragon, of which 4.6 MB of pixels become up to 24 MB
/// of textures, as their levels are drawn from. Pixels that loading has decoded are kept until the first layers
/// are shown, 16 MB at most; from then on a layer that is never shown costs nothing.
package final class LayerTextures {
  /// The avatars, from left to right.
  package let avatars: [MeasuredAvatar]
  private let packages: KeptPackages
  private let models = ModelTextures()
  /// Their names and hashes, as a sidecar has them.
  package var artwork: [PlacementRecord.Artwork] {
    packages.current.map { PlacementRecord.Artwork(name: $0.avatar.id, sha256: $0.sha256) }
  }
  /// What a person should know of their Lottie animations; of an avatar that several wear, once.
  package var notes: [String] {
    var seen: Set<String> = []
    return packages.current.flatMap(\.notes).filter { seen.insert($0).inserted }
  }
  /// The package of an avatar.
  package func package(ofAvatar index: Int) -> AvatarPackage { packages.current[index] }
  /// Whether one of them shows a Lottie animation.
  package var showsLottie: Bool { packages.current.contains(where: \.showsLottie) }
  /// Makes the textures of a layer's frames, by avatar and layer; on several threads at once.
  private let makeTexture: TextureMaker
  /// By format, avatar and picture, which several layers may show: one format a clip, unless its colour
  /// tags change.
  private var textures: [PixelFormat: [[String: [Texture]]]] = [:]

  /// The most formats whose textures are kept.
  ///
  /// A clip can change its tags with every key frame: 54 kinds of them took 790 MB for the dragon.
  private static let formatLimit = 4

  package typealias TextureMaker =
    @Sendable (
      _ avatar: Int, _ layer: Int, PixelFormat
    ) throws(AvatarPackageError) -> [Texture]

  /// Takes the avatars of packages, and makes their textures itself.
  package convenience init(_ packages: [AvatarPackage]) {
    let packages = KeptPackages(packages)
    self.init(packages) { avatar, layer, format throws(AvatarPackageError) in
      try packages.current[avatar].frames(ofLayer: layer).map { Texture($0, for: format) }
    }
  }

  /// Takes the avatars of packages.
  ///
  /// - Parameter makeTexture: what gives the textures of a layer's frames when it is first shown.
  package convenience init(_ packages: [AvatarPackage], makeTexture: @escaping TextureMaker) {
    self.init(KeptPackages(packages), makeTexture: makeTexture)
  }

  private init(_ packages: KeptPackages, makeTexture: @escaping TextureMaker) {
    (self.packages, self.makeTexture) = (packages, makeTexture)
    avatars = packages.current.map(\.measured)
  }

  /// What is drawn of placed layers on pictures of a format, in their order; nil where there is nothing.
  func drawn(
    _ placements: [LayerPlacement], for format: PixelFormat
  ) throws -> [DrawnTexture?] {
    let textures = try textures(of: placements, for: format)
    return try placements.map { placement in
      guard !placement.isModel else { return nil }
      let layer = Layer(avatar: placement.avatarIndex, index: placement.layerIndex)
      if let lottie = packages.current[layer.avatar].lottie(ofLayer: layer.index) {
        do throws(LottieError) {
          return try LottieTextures.shared.frame(
            placement.frame ?? 0, of: lottie, at: placement.homography, for: format)
        } catch {
          throw packages.current[layer.avatar].failure(ofLayer: layer.index, error)
        }
      }
      let frame = placement.frame ?? 0
      guard let frames = textures[layer.avatar][image(of: layer)], frames.indices.contains(frame)
      else { return nil }
      return DrawnTexture(texture: frames[frame], homography: placement.homography)
    }
  }

  /// The materials of the model that a placed layer shows.
  func materials(of placement: LayerPlacement) throws -> ShadedMaterials {
    let (avatar, index) = (placement.avatarIndex, placement.layerIndex)
    let measured = avatars[avatar]
    guard let model = measured.models[measured.avatar.layers[index].image] else {
      return ShadedMaterials([])
    }
    return try models.materials(of: model) {
      try packages.current[avatar].model(ofLayer: index)?.images() ?? []
    }
  }

  /// The textures of the pictures of placed layers, by avatar and picture; Lottie animations have none here.
  private func textures(
    of placements: [LayerPlacement], for format: PixelFormat
  ) throws(AvatarPackageError) -> [[String: [Texture]]] {
    var known = textures[format] ?? Array(repeating: [:], count: avatars.count)
    var missing: [Layer] = []
    for placement in placements {
      let layer = Layer(avatar: placement.avatarIndex, index: placement.layerIndex)
      guard known[layer.avatar][image(of: layer)] == nil,
        !avatars[layer.avatar].avatar.layers[layer.index].isLottie, !placement.isModel,
        !missing.contains(where: { $0.avatar == layer.avatar && image(of: $0) == image(of: layer) })
      else { continue }
      missing.append(layer)
    }
    if !missing.isEmpty {
      // The dragon's take half a hundredth of the time in which 195 frames are rendered, while all else waits.
      let made = Parallel.map(missing) { [makeTexture] layer in
        Result { () throws(AvatarPackageError) in
          try makeTexture(layer.avatar, layer.index, format)
        }
      }
      for (layer, texture) in zip(missing, made) {
        known[layer.avatar][image(of: layer)] = try texture.get()
      }
      packages.letGoOfPixels()
      if textures[format] == nil, textures.count >= Self.formatLimit { textures.removeAll() }
      textures[format] = known
    }
    return known
  }

  /// A layer's place.
  private struct Layer {
    let avatar, index: Int
  }

  private func image(of layer: Layer) -> String {
    avatars[layer.avatar].avatar.layers[layer.index].image
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
