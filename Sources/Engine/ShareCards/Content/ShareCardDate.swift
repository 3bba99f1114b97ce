/// Dates as cards write them: numbers put into a pattern, without a locale and without a clock.
enum ShareCardDate {
  /// The letters of a pattern, as in Unicode's date patterns (UTS 35): `yyyy`, `M`, `MM`, `d`,
  /// `dd`; everything else stands for itself.
  static func write(_ text: String, pattern: String) throws(ShareCardError) -> String {
    guard let (year, month, day) = try parse(text) else { return text }
    var result = ""
    var rest = Substring(pattern)
    while let letter = rest.first {
      let run = rest.prefix { $0 == letter }
      switch (letter, run.count) {
      case ("y", 4): result += padded(year, to: 4)
      case ("M", 1...2): result += padded(month, to: run.count)
      case ("d", 1...2): result += padded(day, to: run.count)
      default: result += run
      }
      rest = rest.dropFirst(run.count)
    }
    return result
  }

  /// Year, month and day of `YYYY-MM-DD`; nil for any other text.
  static func parse(_ text: String) throws(ShareCardError) -> (Int, Int, Int)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    guard (1...12).contains(month), (1...days(of: month, year)).contains(day) else {
      throw .unfitDate(text)
    }
    return (year, month, day)
  }

  /// The days of a month in the Gregorian calendar.
  private static func days(of month: Int, _ year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    default: 31
    }
  }

  private static func padded(_ number: Int, to length: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, length - digits.count)) + digits
  }
}
