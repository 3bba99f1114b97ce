package import Imaging

/// A picture's luma, averaged over square blocks: enough to tell which frame another one looks like.
package struct Thumbnail {
  package let width: Int
  package let height: Int
  /// Mean luma of each block, 0 to 255; transparent pixels are black.
  package let luma: [Float]

  /// The longest side, in blocks: an overlay that moves by a pixel of a 1280 x 720 picture moves by
  /// a quarter of a block, which still changes every block at its edge.
  static let longestSide = 320

  package init(_ picture: StraightRGBA8) {
    let side = Self.blockSide(width: picture.width, height: picture.height)
    let columns = (picture.width + side - 1) / side
    let rows = (picture.height + side - 1) / side
    var sums = [Int](repeating: 0, count: columns * rows)
    var counts = [Int](repeating: 0, count: columns * rows)
    unsafe picture.bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<picture.height {
        let row = y / side * columns
        for block in 0..<columns {
          var sum = 0
          let covered = (block * side)..<min(picture.width, (block + 1) * side)
          for x in covered {
            let i = 4 * (y * picture.width + x)
            // Rec. 709's weights in 256ths.
            let luma = unsafe 54 * Int(bytes[i]) + 183 * Int(bytes[i + 1]) + 19 * Int(bytes[i + 2])
            let alpha = unsafe Int(bytes[i + 3])
            sum += alpha == 255 ? luma : luma * alpha / 255
          }
          sums[row + block] += sum
          counts[row + block] += 256 * covered.count
        }
      }
    }
    (width, height) = (columns, rows)
    luma = zip(sums, counts).map { Float($0) / Float(max(1, $1)) }
  }

  /// The blocks that hold at least one pixel of a mask; all where there is none.
  package static func blocks(of mask: PixelMask?, width: Int, height: Int) -> [Bool] {
    let side = blockSide(width: width, height: height)
    let (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
    guard let mask else { return [Bool](repeating: true, count: columns * rows) }
    var blocks = [Bool](repeating: false, count: columns * rows)
    for y in 0..<height {
      for x in 0..<width where mask.bytes[y * width + x] != 0 {
        blocks[y / side * columns + x / side] = true
      }
    }
    return blocks
  }

  private static func blockSide(width: Int, height: Int) -> Int {
    (max(width, height) + longestSide - 1) / longestSide
  }
}
