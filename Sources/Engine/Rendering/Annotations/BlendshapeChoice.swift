public import FaceModel
import Text

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
  public init(parsing text: String) throws(BlendshapeChoiceError) {
    var shapes: [Blendshape] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = String(part.trimmingPrefix(while: \.isWhitespace))
      guard let shape = Blendshape(rawValue: name), shape != .neutral else {
        throw BlendshapeChoiceError(
          unknown: name, nearest: Spelling.nearest(to: name, among: Self.names))
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

/// A list of blendshapes has a name in it that there is not.
public struct BlendshapeChoiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was found.
  public let unknown: String
  /// The blendshape that was probably meant; nil where none is near.
  public let nearest: String?

  /// One line for people.
  public var description: String {
    let shown = unknown.count > 40 ? "\(unknown.prefix(40))…" : unknown
    return "there is no blendshape \"\(shown)\"; "
      + (nearest.map { "did you mean \($0)?" } ?? "expected a list such as jawOpen,mouthClose")
  }
}
