import Foundation

/// A time of the year by the solar terms: spring from Start of Spring to Start of Summer, and so on.
public enum Season: Int, CaseIterable, Hashable, Sendable {
  case spring, summer, autumn, winter

  /// The season's name, for a message.
  public var name: String {
    switch self {
    case .spring: "spring"
    case .summer: "summer"
    case .autumn: "autumn"
    case .winter: "winter"
    }
  }

  /// What may be asked of the filter `season`.
  enum Choice: String, CaseIterable {
    case auto, petals, summer, leaves, snow

    static var words: [String] { allCases.map(\.rawValue) }

    /// The choice that an option's value stands for.
    init?(_ value: Double) {
      guard let index = Int(exactly: value), Self.allCases.indices.contains(index) else {
        return nil
      }
      self = Self.allCases[index]
    }

    /// The option's value.
    var value: Double { Double(Self.allCases.firstIndex(of: self) ?? 0) }

    /// What it draws; nil where a date tells.
    var season: Season? {
      switch self {
      case .auto: nil
      case .petals: .spring
      case .summer: .summer
      case .leaves: .autumn
      case .snow: .winter
      }
    }
  }

  var choice: Choice {
    switch self {
    case .spring: .petals
    case .summer: .summer
    case .autumn: .leaves
    case .winter: .snow
    }
  }

  /// The season of a day.
  ///
  /// A season begins with the day on which, in China, the sun reaches its solar term: 315, 45, 135 and 225 degrees of
  /// longitude.
  public init(on date: RecordingDate) {
    // That day's end in China, 8 hours before that of Greenwich.
    let longitude = Self.sunLongitude(daysSince2000: date.daysSince2000 + 16.0 / 24)
    let since = (longitude - 315 + 720).truncatingRemainder(dividingBy: 360)
    self = Self(rawValue: Int(since / 90)) ?? .spring
  }

  /// The sun's apparent longitude in degrees of 0..<360, to about 0.01 degrees (Meeus, Astronomical Algorithms, chapter
  /// 25), which the sun passes in a quarter of an hour.
  static func sunLongitude(daysSince2000 days: Double) -> Double {
    let t = days / 36525
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let mean = 280.46646 + 36000.76983 * t + 0.0003032 * t * t
    let anomaly = radians(357.52911 + 35999.05029 * t - 0.0001537 * t * t)
    let centre =
      (1.914602 - 0.004817 * t - 0.000014 * t * t) * sin(anomaly)
      + (0.019993 - 0.000101 * t) * sin(2 * anomaly) + 0.000289 * sin(3 * anomaly)
    let node = radians(125.04 - 1934.136 * t)
    let longitude = (mean + centre - 0.00569 - 0.00478 * sin(node))
      .truncatingRemainder(dividingBy: 360)
    return longitude < 0 ? longitude + 360 : longitude
  }
}
