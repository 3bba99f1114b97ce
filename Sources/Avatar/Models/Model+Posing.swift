import Synchronization

extension Model {
  /// A pose with what each instance was posed by, so that what has not changed is not posed again.
  struct KeptPose: Sendable {
    /// What determines the vertices of an instance.
    struct Key: Equatable, Sendable {
      var motion: ModelPart.Motion
      var weights: [Float]
    }

    var keys: [Key?]
    /// The matrices of each skin's joints, which its instances share.
    var joints: [Int: [ModelMatrix]] = [:]
    var posed: PosedModel
  }

  /// The model at a moment.
  ///
  /// It depends on the moment alone, bit by bit, whatever was asked for before.
  package func posed(_ moment: ModelMoment) -> PosedModel {
    let (matrices, weights) = nodes(at: moment)
    // A second thread that poses meanwhile starts with none.
    var pose =
      kept.withLock { kept in
        defer { kept = nil }
        return kept
      } ?? unposed
    var freshSkins: Set<Int> = []
    for (index, instance) in instances.enumerated() {
      let key = KeptPose.Key(
        motion: motion(of: instance, matrices, &pose, &freshSkins),
        weights: instance.part.targets.isEmpty ? [] : weights[instance.node].map { Float($0) })
      guard pose.keys[index] != key else { continue }
      pose.keys[index] = key
      instance.part.pose(key.weights, by: key.motion, into: &pose.posed, first: instance.vertex)
      guard case .node(let matrix) = key.motion else { continue }
      let isReversed = matrix.determinant < 0
      for triangle in instance.part.triangles.indices {
        pose.posed.areReversed[instance.triangle + triangle] = isReversed
      }
    }
    pose.posed.origins = tree.nodes.indices.filter { areDrawn[$0] }.map {
      PosedModel.Origin(name: originNames[$0], place: matrices[$0].origin)
    }
    let result = pose
    kept.withLock { $0 = result }
    return result.posed
  }

  private var unposed: KeptPose {
    var posed = PosedModel()
    let count = geometry.coordinates.count
    posed.positions = Array(repeating: .zero, count: count)
    posed.normals = Array(repeating: .zero, count: count)
    posed.tangents = Array(repeating: .zero, count: count)
    posed.areReversed = Array(repeating: false, count: geometry.triangles.count)
    return KeptPose(keys: instances.map { _ in nil }, posed: posed)
  }

  /// What moves an instance; a skin's joints are worked out once a pose, and kept where they are the same again.
  private func motion(
    of instance: Instance, _ matrices: [ModelMatrix], _ pose: inout KeptPose,
    _ freshSkins: inout Set<Int>
  ) -> ModelPart.Motion {
    guard let skin = instance.skin else { return .node(matrices[instance.node].settled) }
    if freshSkins.insert(skin).inserted {
      let joints = joints(of: tree.skins[skin], matrices)
      if pose.joints[skin] != joints { pose.joints[skin] = joints }
    }
    return .joints(pose.joints[skin] ?? [])
  }

  private func joints(of skin: ModelSkin, _ matrices: [ModelMatrix]) -> [ModelMatrix] {
    skin.joints.enumerated().map { index, node in
      let matrix = matrices.indices.contains(node) ? matrices[node] : .identity
      let hasBind = index < skin.inverseBinds.count
      return (hasBind ? matrix * skin.inverseBinds[index] : matrix).settled
    }
  }

  /// The matrices of all nodes to the model's space, and the weights of their morph targets.
  private func nodes(at moment: ModelMoment) -> ([ModelMatrix], weights: [[Double]]) {
    var poses = tree.nodes.map { NodePose($0.transform) }
    var weights = restWeights
    if let number = moment.animation, tree.animations.indices.contains(number) {
      tree.animations[number].take(moment.seconds, &poses, &weights)
    }
    func add(_ value: Double, toMorph name: String, isWhole: Bool) {
      for target in morphTargets[name] ?? [] {
        guard weights[target.node].indices.contains(target.number) else { continue }
        if isWhole { weights[target.node][target.number] = 0 }
        weights[target.node][target.number] += value
      }
    }
    for (name, value) in moment.morphs { add(value, toMorph: name, isWhole: true) }
    for change in moment.changes {
      switch change.target {
      case .morph(let name): add(change.value, toMorph: name, isWhole: false)
      case .rotation(let node, _), .translation(let node, _), .scale(let node):
        for number in nodeNumbers[node] ?? [] { poses[number].take(change) }
      }
    }
    var matrices = [ModelMatrix](repeating: .identity, count: poses.count)
    for (node, parent) in order {
      let matrix = poses[node].matrix
      matrices[node] = parent.map { matrices[$0] * matrix } ?? matrix
    }
    return (matrices, weights)
  }
}

extension ModelAnimation {
  fileprivate func take(_ seconds: Double, _ poses: inout [NodePose], _ weights: inout [[Double]]) {
    for channel in channels {
      guard samplers.indices.contains(channel.sampler), poses.indices.contains(channel.node)
      else { continue }
      let count =
        switch channel.path {
        case .translation, .scale: 3
        case .rotation: 4
        case .weights: weights[channel.node].count
        }
      let values = samplers[channel.sampler].values(
        at: seconds, count: count, areTurns: channel.path == .rotation)
      guard let values else { continue }
      if channel.path == .weights {
        weights[channel.node] = values
      } else {
        poses[channel.node].take(values, of: channel.path)
      }
    }
  }
}
