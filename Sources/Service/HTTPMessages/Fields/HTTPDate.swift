internal import Glibc
internal import Synchronization

/// Dates in headers (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The text of this second, made once for all its answers.
  private static let current = Mutex((second: 0, text: [UInt8]()))

  /// The text of now.
  package static var now: [UInt8] {
    var time = time_t()
    unsafe Glibc.time(&time)
    return current.withLock { current in
      if current.second != time { current = (time, Array(text(time).utf8)) }
      return current.text
    }
  }

  /// The text of a time in seconds since 1970.
  package static func text(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&time, &parts) != nil else { return text(0) }
    let (weekday, month) = unsafe (days[Int(parts.tm_wday)], months[Int(parts.tm_mon)])
    let (day, year) = unsafe (two(parts.tm_mday), 1900 + Int(parts.tm_year))
    let (hour, minute, second) = unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec)
    let clock = "\(two(hour)):\(two(minute)):\(two(second))"
    return "\(weekday), \(day) \(month) \(year) \(clock) GMT"
  }

  /// The seconds since 1970; nil where the text is not of the form that senders must use.
  package static func seconds(_ text: String) -> Int? {
    lenientSeconds(text).flatMap { Self.text($0) == text ? $0 : nil }
  }

  /// The seconds since 1970 of another server's date, whose weekday and zeros may be wrong; nil where it is none.
  package static func lenientSeconds(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])),
      let day = Int32(words[1]), let year = Int32(words[3])
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int32($0) }
    guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      (0...60).contains(clock[2]), (1...31).contains(day), (1900...9999).contains(year)
    else { return nil }
    var parts = unsafe tm()
    unsafe (parts.tm_mday, parts.tm_mon, parts.tm_year) = (day, Int32(month), year - 1900)
    unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
    return unsafe timegm(&parts)
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
