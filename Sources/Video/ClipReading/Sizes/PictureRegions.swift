internal import Geometry

/// Where in a clip's frames its pictures lie, which have other sizes or turns than the largest of them: in
/// the middle, as large as they fit, with their own shape.
public struct PictureRegions: Hashable, Sendable {
  /// The pictures from a time on.
  public struct Part: Hashable, Sendable {
    /// The time of the first, in milliseconds on the clip's timeline.
    public var startMs: Double
    /// Where they lie, in parts of a frame's width and height.
    public var x, y, width, height: Double
  }

  /// The parts, by time.
  public let parts: [Part]

  /// Whether all pictures fill the frames: they differ in size alone.
  public var areWhole: Bool {
    parts.allSatisfy { $0.x == 0 && $0.y == 0 && $0.width == 1 && $0.height == 1 }
  }
}

/// The place of a picture within another one.
struct FittedPicture: Hashable {
  /// Even, as chroma may be of half the size.
  var x, y, width, height: Int

  /// Fits a picture into another one.
  ///
  /// - Parameters:
  ///   - shape: the width that the picture is shown at divided by its height.
  ///   - frame: the size to fit into.
  ///   - aspect: the width of a pixel of it divided by its height.
  init(shape: Double, into frame: PixelSize<OutputSpace>, aspect: Double) {
    let (w, h) = (Double(frame.width), Double(frame.height))
    let own = w * aspect / h
    let ratio = shape / own
    // Less than a pixel of bars is none.
    let (full, fullHeight) = (
      ratio >= 1 || w - w * ratio < 2, ratio <= 1 || h - h / ratio < 2
    )
    func even(_ side: Double) -> Int { max(2, Int((side / 2).rounded()) * 2) }
    width = full ? frame.width : min(even(w * ratio), frame.width)
    height = fullHeight ? frame.height : min(even(h / ratio), frame.height)
    x = (frame.width - width) / 4 * 2
    y = (frame.height - height) / 4 * 2
  }
}
