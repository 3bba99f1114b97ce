public import Models

/// A linear, clamped map from a signal to a change of a layer's property.
public struct Drive: Hashable, Sendable {
  /// The properties that a signal can move.
  public enum Property: Hashable, Sendable {
    /// Added to the offset's x, in eye distances.
    case offsetX
    /// Added to the offset's y, in eye distances.
    case offsetY
    /// Added to the offset's z, in eye distances.
    case offsetZ
    /// Multiplied into the scale.
    case scale
    /// Added to the rotation, in degrees.
    case rotation
    /// Multiplied into the opacity.
    case opacity
    /// Changes a node or a morph target of the layer's model.
    case model(ModelChange.Target)

    /// The properties of every layer, by their names in a manifest.
    static let named: [(name: String, property: Property)] = [
      ("offset.x", .offsetX), ("offset.y", .offsetY), ("offset.z", .offsetZ), ("scale", .scale),
      ("rotation", .rotation), ("opacity", .opacity),
    ]

    /// Takes a name in a manifest: one of those, or of a model `morph.NAME`, `node.NAME.rotation.x`,
    /// `node.NAME.translation.x` or `node.NAME.scale`, whose names may have dots.
    init?(name: String) {
      if let known = Self.named.first(where: { $0.name == name }) {
        self = known.property
        return
      }
      guard let target = ModelChange.Target(name: name) else { return nil }
      self = .model(target)
    }
  }

  /// What is listened to.
  public var signal: Signal
  /// What it moves.
  public var property: Property
  /// The two strengths between which the map is linear.
  public var from: (start: Double, end: Double) { (fromStart, fromEnd) }
  /// The two values that belong to them.
  public var to: (start: Double, end: Double) { (toStart, toEnd) }

  private var fromStart, fromEnd, toStart, toEnd: Double

  /// Makes a drive.
  public init(
    signal: Signal, property: Property, from: (Double, Double), to: (Double, Double)
  ) {
    (self.signal, self.property) = (signal, property)
    (fromStart, fromEnd) = from
    (toStart, toEnd) = to
  }

  /// The value at a strength: linear between the ends of `from`, clamped beyond them.
  public func value(at strength: Double) -> Double {
    let span = fromEnd - fromStart
    let part = span == 0 ? (strength < fromStart ? 0 : 1) : (strength - fromStart) / span
    return toStart + (toEnd - toStart) * min(max(part, 0), 1)
  }
}

extension ModelChange.Target {
  fileprivate init?(name: String) {
    func after(_ prefix: String, _ suffix: String = "") -> String? {
      guard name.hasPrefix(prefix), name.hasSuffix(suffix),
        name.count > prefix.count + suffix.count
      else { return nil }
      return String(name.dropFirst(prefix.count).dropLast(suffix.count))
    }
    if let morph = after("morph.") {
      self = .morph(morph)
      return
    }
    if let node = after("node.", ".scale") {
      self = .scale(node: node)
      return
    }
    for axis in ModelChange.Axis.allCases {
      if let node = after("node.", ".rotation.\(axis.rawValue)") {
        self = .rotation(node: node, axis)
        return
      }
      if let node = after("node.", ".translation.\(axis.rawValue)") {
        self = .translation(node: node, axis)
        return
      }
    }
    return nil
  }
}
