internal import CComparison
internal import Imaging

/// Two pictures as they are seen: as they are where both are opaque, else on black and on white, since
/// what shows on neither background is not there.
struct ComparedBackgrounds {
  /// Opaque pictures: one pair, or two.
  let pairs: [(a: StraightRGBA8, b: StraightRGBA8)]

  /// Puts two pictures of one size on their backgrounds.
  init(_ a: StraightRGBA8, _ b: StraightRGBA8, areOpaque: Bool) {
    pairs = areOpaque ? [(a, b)] : [0, 255].map { (Self.flattened(a, $0), Self.flattened(b, $0)) }
  }

  /// A picture on a grey.
  static func flattened(_ picture: StraightRGBA8, _ grey: UInt8) -> StraightRGBA8 {
    let count = picture.width * picture.height
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4 * count) { flat, length in
      unsafe picture.bytes.withUnsafeBufferPointer { pixels in
        guard let pixels = pixels.baseAddress, let flat = flat.baseAddress else { return }
        unsafe cc_flatten(pixels, Int64(count), grey, flat)
        length = 4 * count
      }
    }
    return StraightRGBA8(width: picture.width, height: picture.height, bytes: bytes) ?? picture
  }
}
