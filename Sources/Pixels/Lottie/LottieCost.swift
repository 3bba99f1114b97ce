/// What drawing a Lottie costs, counted and not measured: the same on every machine.
public struct LottieCost: Hashable, Sendable {
  /// Layers that are drawn over all its time, those of a precomposition once for each layer that shows it.
  public var layers = 0.0
  /// Shapes, groups, fills and strokes, painted or not, over all its time.
  public var shapes = 0.0
  /// Points of all outlines, painted or not, over all its time.
  public var outlinePoints = 0.0
  /// Fills and strokes that are drawn at once.
  public var paints = 0.0
  /// Points of the outlines that they are drawn of.
  public var points = 0.0
  /// Pictures that are put together of others: masks, mattes and precompositions.
  public var surfaces = 0.0

  /// The milliseconds that a frame of 512 pixels is estimated to take on one core of a server of 2023.
  ///
  /// Fitted to rlottie 0.1 on the ten files that `Benchmarks/Lottie` draws, which it meets within a factor of 2.5:
  /// enough to tell what is slow.
  public var frameMs: Double { 0.6 + 0.03 * paints + 0.0015 * points + 0.3 * surfaces }

  /// Adds what another one draws.
  static func += (sum: inout LottieCost, more: LottieCost) {
    sum.layers += more.layers
    sum.shapes += more.shapes
    sum.outlinePoints += more.outlinePoints
    sum.paints += more.paints
    sum.points += more.points
    sum.surfaces += more.surfaces
  }

  /// What drawing it so many times costs.
  func times(_ count: Double) -> LottieCost {
    LottieCost(
      layers: layers * count, shapes: shapes * count, outlinePoints: outlinePoints * count,
      paints: paints * count, points: points * count, surfaces: surfaces * count)
  }
}

/// What one list of layers costs, and which precompositions its layers show.
struct LottieComposition {
  /// A layer, as far as it costs something.
  struct Layer {
    /// The frames of its list at which it is drawn.
    var first, end: Double
    /// What it draws by itself.
    var cost: LottieCost
    /// The place of the precomposition that it shows, among the assets.
    var asset: Int?
  }

  /// What it is called in faults.
  var name: String
  var layers: [Layer] = []

  /// The most that its layers draw at once.
  ///
  /// - Parameter weights: of each layer, in their order.
  func most(_ weights: [LottieCost]) -> LottieCost {
    // Between two beginnings nothing is added, so the most is drawn at one of them.
    let order = layers.indices.sorted { layers[$0].first < layers[$1].first }
    var most = LottieCost()
    var open: [Int] = []
    for index in order {
      open.removeAll { layers[$0].end <= layers[index].first }
      open.append(index)
      var sum = LottieCost()
      for index in open { sum += weights[index] }
      if sum.frameMs > most.frameMs { most = sum }
    }
    return most
  }
}
