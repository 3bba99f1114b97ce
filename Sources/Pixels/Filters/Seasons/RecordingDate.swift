/// The day on which a recording was taken, in the Gregorian calendar.
public struct RecordingDate: Hashable, Sendable {
  /// The year, from `years`.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// The years that there are.
  ///
  /// Cameras whose clock was never set state earlier ones.
  public static let years = 1980...9999

  /// Reads a day at the start of a date and time of ISO 8601, such as `2026-04-03T09:30:00+02:00`: the day
  /// that the clock showed which is written there.
  ///
  /// Gives nil for other texts, for days that there are not, and for other years than `years`.
  public init?(iso8601 text: String) {
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes.count == 10 || [UInt8(ascii: "T"), UInt8(ascii: " ")].contains(bytes[10])
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var number = 0
      for byte in bytes[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        number = 10 * number + Int(byte - 0x30)
      }
      return number
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      Self.years.contains(year), (1...12).contains(month),
      (1...Self.days(of: month, year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  private static func days(of month: Int, _ year: Int) -> Int {
    let leaps = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    return [31, leaps ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days since 1 January 1970.
  package var daysSince1970: Int { Int((daysSince2000 + 0.5).rounded()) + 10_957 }

  /// Days since noon of 1 January 2000 at the day's midnight (Meeus, Astronomical Algorithms, chapter 7).
  var daysSince2000: Double {
    let (y, m) = month > 2 ? (year, month) : (year - 1, month + 12)
    let century = y / 100
    let leaps = 2 - century + century / 4
    let julian =
      (365.25 * Double(y + 4716)).rounded(.down) + (30.6001 * Double(m + 1)).rounded(.down)
      + Double(day + leaps) - 1524.5
    return julian - 2_451_545
  }
}

extension RecordingDate: CustomStringConvertible {
  /// The day as ISO 8601 has it.
  public var description: String {
    func padded(_ number: Int, _ length: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, length - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
