public import FaceModel
public import Text

/// The blendshapes whose bars are drawn, in their order.
///
/// Written as a list of MediaPipe's names, `jawOpen,mouthClose`.
public struct BlendshapeChoice: Hashable, Sendable {
  /// The blendshapes; at least one, each once.
  public let shapes: [Blendshape]

  /// What the masks and the game listen to most.
  public static let standard = BlendshapeChoice(shapes: [
    .jawOpen, .mouthClose, .mouthSmileLeft, .mouthSmileRight, .mouthPucker, .cheekPuff,
    .browInnerUp, .eyeBlinkLeft, .eyeBlinkRight,
  ])

  /// The names that there are; MediaPipe's first, `_neutral`, is always 0.
  public static let names = Blendshape.allCases.dropFirst().map(\.rawValue)

  private init(shapes: [Blendshape]) {
    self.shapes = shapes
  }

  /// Reads a list of names with commas between them.
  public init(parsing text: String) throws(UnknownNameError) {
    var shapes: [Blendshape] = []
    for name in ListedNames.names(in: text) {
      guard let shape = Blendshape(rawValue: name), shape != .neutral else {
        throw UnknownNameError(
          name, noun: "blendshape", among: Self.names,
          expected: "a list such as jawOpen,mouthClose")
      }
      if !shapes.contains(shape) { shapes.append(shape) }
    }
    self.shapes = shapes
  }
}

extension BlendshapeChoice: CustomStringConvertible {
  /// The list as it is written.
  public var description: String { shapes.map(\.rawValue).joined(separator: ",") }
}
