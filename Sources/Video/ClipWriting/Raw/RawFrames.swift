public import Frames

/// Frames without a container, one behind the other, as programs hand them on through pipes.
public struct RawFrames: Hashable, Sendable {
  /// How a frame's pixels lie, by FFmpeg's name.
  public enum Format: String, Sendable, CaseIterable {
    case bgra, rgb24, yuv420p, nv12

    /// Whether colours are stored for two by two pixels.
    var needsEvenSides: Bool { self == .yuv420p || self == .nv12 }
  }

  /// How a frame's pixels lie.
  public let format: Format
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Frames a second.
  public let rate: Rational

  /// The longest side.
  public static let longestSide = 16384
  /// The most pixels of a frame, as of any clip's.
  public static let mostPixels = 8192 * 8192
  /// How they are written.
  public static let pattern =
    "^(bgra|rgb24|yuv420p|nv12):[1-9][0-9]{0,4}x[1-9][0-9]{0,4}@[0-9]{1,9}([./][0-9]{1,9})?$"
  /// What is expected, for messages.
  public static let expected =
    "frames such as bgra:1280x720@30: bgra, rgb24, yuv420p or nv12, sides of 1 to \(longestSide) and"
    + " \(mostPixels) pixels at most, even sides of yuv420p and nv12, and 0.001 to 1000 frames a second, such as 29.97 or 30000/1001"

  /// Makes frames of a size; nil where the format, a side or the rate cannot be.
  public init?(_ format: Format, width: Int, height: Int, rate: Rational) {
    let sides = [width, height]
    guard sides.allSatisfy({ (1...Self.longestSide).contains($0) }),
      width * height <= Self.mostPixels,
      !format.needsEvenSides || sides.allSatisfy({ $0.isMultiple(of: 2) }),
      FrameRate.all.contains(rate.value)
    else { return nil }
    (self.format, self.width, self.height, self.rate) = (format, width, height, rate)
  }

  /// Reads `FORMAT:WxH@FPS`; nil where it is another text, or cannot be.
  public init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([a-z0-9]+):(\d{1,5})x(\d{1,5})@([0-9.\/]+)/),
      let format = Format(rawValue: String(match.1)), let width = Int(match.2),
      let height = Int(match.3), let rate = Self.rate(match.4)
    else { return nil }
    self.init(format, width: width, height: height, rate: rate)
  }

  /// A rate such as `30`, `29.97` or `30000/1001`.
  private static func rate(_ text: Substring) -> Rational? {
    if let parts = text.wholeMatch(of: /(\d{1,9})\/(\d{1,9})/) {
      guard let over = Int32(parts.1), let under = Int32(parts.2) else { return nil }
      return Rational(over, under)
    }
    guard let parts = text.wholeMatch(of: /(\d{1,4})(?:\.(\d{1,5}))?/) else { return nil }
    let decimals = parts.2 ?? ""
    let under = decimals.reduce(Int32(1)) { under, _ in under * 10 }
    return Int32(String(parts.1) + decimals).flatMap { Rational($0, under) }
  }

  /// The text that it is read from.
  public var text: String {
    let ratio = rate.denominator == 1 ? "\(rate.numerator)" : "\(rate)"
    return "\(format.rawValue):\(width)x\(height)@\(ratio)"
  }

  /// The bytes of a frame.
  public var frameBytes: Int {
    switch format {
    case .bgra: 4 * width * height
    case .rgb24: 3 * width * height
    case .yuv420p, .nv12: width * height * 3 / 2
    }
  }
}
