internal import JSON
internal import Models

extension GLTFReader {
  func skins(_ nodes: Int) throws(ModelFault) -> [ModelSkin] {
    try root.list("skins").map { (value) throws(ModelFault) in
      let joints = try value.required("joints")
      let numbers = try joints.elements.map { (joint) throws(ModelFault) in
        try joint.reference(to: "node", of: nodes)
      }
      guard !numbers.isEmpty else { throw joints.fault(.json(.empty("the list"))) }
      try checkLimit("joints", numbers.count, limits.joints, at: joints)
      guard let reference = try value["inverseBindMatrices"] else {
        let binds = [ModelMatrix](repeating: .identity, count: numbers.count)
        return ModelSkin(joints: numbers, inverseBinds: binds)
      }
      let accessor = try GLTFAccessor(
        reference, of: accessors, types: ["MAT4"], components: [.float])
      guard accessor.count >= numbers.count else {
        throw reference.fault("\(accessor.count) matrices found, \(numbers.count) expected")
      }
      let matrices = try accessor.reals(buffers)
      return ModelSkin(
        joints: numbers,
        inverseBinds: numbers.indices.map { joint in
          ModelMatrix(columns: matrices[(16 * joint)..<(16 * joint + 16)].map { Double($0) })
        })
    }
  }

  /// Throws for vertices that joints move which a skin does not have; one of weight 0 becomes the first.
  func checkJoints(_ tree: inout ModelTree) throws(ModelFault) {
    // The skin with the fewest joints of each mesh.
    var skins: [Int: Int] = [:]
    for node in tree.nodes {
      guard let mesh = node.mesh, let skin = node.skin else { continue }
      let known = skins[mesh] ?? skin
      let isSmaller = tree.skins[skin].joints.count < tree.skins[known].joints.count
      skins[mesh] = isSmaller ? skin : known
    }
    for (mesh, skin) in skins.sorted(by: { $0.key < $1.key }) {
      let count = tree.skins[skin].joints.count
      for number in tree.meshes[mesh].primitives.indices {
        var joints = tree.meshes[mesh].primitives[number].joints
        let weights = tree.meshes[mesh].primitives[number].jointWeights
        for vertex in joints.indices {
          for i in 0..<4 where joints[vertex][i] >= count {
            guard weights[vertex][i] == 0 else {
              throw ModelFault(
                .jointBeyondSkin(
                  vertex: vertex, joint: Int(joints[vertex][i]), skin: skin, joints: count),
                path: "meshes/\(mesh)/primitives/\(number)/attributes/JOINTS_0")
            }
            joints[vertex][i] = 0
          }
        }
        tree.meshes[mesh].primitives[number].joints = joints
      }
    }
  }
}
