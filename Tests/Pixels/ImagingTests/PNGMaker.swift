import Foundation
import TestSupport

/// Writes PNG files by the letter of the specification (ISO/IEC 15948), without libpng: pixel data
/// in stored deflate blocks, any colour type, depth, interlacing, and any fault.
struct PNGMaker {
  enum Colour: Int, CaseIterable {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6

    var samples: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][rawValue] ?? 0 }
    var depths: [Int] {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      default: [8, 16]
      }
    }
  }

  var width = 13
  var height = 11
  var colour = Colour.rgba
  var depth = 8
  var interlaced = false
  /// Chunks between the header and the pixels.
  var chunks: [(String, [UInt8])] = []
  /// Chunks between the pixels and the end.
  var laterChunks: [(String, [UInt8])] = []
  /// What the header says, where it lies.
  var headerSize: (UInt32, UInt32)?
  /// The pixel's samples as stored.
  var samples: (_ x: Int, _ y: Int) -> [Int] = { _, _ in [] }

  func file() -> [UInt8] {
    let (w, h) = headerSize ?? (UInt32(width), UInt32(height))
    let header =
      Self.bigEndian(w) + Self.bigEndian(h)
      + [UInt8(depth), UInt8(colour.rawValue), 0, 0, interlaced ? 1 : 0]
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Self.chunk("IHDR", header)
      + chunks.flatMap { Self.chunk($0.0, $0.1) } + Self.chunk("IDAT", Self.stored(scanlines()))
      + laterChunks.flatMap { Self.chunk($0.0, $0.1) } + Self.chunk("IEND", [])
  }

  /// All rows, each behind its filter byte (0, none); in the seven passes of Adam7 if interlaced.
  private func scanlines() -> [UInt8] {
    let passes =
      interlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    var bytes: [UInt8] = []
    for (x0, y0, dx, dy) in passes where x0 < width {
      for y in stride(from: y0, to: height, by: dy) {
        bytes.append(0)
        var bits = 0
        var held = 0
        for sample in stride(from: x0, to: width, by: dx).flatMap({ samples($0, y) }) {
          (bits, held) = (bits << depth | sample, held + depth)
          while held >= 8 {
            bytes.append(UInt8(bits >> (held - 8) & 255))
            held -= 8
          }
          bits &= (1 << held) - 1
        }
        if held > 0 { bytes.append(UInt8(bits << (8 - held) & 255)) }
      }
    }
    return bytes
  }

  /// A zlib stream of stored blocks (RFC 1950, RFC 1951).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65535)
      rest = rest.dropFirst(block.count)
      let n = UInt16(block.count)
      stream += [
        rest.isEmpty ? 1 : 0, UInt8(n & 255), UInt8(n >> 8), UInt8(~n & 255), UInt8(~n >> 8),
      ]
      stream += block
    } while !rest.isEmpty
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return stream + bigEndian(b << 16 | a)
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] { PNGChunk.bytes(type, data) }

  static func bigEndian(_ value: UInt32) -> [UInt8] { PNGChunk.bigEndian(value) }
}
