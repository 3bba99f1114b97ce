internal import Blobs
internal import Files
internal import Foundation

/// A regular file of this machine that is to become a blob.
final class LocalFile {
  private let path: String
  private let descriptor: Int32
  /// As much is copied at once.
  private static let pieceBytes = 1 << 20

  /// Opens a file; a link is refused, and so is what is no regular file.
  convenience init(_ path: String) throws(BlobError) {
    let (folder, name) = FilePath.split(path)
    do throws(FolderFault) {
      try self.init(path, OpenFolder(path: folder).open(name))
    } catch {
      throw .unusable(place: path, reason: error.reason)
    }
  }

  private init(_ path: String, _ descriptor: Int32) throws(FolderFault) {
    (self.path, self.descriptor) = (path, descriptor)
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FolderFault(path: path, number: EINVAL)
    }
  }

  deinit { close(descriptor) }

  /// Waits until its bytes are on disk.
  func sync() throws(BlobError) {
    do throws(FolderFault) { try syncBytes() } catch {
      throw FolderBlobStore.error(error, place: error.path)
    }
  }

  private func syncBytes() throws(FolderFault) {
    guard FolderSync.bytes(of: descriptor) else { throw FolderFault(path: path, number: errno) }
  }

  /// Appends its bytes to another.
  func copy(to file: borrowing AtomicFile) throws(FileFault) {
    var offset = 0
    while true {
      let (piece, failure) = DescriptorBytes.read(Self.pieceBytes, from: descriptor, at: offset)
      if let failure { throw FileFault(FolderFault(path: path, number: failure)) }
      guard !piece.isEmpty else { return }
      try file.append(piece)
      offset += piece.count
    }
  }

  /// Waits until the files and names of a folder are on disk; throws where anything in it is neither a file
  /// nor a folder.
  static func sync(allOf path: String) throws(BlobError) {
    do throws(FolderFault) {
      try sync(allOf: OpenFolder(path: path))
    } catch {
      throw FolderBlobStore.error(error, place: error.path)
    }
  }

  private static func sync(allOf folder: OpenFolder) throws(FolderFault) {
    for name in try folder.names() {
      let path = "\(folder.path)/\(name)"
      switch folder.kind(name) {
      case .file: try LocalFile(path, folder.open(name)).syncBytes()
      case .folder: try sync(allOf: folder.folder(name))
      case .link: throw FolderFault(path: path, number: ELOOP)
      case .other, nil: throw FolderFault(path: path, number: EINVAL)
      }
    }
    try folder.sync()
  }
}
