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

/// The part of a picture that shows a card, as planes of luma and colour differences of 0...1 and about 0.
///
/// Large pictures are halved first, so that a cell is some two pixels wide.
struct CardPixels {
  private(set) var box: (left: Int, top: Int, right: Int, bottom: Int) = (0, 0, 0, 0)
  private(set) var step = 1
  private var width = 0, height = 0
  private var chromaWidth = 0, chromaHeight = 0
  private var chromaScale = SIMD2<Float>(1, 1), chromaShift = SIMD2<Float>(0, 0)
  private var luma = Cells<Float>(1, 0), blue = Cells<Float>(1, 0), red = Cells<Float>(1, 0)
  private var redScale: Float = 0, blueScale: Float = 0, greenOfRed: Float = 0,
    greenOfBlue: Float = 0

  /// The most pixels that are kept of a picture, after it was made smaller.
  private static let mostPixels = 1 << 22

  private mutating func reserve(_ count: Int, _ chroma: Int) {
    if luma.count < count { luma = Cells(count * 5 / 4, 0) }
    if blue.count < chroma {
      blue = Cells(chroma * 5 / 4, 0)
      red = Cells(chroma * 5 / 4, 0)
    }
  }

  /// Reads what lies about a quadrilateral; false where that is none of the picture.
  mutating func read(_ picture: MutablePicture, about quad: Quad<OutputSpace>, cell: Double) -> Bool
  {
    guard unsafe picture.isWellFormed else { return false }
    let size = unsafe picture.size
    let (xs, ys) = (quad.corners.map(\.x), quad.corners.map(\.y))
    func range(_ values: [Double], _ limit: Int) -> (Int, Int) {
      let low = min(max((values.min() ?? 0) - 5, 0), Double(limit))
      let high = min(max((values.max() ?? 0) + 6, 0), Double(limit))
      return (Int(low) & ~7, Int(high))
    }
    (box.left, box.right) = range(xs, size.width)
    (box.top, box.bottom) = range(ys, size.height)
    guard box.right - box.left > 3, box.bottom - box.top > 3 else { return false }
    step = cell >= 12 ? 8 : cell >= 6 ? 4 : cell >= 3.4 ? 2 : 1
    // Of a sliver across the picture, whose cells are small.
    while step < 8,
      (box.right - box.left) / step * ((box.bottom - box.top) / step) > Self.mostPixels
    {
      step *= 2
    }
    width = (box.right - box.left) / step
    height = (box.bottom - box.top) / step
    guard width > 1, height > 1 else { return false }
    switch unsafe picture.format {
    case .yuv(let layout, let encoding): unsafe readYUV(picture, layout, encoding)
    case .premultipliedRGBA8: unsafe readRGB(picture, bytes: 4, red: 0)
    case .premultipliedBGRA8: unsafe readRGB(picture, bytes: 4, red: 2)
    case .opaqueRGB8: unsafe readRGB(picture, bytes: 3, red: 0)
    case .opaqueBGR8: unsafe readRGB(picture, bytes: 3, red: 2)
    }
    return chromaWidth > 1 && chromaHeight > 1
  }

  private mutating func setMatrix(_ kr: Double, _ kb: Double) {
    let kg = 1 - kr - kb
    (redScale, blueScale) = (Float(2 * (1 - kr)), Float(2 * (1 - kb)))
    greenOfRed = Float(-2 * (1 - kr) * kr / kg)
    greenOfBlue = Float(-2 * (1 - kb) * kb / kg)
  }

