public import Geometry
public import Imaging

/// A line of text for contact sheets, in Cairo's built-in sans serif.
public struct Label: Hashable, Sendable {
  /// What it says.
  public var text: String
  /// The font size in pixels.
  public var size: Double
  /// Whether it is bold.
  public var bold: Bool

  /// Makes a label.
  public init(_ text: String, size: Double = 18, bold: Bool = false) {
    (self.text, self.size, self.bold) = (text, size, bold)
  }

  /// Draws the label, its baseline beginning at `point`, on a rounded plate that keeps it legible.
  ///
  /// What lies outside the picture is cut off.
  public func draw(
    on picture: inout StraightRGBA8, at point: Point2<OutputSpace>
  ) throws(DrawingError) {
    let (padding, plate) = (size * 0.4, size * 1.35)
    let wide = try Self.measure(self) + 2 * padding
    guard
      let area = PixelSize<CanvasSpace>(
        width: Int(wide.rounded(.up)), height: Int(plate.rounded(.up)))
    else { return }
    let canvas = try Canvas(size: area)
    canvas.fill(
      .rounded(
        PicturePoint(0, 0), width: Double(area.width), height: Double(area.height),
        radius: size * 0.3),
      Colour(0x2A1E24, 0.72))
    canvas.write(
      text, at: PicturePoint(padding, plate * 0.73), size: size, bold: bold, Colour(0xFFF8EA))
    picture.blend(
      try canvas.picture(), left: Int((point.x - padding).rounded()),
      top: Int((point.y - plate * 0.73).rounded()))
  }

  private static func measure(_ label: Label) throws(DrawingError) -> Double {
    guard let one = PixelSize<CanvasSpace>(width: 1, height: 1) else { return 0 }
    return try Canvas(size: one).advance(of: label.text, size: label.size, bold: label.bold)
  }
}
