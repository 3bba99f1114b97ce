public import Text

/// How long the shutter is open for what avatars draw: by the motion in that time their layers are blurred.
///
/// Written as degrees of the time from frame to frame, 0 to 360, or as `auto`.
public struct ShutterAngle: Hashable, Sendable {
  /// In degrees: 360 is the whole time from frame to frame, 0 a moment.
  public let degrees: Double

  /// The angles that may be asked for, in degrees.
  public static let range = 0.0...360.0

  /// A moment: nothing is blurred.
  public static let closed = ShutterAngle(ofDegrees: 0)

  /// Half of the time from frame to frame, as most cameras for film have it.
  public static let auto = ShutterAngle(ofDegrees: 180)

  /// What an angle looks like.
  public static let form = "auto (180), or degrees from 0 to 360"

  private init(ofDegrees degrees: Double) { self.degrees = degrees }

  /// Reads an angle.
  public init(parsing text: String) throws(UnknownNameError) {
    if text == "auto" {
      self = .auto
      return
    }
    guard let degrees = Double(text), Self.range.contains(degrees) else {
      throw UnknownNameError(text, noun: "shutter", among: ["auto"], expected: Self.form)
    }
    self.init(ofDegrees: degrees)
  }
}

extension ShutterAngle: CustomStringConvertible {
  /// The angle in degrees, as it is written.
  public var description: String { Shown.number(degrees) }
}
