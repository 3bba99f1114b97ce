/// What hands cover as bytes, which give the same field again, bit for bit.
///
/// Most cells are sure, so runs of one score are written once: a word with the highest bit set and the run's
/// length, and the score; otherwise a word with a length, and so many scores.
extension CoverageField {
  private static let runBit: UInt32 = 1 << 31
  /// The words before the scores: the grid's lines and its side, then reach and opacity.
  private static let headWords = 5 + 2 * 2
  /// Columns and rows of a grid, at most.
  private static let mostCells: UInt32 = 4096
  /// Reach and opacity, at most.
  private static let mostReach = 1e6

  package var bytes: [UInt8] {
    var words = [
      grid.columns.lowerBound, grid.columns.upperBound, grid.rows.lowerBound, grid.rows.upperBound,
      grid.side,
    ].map { UInt32($0) }
    for number in [reach, opacity] {
      words += [UInt32(truncatingIfNeeded: number.bitPattern), UInt32(number.bitPattern >> 32)]
    }
    let scores = values.map(\.bitPattern)
    var (next, loose) = (0, 0)
    func addLoose(upTo end: Int) {
      guard loose < end else { return }
      words.append(UInt32(end - loose))
      words += scores[loose..<end]
    }
    while next < scores.count {
      var end = next + 1
      while end < scores.count, scores[end] == scores[next] { end += 1 }
      if end - next > 2 {
        addLoose(upTo: next)
        words += [Self.runBit | UInt32(end - next), scores[next]]
        loose = end
      }
      next = end
    }
    addLoose(upTo: scores.count)
    return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  /// Reads a field of what `bytes` gave; nil where it is not of that kind.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4 * Self.headWords, bytes.count % 4 == 0 else { return nil }
    let words = (0..<bytes.count / 4).map { place in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[4 * place + $1]) << (8 * $1) }
    }
    func number(at place: Int) -> Double {
      Double(bitPattern: UInt64(words[place + 1]) << 32 | UInt64(words[place]))
    }
    let (reach, opacity) = (number(at: 5), number(at: 7))
    guard words[0] < words[1], words[1] <= Self.mostCells, words[2] < words[3],
      words[3] <= Self.mostCells, (0...Self.mostReach).contains(reach), (0...1).contains(opacity),
      let grid = MatteGrid(
        columns: Int(words[0])..<Int(words[1]), rows: Int(words[2])..<Int(words[3]),
        side: Int(words[4]))
    else { return nil }
    var scores: [Float] = []
    scores.reserveCapacity(grid.count)
    var next = Self.headWords
    while next < words.count {
      let (count, isRun) = (Int(words[next] & ~Self.runBit), words[next] & Self.runBit != 0)
      let end = next + 1 + (isRun ? 1 : count)
      guard count > 0, scores.count + count <= grid.count, end <= words.count else { return nil }
      for word in words[next + 1..<end] {
        guard Float(bitPattern: word).isFinite else { return nil }
        scores += repeatElement(Float(bitPattern: word), count: isRun ? count : 1)
      }
      next = end
    }
    guard scores.count == grid.count else { return nil }
    self.init(grid, scores, reach: reach, opacity: opacity)
  }
}
