public import Avatars
public import Geometry

/// A surface as it lies in the frame before its flip.
public struct SurfaceMesh: Sendable {
  /// Where its corners lie, in pixels.
  public var places: [SIMD2<Float>]
  /// How far each is from the camera: in centimetres, or, placed by landmarks, in pixels of the scene from a
  /// plane of the tracker's.
  public var depths: [Float]
  /// Where each lies in the picture, in parts of its sides; empty for what is not seen itself.
  public var coordinates: [SIMD2<Float>]
  /// What each looks along, in the scene's axes (x right, y up, z towards the camera), of length 1; 0 where it has
  /// none.
  public var normals: [SIMD3<Float>]
  /// The triangles that are seen from their front, by the numbers of their corners.
  public var triangles: [SIMD3<Int32>]
  /// Whether what is between corners lies as a camera sees it; otherwise evenly.
  public var isPerspective: Bool

  /// The box about its triangles; nil where it has none.
  public var box: Rectangle<OutputSpace>? {
    guard let first = triangles.first else { return nil }
    var (low, high) = (places[Int(first.x)], places[Int(first.x)])
    for triangle in triangles {
      for index in 0..<3 {
        let place = places[Int(triangle[index])]
        low = pointwiseMin(low, place)
        high = pointwiseMax(high, place)
      }
    }
    return Rectangle(
      Point2(Double(low.x), Double(low.y)), Point2(Double(high.x), Double(high.y)))
  }
}

/// What a layer is that is more than a flat picture.
public struct LayerVolume: Sendable {
  /// How many points tell how a surface lies.
  static let pointCount = 9

  /// What is drawn in the frame before the flip.
  package enum Shape: Sendable {
    /// A picture on a surface.
    case surface(SurfaceMesh)
    /// A model.
    case model(PlacedModel)
  }

  /// What its picture lies on; nil for a model.
  public var surface: LayerSurface.Kind?
  /// What is drawn in the frame before the flip.
  package var shape: Shape
  /// Whether light falls on it by where its places look, rather than as on a flat picture.
  public var hasNormals: Bool
  /// How it competes with others for the points of a picture.
  public var depth: LayerDepth
  /// What hides it where it is `shared`.
  public var occluders: [SurfaceMesh]
  /// Behind what hides it, it is still seen so far, in the unit of the depths.
  public var tolerance: Double
  /// Points that tell how it lies, in the produced frame: nine of a surface, the grid's first, middle and last corners
  /// both ways, on the face landmarks; of a model the origins of its nodes.
  public var points: [Point2<OutputSpace>]
  /// The nodes of a model whose origins the points are; none of a surface.
  public var nodes: [PlacedNode] = []

  /// The box about what is drawn, in the frame before the flip; nil where nothing is.
  public var box: Rectangle<OutputSpace>? {
    switch shape {
    case .surface(let mesh): mesh.box
    case .model(let model): model.box
    }
  }
}

/// A node of a model beside the point of its origin.
public struct PlacedNode: Hashable, Sendable {
  /// The node's name, else its number.
  public var name: String
  /// How far its origin is from the camera: in centimetres, or, placed by landmarks, in pixels of the scene from a plane of
  /// the tracker's.
  public var depth: Double

  /// Makes a node.
  public init(name: String, depth: Double) { (self.name, self.depth) = (name, depth) }
}
