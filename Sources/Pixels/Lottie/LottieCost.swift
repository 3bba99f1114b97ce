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
  /// Masks, mattes and precompositions.
  public var surfaces = 0.0
  /// Whole pictures that are put together at once: two for each matte, one for each precomposition that fades.
  public var pictures = 0.0
  /// Those of mattes, which the library keeps until the frame is drawn.
  var keptPictures = 0.0
  /// Those of precompositions that fade within each other; of those beside each other it takes the same.
  var nestedPictures = 0.0
  /// Milliseconds of the fills, strokes and masks of a frame of 512 pixels.
  var drawMs = 0.0
  /// Bytes of their rows in that frame.
  var bytes = 0.0

  /// The milliseconds that a frame of 512 pixels is estimated to take on one core of a server of 2023.
  ///
  /// Fitted to rlottie 0.1 on thirty files that are made to take long. It is between three quarters of what is
  /// measured and seven times it, the most for masks of a few points and small fills.
  public var frameMs: Double {
    let held: Double = 0.002 * layers + 0.0015 * shapes
    let together: Double = 0.05 * surfaces + 1.4 * pictures
    return 0.6 + held + together + drawMs
  }

  /// The bytes that a frame of 512 pixels is estimated to take.
  public var frameBytes: Double {
    let picture: Double = 4 * LottiePaint.side * LottiePaint.side
    return 400 * shapes + picture * (keptPictures + nestedPictures) + bytes
  }

  /// Adds what another one draws.
  static func += (sum: inout LottieCost, more: LottieCost) {
    sum.layers += more.layers
    sum.shapes += more.shapes
    sum.outlinePoints += more.outlinePoints
    sum.paints += more.paints
    sum.points += more.points
    sum.surfaces += more.surfaces
    sum.pictures += more.pictures
    sum.keptPictures += more.keptPictures
    sum.nestedPictures = max(sum.nestedPictures, more.nestedPictures)
    sum.drawMs += more.drawMs
    sum.bytes += more.bytes
  }

  /// What drawing it so many times costs.
  func times(_ count: Double) -> LottieCost {
    LottieCost(
      layers: layers * count, shapes: shapes * count, outlinePoints: outlinePoints * count,
      paints: paints * count, points: points * count, surfaces: surfaces * count,
      pictures: pictures * count, keptPictures: keptPictures * count,
      nestedPictures: nestedPictures, drawMs: drawMs * count, bytes: bytes * count)
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
    /// Its fills, strokes and masks.
    var paints: [LottiePaint] = []
    /// The layer in the file, where there is one.
    var value: LottieValue?
    /// How much larger it is drawn than its pixels, at most, and the layers that it follows.
    var scale = LottieScale()
    /// The first of its strokes, for notes.
    var stroke: LottieValue?
    /// The place of the precomposition that it shows, among the assets.
    var asset: Int?
  }

  /// What it is called in faults.
  var name: String
  var layers: [Layer] = []

  /// The most that its layers draw at once.
  ///
  /// - Parameter weights: of each layer, in their order.
  /// - Returns: what costs most time, with the most bytes; and the layer that takes most of the time.
  func most(_ weights: [LottieCost]) -> (cost: LottieCost, layer: Layer?) {
    // Between two beginnings nothing is added, so the most is drawn at one of them.
    let order = layers.indices.sorted { layers[$0].first < layers[$1].first }
    var most = LottieCost()
    var bytes = 0.0
    var heaviest: Int?
    var open: [Int] = []
    for index in order {
      open.removeAll { layers[$0].end <= layers[index].first }
      open.append(index)
      var sum = LottieCost()
      for index in open { sum += weights[index] }
      bytes = max(bytes, sum.frameBytes)
      if sum.frameMs > most.frameMs {
        most = sum
        heaviest = open.max { weights[$0].frameMs < weights[$1].frameMs }
      }
    }
    most.bytes += bytes - most.frameBytes
    return (most, heaviest.map { layers[$0] })
  }
}
