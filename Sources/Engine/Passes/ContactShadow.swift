import Avatars
import Compositing
import FaceModel
import Geometry
import Imaging
import Placement
import Timelines

/// The shadow that a layer throws on the face under it.
struct ContactShadow {
  /// How much wider it is than the layer, its blur, and how far it lies from the layer, in widths of the layer.
  private static let (growth, blur, distance) = (1.04, 0.06, 0.03)
  /// Below that part of the level the light has no direction, and the shadow lies below.
  private static let leastDirection: Float = 0.1

  private let content: Content
  private let strength: Double
  private let sigma: Float
  /// The face's outline before the flip.
  private let outline: [Point2<OutputSpace>]
  /// Where it is drawn before it is blurred, before the flip.
  let corners: Quad<OutputSpace>

  /// What throws a shadow, to be drawn beside the picture, before the flip.
  enum Content {
    case flat(DrawnTexture)
    case mesh(MeshLayer)
  }

  /// Makes it; nil where the layer throws none, or the face has no outline.
  ///
  /// - Parameters:
  ///   - corners: the layer's, before the flip.
  ///   - extent: corners within which it is drawn, before the flip.
  ///   - strength: 0 to 1.
  init?(
    of content: Content, at corners: Quad<OutputSpace>, within extent: Quad<OutputSpace>,
    strength: Double,
    on face: SceneFace, in light: FaceLight?, _ output: OutputMapping
  ) {
    outline = FaceTopology.faceOval.compactMap { face.landmark($0) }.map { output.toComposite($0) }
    let width =
      (corners.topLeft.distance(to: corners.topRight)
        + corners.bottomLeft.distance(to: corners.bottomRight)) / 2
    guard strength > 0, outline.count == FaceTopology.faceOval.count, width.isFinite,
      width < Self.widest, let middle = Point2.mean(of: corners.corners),
      outline.allSatisfy({ abs($0.x) < Self.farthest && abs($0.y) < Self.farthest })
    else { return nil }
    var (x, y) = (0.0, 1.0)
    if let light {
      let length = (light.direction * light.direction).sum().squareRoot()
      if length >= Self.leastDirection * light.level, length > 0 {
        // A picture's y points down.
        (x, y) = (Double(-light.direction.x / length), Double(light.direction.y / length))
      }
    }
    let (far, growth) = (Self.distance * width, Self.growth)
    let map = AffineMap<OutputSpace, OutputSpace>(
      growth, 0, middle.x * (1 - growth) + far * x, 0, growth, middle.y * (1 - growth) + far * y)
    switch content {
    case .flat(let texture):
      self.content = .flat(
        DrawnTexture(texture: texture.texture, homography: texture.homography.then(map)))
    case .mesh(var layer):
      layer.content.move { x, y in
        let moved = map(Point2(Double(x), Double(y)))
        return (Float(moved.x), Float(moved.y))
      }
      self.content = .mesh(layer)
    }
    self.corners = extent.map { map($0) }
    self.strength = strength
    sigma = Float(Self.blur * width)
  }

  /// The widest layer whose shadow is drawn, and the farthest point of an outline, in pixels.
  private static let (widest, farthest) = (4096.0, 1e6)

  /// Corners within which a layer and its shadow lie.
  static func reached(from corners: Quad<OutputSpace>) -> Quad<OutputSpace> {
    guard let box = Rectangle(around: corners.corners) else { return corners }
    // Half of the growth, the distance, and three times the blur; no layer is wider than its box's diagonal.
    let far =
      ((growth - 1) / 2 + distance + 3 * blur)
      * Point2<OutputSpace>(box.left, box.top).distance(to: Point2(box.right, box.bottom)) + 1
    return Quad(box.grown(left: far, top: far, right: far, bottom: far))
  }

  /// Draws it.
  ///
  /// - Parameter opacity: of the layer.
  func draw(
    opacity: Double, on drawing: inout LitDrawing, onto picture: MutablePicture,
    by compositor: Compositor
  ) throws {
    try unsafe drawing.draw(
      within: corners, in: LitDrawing.Light(blur: SIMD2(sigma, sigma), shadow: (strength, outline)),
      blend: .normal, onto: picture, by: compositor
    ) { drawing in
      switch content {
      case .flat(let texture):
        let shift = drawing.shift
        try unsafe drawing.withPicture { picture in
          try unsafe compositor.draw(
            texture.texture, at: texture.homography.then(shift), opacity: opacity, onto: picture)
        }
      case .mesh(var layer):
        layer.opacity = Float(opacity)
        drawing.paint([layer], painting: 0..<1, tolerance: 0)
      }
    }
  }
}

extension MeshLayer.Content {
  /// Moves its vertices in the picture.
  fileprivate mutating func move(by moved: (_ x: Float, _ y: Float) -> (Float, Float)) {
    switch self {
    case .picture(var mesh, let texture):
      for index in mesh.vertices.indices {
        let vertex = mesh.vertices[index]
        (mesh.vertices[index].x, mesh.vertices[index].y) = moved(vertex.x, vertex.y)
      }
      self = .picture(mesh, texture)
    case .shaded(var mesh, let materials, let light):
      for index in mesh.vertices.indices {
        let vertex = mesh.vertices[index]
        (mesh.vertices[index].x, mesh.vertices[index].y) = moved(vertex.x, vertex.y)
      }
      self = .shaded(mesh, materials, light)
    }
  }
}
