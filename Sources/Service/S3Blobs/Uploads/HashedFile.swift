internal import Blobs
internal import Digests
internal import Foundation

/// A local file with the hashes by which a server checks it.
struct HashedFile {
  /// A stretch of the file that is sent at once.
  struct Part {
    var range: Range<Int64>
    /// Their SHA-256.
    var hash: String
  }

  let path: String
  let bytes: Int64
  /// The SHA-256 of all of it.
  let hash: String
  /// Its parts, in their order; none of an empty file.
  let parts: [Part]

  /// The most parts of an object in S3.
  static let mostParts: Int64 = 10_000
  /// The most bytes of an object in S3: 5 TiB.
  static let longest: Int64 = 5 << 40

  /// Reads a regular file once.
  ///
  /// - Parameter partBytes: of each part but the last; more where there were too many.
  init(_ path: String, partBytes: Int64) throws(BlobError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.fault(path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Self.fault(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unusable(place: path, reason: "only regular files are kept")
    }
    let length = Int64(status.st_size)
    guard length <= Self.longest else {
      throw .unusable(place: path, reason: "S3 keeps no more than 5 TiB under one key")
    }
    let mebibyte: Int64 = 1 << 20
    let least = (length / Self.mostParts / mebibyte + 1) * mebibyte
    let size = length > partBytes * Self.mostParts ? least : partBytes
    var (whole, part, parts, read) = (SHA256(), SHA256(), [Part](), Int64(0))
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while read < length {
      let end = min((Int64(parts.count) + 1) * size, length)
      let wanted = Int(min(Int64(buffer.count), end - read))
      let count = unsafe pread(descriptor, &buffer, wanted, off_t(read))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw count < 0 ? Self.fault(path) : .unusable(place: path, reason: "it became shorter")
      }
      whole.append(buffer[..<count])
      part.append(buffer[..<count])
      read += Int64(count)
      if read == end {
        parts.append(Part(range: Int64(parts.count) * size..<end, hash: part.hex))
        part = SHA256()
      }
    }
    (self.path, self.bytes, self.hash, self.parts) = (path, length, whole.hex, parts)
  }

  private static func fault(_ path: String) -> BlobError {
    unsafe .unusable(place: path, reason: String(cString: strerror(errno)))
  }
}
