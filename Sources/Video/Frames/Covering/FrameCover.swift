/// What of the pictures of a clip is hidden, frame by frame.
///
/// It is known for the whole clip before a picture is shown, so that a part hides what the whole does. A frame that is
/// not among its frames is refused: nothing is known of what it shows.
public struct FrameCover: Hashable, Sendable {
  /// What becomes of the pixels of a region.
  public enum Style: String, CaseIterable, Hashable, Sendable {
    /// A few averages, and what lies smoothly between them.
    case blur
    /// The same averages as squares.
    case pixelate
    /// One grey.
    case solid
  }

  /// An ellipse, in parts of the picture's sides.
  public struct Region: Hashable, Sendable {
    /// Its middle.
    public var centre: SIMD2<Double>
    /// Two radii that span it.
    public var first, second: SIMD2<Double>

    /// Makes an ellipse.
    public init(centre: SIMD2<Double>, first: SIMD2<Double>, second: SIMD2<Double>) {
      (self.centre, self.first, self.second) = (centre, first, second)
    }
  }

  /// What becomes of the pixels.
  public let style: Style
  /// When each frame of the clip is shown, in milliseconds, ascending.
  public let times: [Double]
  /// The regions of each frame; nil for a frame of which it is not sure, which is not shown.
  public let regions: [[Region]?]

  /// How far a frame's time may be from the one that is known of it, in milliseconds: files round times.
  static let toleranceMs = 0.6

  /// Makes a cover; nil where not every frame has its regions, or the times do not ascend.
  public init?(_ style: Style, times: [Double], regions: [[Region]?]) {
    guard times.count == regions.count, zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
      return nil
    }
    (self.style, self.times, self.regions) = (style, times, regions)
  }

  /// What is hidden in the frame of a time, in milliseconds; nil where the frame is not known, or not for
  /// sure.
  public func regions(atMs timeMs: Double) -> [Region]? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < timeMs - Self.toleranceMs { low = middle + 1 } else { high = middle }
    }
    // Of frames that are nearer to each other than the tolerance, the nearest.
    let near = (low..<times.count).prefix { times[$0] <= timeMs + Self.toleranceMs }
    return near.min { abs(times[$0] - timeMs) < abs(times[$1] - timeMs) }.flatMap { regions[$0] }
  }
}
