internal import Text

extension LottieReader {
  /// What all of it costs; throws where precompositions show each other, or more is drawn than may be.
  mutating func cost() throws(LottieFault) -> LottieCost {
    var known: [Int: LottieCost] = [:]
    var open: [Int] = []
    let whole = try cost(of: next, &known, &open)
    try check("the layers", LottieLimits.layers, whole, known, \.layers)
    try check("the fills and strokes", LottieLimits.paints, whole, known, \.paints)
    try check("the points of all paths", LottieLimits.points, whole, known, \.points)
    try check("the points of all paths", LottieLimits.points, whole, known, \.outlinePoints)
    try check("the shapes and groups", LottieLimits.shapes, whole, known, \.shapes)
    try check(
      "the masks, mattes and precompositions", LottieLimits.surfaces, whole, known, \.surfaces)
    let scale = LottieScale(most: LottiePaint.side / side)
    var most = frame(of: next, scale)
    if drawnPixels > 0 {
      // Four samples a pixel; and the library decodes all pictures for each frame.
      most.cost.drawMs += 3 * most.cost.frameMs + drawnPixels * LottiePaint.decodingMs
      most.cost.bytes += 8 * drawnPixels
    }
    try check(most)
    var cost = most.cost
    cost.layers = whole.layers
    cost.shapes = whole.shapes
    cost.outlinePoints = whole.outlinePoints
    return cost
  }

  private func check(
    _ frame: (cost: LottieCost, layer: LottieComposition.Layer?)
  ) throws(LottieFault) {
    func fault(_ kind: LottieFault.Kind) -> LottieFault {
      frame.layer?.value?.fault(kind) ?? LottieFault(kind)
    }
    guard frame.cost.frameMs <= LottieLimits.frameMs else {
      throw fault(
        .overLimit(
          what: "the estimated time of a frame of 512 pixels, of which this layer takes most",
          found: "\(Shown.number(frame.cost.frameMs.rounded(.up))) ms",
          limit: "\(Shown.number(LottieLimits.frameMs)) ms"))
    }
    guard frame.cost.frameBytes <= Double(LottieLimits.frameBytes) else {
      throw fault(
        .overLimit(
          what: "the estimated memory of a frame of 512 pixels",
          found: "\(Shown.number((frame.cost.frameBytes / 1_048_576).rounded(.up))) MiB",
          limit: "\(LottieLimits.frameBytes >> 20) MiB"))
    }
  }

  /// What a composition costs at its most costly moment, drawn so large; names strokes that are scaled unevenly.
  ///
  /// - Precondition: it was counted, so that it ends: no more layers are drawn than may be.
  private mutating func frame(
    of index: Int, _ scale: LottieScale
  ) -> (cost: LottieCost, layer: LottieComposition.Layer?) {
    let composition = compositions[index] ?? LottieComposition(name: "")
    var weights: [LottieCost] = []
    for layer in composition.layers {
      let scale = scale.times(layer.scale)
      if scale.isUneven, let stroke = layer.stroke { note(Self.unevenStrokes, stroke) }
      var weight = layer.cost
      for paint in layer.paints { weight += paint.cost(scale: scale.most) }
      if let asset = layer.asset {
        let inner = frame(of: asset, scale).cost
        let nested = weight.nestedPictures + inner.nestedPictures
        weight += inner
        weight.nestedPictures = nested
      }
      weights.append(weight)
    }
    return composition.most(weights)
  }

  /// - Parameters:
  ///   - whole: what all of it comes to.
  ///   - totals: what each composition comes to, with those that it shows.
  private func check(
    _ what: String, _ limit: Int, _ whole: LottieCost, _ totals: [Int: LottieCost],
    _ measure: (LottieCost) -> Double
  ) throws(LottieFault) {
    let found = measure(whole)
    guard found > Double(limit) else { return }
    // Where precompositions show each other many times over, the count says no more than that it is great.
    let count = found > 1e9 ? "more than 1000000000" : Shown.number(found.rounded())
    let kind = LottieFault.Kind.overLimit(what: what, found: count, limit: "\(limit)")
    throw place(where: measure, passes: Double(limit), totals)?.fault(kind) ?? LottieFault(kind)
  }

  /// All that a composition draws over its time.
  ///
  /// - Parameter reference: the layer that shows it; nil for the composition itself.
  private func cost(
    of index: Int, shownBy reference: LottieValue? = nil, _ known: inout [Int: LottieCost],
    _ open: inout [Int]
  ) throws(LottieFault) -> LottieCost {
    if let cost = known[index] { return cost }
    let composition = compositions[index] ?? LottieComposition(name: "")
    func fault(_ kind: LottieFault.Kind) -> LottieFault {
      (reference?["refId"] ?? reference)?.fault(kind) ?? LottieFault(kind)
    }
    guard !open.contains(index) else {
      throw fault(
        .other("\(composition.name) shows itself; expected precompositions without a cycle"))
    }
    guard open.count < LottieLimits.nested else {
      throw fault(
        .overLimit(
          what: "precompositions within each other", found: "more",
          limit: "\(LottieLimits.nested)"))
    }
    open.append(index)
    var total = LottieCost()
    for layer in composition.layers {
      total += layer.cost
      if let asset = layer.asset {
        total += try cost(of: asset, shownBy: layer.value, &known, &open)
      }
    }
    open.removeLast()
    known[index] = total
    return total
  }
}
