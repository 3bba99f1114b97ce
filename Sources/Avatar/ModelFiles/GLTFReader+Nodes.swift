internal import Models

extension GLTFReader {
  func nodes(_ meshes: [ModelMesh]) throws(ModelFault) -> [ModelNode] {
    let values = try root.list("nodes")
    if let list = try root["nodes"] {
      try checkLimit("nodes", values.count, limits.nodes, at: list)
    }
    let skins = try root.list("skins").count
    var nodes = try values.map { (value) throws(ModelFault) in
      var node = ModelNode(name: try value["name"]?.text)
      node.children = try value.list("children").map { (child) throws(ModelFault) in
        try child.reference(to: "node", of: values.count)
      }
      node.transform = try transform(value)
      node.mesh = try value["mesh"]?.reference(to: "mesh", of: meshes.count)
      node.skin = try value["skin"]?.reference(to: "skin", of: skins)
      if let mesh = node.mesh, let weights = try value["weights"] {
        node.weights = try weights.numbers(meshes[mesh].weights.count)
      }
      return node
    }
    for (parent, node) in nodes.enumerated() {
      for child in node.children {
        if let other = nodes[child].parent {
          throw values[child].fault(.twoParents(other, parent))
        }
        nodes[child].parent = parent
      }
    }
    for number in nodes.indices {
      var (ancestor, steps) = (nodes[number].parent, 0)
      while let next = ancestor {
        steps += 1
        guard steps <= nodes.count else { throw values[number].fault(.circle) }
        ancestor = nodes[next].parent
      }
    }
    return nodes
  }

  private func transform(_ value: GLTFValue) throws(ModelFault) -> ModelNode.Transform {
    if let matrix = try value["matrix"] {
      return .matrix(ModelMatrix(columns: try matrix.numbers(16)))
    }
    let translation = try value["translation"]?.numbers(3) ?? [0, 0, 0]
    let scale = try value["scale"]?.numbers(3) ?? [1, 1, 1]
    var turn = SIMD4<Double>(0, 0, 0, 1)
    if let rotation = try value["rotation"] {
      let numbers = try rotation.numbers(4)
      turn = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
      let length = (turn * turn).sum().squareRoot()
      guard length > 1e-6, length < 1e6 else {
        throw rotation.fault("a quaternion of length \(length) found, of length 1 expected")
      }
      turn /= length
    }
    return .parts(
      translation: SIMD3(translation[0], translation[1], translation[2]), rotation: turn,
      scale: SIMD3(scale[0], scale[1], scale[2]))
  }

  /// The nodes that the scene begins with: the default scene's, else the first's, else all without a parent.
  func roots(_ nodes: [ModelNode]) throws(ModelFault) -> [Int] {
    let scenes = try root.list("scenes")
    let number = try root["scene"]?.reference(to: "scene", of: scenes.count) ?? 0
    guard scenes.indices.contains(number) else {
      return nodes.indices.filter { nodes[$0].parent == nil }
    }
    var roots: [Int] = []
    for value in try scenes[number].list("nodes") {
      let node = try value.reference(to: "node", of: nodes.count)
      if let parent = nodes[node].parent {
        throw value.fault(
          "node \(node) is a child of node \(parent); the nodes of a scene have no parent")
      }
      guard !roots.contains(node) else { throw value.fault("node \(node) is named twice") }
      roots.append(node)
    }
    return roots
  }
}

extension ModelMatrix {
  /// Takes 16 numbers, column by column.
  init(columns: some RandomAccessCollection<Double>) {
    let numbers = Array(columns)
    func column(_ i: Int) -> SIMD4<Double> {
      SIMD4(numbers[4 * i], numbers[4 * i + 1], numbers[4 * i + 2], numbers[4 * i + 3])
    }
    self.init(column(0), column(1), column(2), column(3))
  }
}

extension ModelTree {
  /// The nodes of the scene, parents before their children.
  var drawnNodes: [Int] {
    var (found, open) = ([Int](), roots)
    while let node = open.popLast() {
      found.append(node)
      open += nodes[node].children
    }
    return found
  }
}
