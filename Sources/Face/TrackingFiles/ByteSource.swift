internal import Compression
internal import Foundation
internal import Problems

/// The bytes of a file, or of a file that lies in memory, unpacked where they are gzip or zstd (told by their first bytes).
@safe final class ByteSource {
  private let descriptor: Int32
  private let input: UnsafeMutableRawBufferPointer
  private var inputStart = 0
  private var inputEnd = 0
  private var atEnd = false
  private var codec: any Unpacker = PlainUnpacker()
  /// Bytes that were taken so far, and what they unpacked to.
  private var packedCount = 0
  private(set) var unpackedCount = 0
  /// How many bytes there are before they are unpacked; nil for a file's.
  let expectedCount: Int?

  /// Opens a file and looks at its first bytes.
  convenience init(path: String) throws(SourceError) {
    // Not to wait for the other end of a named pipe, which is refused below.
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if opened < 0, errno == EACCES {
      throw .unreadable(SystemReason.words(number: EACCES, reading: path))
    }
    try self.init(opened: opened)
  }

  /// Takes a file that is open, or whose opening failed just now, and looks at its first bytes.
  ///
  /// - Parameter descriptor: it is closed at the end; below 0 for a failure, which `errno` names.
  init(opened descriptor: Int32) throws(SourceError) {
    let number = errno
    self.descriptor = descriptor
    unsafe input = .allocate(byteCount: 1 << 18, alignment: 64)
    expectedCount = nil
    guard descriptor >= 0 else {
      errno = number
      throw number == ENOENT ? .notFound : .unreadable(systemMessage())
    }
    // A device or a pipe may never end, and blanks before a header are skipped.
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable("it is not a regular file")
    }
    try refill()
    try findCodec()
  }

  /// Takes the bytes of a file that lies in memory.
  init(bytes: [UInt8]) throws(SourceError) {
    descriptor = -1
    unsafe input = .allocate(byteCount: max(bytes.count, 1), alignment: 64)
    unsafe input.copyBytes(from: bytes)
    (inputEnd, atEnd, expectedCount) = (bytes.count, true, bytes.count)
    try findCodec()
  }

  /// Whether a zstd file begins with a frame that is passed over (RFC 8878, 3.1.2).
  private static func isSkippableFrame(_ magic: [UInt8]) -> Bool {
    magic.count == 4 && magic[0] & 0xF0 == 0x50 && magic[1...] == [0x2A, 0x4D, 0x18]
  }

  private func findCodec() throws(SourceError) {
    let magic = (0..<min(inputEnd, 4)).map { unsafe input[$0] }
    do {
      if magic.starts(with: [0x1F, 0x8B]) {
        codec = try Inflater(.gzip)
      } else if magic == [0x28, 0xB5, 0x2F, 0xFD] || Self.isSkippableFrame(magic) {
        codec = try ZstdUnpacker(windowLog: TrackingLimits.zstdWindowLog)
      }
    } catch {
      throw SourceError(error)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    unsafe input.deallocate()
  }

  /// Fills the buffer from its start and returns how many bytes; 0 at the end.
  func read(into output: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
    while true {
      if inputStart == inputEnd && !atEnd { try refill() }
      let rest = unsafe UnsafeRawBufferPointer(rebasing: input[inputStart..<inputEnd])
      if unsafe rest.isEmpty, codec.mayEnd { return 0 }
      let step: (consumed: Int, produced: Int)
      do {
        step = try unsafe codec.unpack(rest, into: output)
      } catch {
        throw SourceError(error)
      }
      // All is taken, and what was unpacked of it may not have been given yet.
      guard unsafe !rest.isEmpty || step.produced > 0 else {
        throw .damaged("the data ends too early")
      }
      inputStart += step.consumed
      packedCount += step.consumed
      unpackedCount += step.produced
      guard
        unpackedCount <= TrackingLimits.unpackedBytes + TrackingLimits.unpackedRatio * packedCount
      else { throw .unpacksToTooMuch(packed: packedCount, unpacked: unpackedCount) }
      if step.produced > 0 { return step.produced }
    }
  }

  private func refill() throws(SourceError) {
    var count = 0
    repeat {
      count = unsafe Foundation.read(descriptor, input.baseAddress, input.count)
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw .unreadable(systemMessage()) }
    (inputStart, inputEnd, atEnd) = (0, count, count == 0)
  }
}

/// What the system says about the last call that failed.
private func systemMessage() -> String { unsafe String(cString: strerror(errno)) }

/// Why bytes cannot be had.
enum SourceError: Error {
  case notFound
  case unreadable(String)
  case damaged(String)
  /// UTF-16 with half of a pair at this byte, counted from 1.
  case damagedUTF16(byte: Int)
  /// So few bytes stand for so many.
  case unpacksToTooMuch(packed: Int, unpacked: Int)
  /// Unpacking it takes more of what came before than is kept.
  case needsTooLongWindow

  init(_ error: UnpackError) {
    switch error {
    case .damaged(let reason): self = .damaged(reason)
    case .needsTooLongWindow: self = .needsTooLongWindow
    }
  }
}
