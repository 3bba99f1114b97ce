import AvatarFiles
import Avatars
import Imaging

/// The avatars of a job, and their pictures for as long as somebody needs them.
///
/// Pictures become textures once, at the first frame; 13 MB of them for the dragon would otherwise
/// lie beside the textures for the whole of the clip.
final class Wardrobe {
  /// The avatars, from left to right.
  let avatars: [MeasuredAvatar]
  private let load: () throws -> [AvatarPackage]
  private var pictures: [[StraightRGBA8]]?

  /// Loads the packages.
  init(_ load: @escaping () throws -> [AvatarPackage]) throws {
    let packages = try load()
    self.load = load
    avatars = packages.map(\.measured)
    pictures = packages.map(\.pictures)
  }

  /// The pictures of each avatar's layers; they are let go, and loaded anew if asked for again.
  func takePictures() throws -> [[StraightRGBA8]] {
    defer { pictures = nil }
    return try pictures ?? load().map(\.pictures)
  }
}
