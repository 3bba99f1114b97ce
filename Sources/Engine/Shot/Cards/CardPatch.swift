internal import Geometry
internal import Imaging

/// What a frame shows of a card, sampled into a grid over the print.
final class CardPatch {
  let grid: CardGrid
  /// Linear R, G, B and luminance.
  let colours: Cells<SIMD4<Float>>
  /// Whether all channels of a cell are burnt out (beyond 247 of 255), whether any is nearly so, or the cell lies
  /// beyond the picture.
  let states: Cells<State>

  enum State: UInt8 { case usual, bright, burnt, outside }

  init(_ grid: CardGrid) {
    self.grid = grid
    colours = Cells(grid.count, .zero)
    states = Cells(grid.count, .usual)
  }
}

extension CardPatch {
  /// Light from which a channel is burnt out, and from which it is nearly so: 247 and 243.5 of 255.
  private static let (burnt, bright): (Float, Float) = (0.9300, 0.8980)

  /// Samples the grid's cells.
  ///
  /// - Parameters:
  ///   - map: from the grid to the picture.
  ///   - shift: by how many cells the print lies off where the corners say, in each cell.
  func sample(
    _ light: LightMap.Level, _ map: Homography<OutputSpace, OutputSpace>, shift: CardShift
  ) {
    let grid = grid
    let (colours, states) = (colours, states)
    func scaled(_ value: Double, _ origin: Double, _ w: Double) -> Float {
      Float((value - origin * w) * light.scale)
    }
    let (m0, m3) = (scaled(map.h0, light.left, map.h6), scaled(map.h3, light.top, map.h6))
    let (m1, m4) = (scaled(map.h1, light.left, map.h7), scaled(map.h4, light.top, map.h7))
    let (m2, m5) = (scaled(map.h2, light.left, map.h8), scaled(map.h5, light.top, map.h8))
    let (m6, m7, m8) = (Float(map.h6), Float(map.h7), Float(map.h8))
    // Half of the square that a value is the mean of lies before it.
    let (limitX, limitY) = (Float(light.width) - 0.5, Float(light.height) - 0.5)
    for row in 0..<grid.rows {
      let line = shift.row(Float(row) + 0.5)
      for column in 0..<grid.columns {
        let cell = row * grid.columns + column
        let moved = line.at(Float(column) + 0.5)
        let (u, v) = (Float(column) + 0.5 + moved.x, Float(row) + 0.5 + moved.y)
        let w = 1 / (m6 * u + m7 * v + m8)
        let (x, y) = ((m0 * u + m1 * v + m2) * w, (m3 * u + m4 * v + m5) * w)
        guard x >= -0.5, y >= -0.5, x <= limitX, y <= limitY else {
          colours[cell] = .zero
          states[cell] = .outside
          continue
        }
        let colour = light.sample(x, y)
        colours[cell] = LightCurve.withLuminance(colour)
        states[cell] =
          min(colour.x, colour.y, colour.z) > Self.burnt
          ? .burnt : max(colour.x, colour.y, colour.z) > Self.bright ? .bright : .usual
      }
    }
  }
}

extension CardPatch {
  /// Takes the print in its light for what lies beyond the picture: beside black cells, detail would be that of the
  /// picture's edge.
  func continuePrint(_ colours: Cells<SIMD4<Float>>, in light: CardLight) {
    guard states.contains(.outside) else { return }
    let (columns, rows) = light.fallOff(grid)
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        let cell = y * grid.columns + x
        if states[cell] == .outside {
          self.colours[cell] = colours[cell] * light.colour * (row * column)
        }
      }
    }
  }
}

/// By how much a print lies off where its corners say, in cells.
///
/// A polynomial of the second degree in the place, which runs over -1...1. A card is bent by some
/// millimetres, and corners are off by parts of a pixel.
struct CardShift {
  /// Of 1, u, v, u u, u v, v v.
  var x = SIMD8<Float>.zero, y = SIMD8<Float>.zero
  var half = SIMD2<Float>(1, 1)

  init(_ grid: CardGrid) {
    half = SIMD2(Float(grid.columns), Float(grid.rows)) * 0.5
  }

  @inline(__always) func basis(_ cell: SIMD2<Float>) -> SIMD8<Float> {
    let p = cell / half - 1
    return SIMD8(1, p.x, p.y, p.x * p.x, p.x * p.y, p.y * p.y, 0, 0)
  }

  /// The shifts along a row of cells, as polynomials of the second degree.
  struct Row {
    fileprivate var x, y: (Float, Float, Float)
    fileprivate var half: Float

    @inline(__always) func at(_ column: Float) -> SIMD2<Float> {
      let p = column / half - 1
      return SIMD2(x.0 + p * (x.1 + p * x.2), y.0 + p * (y.1 + p * y.2))
    }
  }

  func row(_ row: Float) -> Row {
    let q = row / half.y - 1
    func along(_ c: SIMD8<Float>) -> (Float, Float, Float) {
      (c[0] + q * (c[2] + q * c[5]), c[1] + q * c[4], c[3])
    }
    return Row(x: along(x), y: along(y), half: half.x)
  }

  /// The shift at a place in cells.
  func at(cell: SIMD2<Float>) -> SIMD2<Float> { row(cell.y).at(cell.x) }
}