  private mutating func readYUV(
    _ picture: MutablePicture, _ layout: YUVLayout, _ encoding: YUVEncoding
  ) {
    let coefficients = encoding.coefficients(bitDepth: layout.bitDepth)
    setMatrix(coefficients.kr, coefficients.kb)
    let (sx, sy) = (layout.subsamplingX, layout.subsamplingY)
    let chromaStep = (x: max(step / sx, 1), y: max(step / sy, 1))
    let planes = unsafe picture.planes
    let chromaPlane = unsafe planes[1]
    chromaWidth =
      unsafe (min((box.right + sx - 1) / sx, chromaPlane.width) - box.left / sx) / chromaStep.x
    chromaHeight =
      unsafe (min((box.bottom + sy - 1) / sy, chromaPlane.height) - box.top / sy) / chromaStep.y
    reserve(width * height, chromaWidth * chromaHeight)
    let origin = encoding.chromaOrigin(layout)
    // From places in luma samples of the part to places in chroma samples, both of continuous coordinates.
    chromaScale = SIMD2(
      Float(step) / Float(sx * chromaStep.x), Float(step) / Float(sy * chromaStep.y))
    let (x0, y0) = (Float(box.left % sx), Float(box.top % sy))
    chromaShift = SIMD2(
      (x0 + 0.5 * Float(sx) - Float(origin.x)) / Float(sx * chromaStep.x),
      (y0 + 0.5 * Float(sy) - Float(origin.y)) / Float(sy * chromaStep.y))
    let (wordBits, padding) = (layout.bitDepth - 8, layout.paddingBits)
    func copy(
      _ plane: MutablePlane, left: Int, top: Int, _ count: (Int, Int), _ steps: (x: Int, y: Int),
      stride: Int,
      offset: Int, black: Float, scale: Float, into cells: Cells<Float>
    ) {
      let factor = scale / Float(steps.x * steps.y << wordBits)
      for y in 0..<count.1 {
        let row = y * count.0
        for j in 0..<steps.y {
          let line = unsafe plane.base + (top + y * steps.y + j) * plane.stride
          if wordBits == 0, steps.x == 1, stride == 1, steps.y == 1 {
            let start = unsafe line + left
            for x in 0..<count.0 { cells[row + x] = unsafe (Float(start[x]) - black) * factor }
            continue
          }
          for x in 0..<count.0 {
            var sum = 0
            for i in 0..<steps.x {
              let at = (left + x * steps.x + i) * stride + offset
              if wordBits == 0 {
                sum += unsafe Int(line[at])
              } else {
                sum += unsafe (Int(line[2 * at]) | Int(line[2 * at + 1]) << 8) >> padding
              }
            }
            let value = (Float(sum) - black * Float(steps.x << wordBits)) * factor
            cells[row + x] = j == 0 ? value : cells[row + x] + value
          }
        }
      }
    }
    unsafe copy(
      planes[0], left: box.left, top: box.top, (width, height), (step, step), stride: 1, offset: 0,
      black: Float(coefficients.lumaOffset), scale: 1 / Float(coefficients.lumaScale), into: luma)
    let shared = layout.isSemiPlanar
    for (index, cells) in [blue, red].enumerated() {
      unsafe copy(
        planes[shared ? 1 : 1 + index], left: box.left / sx, top: box.top / sy,
        (chromaWidth, chromaHeight),
        chromaStep, stride: shared ? 2 : 1, offset: shared ? index : 0,
        black: Float(coefficients.chromaOffset), scale: 1 / Float(coefficients.chromaScale),
        into: cells)
    }
  }

  private mutating func readRGB(_ picture: MutablePicture, bytes: Int, red first: Int) {
    setMatrix(0.2126, 0.0722)
    (chromaWidth, chromaHeight) = (width, height)
    (chromaScale, chromaShift) = (SIMD2(1, 1), .zero)
    reserve(width * height, width * height)
    let plane = unsafe picture.planes[0]
    let factor = 1 / Float(255 * step * step)
    for y in 0..<height {
      for x in 0..<width {
        var sum = SIMD3<Int>.zero
        for j in 0..<step {
          let line = unsafe plane.base + (box.top + y * step + j) * plane.stride
          for i in 0..<step {
            let at = unsafe line + (box.left + x * step + i) * bytes
            sum &+= unsafe SIMD3(Int(at[first]), Int(at[1]), Int(at[2 - first]))
          }
        }
        let colour = SIMD3<Float>(sum) * factor
        let value = 0.2126 * colour.x + 0.7152 * colour.y + 0.0722 * colour.z
        luma[y * width + x] = value
        blue[y * width + x] = (colour.z - value) / blueScale
        red[y * width + x] = (colour.x - value) / redScale
      }
    }
  }

  @inline(__always) private func bilinear(
    _ cells: Cells<Float>, _ width: Int, _ height: Int, _ x: Float, _ y: Float, isInner: Bool
  ) -> Float {
    var (x, y) = (x - 0.5, y - 0.5)
    if !isInner {
      // Of what is no number the comparison fails.
      x = x > 0 ? min(x, Float(width) - 1.001) : 0
      y = y > 0 ? min(y, Float(height) - 1.001) : 0
    }
    let (i, j) = (Int(x), Int(y))
    let (fx, fy) = (x - Float(i), y - Float(j))
    let at = j * width + i
    let upper = cells[at] + (cells[at + 1] - cells[at]) * fx
    let lower = cells[at + width] + (cells[at + width + 1] - cells[at + width]) * fx
    return upper + (lower - upper) * fy
  }

  /// The encoded R, G, B of a value and its colour differences.
  @inline(__always) private func colour(_ y: Float, _ b: Float, _ r: Float) -> SIMD3<Float> {
    SIMD3(y + redScale * r, y + greenOfRed * r + greenOfBlue * b, y + blueScale * b)
  }

