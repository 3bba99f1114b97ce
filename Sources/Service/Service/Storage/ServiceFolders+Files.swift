internal import Backup
internal import Blobs
internal import ServiceConfiguration
internal import ServiceEndpoints
internal import ServicePackages
internal import Text

extension ServiceFolders {
  /// Notes in the data folder where its files are, when it is used for the first time, and in that place whose
  /// they are.
  ///
  /// - Throws: `ServiceSettingsError` where the settings name another place than they are in: a service there would
  ///   have none of its jobs' files; and where the place is another service's.
  func settleFiles() throws {
    let found = FilesElsewhere.place(of: root) ?? ""
    guard found != files else {
      if !files.isEmpty { try takeFiles() }
      return
    }
    guard found.isEmpty, try ownFiles() == 0 else {
      let place = found.isEmpty ? "in that folder" : "in \(Shown.text(found, upTo: 200))"
      throw ServiceSettingsError(
        description:
          "--files: \(files.isEmpty ? "nothing" : Shown.text(files, upTo: 200)) found, and the files of \(root)"
          + " are \(place); give the place where they are, or another folder as --data")
    }
    // What cannot be reached is told before anything is noted.
    try takeFiles()
    try FilesElsewhere.note(files, in: root)
  }

  private func takeFiles() throws {
    try FilesOwner.take(
      ServiceStorage.openBlobs(in: root, place: files, encryption: encryption, isService: true),
      for: root)
  }

  /// How many files of jobs, avatars and scenes there are in the data folder itself.
  private func ownFiles() throws -> Int {
    let blobs = try ServiceStorage.openBlobs(in: root, place: "")
    return try ["jobs", "avatars", "scenes", FitProfileCatalog.folder].map {
      try blobs.names(below: BlobKey($0)).count
    }.reduce(0, +)
  }
}
