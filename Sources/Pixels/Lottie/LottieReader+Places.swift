extension LottieReader {
  /// The place of what passes a limit of all layers together: the layer at which the sum becomes too great, in the
  /// precomposition where it lies.
  ///
  /// - Parameters:
  ///   - measure: what is summed.
  ///   - limit: the most that it may be.
  ///   - totals: what each composition comes to, with those that it shows.
  /// - Returns: nil where nothing passes it.
  func place(
    where measure: (LottieCost) -> Double, passes limit: Double, _ totals: [Int: LottieCost]
  ) -> LottieValue? {
    var (index, sum) = (next, 0.0)
    // Each step goes into a precomposition, and these lie within each other as deep as is allowed at most.
    for _ in 0...LottieLimits.nested {
      guard let layer = step(in: index, &sum, measure, limit, totals) else { return nil }
      let own = measure(layer.cost)
      guard sum + own <= limit, let asset = layer.asset else { return layer.value }
      sum += own
      index = asset
    }
    return nil
  }

  /// The layer of a composition at which the sum becomes too great; the sum becomes that of what is before it.
  private func step(
    in index: Int, _ sum: inout Double, _ measure: (LottieCost) -> Double, _ limit: Double,
    _ totals: [Int: LottieCost]
  ) -> LottieComposition.Layer? {
    for layer in compositions[index]?.layers ?? [] {
      let inner = layer.asset.flatMap { totals[$0] }.map(measure) ?? 0
      let all = measure(layer.cost) + inner
      if sum + all > limit { return layer }
      sum += all
    }
    return nil
  }
}
