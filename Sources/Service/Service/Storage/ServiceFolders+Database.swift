internal import Backup
internal import Blobs
internal import Foundation
internal import Jobs
internal import ServiceEndpoints
internal import ServicePackages
public import Store

extension ServiceFolders {
  /// The database.
  var database: String { ServiceStorage.path(in: root) }

  /// The folders whose contents belong to the database's records, or to its tenants.
  private static let owned = ["jobs", "incoming", "avatars", "scenes", FitProfileCatalog.folder]

  /// What is in them.
  private func contents() throws(StoreError) -> [(folder: String, name: String)] {
    // A folder that is to be made has nothing.
    guard FileManager.default.fileExists(atPath: root) else { return [] }
    do throws(BlobError) {
      let blobs = try ServiceStorage.openBlobs(in: root, place: files)
      var contents: [(folder: String, name: String)] = []
      for folder in Self.owned {
        contents += try blobs.names(below: BlobKey(folder)).map { (folder, $0) }
      }
      return contents
    } catch {
      throw .unusable(path: root, reason: "\(error)")
    }
  }

  /// Where the files are, for messages.
  private var filesPlace: String { files.isEmpty ? root : files }

  /// Throws where there are files and no database that could know them: a new one would know none of them.
  func checkDatabase() throws(StoreError) {
    try checkRestore()
    guard ServiceStorage.isMissing(path: database) else { return }
    let contents = try contents()
    guard !contents.isEmpty else { return }
    let counts = Self.owned.compactMap { folder -> String? in
      let count = contents.count { $0.folder == folder }
      return count == 0 ? nil : "\(count) in \(folder)"
    }
    throw .unusable(
      path: database,
      reason:
        "it is missing or empty, and \(filesPlace) has the files of one: \(counts.joined(separator: ", "));"
        + " restore the database beside them, or begin a new one with serve --new-database, which sets"
        + " these files aside")
  }

  /// Throws where a restore into the folder was interrupted: it has less than the backup.
  private func checkRestore() throws(StoreError) {
    guard InterruptedRestore.isIn(root) else { return }
    throw .unusable(path: database, reason: InterruptedRestore.advice(root))
  }

  /// Prepares a data folder without a database for a new one: sets aside the files that it would not list.
  ///
  /// - Returns: what the operator is told of it; nil where there was nothing to do.
  func prepareNewDatabase() throws -> String? {
    try checkRestore()
    guard ServiceStorage.isMissing(path: database) else {
      return "note: --new-database: \(database) is there and is kept"
    }
    let setAside = SetAsideFiles(
      in: try ServiceStorage.openBlobs(in: root, place: files, encryption: encryption))
    for (folder, name) in try contents() {
      try setAside.take("\(folder)/\(name)", countedAs: folder)
    }
    // The database, which has keys and webhooks, stays on this machine.
    let local =
      files.isEmpty
      ? setAside : SetAsideFiles(in: try ServiceStorage.openBlobs(in: root, place: ""))
    for name in ServiceStorage.fileNames {
      guard FileManager.default.fileExists(atPath: "\(root)/\(name)") else { continue }
      try local.take(file: name, of: root, countedAs: "database")
    }
    let moved = (files.isEmpty ? [setAside] : [setAside, local]).compactMap { taker in
      taker.entry.map { "\($0.summary) of \(taker.place)" }
    }
    guard !moved.isEmpty else { return nil }
    return "error: a new database begins, and the files of the old one were moved to"
      + " \(moved.joined(separator: " and ")); they can be restored or deleted"
  }
}

/// The data folder of a service, for those who use its database without it.
public enum ServiceData {
  /// Throws where a new database in the folder would not know the files that lie there.
  public static func checkDatabase(of folder: String) throws(StoreError) {
    try ServiceFolders(root: folder, files: FilesElsewhere.place(of: folder) ?? "")
      .checkDatabase()
  }
}
