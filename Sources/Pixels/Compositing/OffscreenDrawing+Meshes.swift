extension OffscreenDrawing {
  /// The farthest column or row of a drawing that meshes are painted on.
  private static let farthest = 1 << 15

  /// Paints the layers of one face in their order; occluders write their depth first, wherever they stand.
  ///
  /// Each layer is put over the ones before it point by point, so the drawing, once it is laid over a picture, is what
  /// the layers painted on that picture would be.
  ///
  /// - Parameters:
  ///   - layers: those of the face from its first one on.
  ///   - painting: the layers whose colours are painted. Those before only write their depth, those behind are left out.
  ///   - tolerance: how much farther than what was written before a shared layer still is seen, in the unit of depths.
  ///   - rows: the picture's rows that are painted; nil for all of the drawing.
  package mutating func paint(
    _ layers: [MeshLayer], painting: Range<Int>, tolerance: Float, rows painted: Range<Int>? = nil
  ) {
    let (width, height) = (columns.count, rows.count)
    let range = -Self.farthest..<Self.farthest
    guard !words.isEmpty, range.contains(columns.lowerBound), range.contains(rows.lowerBound),
      max(width, height) <= Self.farthest
    else { return }
    // Out of the drawing, so that both may be written at once.
    var meshes = MeshBuffers()
    swap(&meshes, &self.meshes)
    defer { swap(&meshes, &self.meshes) }
    let drawn = (painted ?? rows).clamped(to: rows)
    guard !drawn.isEmpty else { return }
    let side = MeshBuffers.tileSide
    let (first, last) = (drawn.lowerBound - rows.lowerBound, drawn.upperBound - rows.lowerBound - 1)
    var bands = [first / side..<last / side + 1]
    // What no painted layer asks for need not be written.
    let isAsked = layers.enumerated().contains { painting.contains($0) && $1.kind == .shared }
    while let band = bands.popLast() {
      meshes.begin(columns: columns, rows: rows, tileRows: band)
      for layer in layers where isAsked && layer.kind == .occluder {
        meshes.append(layer, isPainted: false)
      }
      for (number, layer) in layers.enumerated() where number < painting.upperBound {
        let isPainted = painting.contains(number)
        guard layer.kind == .shared && (isAsked || isPainted) || layer.kind == .own && isPainted
        else { continue }
        meshes.append(layer, isPainted: isPainted)
      }
      // One row of tiles is drawn at once: 200,000 triangles over 16,384 pixels are 0.8 GB.
      if meshes.isOverfull, band.count > 1 {
        let middle = (band.lowerBound + band.upperBound) / 2
        bands += [band.lowerBound..<middle, middle..<band.upperBound]
        continue
      }
      let top = rows.lowerBound + band.lowerBound * side
      let inBand = drawn.clamped(to: top..<rows.lowerBound + band.upperBound * side)
      unsafe words.withUnsafeMutableBufferPointer { words in
        guard let words = words.baseAddress else { return }
        unsafe meshes.draw(on: words, rows: inBand, tolerance: tolerance)
      }
    }
  }
}
