public import Avatars
import Foundation
import Geometry
public import Imaging

/// An avatar with its pictures, as a package holds them.
public struct AvatarPackage: Sendable {
  /// The avatar.
  public let avatar: Avatar
  /// Each layer's picture, in the order of the layers; layers that name one file share its pixels.
  public let pictures: [StraightRGBA8]
  /// The avatar with the sizes of its pictures, for placing it.
  public let measured: MeasuredAvatar

  /// Loads a package from a folder or a `.zip` file.
  public static func load(path: String) throws(AvatarPackageError) -> AvatarPackage {
    let contents = PackageContents(of: try files(at: path))
    guard let package = AvatarPackage(contents) else {
      throw .faulty(path: path, AvatarFaults(contents.faults))
    }
    return package
  }

  /// Everything that can be said against a package, from errors to notes.
  ///
  /// Throws only where there is no package to look at.
  public static func lint(path: String) throws(AvatarPackageError) -> [AvatarFault] {
    let contents = PackageContents(of: try files(at: path))
    return contents.faults + contents.pictureWarnings + contents.unusedFiles
  }

  /// Reads a package's manifest alone, without its pictures.
  static func manifest(path: String) throws(AvatarPackageError) -> AvatarManifest {
    PackageContents.manifest(of: try files(at: path))
  }

  private init?(_ contents: PackageContents) {
    guard contents.faults.isEmpty, let avatar = contents.manifest.avatar else { return nil }
    let pictures = avatar.layers.compactMap { contents.pictures[$0.image] }
    let sizes = pictures.compactMap {
      PixelSize<ArtworkSpace>(width: $0.width, height: $0.height)
    }
    guard pictures.count == avatar.layers.count,
      let measured = MeasuredAvatar(avatar, pictureSizes: sizes)
    else { return nil }
    self.avatar = avatar
    self.pictures = pictures
    self.measured = measured
  }

  private static func files(at path: String) throws(AvatarPackageError) -> any PackageFiles {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .notFound(path: path)
    }
    return isFolder.boolValue ? try FolderFiles(path: path) : try ZipFiles(path: path)
  }
}
