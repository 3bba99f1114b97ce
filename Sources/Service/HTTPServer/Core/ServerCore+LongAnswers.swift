internal import Glibc
internal import HTTPMessages

/// Long answers, which wait for clients that read slowly.
extension ServerCore {
  /// An answer of bytes: a long one counts until it is sent, and goes to the disk where its claimant has no memory
  /// left.
  ///
  /// It runs on a worker's thread, since it may write a file.
  ///
  /// - Throws: `bodyShareUsed`, `noRoomForBody` where the disk has no room either; `cannotSpool`, `cannotReadSpool`.
  func bytesAnswer(
    _ bytes: [UInt8], status: Int, fields: [HTTPField], _ head: HTTPRequestHead
  ) throws -> Answer {
    guard bytes.count > AnswerRoom.uncountedBytes, head.method != "HEAD" else {
      return try Answer(status: status, fields: fields, bytes: bytes)
    }
    if let room = AnswerRoom.memory(bytes.count, of: bodies, for: head.claimant) {
      return try Answer(status: status, fields: fields, bytes: bytes, room: room)
    }
    let room = try AnswerRoom.disk(bytes.count, of: bodies, for: head.claimant)
    return try Answer(
      status: status, fields: fields, file: try unlinkedFile(of: bytes), range: 0..<bytes.count,
      room: room)
  }

  /// Bytes in an open file without a name, which is gone when it is closed.
  private func unlinkedFile(of bytes: [UInt8]) throws(HTTPFault) -> Int32 {
    // Removed at the end of this, with the file's name.
    let folder = try spool.makeRequestFolder()
    let file = try SpoolFile(creating: "\(folder.path)/answer")
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(HTTPFault) in
      try unsafe file.append(UnsafeRawBufferPointer(bytes))
    }
    let descriptor = unsafe open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .cannotReadSpool(reason: errorText(errno)) }
    withExtendedLifetime(folder) {}
    return descriptor
  }
}
