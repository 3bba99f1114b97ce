/// Reads the light of a part of a picture, in squares of `step` pixels, row by row.
///
/// R'G'B' of a square are those of its mean luma and of the colour differences at its middle. Whole rows of each
/// component go through the tables: of single pixels, whose offsets are found anew, a 720p card takes four times as
/// long.
@safe struct LightRows {
  /// Squares of the part each way.
  let width, height: Int
  private let reader: LightReader
  private let (left, top, step): (Int, Int, Int)
  private let across, down: ChromaAxis
  private let luma, blue, red: Cells<Float>
  /// What colour differences add to R'G'B' in the columns, of two rows of theirs; and which rows these are.
  private var (upper, lower): (Cells<SIMD4<Float>>, Cells<SIMD4<Float>>)
  private var known = (upper: -1, lower: -1)
  /// The same in their own columns.
  private let chroma: Cells<SIMD4<Float>>
  /// Between which of these the middle of each column lies.
  private let places: Cells<Int32>
  private let parts: Cells<Float>

  /// Makes it for a part whose sides begin at a multiple of the step; nil where it has fewer than two squares a side.
  init?(_ reader: LightReader, columns: Range<Int>, rows: Range<Int>, step: Int) {
    (width, height) = (columns.count / step, rows.count / step)
    guard width > 1, height > 1 else { return nil }
    unsafe self.reader = unsafe reader
    (left, top, self.step) = (columns.lowerBound, rows.lowerBound, step)
    let (shiftX, shiftY) = unsafe (reader.components.1.across, reader.components.1.down)
    let origin = unsafe reader.tables.chromaOrigin
    across = unsafe ChromaAxis(
      columns, of: reader.width, shift: shiftX, origin: origin.x, step: step)
    down = unsafe ChromaAxis(rows, of: reader.height, shift: shiftY, origin: origin.y, step: step)
    luma = Cells(width, 0)
    (blue, red) = (Cells(across.count, 0), Cells(across.count, 0))
    (upper, lower) = (Cells(width, .zero), Cells(width, .zero))
    chroma = Cells(across.count + 1, .zero)
    (places, parts) = (Cells(width, 0), Cells(width, 0))
    for column in 0..<width {
      let (place, part) = across.place(column)
      (places[column], parts[column]) = (Int32(place), part)
    }
  }

  /// Reads the linear R, G and B of a row.
  mutating func read(_ row: Int, into light: Cells<SIMD4<Float>>) {
    unsafe means(
      reader.components.0, left: left, top: top + row * step, steps: (step, step), width, into: luma
    )
    let (place, part) = down.place(row)
    readChroma(place)
    let tables = unsafe reader.tables
    let curve = LightCurve.shared
    let (luma, upper, lower) = (self.luma, self.upper, self.lower)
    @inline(__always) func own(_ column: Int) -> SIMD4<Float> {
      let chroma = upper[column] + (lower[column] - upper[column]) * part
      return tables.fromLuma * luma[column] + chroma
    }
    guard tables.still == nil else {
      for column in 0..<width { light[column] = curve[tables.shown(own(column))] }
      return
    }
    for column in 0..<width {
      light[column] = curve[LightCurve.clamped(own(column))]
    }
  }

  /// Reads what colour differences add in a row of theirs, and in the next.
  private mutating func readChroma(_ row: Int) {
    let next = min(row + 1, down.count - 1)
    if known.lower == row {
      (upper, lower) = (lower, upper)
      (known.upper, known.lower) = (known.lower, known.upper)
    }
    if known.upper != row { readOwn(row, into: upper) }
    if known.lower != next { readOwn(next, into: lower) }
    known = (row, next)
  }

  private func readOwn(_ row: Int, into result: Cells<SIMD4<Float>>) {
    let count = across.count
    let (first, steps) = (down.first + row * down.step, (across.step, down.step))
    unsafe means(
      reader.components.1, left: across.first, top: first, steps: steps, count, into: blue)
    unsafe means(
      reader.components.2, left: across.first, top: first, steps: steps, count, into: red)
    let tables = unsafe reader.tables
    let (fromBlue, fromRed, offsets) = (tables.fromBlue, tables.fromRed, tables.offsets)
    let black = tables.fromLuma * offsets.x
    let (blue, red, chroma) = (self.blue, self.red, self.chroma)
    for column in 0..<count {
      chroma[column] =
        fromBlue * (blue[column] - offsets.y) + fromRed * (red[column] - offsets.z) - black
    }
    chroma[count] = chroma[count - 1]
    for column in 0..<width {
      let place = Int(places[column])
      let first = chroma[place]
      result[column] = first + (chroma[place &+ 1] - first) * parts[column]
    }
  }

  /// The means of a component's samples in a row of squares, in levels of 8 bit.
  private func means(
    _ component: LightReader.Component, left: Int, top: Int, steps: (x: Int, y: Int), _ count: Int,
    into means: Cells<Float>
  ) {
    let factor = unsafe reader.toLevels / Float(steps.x * steps.y)
    for j in 0..<steps.y {
      let line = unsafe component.base + (top + j) * component.stride + left * component.step
      if unsafe !reader.isWide, unsafe component.step == 1, steps.x == 1 {
        for x in 0..<count {
          means[x] = unsafe (j == 0 ? 0 : means[x]) + Float(line[x]) * factor
        }
        continue
      }
      for x in 0..<count {
        var sum = 0
        for i in 0..<steps.x {
          let sample = unsafe line + (x * steps.x + i) * component.step
          sum +=
            unsafe reader.isWide
            ? (Int(sample[0]) | Int(sample[1]) << 8) >> reader.padding : Int(sample[0])
        }
        means[x] = (j == 0 ? 0 : means[x]) + Float(sum) * factor
      }
    }
  }
}

/// How colour differences lie along one side of a part of a picture.
private struct ChromaAxis {
  /// The first of their samples, how many make a square of theirs, and how many squares there are.
  let first, step, count: Int
  private let scale, shift: Float

  init(_ part: Range<Int>, of size: Int, shift bits: Int, origin: Float, step: Int) {
    let samples = 1 << bits
    first = part.lowerBound >> bits
    self.step = max(step >> bits, 1)
    let end = min((part.upperBound + samples - 1) >> bits, (size + samples - 1) >> bits)
    count = max((end - first) / self.step, 1)
    // From the middle of a square of luma to places of which the middle of the first square is 0.
    let unit = Float(samples * self.step)
    scale = Float(step) / unit
    shift =
      (Float(part.lowerBound) + 0.5 * Float(step) - origin) / unit
      + (0.5 - Float(first)) / Float(self.step) - 0.5
  }

  /// Between which square and the next the middle of a square of luma lies.
  func place(_ index: Int) -> (index: Int, part: Float) {
    let place = min(max(Float(index) * scale + shift, 0), Float(count - 1))
    return (Int(place), place - Float(Int(place)))
  }
}
