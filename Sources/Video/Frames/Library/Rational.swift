package import CFFmpeg

/// A ratio of two whole numbers: a time base in seconds, a frame rate or a pixel aspect.
public struct Rational: Hashable, Sendable {
  /// The upper number.
  public let numerator: Int32
  /// The lower number, never 0.
  public let denominator: Int32

  /// Makes a ratio; nil unless both numbers are positive.
  public init?(_ numerator: Int32, _ denominator: Int32) {
    guard numerator > 0, denominator > 0 else { return nil }
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  package init?(_ raw: AVRational) { self.init(raw.num, raw.den) }

  /// One.
  public static let one = Rational(unchecked: 1, 1)

  package init(unchecked numerator: Int32, _ denominator: Int32) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The ratio as a number.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The ratio turned over.
  public var inverse: Rational { Rational(unchecked: denominator, numerator) }

  /// Half of it; nil where that is out of reach.
  package var halved: Rational? {
    if numerator % 2 == 0 { return Rational(unchecked: numerator / 2, denominator) }
    let (twice, overflow) = denominator.multipliedReportingOverflow(by: 2)
    return overflow ? nil : Rational(unchecked: numerator, twice)
  }

  package var raw: AVRational { AVRational(num: numerator, den: denominator) }
}

extension Rational: CustomStringConvertible {
  /// The ratio as FFmpeg writes it: `30000/1001`.
  public var description: String { "\(numerator)/\(denominator)" }
}

extension Rational: Codable {
  /// Reads two numbers, of which neither may be 0 or less.
  public init(from decoder: any Swift.Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    guard let ratio = Self(try numbers.decode(Int32.self), try numbers.decode(Int32.self)) else {
      throw DecodingError.dataCorruptedError(
        in: numbers, debugDescription: "a ratio with a number that is not above 0")
    }
    self = ratio
  }

  /// Writes both numbers.
  public func encode(to encoder: any Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    try numbers.encode(numerator)
    try numbers.encode(denominator)
  }
}
