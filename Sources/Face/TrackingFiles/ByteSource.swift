internal import CCompression
internal import Foundation

/// The bytes of a file, or of a file that lies in memory, unpacked where they are gzip or zstd (told by their first bytes).
@safe final class ByteSource {
  private let descriptor: Int32
  private let input: UnsafeMutableRawBufferPointer
  private var inputStart = 0
  private var inputEnd = 0
  private var atEnd = false
  private var codec: any Codec = PlainCodec()
  /// Bytes that were taken so far, and what they unpacked to.
  private var packedCount = 0
  private(set) var unpackedCount = 0
  /// How many bytes there are before they are unpacked; nil for a file's.
  let expectedCount: Int?

  /// Opens a file and looks at its first bytes.
  init(path: String) throws(SourceError) {
    // Not to wait for the other end of a named pipe, which is refused below.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    unsafe input = .allocate(byteCount: 1 << 18, alignment: 64)
    expectedCount = nil
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .notFound : .unreadable(systemMessage())
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
    if magic.starts(with: [0x1F, 0x8B]) {
      codec = try GzipCodec()
    } else if magic == [0x28, 0xB5, 0x2F, 0xFD] || Self.isSkippableFrame(magic) {
      codec = try ZstdCodec()
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
      if unsafe rest.isEmpty {
        guard codec.mayEnd else { throw .damaged("the data ends too early") }
        return 0
      }
      let step = try unsafe codec.unpack(rest, into: output)
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
}

/// One way of packing bytes.
protocol Codec: AnyObject {
  /// Whether the data may end here.
  var mayEnd: Bool { get }
  /// Unpacks some of the input; neither count is over its buffer's.
  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(SourceError) -> (consumed: Int, produced: Int)
}

/// Bytes as they are.
final class PlainCodec: Codec {
  var mayEnd: Bool { true }

  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(SourceError) -> (consumed: Int, produced: Int) {
    let count = min(input.count, output.count)
    unsafe output.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[..<count]))
    return (count, count)
  }
}

/// gzip, also of several members one after the other, as `cat a.gz b.gz` makes them.
@safe final class GzipCodec: Codec {
  private let stream: UnsafeMutablePointer<z_stream>
  private(set) var mayEnd = true

  init() throws(SourceError) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe avatar_inflate_init(stream) == Z_OK else { throw .damaged("zlib has no memory") }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(SourceError) -> (consumed: Int, produced: Int) {
    unsafe stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
    unsafe stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(clamping: output.count)
    let given = unsafe (stream.pointee.avail_in, stream.pointee.avail_out)
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
      throw .damaged(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "gzip data")
    }
    let consumed = unsafe Int(given.0 - stream.pointee.avail_in)
    let produced = unsafe Int(given.1 - stream.pointee.avail_out)
    mayEnd = status == Z_STREAM_END
    if mayEnd { unsafe inflateReset(stream) }
    return (consumed, produced)
  }
}

/// zstd, also of several frames.
@safe final class ZstdCodec: Codec {
  private let stream: OpaquePointer
  private(set) var mayEnd = true

  init() throws(SourceError) {
    guard let stream = unsafe ZSTD_createDStream() else { throw .damaged("zstd has no memory") }
    unsafe self.stream = stream
    unsafe ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, TrackingLimits.zstdWindowLog)
  }

  deinit { unsafe ZSTD_freeDStream(stream) }

  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(SourceError) -> (consumed: Int, produced: Int) {
    var packed = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var plain = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let status = unsafe ZSTD_decompressStream(stream, &plain, &packed)
    guard ZSTD_isError(status) == 0 else {
      if ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge {
        throw .needsTooLongWindow
      }
      throw .damaged(unsafe String(cString: ZSTD_getErrorName(status)))
    }
    // 0 says that a frame is complete.
    mayEnd = status == 0
    return unsafe (packed.pos, plain.pos)
  }
}
