internal import CComparison
internal import Imaging

/// The pixels over the per-pixel threshold.
struct ChangedPixels {
  let width: Int
  let height: Int
  /// 1 for those, 0 for the others, row by row.
  private(set) var bytes: [UInt8]
  private(set) var count = 0
  /// How many were left out because they look like antialiasing.
  private(set) var antialiased = 0

  /// Finds the pixels that differ by more than `threshold`; where antialiasing is ignored, those that
  /// look like it on one of the backgrounds are left out.
  init(
    _ differences: ChannelDifferences, over threshold: Int,
    ignoringAntialiasingOn backgrounds: ComparedBackgrounds?
  ) {
    (width, height) = (differences.width, differences.height)
    // Below 0 there would be pixels that do not differ; above 254 there is none.
    let threshold = UInt8(clamping: threshold)
    bytes = differences.levels.map { $0 > threshold ? 1 : 0 }
    if let backgrounds {
      for pair in backgrounds.pairs { leaveOutAntialiasing(pair.a, pair.b) }
    }
    count = unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let bytes = bytes.baseAddress else { return 0 }
      return unsafe Int(cc_sum(bytes, Int64(width * height)))
    }
  }

  private mutating func leaveOutAntialiasing(_ a: StraightRGBA8, _ b: StraightRGBA8) {
    let (width, height) = (width, height)
    var found = 0
    unsafe a.bytes.withUnsafeBufferPointer { a in
      unsafe b.bytes.withUnsafeBufferPointer { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return }
        for y in 0..<height {
          for x in 0..<width where bytes[y * width + x] != 0 {
            let isAntialiased = unsafe cc_is_antialiased(
              a, b, Int32(width), Int32(height), Int32(x), Int32(y))
            guard isAntialiased else { continue }
            bytes[y * width + x] = 0
            found += 1
          }
        }
      }
    }
    antialiased += found
  }

  /// The window with the largest share of changed pixels, the topmost and of these the leftmost where
  /// several have it; nil where nothing changed.
  ///
  /// Every position is looked at. In a mask the share is that of the pixels that count; but a window
  /// with fewer than half as many of them as the fullest window has, on the mask's rim, is held to
  /// have half as many: else a single pixel would be all of it.
  func densestWindow(side: Int, in mask: PixelMask?) -> PictureMeasures.Window? {
    let (wide, tall) = (min(side, width), min(side, height))
    var scratch = [Int32](repeating: 0, count: 4 * (width + 1))
    let best = unsafe bytes.withUnsafeBufferPointer { changed in
      unsafe scratch.withUnsafeMutableBufferPointer { scratch in
        guard let changed = changed.baseAddress, let scratch = scratch.baseAddress else {
          return cc_window()
        }
        func find(_ mask: UnsafePointer<UInt8>?) -> cc_window {
          unsafe cc_densest_window(
            changed, mask, Int32(width), Int32(height), Int32(wide), Int32(tall), scratch)
        }
        guard let mask else { return find(nil) }
        return unsafe mask.bytes.withUnsafeBufferPointer { unsafe find($0.baseAddress) }
      }
    }
    guard best.changed > 0 else { return nil }
    return PictureMeasures.Window(
      x: Int(best.x), y: Int(best.y), width: wide, height: tall,
      share: Double(best.changed) / Double(best.counted))
  }
}
