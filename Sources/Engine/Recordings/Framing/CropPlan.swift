public import Geometry

/// Where a picture is cut to a shape, in whole pixels.
///
/// The crop is the largest one of the shape that lies in the picture and holds the subject. A
/// picture that has none is not cut through the subject: the crop is then the smallest one that
/// holds it, and reaches beyond the picture.
public struct CropPlan: Hashable, Sendable {
  /// The left and the top edge; below 0 where the crop reaches beyond the picture.
  public let x, y: Int
  /// The size.
  public let size: PixelSize<OutputSpace>
  /// Whether all of the crop lies in the picture.
  public let isInside: Bool

  /// How far down the crop the eyes are hung where there is room: the upper third of the photographer's
  /// rule.
  public static let eyeLine = 1.0 / 3

  /// Plans a crop; without a subject it is the picture's middle.
  public init(
    to shape: CropShape, of picture: PixelSize<OutputSpace>, around subject: CropSubject?
  ) {
    let ratio = shape.ratio
    let whole = Rectangle(picture)
    let kept = Span2D(subject?.kept.intersection(whole))
    let roomy = Span2D(subject?.roomy.intersection(whole)) ?? kept
    var step = ratio.largestStep(within: picture.width, picture.height)
    let needed = kept.map { ratio.smallestStep(holding: $0.x.count, $0.y.count) } ?? 1
    if step < max(1, needed) {
      // Room about the subject is fine, but not where it makes the canvas wider than the picture.
      let wanted = roomy.map { ratio.smallestStep(holding: $0.x.count, $0.y.count) } ?? needed
      let limit = max(
        ratio.largestStep(within: picture.width, 1 << 24),
        ratio.largestStep(within: 1 << 24, picture.height))
      step = max(1, needed, min(wanted, limit))
    }
    let (width, height) = ratio.size(step)
    let focus = subject?.focus
    x = Self.offset(
      length: width, of: picture.width, kept: kept?.x, roomy: roomy?.x,
      ideal: focus.map { $0.x - Double(width) / 2 })
    y = Self.offset(
      length: height, of: picture.height, kept: kept?.y, roomy: roomy?.y,
      ideal: focus.map { $0.y - Double(height) * Self.eyeLine })
    size = PixelSize(clamping: width, height)
    isInside = width <= picture.width && height <= picture.height
  }

  /// Where a crop begins along one side of the picture: as near to the ideal as what is to be kept
  /// allows.
  private static func offset(
    length: Int, of side: Int, kept: Range<Int>?, roomy: Range<Int>?, ideal: Double?
  ) -> Int {
    // A canvas longer than the picture has it in the middle.
    guard length <= side else { return -((length - side) / 2) }
    var (low, high) = (0, side - length)
    var ideal = ideal ?? Double(side - length) / 2
    if let kept {
      (low, high) = (max(low, kept.upperBound - length), min(high, kept.lowerBound))
    }
    if let roomy {
      let (soft, softHigh) = (max(low, roomy.upperBound - length), min(high, roomy.lowerBound))
      if soft <= softHigh {
        (low, high) = (soft, softHigh)
      } else {
        // Not all of the room is to be had; both ends get as much.
        ideal = Double(roomy.lowerBound + roomy.upperBound - length) / 2
      }
    }
    let nearest = ideal.isFinite ? Int(min(max(ideal, -1e6), 1e6).rounded()) : low
    return min(max(nearest, low), max(low, high))
  }

  /// From the picture to the crop.
  public var map: AffineMap<OutputSpace, OutputSpace> {
    AffineMap(1, 0, -Double(x), 0, 1, -Double(y))
  }
}

/// The columns and rows that a rectangle touches.
private struct Span2D {
  var x, y: Range<Int>

  init?(_ rectangle: Rectangle<OutputSpace>?) {
    guard let rectangle else { return nil }
    // Rounding errors of a thousandth must not cost a pixel.
    func range(_ low: Double, _ high: Double) -> Range<Int> {
      let first = Int((low + 1e-3).rounded(.down))
      return first..<max(first + 1, Int((high - 1e-3).rounded(.up)))
    }
    x = range(rectangle.left, rectangle.right)
    y = range(rectangle.top, rectangle.bottom)
  }
}
