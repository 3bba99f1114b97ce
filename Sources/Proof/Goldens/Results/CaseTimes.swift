internal import Foundation

/// How long the cases of a suite took the last time: a line of JSON a case, sorted by name.
///
/// Lines stand for themselves, so the files of several shards can be put together with `cat`; of two
/// lines of one case the later one holds.
public struct CaseTimes: Hashable, Sendable {
  /// The seconds by the case's name, rounded to milliseconds, above 0.
  public private(set) var seconds: [String: Double] = [:]

  /// The file's name in a suite's results.
  static let fileName = "times.jsonl"
  /// The longest file that is read, in bytes: the cases of the largest suite take a sixteenth of it.
  static let byteLimit = 16 << 20
  /// The longest time of a case that is believed, in seconds: a day.
  static let longest = 86_400.0

  private struct Line: Codable {
    var name: String
    var seconds: Double
  }

  /// Makes an empty file.
  public init() {}

  /// Reads the file; one that is not there is empty.
  ///
  /// - Throws: `GoldenError.unreadable`, with the line.
  public init(path: String) throws(GoldenError) { try self.init(SuitePlace(named: path)) }

  /// The same, of the results of a suite.
  init(_ place: SuitePlace) throws(GoldenError) {
    guard place.exists else { return }
    let path = place.path
    for (number, line) in try LineFile(place, byteLimit: Self.byteLimit).lines {
      guard let one = try? JSONDecoder().decode(Line.self, from: Data(line)), one.seconds > 0,
        one.seconds <= Self.longest
      else {
        throw .unreadable(
          path,
          reason: "line \(number) is not {\"name\": ..., \"seconds\": ...} with a time above 0;"
            + " remove it")
      }
      seconds[one.name] = one.seconds
    }
  }

  /// Notes how long a case took.
  mutating func note(_ name: String, _ time: Double) {
    seconds[name] = min(Self.longest, max(0.001, (time * 1000).rounded() / 1000))
  }

  mutating func keep(where isKept: (String) -> Bool) {
    seconds = seconds.filter { isKept($0.key) }
  }

  func write(to place: SuitePlace) throws(GoldenError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = seconds.sorted { $0.key < $1.key }.compactMap {
      try? encoder.encode(Line(name: $0.key, seconds: $0.value))
    }
    try place.write(lines.flatMap { Array($0) + [UInt8(ascii: "\n")] })
  }
}
