#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A plain file that is open for reading at any place in it, whatever its name leads to by then.
public final class PlainFile: Sendable {
  /// Its path, for messages.
  public let path: String
  /// Its length in bytes when it was opened.
  public let byteCount: Int
  private let descriptor: Int32
  /// The most bytes that `forEachPiece` reads at once.
  private static let pieceBytes = 1 << 20

  /// Opens a file; its folder may be a link, whose user chose it, and the file itself may not.
  ///
  /// - Throws: `BeneathFault.folder`, `.notAFile`: anything else might never end.
  public init(path: String) throws(BeneathFault) {
    let (folder, name) = FilePath.split(path)
    let found: Int32
    do throws(FolderFault) {
      found = try OpenFolder(path: folder).open(name)
    } catch {
      throw .folder(FolderFault(path: path, number: error.number))
    }
    var status = stat()
    guard unsafe fstat(found, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(found)
      throw .notAFile(path)
    }
    (self.path, descriptor, byteCount) = (path, found, Int(status.st_size))
  }

  deinit { close(descriptor) }

  /// The bytes from a place on, so many or as many as there are.
  public func bytes(_ count: Int, at offset: Int) throws(FolderFault) -> [UInt8] {
    // It may have become shorter.
    let wanted = max(0, min(count, byteCount - offset))
    let (bytes, failure) = DescriptorBytes.read(wanted, from: descriptor, at: offset)
    if let failure { throw FolderFault(path: path, number: failure) }
    return bytes
  }

  /// Gives the bytes of a part of it, piece by piece.
  ///
  /// - Throws: `FolderFault`, also where it has become shorter, and what `take` throws.
  public func forEachPiece(
    of range: Range<Int>, _ take: ([UInt8]) throws -> Void
  ) throws {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let piece = try bytes(min(range.upperBound - offset, Self.pieceBytes), at: offset)
      guard !piece.isEmpty else { throw FolderFault(path: path, number: EIO) }
      try take(piece)
      offset += piece.count
    }
  }

  /// Makes it the youngest: as if it had been written now.
  public func touch() { _ = futimens(descriptor, nil) }
}
