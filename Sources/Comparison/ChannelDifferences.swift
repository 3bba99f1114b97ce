import Imaging

/// The largest channel difference of every pixel that counts.
///
/// What shows is compared: a pixel is put on black and on white, and of its channels on both grounds
/// and its alpha the largest difference is taken, rounded up to whole levels. So colour under alpha 0
/// does not count, and 0 means that a pixel is the same or shows nothing in either picture.
struct ChannelDifferences {
  /// A level a pixel, row by row; 0 outside the mask.
  private(set) var levels: [UInt8]
  /// The largest of them.
  private(set) var largest: UInt8 = 0
  /// How many are not 0.
  private(set) var count = 0

  /// Compares two pictures of one size; nil where nothing differs in the mask.
  init?(_ a: StraightRGBA8, _ b: StraightRGBA8, in mask: PixelMask?) {
    if a.bytes == b.bytes { return nil }
    levels = [UInt8](repeating: 0, count: a.width * a.height)
    for pixel in levels.indices where mask?.bytes[pixel] != 0 {
      let level = Self.level(a.bytes, b.bytes, 4 * pixel)
      levels[pixel] = level
      largest = max(largest, level)
      count += level > 0 ? 1 : 0
    }
    if largest == 0 { return nil }
  }

  private static func level(_ a: [UInt8], _ b: [UInt8], _ i: Int) -> UInt8 {
    let (alphaA, alphaB) = (Int(a[i + 3]), Int(b[i + 3]))
    // In 1/255 of a level.
    let alpha = 255 * (alphaA - alphaB)
    var largest = abs(alpha)
    for c in i..<(i + 3) {
      let onBlack = Int(a[c]) * alphaA - Int(b[c]) * alphaB
      largest = max(largest, abs(onBlack), abs(onBlack - alpha))
    }
    return UInt8((largest + 254) / 255)
  }
}
