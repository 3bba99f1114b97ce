internal import Files
internal import Glibc
public import HTTPMessages

/// A file that a part's bytes go to.
package final class SpoolFile {
  package let path: String
  /// The bytes written.
  package private(set) var size = 0
  private let descriptor: Int32

  /// Makes the file, for its user alone; an existing one is not opened.
  package convenience init(creating path: String) throws(HTTPFault) {
    try self.init(creating: path, in: DescriptorRoom(reserving: 0))
  }

  /// The same with one of the descriptors that may be used.
  convenience init(creating path: String, in room: DescriptorRoom) throws(HTTPFault) {
    try self.init(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, room)
  }

  /// Opens a file that is there, such as a device.
  package convenience init(existing path: String) throws(HTTPFault) {
    try self.init(path, flags: O_WRONLY | O_CLOEXEC, DescriptorRoom(reserving: 0))
  }

  private init(_ path: String, flags: Int32, _ room: DescriptorRoom) throws(HTTPFault) {
    self.path = path
    descriptor = try room.checked(unsafe open(path, flags, 0o600)) { number in
      .cannotSpool(reason: errorText(number))
    }
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Adds bytes at the end.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(HTTPFault) {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let next = unsafe UnsafeRawBufferPointer(rebasing: rest)
      let count = unsafe write(descriptor, next.baseAddress, next.count)
      if count >= 0 {
        unsafe rest = unsafe rest.dropFirst(count)
      } else if errno != EINTR {
        throw .cannotSpool(reason: errorText(errno))
      }
    }
    size += bytes.count
  }

  /// Reads a whole file.
  static func bytes(of path: String) throws(HTTPFault) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .cannotReadSpool(reason: errorText(errno)) }
    defer { _ = close(descriptor) }
    var information = stat()
    guard unsafe fstat(descriptor, &information) == 0 else {
      throw .cannotReadSpool(reason: errorText(errno))
    }
    let (bytes, failure) = DescriptorBytes.read(Int(information.st_size), from: descriptor)
    if let failure { throw .cannotReadSpool(reason: errorText(failure)) }
    return bytes
  }
}

extension HTTPBody {
  /// The same body, read from its file where it lies in one and is no form.
  ///
  /// - Throws: `cannotReadSpool`.
  public func inMemory() throws(HTTPFault) -> HTTPBody {
    guard case .file(let path, _, let mediaType) = self else { return self }
    return .bytes(try SpoolFile.bytes(of: path), mediaType: mediaType)
  }
}

extension HTTPPart.Content {
  /// How many bytes there are.
  public var size: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let size): size
    }
  }

  /// The bytes, wherever they are; a file is read anew with every call.
  ///
  /// - Throws: `cannotReadSpool`.
  public func bytes() throws(HTTPFault) -> [UInt8] {
    switch self {
    case .bytes(let bytes): bytes
    case .file(let path, _): try SpoolFile.bytes(of: path)
    }
  }
}
