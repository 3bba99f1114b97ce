import Imaging

/// A picture made small, in which axes and spots are looked for.
struct SmallPicture {
  /// Columns and rows of the longest side, at most.
  private static let side = 128

  let width, height: Int
  /// How many of the picture's pixels a cell is wide and high.
  let step: SIMD2<Double>
  /// The mean alpha of each cell, 0 to 1, row by row.
  let alpha: [Float]
  /// The mean of brightness times alpha.
  let light: [Float]

  init(_ picture: StraightRGBA8) {
    let shrink = max(1, Double(max(picture.width, picture.height)) / Double(Self.side))
    let columns = max(1, Int((Double(picture.width) / shrink).rounded()))
    let rows = max(1, Int((Double(picture.height) / shrink).rounded()))
    var (alpha, light) = ([Float](), [Float]())
    for row in 0..<rows {
      let ys = row * picture.height / rows..<(row + 1) * picture.height / rows
      for column in 0..<columns {
        let xs = column * picture.width / columns..<(column + 1) * picture.width / columns
        var sums = SIMD2<Float>.zero
        for y in ys {
          for x in xs {
            let pixel = picture[x, y]
            // Brightness by the weights of BT.601, as the eye has it.
            let brightness =
              0.299 * Float(pixel.red) + 0.587 * Float(pixel.green) + 0.114 * Float(pixel.blue)
            let share = Float(pixel.alpha) / 255
            sums += SIMD2(share, share * brightness / 255)
          }
        }
        sums /= Float(xs.count * ys.count)
        alpha.append(sums.x)
        light.append(sums.y)
      }
    }
    (width, height, self.alpha, self.light) = (columns, rows, alpha, light)
    step = SIMD2(
      Double(picture.width) / Double(columns), Double(picture.height) / Double(rows))
  }

  /// Alpha and light between cells, whose middles are whole numbers; 0 outside.
  func sample(_ at: SIMD2<Double>) -> SIMD2<Float> {
    let corner = at.rounded(.down)
    let part = SIMD2<Float>(at - corner)
    guard abs(corner.x) < 1e6, abs(corner.y) < 1e6 else { return .zero }
    let (x, y) = (Int(corner.x), Int(corner.y))
    let above = cell(x, y) * (1 - part.x) + cell(x + 1, y) * part.x
    let below = cell(x, y + 1) * (1 - part.x) + cell(x + 1, y + 1) * part.x
    return above * (1 - part.y) + below * part.y
  }

  private func cell(_ x: Int, _ y: Int) -> SIMD2<Float> {
    guard x >= 0, y >= 0, x < width, y < height else { return .zero }
    return SIMD2(alpha[y * width + x], light[y * width + x])
  }
}
