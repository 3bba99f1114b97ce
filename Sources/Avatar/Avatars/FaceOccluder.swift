/// What of a face hides the layers behind it; it is not seen itself.
public struct FaceOccluder: Hashable, Sendable {
  /// The shapes.
  public enum Shape: String, CaseIterable, Sendable {
    /// The face's surface, without holes.
    case face
    /// The face's surface and the skull behind it.
    case head
    /// A model of the package's own.
    case model
  }

  /// The entry's name, unique in its avatar.
  public var name: String
  /// What it is.
  public var shape: Shape
  /// How far behind its surface things are hidden, in centimetres.
  public var push: Double
  /// Where its model lies, and of which file; nil for the other shapes.
  public var model: Layer?

  /// The push of an occluder that states none.
  public static let usualPush = 0.6

  /// Makes an occluder.
  public init(name: String, shape: Shape, push: Double = usualPush) {
    (self.name, self.shape, self.push) = (name, shape, push)
  }
}
