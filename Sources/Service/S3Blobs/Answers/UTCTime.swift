internal import Foundation

/// Times as S3 writes them.
package enum UTCTime {
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
    let date = parts[0].split(separator: "-").compactMap { Int32($0) }
    let clock = parts[1].split(separator: ":").compactMap { Int32($0) }
    guard date.count == 3, clock.count == 3, (0...23).contains(clock[0]),
      (0...59).contains(clock[1]), (0...60).contains(clock[2]), (1...12).contains(date[1]),
      (1...31).contains(date[2]), (1970...9999).contains(date[0])
    else { return nil }
    var time = unsafe tm()
    unsafe (time.tm_mday, time.tm_mon, time.tm_year) = (date[2], date[1] - 1, date[0] - 1900)
    unsafe (time.tm_hour, time.tm_min, time.tm_sec) = (clock[0], clock[1], clock[2])
    return unsafe Int64(timegm(&time))
  }
}
