internal import Geometry
internal import Matting
import Timelines

extension CardScratch {
  /// The light in 8 x 11 places, or 11 x 8: the median of frame / print over the brighter half of what is seen.
  func cells(_ columns: Int, _ card: CardLight) -> [SIMD3<Float>?] {
    let rows = 88 / columns
    // Beside cover the cells are mixed.
    spread(flags, 1, by: 2, into: marks)
    let fall = card.fallOff(grid)
    // What is added is told badly by one window, and changes slowly.
    added.windowMeans(grid, radius: max(3, grid.longer / 12), into: means)
    var cells: [SIMD3<Float>?] = []
    let free = Cells<Int32>(grid.count, 0)
    let (bright, reds) = (Cells<Float>(grid.count, 0), Cells<Float>(grid.count, 0))
    let (greens, blues) = (Cells<Float>(grid.count, 0), Cells<Float>(grid.count, 0))
    for row in 0..<rows {
      for column in 0..<columns {
        let xs = part(column, of: columns, grid.columns)
        let ys = part(row, of: rows, grid.rows)
        var count = 0
        // The print's outermost cells are mixed with what is beside it.
        for y in ys where y > 0 && y < grid.rows - 1 {
          for x in xs where x > 0 && x < grid.columns - 1 {
            let cell = y * grid.columns + x
            guard marks[cell] == 0, patch.states[cell] == .usual, added[cell] < 0.4 else {
              continue
            }
            free[count] = Int32(cell)
            // By both: of the print alone, those would be chosen that blur has made darker in the frame.
            bright[count] = ink[cell].w + seen[cell].w
            count += 1
          }
        }
        guard count >= max(4, xs.count * ys.count / 10) else {
          cells.append(nil)
          continue
        }
        let half = median(bright, count)
        var chosen = 0
        for n in 0..<count {
          let cell = Int(free[n])
          guard ink[cell].w + seen[cell].w >= half else { continue }
          let local =
            card.colour * (fall.columns[cell % grid.columns] * fall.rows[cell / grid.columns])
          var own = ink[cell]
          own.replace(with: 0.01, where: own .< 0.01)
          let ratio = (patch.colours[cell] - local * max(means[cell] - 0.01, 0)) / own
          (reds[chosen], greens[chosen], blues[chosen]) = (ratio.x, ratio.y, ratio.z)
          chosen += 1
        }
        cells.append(
          SIMD3(
            max(median(reds, chosen), 0.001), max(median(greens, chosen), 0.001),
            max(median(blues, chosen), 0.001)))
      }
    }
    return cells
  }

  /// The cells of one of so many parts of a side.
  private func part(_ index: Int, of count: Int, _ cells: Int) -> Range<Int> {
    let first = index * cells / count
    return first..<max((index + 1) * cells / count, first + 1)
  }

  /// Where the frame is burnt out, though the print in the card's light is not.
  func burnt(_ card: CardLight) -> BurntMap? {
    let fall = card.fallOff(grid)
    var any = false
    for y in 0..<grid.rows {
      for x in 0..<grid.columns {
        let cell = y * grid.columns + x
        var share: Float = 0
        if patch.states[cell] == .burnt {
          let usual = ink[cell] * card.colour * (fall.columns[x] * fall.rows[y])
          share = min(usual.x, usual.y, usual.z) < 0.85 ? 1 : 0
          any = any || share > 0
        }
        light[cell] = SIMD2(share, 0)
      }
    }
    guard any else { return nil }
    let sigma = 0.01 * Float(grid.columns)
    light.blur(grid, sigma: SIMD2(sigma, sigma), by: between2, into: light)
    return BurntMap(
      columns: grid.columns, rows: grid.rows, shares: (0..<grid.count).map { light[$0].x })
  }

