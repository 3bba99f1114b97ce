public import Geometry

/// S -> O: from the scene to the produced frame.
///
/// A mirrored output is composited un-mirrored, and the finished frame is flipped left to right as
/// the very last step. So artwork that follows the mirror equals the flipped plain output bit for
/// bit, whatever the kernels round. `toComposite` leads to the frame before that flip, `finished`
/// from there to the frame that is written.
public struct OutputMapping: Sendable {
  /// A part of the scene, in its pixels.
  public struct Crop: Hashable, Sendable {
    /// The left edge and the top edge, in the scene as the viewer sees it: flipped if it is.
    public var x, y: Double
    /// The size, above 0.
    public var width, height: Double

    /// Makes a crop; nil unless the sides are above 0 and every number is finite.
    public init?(x: Double, y: Double, width: Double, height: Double) {
      guard [x, y, width, height].allSatisfy(\.isFinite), width > 0, height > 0 else { return nil }
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// The size that is drawn on: that of the produced frame without bars; its pixels need not be square.
  public let output: PixelSize<OutputSpace>
  /// The size of the produced frame.
  public let frame: PixelSize<OutputSpace>
  /// From what is drawn on, flipped if it is, to the produced frame: a step to the right and down where bars
  /// stand beside it.
  public let toFrame: AffineMap<OutputSpace, OutputSpace>
  /// Whether the produced frame is flipped left to right, as a selfie preview shows it.
  public let mirrored: Bool
  /// The part of the clip's upright picture that a crop shows, in its stored pixels before the flip; nil without one.
  public private(set) var cropped: Rectangle<OutputSpace>?
  /// From the scene to the frame before the flip.
  public let toComposite: AffineMap<SceneSpace, OutputSpace>

  /// Makes the mapping of a scene onto a frame; without a crop, the whole scene fills it.
  ///
  /// x and y are scaled each by itself, which is also how non-square output pixels come about.
  public init(
    scene: PixelSize<SceneSpace>, output: PixelSize<OutputSpace>, mirrored: Bool = false,
    crop: Crop? = nil
  ) {
    self.init(
      scene: scene, output: output, mirrored: mirrored, crop: crop, frame: output, origin: (0, 0))
  }

  /// Makes the mapping of a clip's picture onto a frame.
  public init(_ framing: OutputFraming, mirrored: Bool = false) {
    let (stored, scene) = (framing.picture.stored, framing.picture.scene)
    let (x, y) = (
      Double(scene.width) / Double(stored.width), Double(scene.height) / Double(stored.height)
    )
    let shown = framing.shown
    let first = mirrored ? Double(stored.width) - shown.right : shown.left
    let crop = Crop(
      x: first * x, y: shown.top * y, width: shown.width * x, height: shown.height * y)
    self.init(
      scene: scene, output: framing.drawn, mirrored: mirrored,
      crop: framing.isCut ? crop : nil, frame: framing.frame,
      origin: framing.origin(mirrored: mirrored))
    if framing.isOfWindow { cropped = shown }
  }

  private init(
    scene: PixelSize<SceneSpace>, output: PixelSize<OutputSpace>, mirrored: Bool, crop: Crop?,
    frame: PixelSize<OutputSpace>, origin: (column: Int, row: Int)
  ) {
    (self.output, self.mirrored, self.frame) = (output, mirrored, frame)
    toFrame = AffineMap(1, 0, Double(origin.column), 0, 1, Double(origin.row))
    let sceneWidth = Double(scene.width)
    let (width, height) = (crop?.width ?? sceneWidth, crop?.height ?? Double(scene.height))
    let seenLeft = crop?.x ?? 0
    let left = mirrored ? sceneWidth - seenLeft - width : seenLeft
    let sx = Double(output.width) / width
    let sy = Double(output.height) / height
    toComposite = AffineMap(sx, 0, -left * sx, 0, sy, -(crop?.y ?? 0) * sy)
  }

  /// Where a point of the picture before the flip lies in the one after it, which bars may surround.
  public func finished(_ point: Point2<OutputSpace>) -> Point2<OutputSpace> {
    mirrored ? Point2(Double(output.width) - point.x, point.y) : point
  }
}
