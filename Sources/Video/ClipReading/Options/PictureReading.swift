/// What the caller says of a clip's pictures that the clip itself says otherwise, or not at all.
public struct PictureReading: Hashable, Sendable {
  /// How R'G'B' is stored; nil for what the clip says.
  public var colourMatrix: ClipMatrix?
  /// What becomes of frames that are made of two fields.
  public var deinterlacing = Deinterlacing.auto

  /// What the clip says, and frames that are whole pictures.
  public init() {}

  /// What is said, a word each; none where nothing is said.
  package var words: [String] {
    [
      colourMatrix.map { "colour matrix \($0.rawValue)" },
      deinterlacing == .auto ? nil : "deinterlace \(deinterlacing.rawValue)",
    ].compactMap(\.self)
  }
}

/// What becomes of frames that are made of two fields, which were taken one after the other.
public enum Deinterlacing: String, CaseIterable, Hashable, Sendable {
  /// Each frame becomes one picture.
  case auto
  /// They stay what they are, and the output says that they are fields.
  case no
  /// Each field becomes one picture: twice as many.
  case fields
}
