/// Colours for colours: a curve of each channel, then a cube of all three, or one of them.
///
/// Entries are kept as what they differ from what goes in, so that a table that changes nothing holds zeros.
struct ColourTable: Sendable {
  /// The colours that the first and the last entries are for.
  struct Domain: Hashable, Sendable {
    var low = SIMD3<Double>(repeating: 0)
    var high = SIMD3<Double>(repeating: 1)
  }

  /// Entries of one of the two.
  struct Part: Sendable {
    /// Entries of a side.
    let size: Int
    let domain: Domain
    let entries: [Float]
  }

  /// The entries that a curve may have, as in the format's specification.
  static let curveSizes = 2...65536
  /// The entries that the side of a cube may have: 34 MB in memory.
  ///
  /// The specification allows 256, which no
  /// program writes.
  static let cubeSizes = 2...129
  /// The largest number of an entry: light beyond white, as half floats have it.
  static let largest = 65504.0

  /// Entries of red, then of green, then of blue.
  let curve: Part?
  /// Entries of four numbers, red the fastest; the last number is 0.
  let cube: Part?

  /// Makes a table of rows of red, green and blue as a file has them.
  init(
    curve: (size: Int, domain: Domain, rows: [SIMD3<Double>])?,
    cube: (size: Int, domain: Domain, rows: [SIMD3<Double>])?
  ) {
    self.curve = curve.map { size, domain, rows in
      var entries = [Float](repeating: 0, count: 3 * size)
      for (i, row) in rows.enumerated() {
        let change = row - domain.place(SIMD3(repeating: i), of: size)
        for channel in 0..<3 { entries[channel * size + i] = Float(change[channel]) }
      }
      return Part(size: size, domain: domain, entries: entries)
    }
    self.cube = cube.map { size, domain, rows in
      var entries = [Float](repeating: 0, count: 4 * rows.count)
      for (i, row) in rows.enumerated() {
        let cell = SIMD3(i % size, i / size % size, i / (size * size))
        let change = row - domain.place(cell, of: size)
        for channel in 0..<3 { entries[4 * i + channel] = Float(change[channel]) }
      }
      return Part(size: size, domain: domain, entries: entries)
    }
  }

  /// Whether no colour changes.
  var isIdentity: Bool {
    [curve, cube].compactMap(\.self).allSatisfy { part in
      part.domain.isOfAll && part.entries.allSatisfy { $0 == 0 }
    }
  }
}

extension ColourTable.Domain {
  /// The colour that an entry is for.
  func place(_ cell: SIMD3<Int>, of size: Int) -> SIMD3<Double> {
    let part = SIMD3<Double>(cell) / Double(size - 1)
    return low + (high - low) * part
  }

  /// Whether no colour of 0...1 is held at its ends.
  fileprivate var isOfAll: Bool {
    (0..<3).allSatisfy { low[$0] <= 0 && high[$0] >= 1 }
  }
}

extension ColourTable: Hashable {
  static func == (a: ColourTable, b: ColourTable) -> Bool {
    a.curve?.entries == b.curve?.entries && a.cube?.entries == b.cube?.entries
      && a.curve?.domain == b.curve?.domain && a.cube?.domain == b.cube?.domain
  }

  func hash(into hasher: inout Hasher) {
    // Megabytes of entries need not be hashed to tell tables apart.
    hasher.combine(curve?.size)
    hasher.combine(cube?.size)
  }
}
