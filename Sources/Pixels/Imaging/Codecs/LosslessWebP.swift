/// What the start of a lossless WebP says of the codes of its pixels (RFC 9649, 3.5 to 3.7).
///
/// A group of five prefix codes goes with each tile of the picture, and libwebp makes tables of all groups
/// before the first pixel: a file of 300 KB can name 65,536 of them, which took 340 MB. Their number is the
/// largest in an image of tiles, which comes before them.
package struct LosslessWebP {
  /// The groups of prefix codes of which libwebp makes tables.
  package private(set) var groups = 1
  /// The bits of an index into the cache of colours; 0 is none.
  package private(set) var cacheBits = 0
  /// The side of a tile is 2 to the power of this; nil where there is one group.
  package private(set) var tileBits: Int?

  private var bits: WebPBits

  /// The stream of a file: its picture's, or the alpha of a lossy one; nil where there is none, or it ends
  /// or breaks the rules early.
  ///
  /// As libwebp reads it: of the first picture, which goes on behind the length that its chunk states, and
  /// may lie where a chunk should begin; of the last alpha before it.
  package static func stream(in bytes: [UInt8], width: Int, height: Int) -> LosslessWebP? {
    // A byte of signature, two sides of 14 bits, one of alpha and three of the version.
    let headerBytes = 5
    var stream: ArraySlice<UInt8>?
    search: for chunk in WebPChunks(of: bytes) {
      switch chunk.name {
      case "VP8L":
        stream = chunk.rest.dropFirst(headerBytes)
        break search
      case "VP8 ": break search
      case "ALPH":
        // Two bits of the first byte are the compression.
        stream = (chunk.payload.first ?? 0) & 3 == 1 ? chunk.payload.dropFirst() : nil
      case let name where name.utf8.first == signature:
        // What was taken for a name and a length is the beginning of a stream.
        stream = bytes[(chunk.rest.startIndex - 8 + headerBytes)...]
        break search
      default: break
      }
    }
    return stream.flatMap { try? LosslessWebP($0, width: width, height: height) }
  }

  private static let signature: UInt8 = 0x2f

  /// Reads the start of a stream of this size, as a `VP8L` chunk holds it behind its header and an `ALPH`
  /// chunk behind its first byte; throws where it ends or breaks the rules before the groups.
  init(_ stream: ArraySlice<UInt8>, width: Int, height: Int) throws(WebPBits.Fault) {
    bits = WebPBits(stream)
    let width = try readTransforms(width: width, height: height)
    cacheBits = try readCacheBits()
    guard try bits.read(1) == 1 else { return }
    let tileBits = try 2 + bits.read(3)
    self.tileBits = tileBits
    let tiles = try readImage(
      width: Self.tiles(width, tileBits), height: Self.tiles(height, tileBits)
    ).map { UInt16(truncatingIfNeeded: $0 >> 8) }
    let stored = Int(tiles.max() ?? 0) + 1
    // libwebp 1.2 leaves out what no tile uses, once there are more.
    groups = stored > 1000 ? Set(tiles).count : stored
  }

  /// What libwebp takes at most for the tables of one group, in bytes.
  var groupBytes: Int {
    // huffman.h and vp8l_dec.c of libwebp 1.2: kTableSize and sizeof(HTreeGroup).
    let entries = [2954, 2956, 2958, 2962, 2970, 2986, 3018, 3082, 3212, 3468, 3980, 5004]
    return 4 * entries[cacheBits] + 568
  }

  private static func tiles(_ side: Int, _ bits: Int) -> Int { (side + 1 << bits - 1) >> bits }

  /// Passes over the transforms; gives the width of the picture that is stored (3.5).
  private mutating func readTransforms(width: Int, height: Int) throws(WebPBits.Fault) -> Int {
    var stored = width
    var met: Set<Int> = []
    while try bits.read(1) == 1 {
      let kind = try bits.read(2)
      guard met.insert(kind).inserted else { throw WebPBits.Fault() }
      switch kind {
      case 0, 1:
        let tileBits = try 2 + bits.read(3)
        _ = try readImage(
          width: Self.tiles(stored, tileBits), height: Self.tiles(height, tileBits))
      case 2: break
      default:
        let colours = try 1 + bits.read(8)
        _ = try readImage(width: colours, height: 1)
        // Up to 16 colours, several pixels are one.
        if colours <= 16 { stored = Self.tiles(width, colours > 4 ? 1 : colours > 2 ? 2 : 3) }
      }
    }
    return stored
  }

  private mutating func readCacheBits() throws(WebPBits.Fault) -> Int {
    guard try bits.read(1) == 1 else { return 0 }
    let count = try bits.read(4)
    guard (1...11).contains(count) else { throw WebPBits.Fault() }
    return count
  }

  /// Reads an image that has one group of codes: its pixels as alpha, red, green, blue (3.6 and 3.7).
  private mutating func readImage(width: Int, height: Int) throws(WebPBits.Fault) -> [UInt32] {
    let cacheBits = try readCacheBits()
    var cache = ColourCache(bits: cacheBits)
    var codes: [WebPPrefixCode] = []
    for alphabet in [256 + 24 + cache.colours.count, 256, 256, 256, 40] {
      codes.append(try WebPPrefixCode(alphabet: alphabet, from: &bits))
    }
    let count = width * height
    var pixels: [UInt32] = []
    while pixels.count < count {
      let symbol = try codes[0].symbol(from: &bits)
      switch symbol {
      case ..<256:
        let (red, blue) = try (codes[1].symbol(from: &bits), codes[2].symbol(from: &bits))
        let alpha = try codes[3].symbol(from: &bits)
        pixels.append(UInt32(alpha << 24 | red << 16 | symbol << 8 | blue))
        cache.keep(pixels[pixels.count - 1])
      case ..<280:
        let length = try bits.number(of: symbol - 256)
        let code = try bits.number(of: codes[4].symbol(from: &bits))
        let distance = Self.distance(of: code, width: width)
        guard distance <= pixels.count, length <= count - pixels.count else {
          throw WebPBits.Fault()
        }
        for _ in 0..<length {
          pixels.append(pixels[pixels.count - distance])
          cache.keep(pixels[pixels.count - 1])
        }
      default:
        pixels.append(cache.colours[symbol - 280])
        cache.keep(pixels[pixels.count - 1])
      }
    }
    return pixels
  }

  /// The neighbours, left and above, that a distance of 1 to 120 stands for: the nearest first.
  private static let neighbours: [(x: Int, y: Int)] = (0...7).flatMap { y in
    (-7...8).map { (x: $0, y: y) }
  }
  .filter { $0.y > 0 || $0.x > 0 }
  .sorted { a, b in
    let order = [a, b].map { [$0.x * $0.x + $0.y * $0.y, abs($0.x), $0.x < 0 ? 1 : 0] }
    return order[0].lexicographicallyPrecedes(order[1])
  }

  private static func distance(of code: Int, width: Int) -> Int {
    guard code <= neighbours.count else { return code - neighbours.count }
    let neighbour = neighbours[code - 1]
    return max(1, neighbour.x + neighbour.y * width)
  }
}

/// The colours that were met last, by their hash (RFC 9649, 3.6).
private struct ColourCache {
  private(set) var colours: [UInt32]
  private let shift: UInt32

  init(bits: Int) {
    colours = [UInt32](repeating: 0, count: bits == 0 ? 0 : 1 << bits)
    shift = UInt32(32 - bits)
  }

  mutating func keep(_ colour: UInt32) {
    guard !colours.isEmpty else { return }
    colours[Int((0x1e35_a7bd &* colour) >> shift)] = colour
  }
}
