/// Which light falls on a package's pictures, as its manifest says.
public enum LightMode: String, CaseIterable, Sendable {
  /// None: they are drawn as they are.
  case unlit = "none"
  /// That of the clip, as it falls on the face or the card.
  case match
}
