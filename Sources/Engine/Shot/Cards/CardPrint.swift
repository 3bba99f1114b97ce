package import Imaging

/// The reference picture of a card, prepared once: in linear light, in grids of several sizes, and what each looks
/// like under blur.
package final class CardPrint: Sendable {
  /// The print in one grid.
  struct Level: Sendable {
    let grid: CardGrid
    /// Linear R, G, B, and in the last the luminance.
    let colours: Cells<SIMD4<Float>>
    /// What of the logarithm of luminance differs from its surroundings, a byte a cell of every other row, of each
    /// blur of `blurs` along the columns and along the rows.
    let details: [Cells<Int8>]
    /// The luminance that half of the cells reach.
    let brightHalf: Float
  }

  /// Blurs that a frame is compared with, standard deviations in cells.
  static let blurs: [Float] = [0, 0.35, 0.7, 1.2, 2, 3.1]
  /// Cells along the longer side of the grids.
  static let sizes = [160, 112, 80, 56, 40, 28]
  /// A step of `details`.
  static let detailStep: Float = 1 / 24

  /// The grids, the finest first.
  let levels: [Level]
  /// The print's height for a width of 1.
  let aspect: Double

  /// Whether the print is wider than high.
  package var isLandscape: Bool { aspect < 1 }

  /// Prepares a picture; where it lets something through it is white.
  package init(_ picture: StraightRGBA8) {
    let aspect = Double(picture.height) / Double(picture.width)
    self.aspect = aspect
    var smaller = LinearPicture(picture)
    levels = Self.sizes.map { size in
      let grid = CardGrid(longer: size, aspect: aspect)
      while smaller.width >= 4 * grid.columns, smaller.height >= 4 * grid.rows {
        smaller = smaller.half
      }
      return Level(grid: grid, colours: smaller.means(grid))
    }
  }

  /// The grid for a card whose longer side is so many pixels long.
  func level(pixels: Double) -> Level? {
    levels.first { Double($0.grid.longer) * 1.7 <= pixels } ?? levels.last
  }
}

extension CardPrint.Level {
  init(grid: CardGrid, colours: Cells<SIMD4<Float>>) {
    (self.grid, self.colours) = (grid, colours)
    let scratch = DetailScratch(grid)
    let blurred = Cells<SIMD4<Float>>(grid.count, .zero)
    let between = Cells<SIMD4<Float>>(grid.count, .zero)
    var details: [Cells<Int8>] = []
    for down in CardPrint.blurs {
      for across in CardPrint.blurs {
        colours.blur(grid, sigma: SIMD2(across, down), by: between, into: blurred)
        scratch.find(blurred, scale: 1)
        let steps = Cells<Int8>((grid.rows + 1) / 2 * grid.columns, 0)
        for y in stride(from: 0, to: grid.rows, by: 2) {
          for x in 0..<grid.columns {
            let step = (scratch.detail[y * grid.columns + x] / CardPrint.detailStep).rounded()
            steps[y / 2 * grid.columns + x] = Int8(min(max(step, -127), 127))
          }
        }
        details.append(steps)
      }
    }
    self.details = details
    brightHalf = (0..<grid.count).map { colours[$0].w }.sorted()[grid.count / 2]
  }
}

/// The logarithm of luminance, less its mean about each cell: it stays the same in another light.
final class DetailScratch {
  let grid: CardGrid
  let detail: Cells<Float>
  private let values, means: Cells<Float>

  init(_ grid: CardGrid) {
    self.grid = grid
    detail = Cells(grid.count, 0)
    values = Cells(grid.count, 0)
    means = Cells(grid.count, 0)
  }

  /// Finds the detail of colours, in units in which white is `scale`.
  func find(_ colours: Cells<SIMD4<Float>>, scale: Float) {
    let (values, detail, least) = (values, detail, 0.03 * scale)
    for cell in 0..<grid.count { values[cell] = logarithm(max(colours[cell].w, 0) + least) }
    values.windowMeans(grid, radius: max(3, grid.longer / 25), into: means)
    for cell in 0..<grid.count { detail[cell] = values[cell] - means[cell] }
  }
}

/// A picture in linear light, with luminance.
private struct LinearPicture {
  var width, height: Int
  var pixels: [SIMD4<Float>]

  init(_ picture: StraightRGBA8) {
    (width, height) = (picture.width, picture.height)
    let curve = LightCurve.shared
    pixels = (0..<width * height).map { index in
      let (x, y) = (index % picture.width, index / picture.width)
      let colour = picture[x, y]
      let alpha = Float(colour.alpha) / 255
      let signal = SIMD4(Float(colour.red), Float(colour.green), Float(colour.blue), 0) / 255
      // Blended as encoded, as pictures are drawn.
      return LightCurve.withLuminance(curve[(signal - 1) * alpha + 1])
    }
  }

  private init(width: Int, height: Int, pixels: [SIMD4<Float>]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  var half: LinearPicture {
    let (w, h) = (width / 2, height / 2)
    var smaller = [SIMD4<Float>](repeating: .zero, count: w * h)
    // Along both sides from the first to the last pixel, an odd one's last row and column included.
    for y in 0..<h {
      for x in 0..<w {
        let at = 2 * y * width + 2 * x
        smaller[y * w + x] =
          (pixels[at] + pixels[at + 1] + pixels[at + width] + pixels[at + width + 1]) * 0.25
      }
    }
    return LinearPicture(width: w, height: h, pixels: smaller)
  }

  /// The mean of each cell, by area.
  func means(_ grid: CardGrid) -> Cells<SIMD4<Float>> {
    let means = Cells<SIMD4<Float>>(grid.count, .zero)
    func spans(_ cells: Int, _ pixels: Int) -> [(first: Int, weights: [Float])] {
      (0..<cells).map { cell in
        let from = Double(cell) * Double(pixels) / Double(cells)
        let to = Double(cell + 1) * Double(pixels) / Double(cells)
        let first = min(Int(from), pixels - 1)
        let last = min(max(Int(to.rounded(.up)), first + 1), pixels)
        let weights = (first..<last).map { Float(min(to, Double($0 + 1)) - max(from, Double($0))) }
        return (first, weights.map { $0 / weights.reduce(0, +) })
      }
    }
    let (across, down) = (spans(grid.columns, width), spans(grid.rows, height))
    for (y, rows) in down.enumerated() {
      for (x, columns) in across.enumerated() {
        var sum = SIMD4<Float>.zero
        for (j, rowWeight) in rows.weights.enumerated() {
          for (i, weight) in columns.weights.enumerated() {
            sum += pixels[(rows.first + j) * width + columns.first + i] * (rowWeight * weight)
          }
        }
        means[y * grid.columns + x] = sum
      }
    }
    return means
  }
}
