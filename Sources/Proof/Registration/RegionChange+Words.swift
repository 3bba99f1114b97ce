import Foundation

extension RegionChange {
  /// The change in words and numbers: "3.1 px right, 0.4 deg clockwise, 1.02 x larger",
  /// "mirrored left to right, then 2.0 px up", "not there", "colours differ, place does not (range:
  /// limited taken for full)", "something else is there", "no difference".
  public var words: String {
    switch kind {
    case .same:
      differenceBefore == 0
        ? "no difference"
        : String(format: "no difference in place; %.1f levels apart (encoding?)", differenceBefore)
    case .moved: withMotion(nil)
    case .mirrored: withMotion("mirrored left to right")
    case .upsideDown: withMotion("upside down (mirrored top to bottom)")
    case .turned90: withMotion("turned by 90 deg clockwise")
    case .turned180: withMotion("turned by 180 deg")
    case .turned270: withMotion("turned by 90 deg anticlockwise")
    case .recoloured:
      "colours differ, place does not" + (colours.map { " (\($0))" } ?? "")
    case .notThere: "not there"
    case .appeared: "not there before"
    case .different:
      String(
        format: "something else is there (%.0f levels apart over %@ of it)", differenceBefore,
        share)
    }
  }

  private func withMotion(_ first: String?) -> String {
    var text = first ?? ""
    if let moved = motion?.words, !moved.isEmpty {
      text += (first == nil ? "" : ", then ") + moved
    } else if first == nil {
      text = "moved"
    }
    if let missing = determinacy.words { text += " (\(missing))" }
    return text
  }

  private var share: String {
    changedShare < 0.01 ? "less than 1 %" : String(format: "%.0f %%", changedShare * 100)
  }
}
