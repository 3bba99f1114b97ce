import AvatarFiles
import Avatars
import Digests
import Passes
import Recordings

/// The avatars of a request, and their textures as the cache keeps them.
struct RequestAvatars {
  /// The avatars from left to right.
  let packages: [AvatarPackage]
  private let kept: [AvatarCache.Kept]
  private let cache: AvatarCache
  /// The hashes of the first avatar's files that came with the request, by path.
  private let added: [String: String]

  /// Looks the avatars up in the cache, the first with the request's own manifest where it has one.
  init(_ request: FrameRequest, from cache: AvatarCache, limits: FrameLimits) throws {
    guard request.avatars.count <= limits.avatars else {
      throw RenderingError.overLimit(
        .avatars, found: request.avatars.count, limit: limits.avatars)
    }
    self.cache = cache
    kept = try request.avatars.map { try cache.avatar($0) }
    var packages = kept.map(\.package)
    if let names = request.avatarNames {
      packages = zip(packages, names).map { $0.named($1) }
    }
    if let manifest = request.manifest {
      guard let first = request.avatars.first,
        first != AvatarSelection.none || !request.files.isEmpty
      else {
        throw RenderingError.unfitOutput(
          reason: "a manifest replaces the first avatar's; name the avatar whose pictures"
            + " it shows, or send the files that it names")
      }
      packages[0] = try packages[0].replacing(manifest: manifest, adding: request.files)
    }
    self.packages = packages
    added = request.files.mapValues { SHA256.hex(of: $0) }
  }

  /// The textures of these avatars, as they come from the cache.
  var textures: LayerTextures {
    LayerTextures(packages) { avatar, layer, format throws(AvatarPackageError) in
      let image = packages[avatar].avatar.layers[layer].image
      return try cache.textures(
        kept[avatar], layer: layer, of: packages[avatar], for: format,
        sent: avatar == 0 ? added[image] : nil)
    }
  }
}
