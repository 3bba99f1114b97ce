internal import Foundation

/// Times as S3 writes them.
package enum UTCTime {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970 as `20130524T000000Z`.
  package static func stamp(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&time, &parts) != nil else { return stamp(0) }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = unsafe "\(1900 + Int(parts.tm_year))\(two(parts.tm_mon + 1))\(two(parts.tm_mday))"
    return unsafe "\(date)T\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))Z"
  }

  /// Seconds since 1970 of a listing's time, `2009-10-12T17:50:30.000Z`; nil for what is none.
  package static func listed(_ text: String) -> Int64? {
    guard text.hasSuffix("Z") else { return nil }
    let whole = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    let parts = whole[0].split(separator: "T")
    guard whole.count <= 2, parts.count == 2 else { return nil }
    let date = parts[0].split(separator: "-").compactMap { Int($0) }
    guard date.count == 3 else { return nil }
    return seconds(year: date[0], month: date[1], day: date[2], clock: parts[1])
  }

  /// Seconds since 1970 of a header's time, `Mon, 12 Oct 2009 17:50:30 GMT`; nil for what is none.
  package static func header(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])),
      let day = Int(words[1]), let year = Int(words[3])
    else { return nil }
    return seconds(year: year, month: month + 1, day: day, clock: words[4])
  }

  private static func seconds(year: Int, month: Int, day: Int, clock: Substring) -> Int64? {
    let clock = clock.split(separator: ":").compactMap { Int32($0) }
    guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      (0...60).contains(clock[2]), (1...12).contains(month), (1...31).contains(day),
      (1970...9999).contains(year)
    else { return nil }
    var parts = unsafe tm()
    unsafe (parts.tm_mday, parts.tm_mon, parts.tm_year) = (
      Int32(day), Int32(month - 1), Int32(year - 1900)
    )
    unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
    return unsafe Int64(timegm(&parts))
  }
}
