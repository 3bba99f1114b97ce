import AvatarFiles
import Avatars
import Compositing
import Imaging

/// The avatars of a request, and their textures as the shelf keeps them.
struct FrameCostumes {
  /// The avatars from left to right.
  let packages: [AvatarPackage]
  private let kept: [AvatarShelf.Kept]
  private let shelf: AvatarShelf

  /// Takes the avatars off the shelf, the first with the request's own manifest where it has one.
  init(_ request: FrameRequest, from shelf: AvatarShelf, limits: FrameLimits) throws {
    guard request.avatars.count <= limits.avatars else {
      throw RenderingError.overLimit(
        .avatars, found: request.avatars.count, limit: limits.avatars)
    }
    self.shelf = shelf
    kept = try request.avatars.map { try shelf.avatar($0) }
    var packages = kept.map(\.package)
    if let manifest = request.manifest {
      guard let first = request.avatars.first, first != AvatarSelection.none else {
        throw RenderingError.unfitOutput(
          reason: "a manifest stands in for the first avatar's; name the avatar whose pictures"
            + " it shows")
      }
      packages[0] = try packages[0].replacing(manifest: manifest)
    }
    self.packages = packages
  }

  /// A wardrobe of these avatars, whose textures come from the shelf.
  var wardrobe: Wardrobe {
    Wardrobe(packages) { avatar, layer, format throws(AvatarPackageError) in
      try shelf.texture(kept[avatar], layer: layer, of: packages[avatar], for: format)
    }
  }
}
