import Imaging

/// How much the difference between two clips changes from one frame to the next.
///
/// A clip that differs evenly, by another encoder or a colour, has none; a layer that pops for one frame
/// has, twice: when it goes and when it comes back.
struct Flicker {
  /// The side of the blocks whose mean counts, in pixels of reduced frames; they overlap by half.
  static let blockSide = 8

  /// The difference of the frame before, actual less expected; nil for none at all.
  private var last: [Int16]?
  private var isFirst = true

  /// The flicker from the frame before to this one, in levels 0 to 255; 0 for the first frame.
  ///
  /// Of each pixel the largest change of a channel's difference counts, of blocks of 8 x 8 pixels their
  /// mean, and of the frame the worst block.
  ///
  /// - Parameter mask: the pixels that count; nil for all.
  mutating func next(
    expected: StraightRGBA8, actual: StraightRGBA8, in mask: PixelMask?
  ) -> Double {
    let residual =
      expected == actual
      ? nil : zip(expected.bytes, actual.bytes).map { Int16($1) - Int16($0) }
    defer { (last, isFirst) = (residual, false) }
    guard !isFirst, residual != last, let count = (residual ?? last)?.count else { return 0 }
    let zero = [Int16](repeating: 0, count: count)
    let (now, before) = (residual ?? zero, last ?? zero)
    let (width, height) = (expected.width, expected.height)
    let half = Self.blockSide / 2
    let (columns, rows) = ((width + half - 1) / half, (height + half - 1) / half)
    var sums = [Int](repeating: 0, count: columns * rows)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = y * width + x
        guard mask.map({ $0.bytes[pixel] != 0 }) ?? true else { continue }
        var most = 0
        for channel in 0..<3 {
          most = max(most, abs(Int(now[4 * pixel + channel]) - Int(before[4 * pixel + channel])))
        }
        sums[y / half * columns + x / half] += most
      }
    }
    var worst = 0
    for row in 0..<max(1, rows - 1) {
      for column in 0..<max(1, columns - 1) {
        let blocks = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
        let inside = blocks.filter { $0.0 < rows && $0.1 < columns }
        worst = max(worst, inside.reduce(0) { $0 + sums[$1.0 * columns + $1.1] })
      }
    }
    return Double(worst) / Double(Self.blockSide * Self.blockSide)
  }
}
