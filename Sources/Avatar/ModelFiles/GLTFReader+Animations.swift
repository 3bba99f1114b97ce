internal import Models
internal import Text

extension GLTFReader {
  func animations(
    _ nodes: [ModelNode], _ meshes: [ModelMesh]
  ) throws(ModelFault) -> [ModelAnimation] {
    try root.list("animations").map { (value) throws(ModelFault) in
      var animation = ModelAnimation(name: try value["name"]?.text)
      let samplers = try value.required("samplers").elements
      animation.samplers = try samplers.map { (sampler) throws(ModelFault) in
        try self.sampler(sampler)
      }
      guard animation.duration <= limits.animationSeconds else {
        throw value.fault(
          .overLimit(
            what: "seconds of an animation", found: Shown.number(animation.duration),
            limit: Shown.number(limits.animationSeconds)))
      }
      for channel in try value.required("channels").elements {
        guard let read = try self.channel(channel, nodes, samplers.count) else { continue }
        let numbers =
          switch read.path {
          case .translation, .scale: 3
          case .rotation: 4
          case .weights: nodes[read.node].mesh.map { meshes[$0].weights.count } ?? 0
          }
        let sampler = animation.samplers[read.sampler]
        let keys = sampler.times.count * (sampler.interpolation == .cubicSpline ? 3 : 1)
        guard sampler.values.count == keys * numbers else {
          throw channel.fault(
            "sampler \(read.sampler) has \(sampler.values.count) numbers, \(keys) x \(numbers)"
              + " expected")
        }
        animation.channels.append(read)
      }
      return animation
    }
  }

  private func sampler(_ value: GLTFValue) throws(ModelFault) -> ModelAnimation.Sampler {
    let names = ["STEP", "LINEAR", "CUBICSPLINE"]
    let kinds: [ModelAnimation.Interpolation] = [.step, .linear, .cubicSpline]
    let name = try value["interpolation"]?.text ?? "LINEAR"
    guard let kind = names.firstIndex(of: name) else {
      throw try value.required("interpolation").fault(
        "\"\(Shown.text(name))\" found; \(names.joined(separator: ", ")) expected")
    }
    let input = try value.required("input")
    let times = try GLTFAccessor(
      input, of: accessors, types: ["SCALAR"], components: [.float]
    ).reals(buffers)
    for (number, (time, next)) in zip(times, times.dropFirst()).enumerated() where next <= time {
      throw input.fault(
        "time \(number + 1) is \(next) s, after \(time) s; rising times expected")
    }
    let output = try GLTFAccessor(
      value.required("output"), of: accessors, types: ["SCALAR", "VEC3", "VEC4"],
      components: GLTFAccessor.real)
    return ModelAnimation.Sampler(
      times: times.map { Double($0) }, values: try output.reals(buffers),
      interpolation: kinds[kind])
  }

  /// A channel; nil for one of no node or of an extension, which moves nothing that is read.
  private func channel(
    _ value: GLTFValue, _ nodes: [ModelNode], _ samplers: Int
  ) throws(ModelFault) -> ModelAnimation.Channel? {
    let target = try value.required("target")
    let sampler = try value.required("sampler").reference(to: "sampler", of: samplers)
    guard let reference = try target["node"] else { return nil }
    let node = try reference.reference(to: "node", of: nodes.count)
    let path = try target.required("path")
    let paths: [String: ModelAnimation.Path] = [
      "translation": .translation, "rotation": .rotation, "scale": .scale, "weights": .weights,
    ]
    guard let known = try paths[path.text] else {
      if try target["extensions"] != nil { return nil }
      throw path.fault(
        "\"\(Shown.text(try path.text))\" found; translation, rotation, scale or weights expected")
    }
    return ModelAnimation.Channel(node: node, path: known, sampler: sampler)
  }
}
