public import Models

/// What a layer that shows a model says of it beyond its place.
public struct LayerModel: Hashable, Sendable {
  /// Which animation is played.
  public enum Animation: Hashable, Sendable {
    /// The first of the file.
    case first
    /// None.
    case none
    /// The one of a name.
    case named(String)
  }

  /// The turn about x, in degrees: it nods down.
  public var nod = 0.0
  /// The turn about y, in degrees: it turns to the subject's left.
  public var turn = 0.0
  /// Which animation is played.
  public var animation = Animation.first
  /// Whether blendshapes drive the morph targets that are named like them.
  public var followsBlendshapes = true
  /// What drives make of its nodes and morph targets at this moment.
  public var changes: [ModelChange] = []

  /// Makes a model with the defaults of the package format.
  public init() {}

  /// Whether a file's name is that of a model, or of a format that is told apart from one.
  public static func isModel(_ file: String) -> Bool {
    let name = file.lowercased()
    return [".glb", ".gltf", ".usdz"].contains { name.hasSuffix($0) }
  }
}