  /// Samples the grid's cells: four samples of luma and one of colour each.
  ///
  /// - shift: by how many cells the print lies off where the corners say, in each cell.
  func sample(_ map: Homography<OutputSpace, OutputSpace>, shift: CardShift, into patch: CardPatch)
  {
    let grid = patch.grid
    let table = LinearTable.shared
    let (luma, blue, red) = (self.luma, self.blue, self.red)
    let (colours, states) = (patch.colours, patch.states)
    let (width, height, chromaWidth, chromaHeight) = (
      self.width, self.height, self.chromaWidth, self.chromaHeight
    )
    let (chromaScale, chromaShift) = (self.chromaScale, self.chromaShift)
    let scale = 1 / Double(step)
    let (m0, m1, m2) = (
      Float(map.h0 * scale), Float(map.h1 * scale),
      Float((map.h2 - Double(box.left) * map.h8) * scale)
    )
    let (m3, m4, m5) = (
      Float(map.h3 * scale), Float(map.h4 * scale),
      Float((map.h5 - Double(box.top) * map.h8) * scale)
    )
    let (left, top) = (
      Float(Double(box.left) * scale * map.h6), Float(Double(box.left) * scale * map.h7)
    )
    let (left2, top2) = (
      Float(Double(box.top) * scale * map.h6), Float(Double(box.top) * scale * map.h7)
    )
    let (m6, m7, m8) = (Float(map.h6), Float(map.h7), Float(map.h8))
    let (limitX, limitY) = (Float(width), Float(height))
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let cell = row * grid.columns + column
        let moved = shift.at(cell: SIMD2(Float(column) + 0.5, Float(row) + 0.5))
        let (u, v) = (Float(column) + 0.5 + moved.x, Float(row) + 0.5 + moved.y)
        let w = 1 / (m6 * u + m7 * v + m8)
        let x = ((m0 - left) * u + (m1 - top) * v + m2) * w
        let y = ((m3 - left2) * u + (m4 - top2) * v + m5) * w
        guard x >= 0, y >= 0, x <= limitX, y <= limitY else {
          colours[cell] = .zero
          states[cell] = .outside
          continue
        }
        // A quarter of a cell along the columns and the rows.
        let quarter = 0.25 * w
        let (ax, ay) = (quarter * (m0 - left - m6 * x), quarter * (m3 - left2 - m6 * y))
        let (bx, by) = (quarter * (m1 - top - m7 * x), quarter * (m4 - top2 - m7 * y))
        let (reachX, reachY) = (abs(ax) + abs(bx), abs(ay) + abs(by))
        guard reachX < 1e6, reachY < 1e6 else {
          colours[cell] = .zero
          states[cell] = .outside
          continue
        }
        let isInner =
          x - reachX >= 6 && y - reachY >= 6 && x + reachX < limitX - 6 && y + reachY < limitY - 6
        let l = SIMD4(
          bilinear(luma, width, height, x - ax - bx, y - ay - by, isInner: isInner),
          bilinear(luma, width, height, x + ax - bx, y + ay - by, isInner: isInner),
          bilinear(luma, width, height, x - ax + bx, y - ay + by, isInner: isInner),
          bilinear(luma, width, height, x + ax + bx, y + ay + by, isInner: isInner))
        let mean = l.sum() * 0.25
        let (cx, cy) = (x * chromaScale.x + chromaShift.x, y * chromaScale.y + chromaShift.y)
        let b = bilinear(blue, chromaWidth, chromaHeight, cx, cy, isInner: isInner)
        let r = bilinear(red, chromaWidth, chromaHeight, cx, cy, isInner: isInner)
        let value = colour(mean, b, r)
        // The mean of light is more than the light of the mean, as of a print's fine lines.
        let light = (table[l.x] + table[l.y] + table[l.z] + table[l.w]) * 0.25
        let gain = mean > 0.02 ? min(light / max(table[mean], 0.001), 2) : 1
        colours[cell] = LinearTable.withLuminance(
          table[value.x] * gain, table[value.y] * gain, table[value.z] * gain)
        let least = min(value.x, value.y, value.z)
        states[cell] =
          least > 247 / 255 ? .burnt : max(value.x, value.y, value.z) > 0.955 ? .bright : .usual
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

  /// The shift at a place in cells.
  @inline(__always) func at(cell: SIMD2<Float>) -> SIMD2<Float> {
    let (p, q) = (cell.x / half.x - 1, cell.y / half.y - 1)
    return SIMD2(
      x[0] + p * (x[1] + p * x[3] + q * x[4]) + q * (x[2] + q * x[5]),
      y[0] + p * (y[1] + p * y[3] + q * y[4]) + q * (y[2] + q * y[5]))
  }
}
