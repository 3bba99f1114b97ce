import Geometry
import JSON
import Text

extension Layer {
  /// The keys that a layer of a manifest may have.
  static let manifestKeys = [
    "name", "image", "anchor", "offset", "scale", "rotation", "pivot", "scaleReference",
    "opacity", "blend", "shadow", "surface", "relief", "lit", "depth", "mirror", "when", "drive",
    "play", "speed", "segment", "model", "animation", "morphs",
  ]

  /// The farthest offset, in eye distances: ten times what the largest headdress needs.
  ///
  /// Limits like this one keep every later number finite.
  fileprivate static let offsetLimit = 100.0
  /// The widest picture, in eye distances.
  fileprivate static let scaleLimit = 100.0
  /// The longest turn, in degrees: ten times round.
  static let rotationLimit = 3600.0
  /// How far from the picture a pivot may lie, in parts of the picture.
  fileprivate static let pivotLimit = 100.0
}

extension ManifestObject {
  /// The layer; nil where something that it needs is missing or wrong.
  func layer(
    name: String?, image: String?, relief: LayerRelief?, signals: SignalRegistry
  ) -> Layer? {
    let surface = surface()
    let isOnFace = surface?.kind == .face
    var model = layerModel()
    // A picture on the face is as wide as the face, and a model as large as it was built.
    let scale =
      isOnFace || (model != nil && self["scale"] == nil) ? 1 : required("scale")?.scale()
    let anchor = self["anchor"]?.anchor()
    let offset = self["offset"]?.offset()
    let turns = model == nil ? nil : self["rotation"]?.turns()
    let rotation = model == nil ? self["rotation"]?.turn() : turns?.z
    model?.nod = turns?.x ?? 0
    model?.turn = turns?.y ?? 0
    let pivot = self["pivot"]?.pivot()
    let reference: ScaleReference? = self["scaleReference"]?.choice(of: "scale reference")
    let opacity = self["opacity"]?.number(in: 0...1)
    let blend: BlendMode? = self["blend"]?.choice(of: "blend mode")
    let shadow = self["shadow"]?.number(in: 0...1)
    let lit = self["lit"]?.number(in: 0...1)
    let depth: LayerDepth? = self["depth"]?.choice(of: "depth")
    let mirror: MirrorPolicy? = self["mirror"]?.choice(of: "mirror policy")
    let when = self["when"]?.triggers(signals)
    let drive = self["drive"]?.list()?.compactMap { $0.drive(signals) }
    if isOnFace, let drive, let driven = self["drive"] {
      for drive in drive where drive.property != .opacity {
        let name = Drive.Property.named.first { $0.property == drive.property }?.name
        driven.report(.notFor(name ?? "a drive of a model", of: "a picture on the face"))
      }
    }
    if model == nil, let drive {
      for case .model in drive.map(\.property) {
        self["drive"]?.report(.notFor("a drive of morphs or nodes", of: "a picture"))
      }
    }
    let play: Play? = self["play"]?.choice(of: "play")
    guard let name, let image, let scale else { return nil }
    var layer = Layer(
      name: name, image: image, anchor: anchor ?? .eyes, offset: offset ?? .zero, scale: scale,
      rotation: rotation ?? 0, pivot: pivot ?? .middle, scaleReference: reference ?? .eyes,
      opacity: opacity ?? 1, blend: blend ?? .normal, mirror: mirror ?? .follow,
      when: when ?? [], drive: drive ?? [], play: play ?? .loop)
    layer.shadow = shadow ?? 0
    layer.surface = surface ?? .flat
    (layer.relief, layer.lit) = (relief, lit)
    (layer.model, layer.depth) = (model, depth ?? (model == nil ? .own : .shared))
    return layer
  }

  /// Which frames of a layer's animation are shown; keys that only animations have are faults beside others.
  func timing(of image: String?) -> LottieTiming {
    if let image, !isModel, !LottieTiming.isLottie(image) {
      for key in ["play", "speed", "segment"] { self[key]?.report(.onlyForLottie(key)) }
    }
    return LottieTiming(
      speed: self["speed"]?.lottieSpeed() ?? 1, segment: self["segment"]?.lottieSegment())
  }
}

extension ManifestField {
  fileprivate func scale() -> Double? {
    number("a number above 0 and at most \(Shown.number(Layer.scaleLimit))") {
      $0 > 0 && $0 <= Layer.scaleLimit
    }
  }

  fileprivate func offset() -> Vector3<FaceSpace>? {
    guard let object = object(keys: ["x", "y", "z"]) else { return nil }
    let range = -Layer.offsetLimit...Layer.offsetLimit
    let x = object["x"]?.number(in: range)
    let y = object["y"]?.number(in: range)
    let z = object["z"]?.number(in: range)
    return Vector3(x ?? 0, y ?? 0, z ?? 0)
  }

  fileprivate func pivot() -> Pivot? {
    guard let object = object(keys: ["x", "y"]) else { return nil }
    let range = -Layer.pivotLimit...Layer.pivotLimit
    let x = object["x"]?.number(in: range)
    let y = object["y"]?.number(in: range)
    return Pivot(x: x ?? Pivot.middle.x, y: y ?? Pivot.middle.y)
  }

  /// A name, or the number of a landmark.
  fileprivate func anchor() -> Anchor? {
    switch node.value {
    case .number:
      return number("the number of a landmark, 0 to 467,") {
        (0...467).contains($0) && $0 == $0.rounded()
      }.map { .landmark(Int($0)) }
    case .string:
      return choice(of: "anchor", known: Anchor.named.map(\.name)) { name in
        Anchor.named.first { $0.name == name }?.anchor
      }
    default:
      report(.wrongType(expected: "an anchor's name or a landmark's number", found: node.typeName))
      return nil
    }
  }

  /// The path of a file; nil, and a fault, unless it stays inside the package.
  func packagePath() -> String? {
    guard let path = text() else { return nil }
    if let reason = PackagePath.fault(of: path) {
      report(.unsafePath(path, reason: reason))
      return nil
    }
    return path
  }
}
