internal import Files
internal import Foundation

/// Reads a file of an audit log line by line.
final class AuditReader {
  private let path: String
  private let descriptor: Int32
  private var rest: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The bytes of all lines that were given, with their ends.
  private(set) var consumed = 0

  enum Next {
    /// A line without its end.
    case line([UInt8])
    /// So many bytes at the end of the file without a line's end.
    case unfinished(Int)
    /// More bytes than a line has.
    case tooLong
    case end
  }

  init(_ path: String) throws(AuditFault) {
    self.path = path
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw .missing(path: path) }
      throw unsafe .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unreadable(path: path, reason: "it is no regular file")
    }
  }

  deinit { close(descriptor) }

  func next() throws(AuditFault) -> Next {
    while true {
      if let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        guard end - start <= AuditLine.longest else { return .tooLong }
        consumed += end + 1 - start
        return .line(Array(rest[start..<end]))
      }
      guard rest.count - start <= AuditLine.longest else { return .tooLong }
      guard !isAtEnd else { return rest.count == start ? .end : .unfinished(rest.count - start) }
      rest.removeFirst(start)
      start = 0
      let piece = DescriptorBytes.read(256 << 10, from: descriptor)
      if let failure = piece.failure {
        throw unsafe .unreadable(path: path, reason: String(cString: strerror(failure)))
      }
      isAtEnd = piece.bytes.isEmpty
      rest += piece.bytes
    }
  }
}
