internal import CComparison
internal import Imaging

/// Numbers in rows, in memory of their own that is 0 at first.
@safe final class FloatPlane {
  let width: Int
  let height: Int
  /// Numbers from row to row: what is behind a row may be read and written.
  let stride: Int
  @unsafe let samples: UnsafeMutablePointer<Float>

  /// Makes a plane with so many samples more in each row.
  init(width: Int, height: Int, padding: Int) {
    (self.width, self.height) = (width, height)
    stride = padding == 0 ? width : (width + 7) / 8 * 8 + padding
    let count = max(1, stride * height)
    unsafe samples = .allocate(capacity: count)
    unsafe samples.initialize(repeating: 0, count: count)
  }

  /// How much each pixel of a mask counts.
  convenience init(_ mask: PixelMask) {
    self.init(width: mask.width, height: mask.height, padding: 0)
    unsafe mask.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe cc_shares(start, Int64(bytes.count), samples)
    }
  }

  deinit { unsafe samples.deallocate() }
}
