/// What of a model stays the same at every moment: one vertex for each corner that the drawn nodes have.
package struct ModelGeometry: Sendable {
  /// TEXCOORD_0 and TEXCOORD_1 of each vertex: u, v, u, v.
  package var coordinates: [SIMD4<Float>] = []
  /// Linear, of each vertex.
  package var colours: [SIMD4<Float>] = []
  /// The numbers of three vertices, anticlockwise seen from the front while the node's determinant is positive.
  package var triangles: [SIMD3<Int32>] = []
  /// Of each triangle, the number of its material in `materials`.
  package var materialNumbers: [UInt16] = []
  /// The tree's, and the default one at the end.
  package var materials: [ModelMaterial] = []

  package init() {}
}

/// A model at a moment, in its own space.
package struct PosedModel: Sendable {
  /// Where a node has its origin.
  package struct Origin: Sendable {
    /// The node's name, else its number.
    package var name: String
    package var place: SIMD3<Double>

    package init(name: String, place: SIMD3<Double>) { (self.name, self.place) = (name, place) }
  }

  /// Of each vertex of the geometry, in metres.
  package var positions: [SIMD3<Float>] = []
  /// Of length 1.
  package var normals: [SIMD3<Float>] = []
  /// Of length 1 with the bitangent's side; zero where the file has none.
  package var tangents: [SIMD4<Float>] = []
  /// Of each triangle, whether its corners are clockwise seen from the front, since its node's determinant is negative.
  package var areReversed: [Bool] = []
  /// Those of the nodes of the scene, in the file's order.
  package var origins: [Origin] = []

  package init() {}
}

/// What a model is to look like at a moment.
package struct ModelMoment: Sendable {
  /// The animation that is played; nil for none.
  package var animation: Int?
  /// Its time, in seconds from its beginning: what `play` made of the layer's age.
  package var seconds = 0.0
  /// The weights of morph targets that blendshapes drive, by the names of targets, as `Model.drivenMorphs` has them.
  package var morphs: [String: Double] = [:]
  /// What drives add to nodes and to the weights of morph targets.
  package var changes: [ModelChange] = []

  package init() {}
}

/// What a drive makes of a node or a morph target.
public struct ModelChange: Sendable, Hashable {
  /// An axis of a node's parent.
  public enum Axis: String, Sendable, Hashable, CaseIterable {
    case x, y, z

    /// Its place in a vector.
    var number: Int { self == .x ? 0 : self == .y ? 1 : 2 }
  }

  /// What is changed.
  public enum Target: Sendable, Hashable {
    /// Added to the weight of the morph targets of a name.
    case morph(String)
    /// Added, in degrees, about an axis of the node, before the node's own rotation.
    case rotation(node: String, Axis)
    /// Added, in metres.
    case translation(node: String, Axis)
    /// Multiplied.
    case scale(node: String)
  }

  /// What is changed.
  public var target: Target
  /// By how much.
  public var value: Double

  /// Makes a change.
  public init(target: Target, value: Double) { (self.target, self.value) = (target, value) }
}
