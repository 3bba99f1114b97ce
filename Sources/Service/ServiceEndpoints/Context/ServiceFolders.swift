package import Blobs
internal import Foundation
public import Problems

/// A folder of the service that cannot be made.
public struct ServiceFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder.
  public let folder: String
  /// Why not.
  public let reason: String

  /// One line: which, why, and what to do.
  public var description: String {
    "the folder \(folder) cannot be made: \(reason) (--data names another)"
  }
}

/// Where the service keeps what is this machine's own, beneath its data folder.
///
/// The files of renders and of tenants are blobs.
package struct ServiceFolders: Sendable {
  /// The data folder.
  package let root: String
  /// Where the files of renders and of tenants are, where that is not the data folder.
  package let files: String

  /// How the server of these is asked to encrypt them.
  package let encryption: BlobEncryption?

  /// Describes the folders in a data folder.
  package init(root: String, files: String = "", encryption: BlobEncryption? = nil) {
    (self.root, self.files, self.encryption) = (root, files, encryption)
  }

  /// Previews of avatars and scenes.
  var previews: String { "\(root)/previews" }
  /// The page's sample.
  var sample: String { "\(root)/sample" }
  /// Bodies while they arrive, snapshots while they are made, and packages as they are read; emptied at the
  /// start.
  package var spool: String { "\(root)/spool" }
  /// In it, tenants' packages.
  package var packages: String { "\(spool)/packages" }

  /// Makes the data folder, which only its own user can read.
  package func makeRoot() throws { try make([root]) }

  /// Makes the folders in it.
  package func make() throws { try make([previews, spool]) }

  private func make(_ folders: [String]) throws {
    let files = FileManager.default
    for folder in folders {
      do {
        try files.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw ServiceFolderError(folder: folder, reason: SystemReason.words(of: error))
      }
    }
  }

  /// Removes what an earlier process left of bodies that had not arrived.
  package func emptySpool() {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: spool)) ?? [] {
      try? files.removeItem(atPath: "\(spool)/\(name)")
    }
  }

  /// Free bytes of the disk; nil where it cannot be told.
  var freeBytes: Int? {
    let values = try? FileManager.default.attributesOfFileSystem(forPath: root)
    return (values?[.systemFreeSize] as? NSNumber)?.intValue
  }
}

extension ServiceFolderError: ProblemReporting {
  /// It cannot be written.
  public var problemCode: ProblemCode {
    .cannotWrite
  }
}
