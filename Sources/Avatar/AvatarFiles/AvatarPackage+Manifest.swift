internal import Avatars

extension AvatarPackage {
  /// A package's `avatar.json` as it stands there, for editors.
  public static func manifestBytes(path: String) throws(AvatarPackageError) -> [UInt8] {
    do {
      return try files(at: path).read(AvatarManifest.fileName, limit: AvatarManifest.byteLimit)
    } catch let error as AvatarPackageError {
      throw error
    } catch let error as PackageFileError {
      throw .notAPackage(path: path, reason: error.explanation)
    } catch {
      throw .notAPackage(path: path, reason: "\(error)")
    }
  }

  /// Sums a package up for a list, without reading its pictures.
  public static func summary(id: String, path: String) -> AvatarSummary {
    do {
      return AvatarSummary(id: id, try manifest(path: path))
    } catch {
      return AvatarSummary(id: id, fault: "\(error)")
    }
  }
}
