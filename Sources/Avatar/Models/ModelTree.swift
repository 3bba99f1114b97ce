/// A glTF model as its file describes it: checked, decompressed, and as it is at rest.
///
/// Its space is glTF's: metres, y up, z to the front.
package struct ModelTree: Sendable {
  /// Its nodes; parents may come after their children.
  package var nodes: [ModelNode]
  /// The nodes of the scene that is drawn which have no parent.
  package var roots: [Int]
  package var meshes: [ModelMesh]
  package var materials: [ModelMaterial]
  package var skins: [ModelSkin]
  package var animations: [ModelAnimation]

  package init(
    nodes: [ModelNode] = [], roots: [Int] = [], meshes: [ModelMesh] = [],
    materials: [ModelMaterial] = [], skins: [ModelSkin] = [], animations: [ModelAnimation] = []
  ) {
    (self.nodes, self.roots, self.meshes) = (nodes, roots, meshes)
    (self.materials, self.skins, self.animations) = (materials, skins, animations)
  }
}

/// A node of the tree.
package struct ModelNode: Sendable {
  /// How it lies in its parent.
  package enum Transform: Sendable {
    /// By its columns.
    case matrix(ModelMatrix)
    /// A turn is a quaternion (x, y, z, w).
    case parts(
      translation: SIMD3<Double>, rotation: SIMD4<Double>, scale: SIMD3<Double>)
  }

  package var name: String?
  package var parent: Int?
  package var children: [Int]
  package var transform: Transform
  package var mesh: Int?
  package var skin: Int?
  /// The weights of the mesh's morph targets here; nil for the mesh's own.
  package var weights: [Double]?

  package init(
    name: String? = nil, parent: Int? = nil, children: [Int] = [],
    transform: Transform = .parts(
      translation: .zero, rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(repeating: 1)),
    mesh: Int? = nil, skin: Int? = nil, weights: [Double]? = nil
  ) {
    (self.name, self.parent, self.children) = (name, parent, children)
    (self.transform, self.mesh, self.skin, self.weights) = (transform, mesh, skin, weights)
  }
}

/// Triangles with their materials.
package struct ModelMesh: Sendable {
  package var primitives: [ModelPrimitive]
  /// The weights of the morph targets at rest; one for each target.
  package var weights: [Double]
  /// The names of the morph targets; nil for one without a name.
  package var targetNames: [String?]

  package init(
    primitives: [ModelPrimitive] = [], weights: [Double] = [], targetNames: [String?] = []
  ) {
    (self.primitives, self.weights, self.targetNames) = (primitives, weights, targetNames)
  }
}

/// Triangles of one material.
///
/// Lists of vertices have one element a vertex, or none where the file has none.
package struct ModelPrimitive: Sendable {
  package var positions: [SIMD3<Float>] = []
  package var normals: [SIMD3<Float>] = []
  /// The fourth number is the side of the bitangent, 1 or -1.
  package var tangents: [SIMD4<Float>] = []
  /// TEXCOORD_0 and TEXCOORD_1.
  package var coordinates: ([SIMD2<Float>], [SIMD2<Float>]) = ([], [])
  /// Linear; alpha 1 where the file has none.
  package var colours: [SIMD4<Float>] = []
  package var joints: [SIMD4<UInt16>] = []
  /// Their sum is 1.
  package var jointWeights: [SIMD4<Float>] = []
  /// Anticlockwise seen from the front, by the numbers of their corners, all of which are vertices.
  package var triangles: [SIMD3<Int32>] = []
  /// nil for glTF's default material.
  package var material: Int?
  /// As many as the mesh has weights.
  package var targets: [ModelTarget] = []

  package init() {}
}

/// What a morph target adds where its weight is 1; empty lists for what it leaves as it is.
package struct ModelTarget: Sendable {
  package var positions: [SIMD3<Float>] = []
  package var normals: [SIMD3<Float>] = []
  package var tangents: [SIMD3<Float>] = []

  package init() {}
}

/// The joints that move vertices.
package struct ModelSkin: Sendable {
  /// Nodes.
  package var joints: [Int]
  /// One for each joint.
  package var inverseBinds: [ModelMatrix]

  package init(joints: [Int] = [], inverseBinds: [ModelMatrix] = []) {
    (self.joints, self.inverseBinds) = (joints, inverseBinds)
  }
}

/// How nodes move in time.
package struct ModelAnimation: Sendable {
  package enum Interpolation: Sendable {
    case step, linear
    /// Each key has an in-tangent, a value and an out-tangent.
    case cubicSpline
  }

  package enum Path: Sendable {
    case translation, rotation, scale, weights
  }

  /// A course of values.
  package struct Sampler: Sendable {
    /// Seconds, rising; one at least.
    package var times: [Double]
    /// Of each key in turn: 3 numbers, 4 for a rotation, or a number for each morph target; three times as many for a
    /// cubic spline.
    package var values: [Float]
    package var interpolation: Interpolation

    package init(times: [Double], values: [Float], interpolation: Interpolation) {
      (self.times, self.values, self.interpolation) = (times, values, interpolation)
    }
  }

  package struct Channel: Sendable {
    package var node: Int
    package var path: Path
    package var sampler: Int

    package init(node: Int, path: Path, sampler: Int) {
      (self.node, self.path, self.sampler) = (node, path, sampler)
    }
  }

  package var name: String?
  package var samplers: [Sampler]
  package var channels: [Channel]
  /// The last key of its samplers, in seconds.
  package var duration: Double { samplers.compactMap(\.times.last).max() ?? 0 }

  package init(name: String? = nil, samplers: [Sampler] = [], channels: [Channel] = []) {
    (self.name, self.samplers, self.channels) = (name, samplers, channels)
  }
}
