import JSON
import Text

extension LayerSurface {
  /// The most layers of a package that have a relief or lie on the face.
  package static let limit = 16
  /// The widest radius, in eye distances: a sheet is as good as flat beyond.
  fileprivate static let radiusLimit = 1000.0
}

extension LayerRelief {
  /// The farthest that white stands before black, in eye distances.
  fileprivate static let depthLimit = 4.0
}

extension FaceOccluder {
  /// The keys of an occluder in a manifest.
  static let manifestKeys = ["name", "occluder", "push"]
  /// The keys beside those of one that is a model.
  fileprivate static let modelKeys = ["model", "anchor", "offset", "rotation", "scale"]
  /// The farthest push, in centimetres.
  fileprivate static let pushLimit = 5.0
}

extension Layer {
  /// What a picture on the face has no use for: it lies where the landmarks are.
  fileprivate static let unfitForFaces = [
    "offset", "scale", "rotation", "pivot", "anchor", "relief",
  ]
}

extension ManifestObject {
  /// Whether the entry of a list of layers is an occluder.
  var isOccluder: Bool { self["occluder"] != nil }

  /// The occluder; nil where something that it needs is missing or wrong.
  ///
  /// - Parameter model: the path of its model.
  func occluder(name: String?, model: String?) -> FaceOccluder? {
    let shape: FaceOccluder.Shape? = self["occluder"]?.choice(of: "occluder")
    let keys = FaceOccluder.manifestKeys + (shape == .model ? FaceOccluder.modelKeys : [])
    for key in fields.keys.sorted() where !keys.contains(key) {
      self[key]?.report(.notFor(key, of: "an occluder"))
    }
    let push = self["push"]?.number(in: -FaceOccluder.pushLimit...FaceOccluder.pushLimit)
    guard let name, let shape else { return nil }
    var occluder = FaceOccluder(name: name, shape: shape, push: push ?? FaceOccluder.usualPush)
    if shape == .model {
      guard required("model") != nil, let model else { return nil }
      occluder.model = layer(name: name, image: model, relief: nil, signals: .standard)
    }
    return occluder
  }

  /// What the layer lies on, and whether it is the face.
  func surface() -> LayerSurface? {
    guard let field = self["surface"],
      let object = field.object(keys: ["type", "radius", "about", "holes"]),
      let kind: LayerSurface.Kind = object.required("type")?.choice(of: "surface")
    else { return nil }
    let fit: [LayerSurface.Kind: [String]] = [.curved: ["radius", "about"], .face: ["holes"]]
    for key in ["radius", "about", "holes"] where fit[kind]?.contains(key) != true {
      object[key]?.report(.notFor(key, of: "a surface that is \"\(kind.rawValue)\""))
    }
    switch kind {
    case .flat: return .flat
    case .curved: return .curved(object.curve())
    case .face:
      reportUnfitForFace()
      return .face(holes: object["holes"]?.holes() ?? .all)
    }
  }

  private func reportUnfitForFace() {
    for key in Layer.unfitForFaces { self[key]?.report(.notFor(key, of: "a picture on the face")) }
    if let mirror = self["mirror"], case .string(MirrorPolicy.keep.rawValue) = mirror.node.value {
      mirror.report(.notFor("mirror", of: "a picture on the face"))
    }
  }

  private func curve() -> SurfaceCurve {
    let centre: SurfaceCurve.Centre? = self["about"]?.choice(of: "centre")
    let radius = self["radius"]?.object(keys: ["x", "y"])
    return SurfaceCurve(
      radiusX: radius?["x"]?.radius(), radiusY: radius?["y"]?.radius(),
      centre: centre ?? .anchor)
  }

  /// What raises the layer; nil for nothing.
  ///
  /// - Parameter image: the layer's picture.
  func relief(of image: String?) -> (relief: LayerRelief, image: ManifestField)? {
    guard let field = self["relief"] else { return nil }
    if let image, LottieTiming.isLottie(image) {
      field.report(.notFor("relief", of: "a Lottie animation"))
    }
    guard let object = field.object(keys: ["image", "depth", "zero"]) else { return nil }
    let picture = object.required("image")
    let limit = LayerRelief.depthLimit
    let depth = object.required("depth")?.number(in: -limit...limit)
    let zero = object["zero"]?.number(in: 0...1)
    guard let picture, let file = picture.packagePath(), let depth else { return nil }
    if LottieTiming.isLottie(file) {
      picture.report(
        .unreadableFile(
          reason: "a relief cannot be a Lottie animation; expected a picture such as a PNG"))
      return nil
    }
    return (LayerRelief(image: file, depth: depth, zero: zero ?? 0), picture)
  }
}

extension ManifestField {
  fileprivate func radius() -> Double? {
    number("a number above 0 and at most \(Shown.number(LayerSurface.radiusLimit))") {
      $0 > 0 && $0 <= LayerSurface.radiusLimit
    }
  }

  fileprivate func holes() -> FaceHoles? {
    list().map { list in
      list.reduce(into: FaceHoles()) { holes, field in
        let hole = field.choice(of: "hole", known: FaceHoles.named.map(\.name)) { name in
          FaceHoles.named.first { $0.name == name }?.holes
        }
        if let hole { holes.formUnion(hole) }
      }
    }
  }
}
