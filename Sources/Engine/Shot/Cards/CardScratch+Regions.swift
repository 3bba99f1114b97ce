extension CardScratch {
  /// Decides which cells are covered, by what each and its surroundings say: `flags`, 1 where one is.
  func decide(_ radius: Int) {
    for cell in 0..<grid.count { between1[cell] = min(own[cell], 9) }
    between1.windowMeans(grid, radius: grid.longer > 60 ? 2 : 1, into: score)
    between1.windowMeans(grid, radius: 1, into: means)
    // The surroundings' evidence reaches a window's radius too far.
    for cell in 0..<grid.count { marks[cell] = about[cell] > 1 ? 1 : 0 }
    spread(marks, 0, by: grid.longer > 60 ? radius - 1 : radius, into: flags)
    let limit = max(0.9, 2.5 * quantile(near, 0.35))
    for cell in 0..<grid.count {
      marks[cell] = near[cell] > limit && about[cell] > 0.7 ? 1 : 0
    }
    spread(marks, 0, by: 1, into: around)
    for cell in 0..<grid.count {
      let isCovered =
        around[cell] == 1
        || score[cell] > 1.3 && means[cell] > 1.3 && about[cell] > 0.6
      flags[cell] = isCovered || flags[cell] == 1 ? 1 : 0
    }
    // Strong evidence reaches a cell too far still: there each cell is asked for itself.
    for cell in 0..<grid.count { marks[cell] = near[cell] > 1.8 * limit ? 1 : 0 }
    spread(marks, 1, by: 2, into: around)
    spread(flags, 0, by: 1, into: marks)
    for cell in 0..<grid.count where marks[cell] == 0 && around[cell] == 1 && own[cell] < 0.7 {
      flags[cell] = 0
    }
    trimEdge()
    close(max(1, grid.longer / 60))
    fill()
    let least = max(4, grid.count * 15 / 10_000)
    label(1) { region, _ in
      // The edge of a shadow is narrow, and no cell of it differs in colour.
      var (strong, other) = (0, 0)
      for cell in region {
        if self.near[Int(cell)] > 2 * limit { strong += 1 }
        if self.score[Int(cell)] > 0.3 { other += 1 }
      }
      return region.count < least || 5 * other + 10 * strong < region.count
    }
  }

  /// Grows the cells of a value, 0 or 1, by a number of cells along rows and columns; beyond the edge is as its cells.
  func spread(_ from: Cells<UInt8>, _ value: UInt8, by radius: Int, into result: Cells<UInt8>) {
    if radius == 0 {
      for cell in 0..<grid.count { result[cell] = from[cell] }
    }
    for round in 0..<max(radius, 0) {
      let source = round == 0 ? from : result
      if value == 1 {
        grow(source, into: result) { $0 | $1 }
      } else {
        grow(source, into: result) { $0 & $1 }
      }
    }
  }

  /// Joins each cell with those about it: loops that a compiler makes ones of 16 cells at a time.
  @inline(__always) private func grow(
    _ from: Cells<UInt8>, into result: Cells<UInt8>, _ join: (UInt8, UInt8) -> UInt8
  ) {
    let (columns, rows, around2) = (grid.columns, grid.rows, around2)
    for y in 0..<rows {
      let row = y * columns
      for x in row + 1..<row + columns - 1 {
        around2[x] = join(join(from[x &- 1], from[x]), from[x &+ 1])
      }
      around2[row] = join(from[row], from[row + 1])
      let last = row + columns - 1
      around2[last] = join(from[last - 1], from[last])
    }
    for y in 0..<rows {
      let row = y * columns
      let (above, below) = (max(y - 1, 0) * columns, min(y + 1, rows - 1) * columns)
      for x in 0..<columns {
        result[row &+ x] = join(
          join(around2[above &+ x], around2[row &+ x]), around2[below &+ x])
      }
    }
  }

  /// Takes the outermost rows and columns for what the next inner cell is: a bent card's outline shows what is beside
  /// it, and so does blur.
  private func trimEdge() {
    let (edgeX, edgeY) = rim
    guard grid.columns > 3 * edgeX, grid.rows > 3 * edgeY else { return }
    for y in 0..<grid.rows {
      for x in 0..<grid.columns {
        let (i, j) = (
          min(max(x, edgeX), grid.columns - 1 - edgeX), min(max(y, edgeY), grid.rows - 1 - edgeY)
        )
        if i != x || j != y { flags[y * grid.columns + x] = flags[j * grid.columns + i] }
      }
    }
  }

  /// The value that a share of the inner cells stay below, of values of 0...4.
  private func quantile(_ values: Cells<Float>, _ share: Float) -> Float {
    var bins = [Int](repeating: 0, count: 256)
    var total = 0
    for cell in stride(from: 0, to: grid.count, by: Self.sample) where patch.states[cell] == .usual
    {
      bins[Int(min(values[cell] * 64, 255))] += 1
      total += 1
    }
    var sum = 0
    for (bin, count) in bins.enumerated() {
      sum += count
      if Float(sum) >= share * Float(total) { return (Float(bin) + 0.5) / 64 }
    }
    return 0
  }

  /// Closes gaps that are up to twice as many cells wide.
  private func close(_ radius: Int) {
    spread(flags, 1, by: radius, into: marks)
    spread(marks, 0, by: grid.longer > 60 ? radius - 1 : radius, into: flags)
  }

  /// Fills holes: what the covered cells part from the rest of the card, up to 3 % of it.
  private func fill() {
    label(0) { region, touchesEdge in !touchesEdge && region.count * 33 < self.grid.count }
  }

  /// Turns over each region of cells of a value of which a test of its size and edge holds.
  private func label(_ value: UInt8, _ turns: ([Int32], Bool) -> Bool) {
    let (columns, rows) = (grid.columns, grid.rows)
    for cell in 0..<grid.count { marks[cell] = 0 }
    for start in 0..<grid.count where marks[start] == 0 && flags[start] == value {
      queue.removeAll(keepingCapacity: true)
      queue.append(Int32(start))
      marks[start] = 1
      var (next, touches) = (0, false)
      while next < queue.count {
        let cell = Int(queue[next])
        next += 1
        let (x, y) = (cell % columns, cell / columns)
        if x == 0 || y == 0 || x == columns - 1 || y == rows - 1 { touches = true }
        func visit(_ other: Int) {
          guard marks[other] == 0, flags[other] == value else { return }
          marks[other] = 1
          queue.append(Int32(other))
        }
        if x > 0 { visit(cell - 1) }
        if x < columns - 1 { visit(cell + 1) }
        if y > 0 { visit(cell - columns) }
        if y < rows - 1 { visit(cell + columns) }
      }
      if turns(queue, touches) {
        for cell in queue { flags[Int(cell)] = 1 - value }
      }
    }
  }
}
