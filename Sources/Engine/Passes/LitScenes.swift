import Avatars
import Compositing
import Geometry
import Imaging
import Placement
import Scenes
import Shot

extension ItemPlacement {
  /// Corners about all that is drawn of particles, their trails included, before the flip; nil for other items.
  var drawnCorners: Quad<OutputSpace>? {
    guard case .particles(let particles) = content,
      let box = Rectangle(around: particles.flatMap(\.corners.corners))
    else { return nil }
    return Quad(box)
  }

  /// The item as it is drawn beside the picture.
  func moved(by shift: AffineMap<OutputSpace, OutputSpace>) -> ItemPlacement {
    var moved = self
    moved.homography = homography.then(shift)
    moved.blend = .normal
    if case .particles(let particles) = content {
      moved.content = .particles(
        particles.map { particle in
          var particle = particle
          particle.corners = particle.corners.map { shift($0) }
          return particle
        })
    }
    return moved
  }
}

extension PlacedScene {
  /// Corners within which its items and their shadows lie, in the produced frame.
  func reached(in output: OutputMapping) -> [Quad<OutputSpace>] {
    let items = items.map(\.corners)
    let throwsShadow = self.items.contains { item in
      if case .model(let model) = item.content { model.shadow != nil } else { false }
    }
    return throwsShadow
      ? items + [sight.corners.map { output.finished(output.toComposite($0)) }] : items
  }
}

extension CardInShot {
  /// The light on an item.
  ///
  /// - Parameters:
  ///   - feet: where on the print its corners stand.
  ///   - corners: where they lie before the flip.
  func light(on feet: Quad<PrintSpace>, within corners: Quad<OutputSpace>) -> LitDrawing.Light? {
    guard let factors,
      let square = Homography<ArtworkSpace, OutputSpace>(rectangle: 1, 1, to: corners)?.inverse,
      let field = FieldGrid(
        columns: 2, rows: 2,
        nodes: [feet.topLeft, feet.topRight, feet.bottomLeft, feet.bottomRight].map {
          factors.value(Float($0.x), Float($0.y))
        })
    else { return nil }
    return LitDrawing.Light(factors: (field, square), white: whiteOfPicture, blur: blur)
  }

  /// The factors of red, green and blue at a foot.
  func factors(at foot: Point2<PrintSpace>) -> SIMD3<Float>? {
    factors.map { factors in
      let found = factors.value(Float(foot.x), Float(foot.y))
      return SIMD3(found.x, found.y, found.z)
    }
  }

  /// What is left where the colours are lit already; nil where nothing is.
  var glare: LitDrawing.Light? {
    guard white != nil || max(blur.x, blur.y) >= OffscreenDrawing.leastBlur else { return nil }
    return LitDrawing.Light(white: whiteOfPicture, blur: blur)
  }

  private var whiteOfPicture: (field: FieldGrid, square: Homography<OutputSpace, PrintSpace>)? {
    white.map { ($0, toPrint) }
  }

  /// A colour, of sRGB, in the light at a foot.
  func lit(_ colour: SIMD3<Double>, at foot: Point2<PrintSpace>) -> SIMD3<Double> {
    guard let factors else { return colour }
    let factor = factors.value(Float(foot.x), Float(foot.y))
    func lit(_ signal: Double, _ factor: Float) -> Double {
      SRGB.signal(ofLight: min(SRGB.light(ofSignal: signal) * Double(factor), 1))
    }
    return SIMD3(lit(colour.x, factor.x), lit(colour.y, factor.y), lit(colour.z, factor.z))
  }
}
