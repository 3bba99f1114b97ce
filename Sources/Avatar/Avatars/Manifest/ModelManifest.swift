import Geometry
import JSON
import Text

extension Layer {
  /// What a model has no use for.
  fileprivate static let unfitForModels = ["image", "pivot", "surface", "relief", "lit", "segment"]
}

extension ManifestObject {
  /// Whether the entry of a list of layers shows a model.
  var isModel: Bool { self["model"] != nil }

  /// What is said of a layer's model but for its turns; nil for a picture.
  func layerModel() -> LayerModel? {
    guard isModel else {
      for key in ["animation", "morphs"] { self[key]?.report(.notFor(key, of: "a picture")) }
      return nil
    }
    for key in Layer.unfitForModels { self[key]?.report(.notFor(key, of: "a model")) }
    var model = LayerModel()
    switch self["animation"]?.text() {
    case nil: break
    case "none": model.animation = .none
    case let name?: model.animation = .named(name)
    }
    let morphs = self["morphs"]?.choice(of: "choice of morphs", known: ["auto", "none"]) { name in
      ["auto": true, "none": false][name]
    }
    model.followsBlendshapes = morphs ?? true
    return model
  }
}

extension ManifestField {
  /// The turns of a model about its axes, in degrees: a number is that about z.
  func turns() -> SIMD3<Double>? {
    guard case .object = node.value else { return turn().map { SIMD3(0, 0, $0) } }
    guard let object = object(keys: ["x", "y", "z"]) else { return nil }
    return SIMD3(
      object["x"]?.turn() ?? 0, object["y"]?.turn() ?? 0, object["z"]?.turn() ?? 0)
  }

  /// A turn in degrees.
  func turn() -> Double? { number(in: -Layer.rotationLimit...Layer.rotationLimit) }

  /// The path of a model; nil, and a fault, for a file of another kind.
  func modelPath() -> String? {
    guard let file = packagePath() else { return nil }
    guard LayerModel.isModel(file) else {
      report(.unreadableFile(reason: "\"\(file)\" is no model; expected a .glb or .gltf file"))
      return nil
    }
    return file
  }
}
