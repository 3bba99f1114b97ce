public import Geometry

/// What a card shows of a picture whatever becomes of the rest, in the picture's pixels.
///
/// None of it is cut, and no ornament lies on it.
public struct ShareCardSubject: Hashable, Sendable {
  /// The faces.
  public var faces: [Rectangle<OutputSpace>]
  /// What they wear: any number of boxes that together have its shape.
  public var worn: [Rectangle<OutputSpace>]

  /// Makes a subject.
  public init(faces: [Rectangle<OutputSpace>], worn: [Rectangle<OutputSpace>] = []) {
    (self.faces, self.worn) = (faces, worn)
  }

  /// The faces and what they wear.
  var all: [Rectangle<OutputSpace>] { faces + worn }

  /// The parts that lie in a picture.
  func seen(in picture: Rectangle<OutputSpace>) -> ShareCardSubject {
    ShareCardSubject(
      faces: faces.compactMap { $0.intersection(picture) },
      worn: worn.compactMap { $0.intersection(picture) })
  }
}

extension [Rectangle<OutputSpace>] {
  /// The box around all of them; nil where there is none.
  var around: Rectangle<OutputSpace>? {
    first.map { first in reduce(first) { $0.union($1) } }
  }
}
