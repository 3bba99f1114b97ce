/// A part of a picture that a comparison leaves out, or that it is limited to.
public struct PictureRegion: Hashable, Sendable {
  /// What the part is.
  public enum Kind: Hashable, Sendable {
    /// A rectangle, in the picture's pixels.
    case rectangle(x: Int, y: Int, width: Int, height: Int)
    /// Where a layer goes, of the golden and of the picture; of one face, or of all (nil).
    case layer(String, face: Int?)
    /// The box around a face's landmarks and around all layers on it.
    case face(Int)
  }

  /// What the part is.
  public var kind: Kind
  /// Where a suite names it, such as `golden.json:12:30: cases[2].ignore[0]`; empty where none does.
  public var place = ""

  /// Makes a region.
  public init(_ kind: Kind, place: String = "") {
    (self.kind, self.place) = (kind, place)
  }

  /// The region as messages and reviews name it: `layer horns of face 1`.
  public var name: String {
    switch kind {
    case .rectangle(let x, let y, let width, let height):
      "rectangle \(width) x \(height) at \(x), \(y)"
    case .layer(let layer, let face): "layer \(layer)" + (face.map { " of face \($0)" } ?? "")
    case .face(let face): "face \(face)"
    }
  }

  /// A message about the region, with its place.
  package func message(_ words: String) -> String { "\(place.isEmpty ? "" : "\(place): ")\(words)" }
}

/// Which regions of its pictures a comparison looks at.
///
/// A pixel is compared where it lies in one of `compared` (anywhere, where there is none) and in none
/// of `ignored`.
public struct RegionSelection: Hashable, Sendable {
  /// What is left out.
  public var ignored: [PictureRegion] = []
  /// What alone is looked at; empty for everything.
  public var compared: [PictureRegion] = []

  /// Makes a selection of everything.
  public init() {}

  /// Whether everything is compared.
  public var isEmpty: Bool { ignored.isEmpty && compared.isEmpty }

  /// All regions.
  public var all: [PictureRegion] { ignored + compared }

  /// The same selection, without where a suite names it: two that are equal select the same pixels.
  public var withoutPlaces: RegionSelection {
    var plain = self
    for index in plain.ignored.indices { plain.ignored[index].place = "" }
    for index in plain.compared.indices { plain.compared[index].place = "" }
    return plain
  }
}
