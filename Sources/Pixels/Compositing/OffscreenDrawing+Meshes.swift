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
    meshes.begin(columns: columns, rows: rows)
    for layer in layers where layer.kind == .occluder { meshes.append(layer, isPainted: false) }
    for (number, layer) in layers.enumerated() where number < painting.upperBound {
      let isPainted = painting.contains(number)
      guard layer.kind == .shared || layer.kind == .own && isPainted else { continue }
      meshes.append(layer, isPainted: isPainted)
    }
    let drawn = (painted ?? rows).clamped(to: rows)
    unsafe words.withUnsafeMutableBufferPointer { words in
      guard let words = words.baseAddress else { return }
      unsafe meshes.draw(on: words, rows: drawn, tolerance: tolerance)
    }
  }
}
