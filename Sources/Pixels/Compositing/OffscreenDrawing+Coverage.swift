extension OffscreenDrawing {
  /// Raises the coverages of a picture's pixels, row by row, to the drawing's where that is larger.
  ///
  /// - Parameters:
  ///   - width: the picture's columns, which are whole rows of the coverages.
  ///   - step: how many of the picture's pixels one of the drawing's is wide and high; between these it is bilinear.
  package func raise(_ coverages: inout [UInt8], width: Int, step: Int) {
    guard width > 0, step > 0, !columns.isEmpty, !rows.isEmpty else { return }
    /// The first of two pixels of the drawing, as many as there are, and the share of the second.
    func place(_ pixel: Int, _ range: Range<Int>) -> (first: Int, second: Int, part: Float)? {
      let place = (Float(pixel) + 0.5) / Float(step) - 0.5 - Float(range.lowerBound)
      guard place > -1, place < Float(range.count) else { return nil }
      let first = Int((place + 1).rounded(.down)) - 1
      return (max(first, 0), min(first + 1, range.count - 1), place - Float(first))
    }
    let across = (0..<width).map { place($0, columns) }
    for row in 0..<coverages.count / width {
      guard let down = place(row, rows) else { continue }
      let (upper, lower) = (down.first * columns.count, down.second * columns.count)
      for column in 0..<width {
        guard let at = across[column] else { continue }
        func coverage(_ line: Int) -> Float {
          let (a, b) = (words[line + at.first] >> 24, words[line + at.second] >> 24)
          return Float(a) + (Float(b) - Float(a)) * at.part
        }
        let (above, below) = (coverage(upper), coverage(lower))
        let raised = UInt8(above + (below - above) * down.part + 0.5)
        let index = row * width + column
        coverages[index] = max(coverages[index], raised)
      }
    }
  }
}
