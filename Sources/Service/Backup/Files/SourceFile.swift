internal import Digests
internal import Files
internal import Foundation

/// A regular file that is open for reading.
final class SourceFile {
  let path: String
  private let descriptor: Int32
  /// Its size when it was opened.
  let bytes: Int64
  /// As much is read at once.
  private static let pieceBytes = 1 << 20

  /// Takes an open descriptor, which is closed where it is no regular file's.
  init(descriptor: Int32, path: String) throws(BackupError) {
    var information = stat()
    guard unsafe fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG
    else {
      close(descriptor)
      throw .damaged(path: path, reason: "it is no regular file")
    }
    (self.descriptor, self.path, bytes) = (descriptor, path, Int64(information.st_size))
  }

  deinit { close(descriptor) }

  /// Reads up to so many bytes on; none at the end.
  func read(upTo count: Int) throws(BackupError) -> [UInt8] {
    let (bytes, failure) = DescriptorBytes.read(count, from: descriptor)
    if let failure {
      throw .unreadable(path: path, reason: unsafe String(cString: strerror(failure)))
    }
    return bytes
  }

  /// Gives all its bytes, piece by piece, and their number and SHA-256.
  ///
  /// - Parameter most: where there are more, reading ends with the first that is too many.
  func copy(
    upTo most: Int64 = .max, _ take: ([UInt8]) throws -> Void
  ) throws -> (bytes: Int64, sha256: String) {
    var (hash, sum) = (SHA256(), Int64(0))
    while sum <= most {
      let piece = try read(upTo: Self.pieceBytes)
      if piece.isEmpty { break }
      hash.append(piece)
      sum += Int64(piece.count)
      try take(piece)
    }
    return (sum, hash.hex)
  }
}
