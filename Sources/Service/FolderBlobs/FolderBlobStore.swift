public import Blobs
internal import Files

/// The blobs of a service as files of a folder: a key is the path of its file.
///
/// Every path is followed name by name beneath the folder: a link in it leads nowhere, and is the name of a
/// blob where its text is that of a key. What is put in place has its bytes on disk before and its name after
/// (`AtomicFile`). Where a folder goes away it is renamed first, into the hidden folder `.partial`, and emptied
/// there (in its place where the disk is full). One process writes at a time.
public final class FolderBlobStore: BlobStore {
  /// The folder's path.
  public let place: String
  /// One process has the folder.
  public let isShared = false
  let root: OpenFolder

  /// In the folder, what is on its way in or out.
  static let unfinished = BlobKey.unfinishedEnding

  /// Opens a folder, which is there.
  ///
  /// - Parameters:
  ///   - folders: folders that are made in it at once, for people who look for them.
  ///   - isService: whether the opening process is the only writer: what killed writers left is removed.
  public init(
    folder: String, making folders: [String] = [], isService: Bool = false
  ) throws(BlobError) {
    do throws(FolderFault) {
      root = try OpenFolder(path: folder)
      for name in folders { try root.makeFolder(name) }
    } catch {
      throw Self.error(error, place: folder)
    }
    place = folder
    if isService { clearUnfinished() }
  }

  /// A path for messages, and for callers that read a blob's own file.
  func path(of key: BlobKey) -> String { "\(place)/\(key)" }

  /// Opens the folder of a key, or of all blobs; nil where there is none.
  func folder(of key: BlobKey?) throws(BlobError) -> OpenFolder? {
    try reading(key) { () throws(FolderFault) in
      var folder = root
      for name in key?.names ?? [] { folder = try folder.folder(name) }
      return folder
    }
  }

  /// Opens the folder that a key's last name lies in; nil where there is none.
  func parent(of key: BlobKey) throws(BlobError) -> (folder: OpenFolder, name: Substring)? {
    try reading(key) { () throws(FolderFault) in
      var folder = root
      for name in key.names.dropLast() { folder = try folder.folder(name) }
      return (folder, key.names.last ?? "")
    }
  }

  /// Does something to what is there; nil where nothing is, or a link is in the way.
  func reading<Result>(
    _ key: BlobKey?, _ body: () throws(FolderFault) -> Result
  ) throws(BlobError) -> Result? {
    do throws(FolderFault) {
      return try body()
    } catch {
      if error.isMissing { return nil }
      throw Self.error(error, place: key.map(path) ?? place, key: key)
    }
  }

  static func error(
    _ fault: FolderFault, place: String, key: BlobKey? = nil
  ) -> BlobError {
    if let key, fault.isTaken { return .exists(key: key.text) }
    return fault.isDiskFull ? .full(place: place) : .unusable(place: place, reason: fault.reason)
  }

  /// There is no other way to a file than through the service.
  public func link(
    to key: BlobKey, seconds: Int, contentType: String, fileName: String?
  ) throws(BlobError) -> String? { nil }
}
