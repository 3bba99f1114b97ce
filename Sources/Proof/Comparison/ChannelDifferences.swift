internal import CComparison
internal import Imaging

/// The largest channel difference of every pixel that counts.
///
/// What shows is compared: a pixel is put on black and on white, and of its channels on both backgrounds and its alpha
/// the largest difference is taken, rounded up to whole levels. So colour under alpha 0 does not count, and 0 means
/// that a pixel is the same or shows nothing in either picture.
struct ChannelDifferences {
  let width: Int
  let height: Int
  /// A level a pixel, row by row; 0 outside the mask.
  private(set) var levels: [UInt8]
  private(set) var largest: UInt8 = 0
  /// How many are not 0.
  private(set) var count = 0
  /// Whether both pictures are opaque throughout.
  let areOpaque: Bool

  /// Compares two pictures of one size; nil where nothing differs in the mask.
  ///
  /// Rows that are the same cost no more than reading them.
  init?(
    _ a: StraightRGBA8, _ b: StraightRGBA8, in mask: PixelMask?, kernels: ComparisonKernels
  ) {
    (width, height) = (a.width, a.height)
    let (width, height) = (width, height)
    var row = Self.nextDifferentRow(a, b, from: 0)
    if row == height { return nil }
    areOpaque = a.hasNoTransparency && b.hasNoTransparency
    let compare = unsafe areOpaque ? kernels.kernels.opaque_levels : kernels.kernels.straight_levels
    levels = [UInt8](repeating: 0, count: width * height)
    while row < height {
      let start = row * width
      let found = unsafe a.bytes.withUnsafeBufferPointer { a in
        unsafe b.bytes.withUnsafeBufferPointer { b in
          unsafe levels.withUnsafeMutableBufferPointer { levels in
            unsafe Self.withBytes(of: mask) { mask in
              guard let a = a.baseAddress, let b = b.baseAddress, let levels = levels.baseAddress
              else { return cc_levels() }
              return unsafe compare(
                a + 4 * start, b + 4 * start, mask.map { unsafe $0 + start }, Int64(width),
                levels + start)
            }
          }
        }
      }
      largest = max(largest, found.largest)
      count += Int(found.count)
      row = Self.nextDifferentRow(a, b, from: row + 1)
    }
    if largest == 0 { return nil }
  }

  /// The first row from one on that is not the same byte for byte, or the number of rows.
  private static func nextDifferentRow(
    _ a: StraightRGBA8, _ b: StraightRGBA8, from row: Int
  ) -> Int {
    unsafe a.bytes.withUnsafeBufferPointer { first in
      unsafe b.bytes.withUnsafeBufferPointer { second in
        guard let first = first.baseAddress, let second = second.baseAddress else {
          return a.height
        }
        return unsafe Int(
          cc_next_different_row(first, second, Int64(4 * a.width), Int64(row), Int64(a.height)))
      }
    }
  }

  /// Calls with a mask's bytes, or without any.
  private static func withBytes<Result>(
    of mask: PixelMask?, _ body: (UnsafePointer<UInt8>?) -> Result
  ) -> Result {
    guard let mask else { return body(nil) }
    return unsafe mask.bytes.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }
}

extension StraightRGBA8 {
  /// Whether no pixel lets anything through.
  var hasNoTransparency: Bool {
    unsafe bytes.withUnsafeBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return true }
      return unsafe cc_is_opaque(pixels, Int64(width * height))
    }
  }
}
