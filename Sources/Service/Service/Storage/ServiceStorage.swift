internal import Blobs
internal import FolderBlobs
internal import Foundation
internal import S3Blobs
internal import SQLiteStorage
internal import ServicePackages
public import Store

/// The one place where a service's store is chosen, and where it keeps its files: an SQLite database in its
/// data folder, and that folder.
public enum ServiceStorage {
  /// The database's name in a data folder.
  static let fileName = SQLiteStore.fileName
  /// Its files, what is beside it first.
  static let fileNames = ["-wal", "-shm", ""].map { SQLiteStore.fileName + $0 }

  /// The database of a data folder.
  public static func path(in folder: String) -> String { "\(folder)/\(fileName)" }

  /// Whether there is none yet, or one without anything in it.
  static func isMissing(path: String) -> Bool { SQLiteStore.isMissing(path: path) }

  /// Takes the place of the service on a database, which need not be there yet.
  static func takePlace(path: String) throws(StoreError) -> StoreLock {
    try StoreLock(beside: path)
  }

  /// Opens it for the service that has its place.
  static func open(
    path: String, holding place: StoreLock
  ) throws(StoreError) -> any ServiceStore {
    try SQLiteStore(path: path, holding: place)
  }

  /// Opens the keys in it, beside a service that may run.
  public static func openKeys(path: String) throws(StoreError) -> any KeyStore {
    try SQLiteStore(path: path)
  }

  /// Opens what keeps the files of a data folder, which is there.
  ///
  /// - Parameters:
  ///   - place: where they are, `s3://BUCKET/PREFIX`; empty for the folder itself.
  ///   - encryption: how a server is asked to encrypt new files.
  ///   - isService: whether it is opened for the service that has the folder's place.
  ///   - isStopped: asked while another server is waited for; true ends the call.
  static func openBlobs(
    in folder: String, place: String, encryption: BlobEncryption? = nil, isService: Bool = false,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(BlobError) -> any BlobStore {
    guard place.isEmpty else {
      var settings = S3Settings()
      (settings.isStopped, settings.encryption) = (isStopped, encryption)
      let store = try S3BlobStore(
        place, environment: ProcessInfo.processInfo.environment, settings: settings)
      if isService { try store.check() }
      return store
    }
    return try FolderBlobStore(
      folder: folder,
      making: isService ? ["jobs", "avatars", "scenes", FitProfileCatalog.folder] : [],
      isService: isService)
  }
}
