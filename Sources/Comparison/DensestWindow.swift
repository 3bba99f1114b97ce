import Imaging

/// The changed pixels of a picture: 1 for those, 0 for the others, row by row.
struct ChangedPixels {
  let width: Int
  let height: Int
  var bytes: [UInt8]
  /// How many there are.
  var count: Int { bytes.reduce(0) { $0 + Int($1) } }

  /// The window of a side with the largest share of changed pixels, the topmost and of these the
  /// leftmost where several have it; nil where nothing changed.
  ///
  /// Every position is looked at. In a mask the share is that of the pixels that count; but a window
  /// of which few count, on the mask's rim, is held to count half as many as the fullest, or a single
  /// pixel would be all of it.
  func densestWindow(side: Int, in mask: PixelMask?) -> PictureMeasures.Window? {
    let (wide, tall) = (min(side, width), min(side, height))
    var floor = wide * tall
    if let mask {
      var fullest = 0
      forEachWindow(wide, tall, of: mask.bytes) { fullest = max(fullest, $2) }
      floor = (fullest + 1) / 2
    }
    var counted: [Int32] = []
    if let mask {
      counted.reserveCapacity((width - wide + 1) * (height - tall + 1))
      forEachWindow(wide, tall, of: mask.bytes) { counted.append(Int32($2)) }
    }
    var best: (x: Int, y: Int, changed: Int, of: Int) = (0, 0, 0, 1)
    let columns = width - wide + 1
    forEachWindow(wide, tall, of: bytes) { x, y, changed in
      let of = mask == nil ? floor : max(floor, Int(counted[y * columns + x]))
      if changed * best.of > best.changed * of { best = (x, y, changed, of) }
    }
    guard best.changed > 0 else { return nil }
    return PictureMeasures.Window(
      x: best.x, y: best.y, width: wide, height: tall,
      share: Double(best.changed) / Double(best.of))
  }

  /// Visits all positions of a window, row by row, with the sum of what is in it.
  private func forEachWindow(
    _ wide: Int, _ tall: Int, of bytes: [UInt8], _ visit: (Int, Int, Int) -> Void
  ) {
    // What the window's rows hold in each column.
    var columns = [Int32](repeating: 0, count: width)
    for row in 0..<height {
      for x in 0..<width {
        columns[x] += Int32(bytes[row * width + x])
        if row >= tall { columns[x] -= Int32(bytes[(row - tall) * width + x]) }
      }
      guard row >= tall - 1 else { continue }
      var sum = 0
      for x in 0..<width {
        sum += Int(columns[x])
        if x >= wide { sum -= Int(columns[x - wide]) }
        if x >= wide - 1 { visit(x - wide + 1, row - tall + 1, sum) }
      }
    }
  }
}
