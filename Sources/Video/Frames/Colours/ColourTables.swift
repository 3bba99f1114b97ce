internal import Imaging
internal import Synchronization

/// The tables that bring colours from artwork to a clip and from a clip to stills, made once a clip.
final class ColourTables: Sendable {
  private let artwork = Mutex<[ArtworkColour: ArtworkColourTable]>([:])
  private let stills = Mutex<[StillColour: StillColourTable]>([:])

  /// What swscale takes for the white of 16-bit R'G'B', both ways: 255 * 256, not 65535.
  static let scalerWhite = 0xFF00

  init() {}

  /// Packed RGBA of 8 bit, sRGB, for the 16-bit RGBA that swscale makes of a clip.
  func still(_ colour: StillColour, of deep: [UInt8]) -> [UInt8] {
    let found = stills.withLock { tables in
      if tables[colour] == nil {
        tables[colour] = StillColourTable(colour, white: Self.scalerWhite)
      }
      return tables[colour]
    }
    guard let table = found else { return [] }
    return unsafe deep.withUnsafeBytes { deep in
      unsafe [UInt8](unsafeUninitializedCapacity: deep.count / 2) { bytes, count in
        for i in stride(from: 0, to: deep.count - 7, by: 8) {
          let pixel = unsafe SIMD4<UInt16>(
            truncatingIfNeeded: deep.loadUnaligned(fromByteOffset: i, as: SIMD4<UInt16>.self))
          let shown = table(red: pixel.x, green: pixel.y, blue: pixel.z)
          unsafe bytes[i / 2] = shown.x
          unsafe bytes[i / 2 + 1] = shown.y
          unsafe bytes[i / 2 + 2] = shown.z
          unsafe bytes[i / 2 + 3] = UInt8(truncatingIfNeeded: pixel.w >> 8)
        }
        count = deep.count / 2
      }
    }
  }

  /// The clip's R'G'B' in 16 bit for the 8-bit colours of artwork; alpha stays as it is.
  func deep(_ colour: ArtworkColour, of picture: StraightRGBA8) -> [SIMD4<UInt16>] {
    let found = artwork.withLock { tables in
      if tables[colour] == nil { tables[colour] = ArtworkColourTable(colour) }
      return tables[colour]
    }
    guard let table = found else { return [] }
    return stride(from: 0, to: picture.bytes.count, by: 4).map { i in
      let alpha = UInt16(picture.bytes[i + 3]) * 257
      if alpha == 0 { return SIMD4<UInt16>.zero }
      let signal = table(
        red: picture.bytes[i], green: picture.bytes[i + 1], blue: picture.bytes[i + 2])
      return SIMD4(SIMD3<UInt16>(signal * 0xFFFF + 0.5), alpha)
    }
  }
}
