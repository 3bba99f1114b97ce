public import Avatars
import Foundation
public import Imaging

/// An avatar with its pictures, as a package holds them; pixels are decoded when asked for.
public struct AvatarPackage: Sendable {
  /// The avatar.
  public let avatar: Avatar
  /// The avatar with the sizes of its pictures, for placing it.
  public let measured: MeasuredAvatar

  /// Each layer's picture in the order of the layers, in a tenth of the memory that pixels take.
  let files: [PictureFile]
  let path: String

  /// Loads a package from a folder or a `.zip` file.
  ///
  /// - Parameter decoding: whether every picture is decoded to see that it can be; otherwise a
  ///   damaged one is found out when it is asked for.
  public static func load(
    path: String, decoding: Bool = true
  ) throws(AvatarPackageError) -> AvatarPackage {
    let contents = PackageContents(of: try files(at: path), decoding: decoding)
    guard let package = AvatarPackage(contents, path: path) else {
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

  /// Decodes a layer's picture; layers are counted from 0, the lowest first.
  public func picture(ofLayer index: Int) throws(AvatarPackageError) -> StraightRGBA8 {
    let file = files[index]
    do {
      return try file.decoded()
    } catch {
      throw .faulty(path: path, AvatarFaults([file.reference.fault(of: error)]))
    }
  }

  private init?(_ contents: PackageContents, path: String) {
    guard contents.faults.isEmpty, let avatar = contents.manifest.avatar else { return nil }
    let files = avatar.layers.compactMap { contents.pictures[$0.image] }
    guard let measured = MeasuredAvatar(avatar, pictureSizes: files.map(\.size)) else {
      return nil
    }
    (self.avatar, self.measured, self.files, self.path) = (avatar, measured, files, path)
  }

  static func files(at path: String) throws(AvatarPackageError) -> any PackageFiles {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .notFound(path: path)
    }
    return isFolder.boolValue ? try FolderFiles(path: path) : try ZipFiles(path: path)
  }
}
