#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension OpenFolder {
  /// The bytes of a plain file in it; more than `limit` of them are cut off.
  ///
  /// - Parameter narrowed: a limit that the first bytes, at most 65,536, may set lower.
  /// - Throws: `BeneathFault.folder`, `.notAFile`: anything else might never end.
  public func bytes(
    of name: some StringProtocol, limit: Int, narrowed: ([UInt8]) -> Int = { _ in .max }
  ) throws(BeneathFault) -> [UInt8] {
    let descriptor: Int32
    do throws(FolderFault) {
      descriptor = try open(name)
    } catch {
      throw .folder(error)
    }
    return try Self.bytes(
      of: descriptor, path: "\(path)/\(name)", limit: limit, narrowed: narrowed)
  }

  /// The same of a file that a path names, which may lead through links: it is the caller's own.
  public static func bytes(ofFile path: String, limit: Int) throws(BeneathFault) -> [UInt8] {
    let descriptor = unsafe openat(AT_FDCWD, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .folder(FolderFault(path: path, number: errno)) }
    return try bytes(of: descriptor, path: path, limit: limit, narrowed: { _ in .max })
  }

  /// Reads a descriptor, and closes it.
  private static func bytes(
    of descriptor: Int32, path: String, limit: Int, narrowed: ([UInt8]) -> Int
  ) throws(BeneathFault) -> [UInt8] {
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .folder(FolderFault(path: path, number: errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
    var (bytes, limit): ([UInt8], Int) = ([], limit)
    var chunk = [UInt8](repeating: 0, count: max(1, min(1 << 16, limit, Int(status.st_size) + 1)))
    while bytes.count < limit {
      let wanted = min(chunk.count, limit - bytes.count)
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe systemRead(descriptor, $0.baseAddress, wanted)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .folder(FolderFault(path: path, number: errno)) }
      guard count > 0 else { break }
      if bytes.isEmpty {
        limit = min(limit, narrowed(Array(chunk[..<count])))
        bytes.reserveCapacity(min(limit, Int(status.st_size)))
      }
      bytes.append(contentsOf: chunk[..<count])
    }
    return bytes
  }
}

/// `read`, which inside the type means the type's own.
private func systemRead(_ descriptor: Int32, _ to: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, to, count)
}
