internal import CMatting

/// What the colours of cells say for and against a shape: the natural logarithm of how much more often a
/// colour is found in what is surely the shape than in what surely is not.
///
/// Colours that are found in both, and those that are found in neither, say nothing: skin before skin
/// leaves the shape to its outline.
package struct ColourEvidence: Sendable {
  /// The evidence, cell by cell, within `most` of 0.
  package let values: [Float]

  /// The most that a colour may say.
  package static let most: Float = 4
  /// The part of all cells that a colour's are taken to be more than they are, so that a few cells say
  /// little.
  private static let doubt: Float = 1e-3

  /// Compares the colours of cells that surely are the shape with those of cells that surely are not.
  ///
  /// - Parameter kind: whether a cell surely is the shape; nil for one of which that is not sure. It is
  ///   given the cell's place in a field.
  package init(_ colours: CellColours, isShape kind: (Int) -> Bool?) {
    let grid = colours.grid
    var (inside, outside) = (ColourHistogram(), ColourHistogram())
    for row in 0..<grid.rows.count {
      let start = row * grid.stride
      for cell in start..<start + grid.columns.count {
        switch kind(cell) {
        case true?: inside.add(colours.numbers[cell])
        case false?: outside.add(colours.numbers[cell])
        case nil: continue
        }
      }
    }
    var values = [Float](repeating: 0, count: grid.count)
    // What is not known of either is not held against the other.
    if inside.count > 0, outside.count > 0 {
      let table = Self.table(inside.smoothed(), outside.smoothed())
      var room = values
      var view = grid.view
      unsafe cm_look_up(&view, colours.numbers, table, &room, &values)
    }
    self.values = values
  }

  private static func table(_ inside: [Float], _ outside: [Float]) -> [Float] {
    zip(inside, outside).map { inside, outside in
      if inside == outside { return 0 }
      let told = naturalLogarithm((inside + doubt) / (outside + doubt))
      return min(max(told, -most), most)
    }
  }

  /// The logarithm of a normal number above 0, within 0.0002: by exact steps, unlike the library's, so
  /// that it is the same on every processor.
  package static func naturalLogarithm(_ number: Float) -> Float {
    let m = number.significand
    let mantissa =
      (((-0.056570851 * m + 0.44717955) * m - 1.4699568) * m + 2.8212026) * m - 1.7417939
    return Float(number.exponent) * 0.69314718 + mantissa
  }
}

/// How often each colour was found.
private struct ColourHistogram {
  private var found = [Int32](repeating: 0, count: CellColours.count)
  private(set) var count = 0

  mutating func add(_ colour: UInt16) {
    found[Int(colour)] += 1
    count += 1
  }

  /// Parts of all, each a quarter of it given to the neighbours along each axis, so that a colour
  /// between two levels is not lost.
  func smoothed() -> [Float] {
    var parts = found
    for step in [1, 16, 256] {
      let before = parts
      for i in parts.indices {
        let level = i / step % 16
        let low = before[level > 0 ? i - step : i]
        let high = before[level < 15 ? i + step : i]
        parts[i] = low + 2 * before[i] + high
      }
    }
    let whole = Float(64 * count)
    return parts.map { Float($0) / whole }
  }
}
