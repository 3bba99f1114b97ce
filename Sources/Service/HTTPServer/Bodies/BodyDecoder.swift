internal import Compression
package import HTTPMessages

/// Decodes a body that is encoded as a whole, while it arrives.
package final class BodyDecoder {
  /// The longest window of zstd, as a power of two: 8 MiB, as RFC 9659 has it.
  static let zstdWindowLog: Int32 = 23
  /// How much is decoded at a time: the receiver can refuse the rest.
  package static let pieceBytes = 64 * 1024

  private let coding: ContentCoding
  private let unpacker: any Unpacker
  private let reservation: BodyReservation
  /// The memory of the unpacker that is counted.
  private var memoryBytes: Int
  private var piece: [UInt8]
  private var sentCount = 0

  /// Makes a decoder, whose memory is that of the body.
  package init(_ coding: ContentCoding, reservation: BodyReservation) throws(HTTPFault) {
    (self.coding, self.reservation) = (coding, reservation)
    memoryBytes =
      coding == .zstd
      ? ZstdUnpacker.memoryBytes(windowLog: Self.zstdWindowLog) : Inflater.memoryBytes
    guard reservation.useMemory(memoryBytes + Self.pieceBytes) else { throw .noMemory }
    piece = [UInt8](repeating: 0, count: Self.pieceBytes)
    do throws(UnpackError) {
      unpacker =
        switch coding {
        case .gzip: try Inflater(.gzip)
        case .deflate: try Inflater(.zlib)
        case .zstd: try ZstdUnpacker(windowLog: Self.zstdWindowLog)
        }
    } catch {
      throw Self.fault(error, coding)
    }
  }

  /// Decodes more bytes, and hands them on piece by piece.
  ///
  /// A few bytes may become a thousand times as many: it stops after so many, and goes on with the rest of the bytes
  /// when it is called again.
  ///
  /// - Parameter most: the bytes that are decoded now; what is over it is less than a piece.
  /// - Returns: the bytes that were taken, and whether there is nothing more to decode of all that were given.
  package func decode(
    _ bytes: UnsafeRawBufferPointer, most: Int, _ take: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> (taken: Int, isDone: Bool) {
    var rest = unsafe bytes[...]
    var left = most
    while unsafe !rest.isEmpty || (sentCount > 0 && !unpacker.mayEnd) {
      guard left > 0 else { return (unsafe bytes.count - rest.count, false) }
      // What comes after the end of a zlib stream is nothing that can be decoded.
      if coding == .deflate, sentCount > 0, unpacker.mayEnd {
        throw HTTPFault.malformed("there are bytes after the end of the deflate body")
      }
      let step = try unsafe decode(UnsafeRawBufferPointer(rebasing: rest))
      unsafe rest = unsafe rest.dropFirst(step.consumed)
      sentCount += step.consumed
      try countMemory()
      left -= step.produced
      if step.produced > 0 {
        try unsafe piece.withUnsafeBytes { piece in
          try unsafe take(UnsafeRawBufferPointer(rebasing: piece[..<step.produced]))
        }
      } else if step.consumed == 0 {
        break
      }
    }
    return (bytes.count, true)
  }

  /// Throws where the encoded body is cut off; gives the memory of the decoder back.
  package func finish() throws(HTTPFault) {
    guard sentCount > 0, unpacker.mayEnd else {
      throw .malformed("the \(coding.rawValue) body is cut off")
    }
    reservation.freeMemory(memoryBytes + Self.pieceBytes)
    (memoryBytes, piece) = (0, [])
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer
  ) throws(HTTPFault) -> (consumed: Int, produced: Int) {
    do throws(UnpackError) {
      return try unsafe piece.withUnsafeMutableBufferPointer { (output) throws(UnpackError) in
        try unsafe unpacker.unpack(bytes, into: UnsafeMutableRawBufferPointer(output))
      }
    } catch {
      throw Self.fault(error, coding)
    }
  }

  /// Gives back what a frame's window does not need, and takes what that of a later frame does.
  private func countMemory() throws(HTTPFault) {
    guard let zstd = unpacker as? ZstdUnpacker, sentCount >= Self.longestFrameHeader else { return }
    let needed = zstd.memoryBytes
    if needed > memoryBytes {
      guard reservation.useMemory(needed - memoryBytes) else { throw .noMemory }
    } else {
      reservation.freeMemory(memoryBytes - needed)
    }
    memoryBytes = needed
  }

  /// After so many bytes the first frame's window is known, and its memory is there (RFC 8878, section 3.1.1.1).
  private static let longestFrameHeader = 18

  private static func fault(_ error: UnpackError, _ coding: ContentCoding) -> HTTPFault {
    switch error {
    case .damaged(let reason): .malformed("the \(coding.rawValue) body is damaged: \(reason)")
    case .needsTooLongWindow:
      .malformed("the zstd body needs a window of more than \(1 << (zstdWindowLog - 20)) MiB")
    }
  }
}
