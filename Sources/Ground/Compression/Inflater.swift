internal import CCompression

/// zlib's decompressor.
@safe package final class Inflater: Unpacker {
  /// What stands around the compressed bytes.
  package enum Format {
    /// gzip, also of several members one after the other, as `cat a.gz b.gz` makes them (RFC 1952).
    case gzip
    /// zlib (RFC 1950).
    case zlib
  }

  /// The most memory that it takes, in bytes: a window of 32 KiB and tables (zlib's `zconf.h`).
  package static let memoryBytes = 64 * 1024

  private let stream: UnsafeMutablePointer<z_stream>
  private let isGzip: Bool
  /// Whether the data may end here; at the very begin it may.
  package private(set) var mayEnd = true

  package init(_ format: Format) throws(UnpackError) {
    isGzip = format == .gzip
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe avatar_inflate_init(stream, isGzip ? 1 : 0) == Z_OK else {
      throw .damaged("zlib has no memory")
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  package func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(UnpackError) -> (consumed: Int, produced: Int) {
    unsafe stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
    unsafe stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(clamping: output.count)
    let given = unsafe (stream.pointee.avail_in, stream.pointee.avail_out)
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
      throw .damaged(
        unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
          ?? (isGzip ? "gzip data" : "zlib data"))
    }
    let consumed = unsafe Int(given.0 - stream.pointee.avail_in)
    let produced = unsafe Int(given.1 - stream.pointee.avail_out)
    mayEnd = status == Z_STREAM_END
    if mayEnd, isGzip { unsafe inflateReset(stream) }
    return (consumed, produced)
  }
}
