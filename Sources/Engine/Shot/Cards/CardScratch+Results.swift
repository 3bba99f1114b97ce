internal import Geometry
internal import Matting

extension CardScratch {
  /// The light in 8 x 11 places, or 11 x 8: the median of frame / print over the brighter half of what is seen.
  func cells(_ columns: Int, _ card: CardLight) -> [SIMD3<Float>?] {
    let rows = 88 / columns
    // Beside cover the cells are mixed.
    spread(flags, 1, by: 2, into: marks)
    let fall = card.fallOff(grid)
    // What is added is told badly by one window, and changes slowly.
    for cell in 0..<grid.count { between2[cell] = SIMD2(added[cell], 1) }
    between2.windowSums(grid, radius: max(3, grid.longer / 12), by: light, into: sums2)
    var cells: [SIMD3<Float>?] = []
    var free: [Int] = []
    var (bright, ratios) = ([Float](), [Float]())
    for row in 0..<rows {
      for column in 0..<columns {
        let xs =
          column * grid.columns
          / columns..<max(
            (column + 1) * grid.columns / columns, column * grid.columns / columns + 1)
        let ys =
          row * grid.rows / rows..<max((row + 1) * grid.rows / rows, row * grid.rows / rows + 1)
        free.removeAll(keepingCapacity: true)
        bright.removeAll(keepingCapacity: true)
        for y in ys {
          for x in xs {
            let cell = y * grid.columns + x
            // The print's outermost cells are mixed with what is beside it.
            guard marks[cell] == 0, patch.states[cell] == .usual, added[cell] < 0.4, x > 0, y > 0,
              x < grid.columns - 1, y < grid.rows - 1
            else { continue }
            free.append(cell)
            bright.append(ink[cell].w + seen[cell].w)
          }
        }
        guard free.count >= max(4, xs.count * ys.count / 10) else {
          cells.append(nil)
          continue
        }
        // By both: of the print alone, those would be chosen that blur has made darker in the frame.
        let half = median(&bright)
        free.removeAll { ink[$0].w + seen[$0].w < half }
        var value = SIMD3<Float>.zero
        for c in 0..<3 {
          ratios.removeAll(keepingCapacity: true)
          for cell in free {
            let local =
              card.colour[c] * fall.columns[cell % grid.columns] * fall.rows[cell / grid.columns]
            let veil = max(sums2[cell].x / sums2[cell].y - 0.01, 0) * local
            ratios.append((patch.colours[cell][c] - veil) / max(ink[cell][c], 0.01))
          }
          value[c] = max(median(&ratios), 0.001)
        }
        cells.append(value)
      }
    }
    return cells
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
func median(_ values: inout [Float]) -> Float {
  let wanted = values.count / 2
  var (low, high) = (0, values.count - 1)
  while low < high {
    let pivot = values[(low + high) / 2]
    var (i, j) = (low, high)
    while i <= j {
      while values[i] < pivot { i += 1 }
      while values[j] > pivot { j -= 1 }
      if i <= j {
        values.swapAt(i, j)
        i += 1
        j -= 1
      }
    }
    if wanted <= j { high = j } else if wanted >= i { low = i } else { break }
  }
  return values.isEmpty ? 0 : values[wanted]
}
