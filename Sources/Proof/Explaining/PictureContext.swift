public import Comparison
public import Geometry
public import Imaging
public import Placement

/// What is known of the two pictures beside their pixels.
public struct PictureContext: Sendable {
  /// Which pixels are "inside"; nil for those of the placements.
  public var mask: PixelMask?
  /// Where the layers of the first and of the second picture went; nil where it is not known.
  public var expectedPlacements: PlacementRecord?
  /// The same of the second picture.
  public var actualPlacements: PlacementRecord?
  /// The picture without overlay.
  public var ground: StraightRGBA8?
  /// The avatars that the first picture's placements name, for explaining it by drawing it anew.
  public var artwork: KnownArtwork?
  /// Which regions are compared.
  public var regions = RegionSelection()
  /// The landmarks of the second picture's faces, by identity, for regions that name a face.
  public var faces: [Int: [Point2<OutputSpace>]] = [:]

  /// Makes a context in which nothing is known.
  public init() {}
}

extension OverlayRegion {
  /// The pixels that a context calls the overlay's: its mask, or else the quads of both placements;
  /// nil where it knows neither.
  public static func mask(
    _ context: PictureContext, width: Int, height: Int
  ) -> PixelMask? {
    if let mask = context.mask { return mask }
    let records = [context.expectedPlacements, context.actualPlacements].compactMap(\.self)
    guard !records.isEmpty else { return nil }
    var mask = PixelMask(width: width, height: height, filled: false)
    for entry in records.flatMap(\.placements) where entry.opacity > 0 {
      mask.add(entry.extent, margin: margin)
    }
    return mask
  }
}
