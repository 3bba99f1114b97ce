public import Imaging

/// Which pixels of two pictures are compared, where a mask or placements tell an overlay's region.
public enum ComparedRegion: String, Codable, CaseIterable, Sendable {
  /// Those of the overlay.
  case inside
  /// All others.
  case outside
  case all

  /// The pixels to compare, of those inside; nil for all.
  public func mask(inside: PixelMask?) -> PixelMask? {
    switch self {
    case .inside: inside
    case .outside: inside?.inverted
    case .all: nil
    }
  }
}

/// Where an overlay is: the pixels of its layers' quads.
public enum OverlayRegion {
  /// How far beyond a layer's outline its region reaches, in pixels.
  ///
  /// A layer of a 4:2:0 clip changes chroma samples two pixels wide, and turning these into RGB
  /// spreads them by two pixels more.
  public static let margin = 4.0
}
