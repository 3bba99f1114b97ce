import FaceModel
import Synchronization

/// A glTF model that can be posed at any moment.
package final class Model: Sendable {
  /// A part where a node has it.
  struct Instance: Sendable {
    var part: ModelPart
    var node: Int
    /// Of the tree's skins; nil for what the node's own matrix moves.
    var skin: Int?
    /// The numbers of its first vertex and triangle in the geometry.
    var vertex, triangle: Int
  }

  /// A morph target of a node.
  struct MorphTarget: Sendable { var node, number: Int }

  /// Its nodes, skins and animations; its meshes are without primitives.
  package let tree: ModelTree
  /// What the file is known by.
  package let digest: String
  package let geometry: ModelGeometry
  /// What each node is called: its name, else its number.
  package let nodeNames: [String]
  /// What the origin of each node is called: as the node, but its number where an earlier one is called so.
  let originNames: [String]
  /// What each animation is called: its name, else its number.
  package let animationNames: [String]
  /// The names of the morph targets of drawn nodes, in alphabetical order.
  package var morphNames: [String] { morphTargets.keys.sorted() }

  /// Nodes, each after its parent.
  let order: [(node: Int, parent: Int?)]
  /// Whether each node is in the scene that is drawn.
  let areDrawn: [Bool]
  let instances: [Instance]
  let nodeNumbers: [String: [Int]]
  let morphTargets: [String: [MorphTarget]]
  /// The blendshapes that each named morph target follows, for those that follow any.
  let blendshapes: [String: [Blendshape]]
  /// The weights of each node's morph targets where no animation has other ones.
  let restWeights: [[Double]]
  /// The pose that was asked for last.
  let kept: Mutex<KeptPose?>

  package init(_ tree: ModelTree, digest: String) {
    self.digest = digest
    // Of meshes what is drawn of them stands in the geometry and the parts.
    var bare = tree
    for mesh in bare.meshes.indices { bare.meshes[mesh].primitives = [] }
    self.tree = bare
    nodeNames = tree.nodes.enumerated().map { $1.name ?? String($0) }
    animationNames = tree.animations.enumerated().map { $1.name ?? String($0) }
    var taken: Set<String> = []
    originNames = nodeNames.enumerated().map { taken.insert($1).inserted ? $1 : String($0) }
    nodeNumbers = Dictionary(
      nodeNames.enumerated().map { ($1, [$0]) }, uniquingKeysWith: { $0 + $1 })
    (order, areDrawn) = Self.order(of: tree)
    let meshes = tree.nodes.map { node in
      node.mesh.flatMap { tree.meshes.indices.contains($0) ? tree.meshes[$0] : nil }
    }
    restWeights = zip(tree.nodes, meshes).map { $0.weights ?? $1?.weights ?? [] }
    var morphTargets: [String: [MorphTarget]] = [:]
    for (node, mesh) in meshes.enumerated() where areDrawn[node] {
      for (number, name) in (mesh?.targetNames ?? []).enumerated() {
        guard let name else { continue }
        morphTargets[name, default: []].append(MorphTarget(node: node, number: number))
      }
    }
    self.morphTargets = morphTargets
    blendshapes = Dictionary(
      uniqueKeysWithValues: morphTargets.keys.map { ($0, Self.blendshapes(ofTarget: $0)) }
    ).filter { !$0.value.isEmpty }
    (instances, geometry) = Self.instances(of: tree, areDrawn)
    kept = Mutex(nil)
  }

  private static func order(
    of tree: ModelTree
  ) -> ([(node: Int, parent: Int?)], areDrawn: [Bool]) {
    var order: [(node: Int, parent: Int?)] = []
    var areReached = tree.nodes.map { _ in false }
    func reach(_ first: Int) {
      var waiting: [(node: Int, parent: Int?)] = [(first, nil)]
      while let next = waiting.popLast() {
        guard areReached.indices.contains(next.node), !areReached[next.node] else { continue }
        areReached[next.node] = true
        order.append(next)
        waiting += tree.nodes[next.node].children.map { ($0, next.node) }
      }
    }
    tree.roots.forEach(reach)
    let areDrawn = areReached
    // Joints can be elsewhere.
    for (index, node) in tree.nodes.enumerated() where node.parent == nil { reach(index) }
    return (order, areDrawn)
  }

  private static func instances(
    of tree: ModelTree, _ areDrawn: [Bool]
  ) -> ([Instance], ModelGeometry) {
    var instances: [Instance] = []
    var geometry = ModelGeometry()
    // The default material has the last number.
    let materials = tree.materials.prefix(Int(UInt16.max))
    geometry.materials = materials + [ModelMaterial()]
    var parts: [Int: [ModelPart]] = [:]
    for (index, node) in tree.nodes.enumerated() where areDrawn[index] {
      guard let mesh = node.mesh, tree.meshes.indices.contains(mesh) else { continue }
      let ofMesh =
        parts[mesh] ?? tree.meshes[mesh].primitives.map { ModelPart($0) }
      parts[mesh] = ofMesh
      for part in ofMesh {
        let first = geometry.coordinates.count
        guard !part.triangles.isEmpty else { continue }
        let skin = node.skin.flatMap { skin in
          tree.skins.indices.contains(skin) && part.jointCount > 0
            && part.jointCount <= tree.skins[skin].joints.count ? skin : nil
        }
        instances.append(
          Instance(
            part: part, node: index, skin: skin, vertex: first, triangle: geometry.triangles.count))
        geometry.coordinates += part.coordinates
        geometry.colours += part.colours
        let step = Int32(truncatingIfNeeded: first)
        geometry.triangles += part.triangles.map { $0 &+ step }
        let material = part.material.flatMap { materials.indices.contains($0) ? $0 : nil }
        geometry.materialNumbers += Array(
          repeating: UInt16(truncatingIfNeeded: material ?? materials.count),
          count: part.triangles.count)
      }
    }
    return (instances, geometry)
  }

  /// The time of an animation, in seconds from its beginning, at an age of what plays it.
  ///
  /// - Parameters:
  ///   - ms: the age, in milliseconds.
  ///   - place: the place in a course of some length at a time, as `Play.place` has it.
  package func seconds(
    atAge ms: Double, speed: Double, animation: Int,
    play place: (_ time: Double, _ length: Double) -> Double
  ) -> Double {
    guard tree.animations.indices.contains(animation) else { return 0 }
    return place(ms * speed / 1000, tree.animations[animation].duration)
  }
}

extension Model: Hashable {
  package static func == (left: Model, right: Model) -> Bool { left.digest == right.digest }

  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