  /// The cover in the frame's pixels; nil where there is none.
  ///
  /// - back: from the picture to the grid.
  func matte(
    _ back: Homography<OutputSpace, OutputSpace>, _ map: Homography<OutputSpace, OutputSpace>,
    _ shift: CardShift,
    _ corners: Quad<OutputSpace>, _ size: PixelSize<OutputSpace>
  ) -> Matte? {
    var (left, top, right, bottom) = (grid.columns, grid.rows, -1, -1)
    for y in 0..<grid.rows {
      for x in 0..<grid.columns where flags[y * grid.columns + x] == 1 {
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
    }
    guard right >= 0 else { return nil }
    // The part of the frame that shows these cells and two more on each side.
    var (xs, ys) = ([Double](), [Double]())
    for (u, v) in [
      (left - 2, top - 2), (right + 3, top - 2), (right + 3, bottom + 3), (left - 2, bottom + 3),
    ] {
      let (u, v) = (min(max(u, 0), grid.columns), min(max(v, 0), grid.rows))
      guard let point = map(Point2<OutputSpace>(Double(u), Double(v))) else { return nil }
      xs.append(point.x)
      ys.append(point.y)
    }
    func range(_ values: [Double], _ limit: Int) -> Range<Int> {
      let low = min(max((values.min() ?? 0) - 1, 0), Double(limit))
      let high = min(max((values.max() ?? 0) + 2, 0), Double(limit))
      return Int(low)..<max(Int(low), Int(high))
    }
    let (columns, rows) = (range(xs, size.width), range(ys, size.height))
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    // Of each cell: whether it and its neighbours are all free (0), all covered (2), or neither (1).
    spread(flags, 1, by: 1, into: marks)
    spread(flags, 0, by: 1, into: around)
    for cell in 0..<grid.count { marks[cell] += around[cell] }
    let (across, down) = (Float(grid.columns), Float(grid.rows))
    let pixelsPerCell = Float((abs(corners.signedArea) / Double(grid.count)).squareRoot())
    var coverage = [UInt8](repeating: 0, count: columns.count * rows.count)
    let (stepU, stepV, stepW) = (Float(back.h0), Float(back.h3), Float(back.h6))
    let first = Double(columns.lowerBound) + 0.5
    for y in rows {
      let py = Double(y) + 0.5
      let u0 = Float(back.h0 * first + back.h1 * py + back.h2)
      let v0 = Float(back.h3 * first + back.h4 * py + back.h5)
      let w0 = Float(back.h6 * first + back.h7 * py + back.h8)
      let row = (y - rows.lowerBound) * columns.count
      for n in 0..<columns.count {
        let w = 1 / (w0 + stepW * Float(n))
        var (u, v) = ((u0 + stepU * Float(n)) * w, (v0 + stepV * Float(n)) * w)
        guard u >= 0, v >= 0, u < across, v < down else { continue }
        let moved = shift.at(cell: SIMD2(u, v))
        (u, v) = (u - moved.x, v - moved.y)
        let nearest =
          min(max(Int(v), 0), grid.rows - 1) * grid.columns + min(max(Int(u), 0), grid.columns - 1)
        guard marks[nearest] != 0 else { continue }
        if marks[nearest] == 2 {
          coverage[row + n] = 255
          continue
        }
        let part = bilinear(u, v)
        coverage[row + n] = UInt8(min(max((part - 0.45) * pixelsPerCell * 255 + 128, 0), 255))
      }
    }
    return Matte(columns: columns, rows: rows, coverage: coverage)
  }

  /// The share of covered cells at a place.
  @inline(__always) private func bilinear(_ u: Float, _ v: Float) -> Float {
    let x = min(max(u - 0.5, 0), Float(grid.columns) - 1.001)
    let y = min(max(v - 0.5, 0), Float(grid.rows) - 1.001)
    let (i, j) = (Int(x), Int(y))
    let (fx, fy) = (x - Float(i), y - Float(j))
    let at = j * grid.columns + i
    let (a, b) = (Float(flags[at]), Float(flags[at + 1]))
    let (c, d) = (Float(flags[at + grid.columns]), Float(flags[at + grid.columns + 1]))
    let (upper, lower) = (a + (b - a) * fx, c + (d - c) * fx)
    return upper + (lower - upper) * fy
  }
}

/// The value that half of some values stay below, by Hoare's selection; their order changes.
func median(_ values: Cells<Float>, _ count: Int) -> Float {
  let wanted = count / 2
  var (low, high) = (0, count - 1)
  while low < high {
    let pivot = values[(low + high) / 2]
    var (i, j) = (low, high)
    while i <= j {
      while values[i] < pivot { i += 1 }
      while values[j] > pivot { j -= 1 }
      if i <= j {
        (values[i], values[j]) = (values[j], values[i])
        i += 1
        j -= 1
      }
    }
    if wanted <= j { high = j } else if wanted >= i { low = i } else { break }
  }
  return count > 0 ? values[wanted] : 0
}
