internal import CSimdjson
internal import FaceModel
internal import Foundation
internal import Text

/// The coefficients that Live Link Face logs of one face (CSV): how it moves, not where it is.
struct LiveLinkFile {
  /// When rows were taken, in milliseconds from the first one, rising.
  private(set) var times: [Double] = []
  /// Whether the rate of the timecode's frames was not seen, and is taken to be 60 or the next that fits.
  private(set) var assumesRate = false
  /// Of each row, a number for each of `shapes`.
  private var numbers: [Float] = []
  /// The blendshapes that the file has.
  let shapes: [Blendshape]
  /// The columns of those.
  private let columns: [Int]

  /// Whether a text is the first line of such a file.
  static func begins(_ line: some StringProtocol) -> Bool {
    let names = fields(line).prefix(2).map { $0.lowercased() }
    return names == ["timecode", "blendshapecount"]
  }

  /// Reads a file.
  init(path: String) throws(TrackingFault) {
    let expected = "a CSV file of Live Link Face: Timecode,BlendShapeCount,EyeBlinkLeft,..."
    let lines = try TextLines(path: path, expected: expected)
    guard let header = try lines.next(), Self.begins(header.text) else {
      throw TrackingFault(
        file: path, line: 1, problem: .unrecognised, found: "another first line", expected: expected
      )
    }
    let names = Self.fields(header.text)
    let known = names.enumerated().compactMap { column, name -> (Int, Blendshape)? in
      guard let shape = Blendshape(rawValue: name.prefix(1).lowercased() + name.dropFirst()),
        shape != .neutral
      else { return nil }
      return (column, shape)
    }
    (columns, shapes) = (known.map(\.0), known.map(\.1))
    guard !shapes.isEmpty, Set(shapes).count == shapes.count else {
      throw TrackingFault(
        file: path, line: 1, problem: .missingKey,
        found: shapes.isEmpty ? "no blendshape's column" : "a blendshape's column twice",
        expected: expected)
    }
    var codes: [Timecode] = []
    while let (text, line) = try lines.next() {
      do throws(Finding) {
        try add(Self.fields(text), to: &codes)
      } catch {
        throw TrackingFault(
          file: path, line: line, problem: error.problem, place: error.place, found: error.found,
          expected: error.expected)
      }
    }
    guard !codes.isEmpty else {
      throw TrackingFault(
        file: path, problem: .empty, found: "no row with coefficients", expected: expected)
    }
    try setTimes(codes, path)
  }

  /// The score of a blendshape in a row, 0 where the file does not have it.
  func score(_ shape: Blendshape, row: Int) -> Double {
    guard let place = shapes.firstIndex(of: shape) else { return 0 }
    return Double(numbers[row * shapes.count + place])
  }

  /// How far apart rows may be that are joined, in milliseconds.
  private static let maxGapMs = 250.0
  /// How far before the first row and after the last these stand for a time, in milliseconds.
  private static let reachMs = 50.0

  /// The rows around a time, and how far it is from the first to the second; nil where none is near.
  func rows(atMs time: Double) -> (from: Int, to: Int, part: Double)? {
    guard let first = times.first, let last = times.last, time >= first - Self.reachMs,
      time <= last + Self.reachMs
    else { return nil }
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return (0, 0, 0) }
    guard low < times.count else { return (low - 1, low - 1, 0) }
    let (from, to) = (times[low - 1], times[low])
    guard to - from <= Self.maxGapMs else {
      return time - from <= Self.reachMs ? (low - 1, low - 1, 0) : nil
    }
    return (low - 1, low, (time - from) / (to - from))
  }

  // MARK: - Rows

  private mutating func add(_ fields: [Substring], to codes: inout [Timecode]) throws(Finding) {
    guard fields.contains(where: { !$0.isEmpty }) else { return }
    guard codes.count < TrackingLimits.coefficientRows else {
      throw Finding(
        problem: .tooMany, found: "more rows", expected: "at most \(TrackingLimits.coefficientRows)"
      )
    }
    guard let first = fields.first, let code = Timecode(first) else {
      throw Finding(
        problem: .wrongType, place: "Timecode", found: Shown.text(String(fields.first ?? "")),
        expected: "hours:minutes:seconds:frames")
    }
    // A face that was lost has a row without coefficients.
    guard columns.contains(where: { $0 < fields.count && !fields[$0].isEmpty }) else { return }
    for (column, shape) in zip(columns, shapes) {
      guard column < fields.count, let score = Float(fields[column]), score.isFinite else {
        throw Finding(
          problem: .notFinite, place: shape.rawValue,
          found: column < fields.count ? Shown.text(String(fields[column])) : "nothing",
          expected: "a number")
      }
      guard abs(score) <= Float(csj_farthest_blendshape) else {
        throw Finding(
          problem: .outOfRange, place: shape.rawValue, found: shortest(Double(score)),
          expected: "0 to 1")
      }
      numbers.append(min(max(score, 0), 1))
    }
    codes.append(code)
  }

  private static func fields(_ line: some StringProtocol) -> [Substring] {
    Substring(line).split(separator: ",", omittingEmptySubsequences: false).map { field in
      let bare = field.drop { $0 == " " || $0 == "\"" || $0 == "\u{FEFF}" }
      let end = bare.lastIndex { $0 != " " && $0 != "\"" && $0 != "\r" && $0 != "\r\n" }
      return end.map { bare[...$0] } ?? ""
    }
  }

  // MARK: - Times

  /// Hours, minutes, seconds and frames.
  private struct Timecode {
    var second: Int
    var frame: Double
    /// Whether the part behind the seconds is one of a second, and counts no frames.
    var isOfSeconds = false

    init?(_ text: Substring) {
      let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
      guard (3...4).contains(parts.count), let hours = Int(parts[0]), (0..<100).contains(hours),
        let minutes = Int(parts[1]), (0..<60).contains(minutes),
        let last = Double(parts[parts.count - 1]),
        last.isFinite, last >= 0, last < 1000
      else { return nil }
      if parts.count == 4 {
        guard let seconds = Int(parts[2]), (0..<60).contains(seconds) else { return nil }
        (second, frame) = (3600 * hours + 60 * minutes + seconds, last)
      } else {
        guard last < 60 else { return nil }
        let whole = last.rounded(.down)
        (second, frame, isOfSeconds) = (
          3600 * hours + 60 * minutes + Int(whole), last - whole, true
        )
      }
    }
  }

  private mutating func setTimes(_ codes: [Timecode], _ path: String) throws(TrackingFault) {
    let rate = codes[0].isOfSeconds ? 1 : self.rate(codes)
    var (day, last) = (0, codes[0].second)
    var kept: [Float] = []
    for (row, code) in codes.enumerated() {
      // A recording may go on past midnight.
      if code.second < last - 43_200 { day += 86_400 }
      last = code.second
      let time =
        Double(code.second + day - codes[0].second) * 1000
        + (code.frame - codes[0].frame) * 1000 / rate
      if let before = times.last, time <= before {
        guard time == before else {
          throw TrackingFault(
            file: path, problem: .timeNotIncreasing, place: "Timecode",
            found: "\(shortest(time)) ms after the first row, behind \(shortest(before)) ms",
            expected: "rising times")
        }
        continue
      }
      times.append(time)
      kept += numbers[row * shapes.count..<(row + 1) * shapes.count]
    }
    numbers = kept
  }

  private static let rates = [24.0, 25, 30, 48, 50, 60, 90, 100, 120, 240]

  /// How many frames of the timecode are a second: what the frames fall by where the next second begins.
  private mutating func rate(_ codes: [Timecode]) -> Double {
    let pairs = zip(codes, codes.dropFirst())
    func median(_ list: [Double]) -> Double? {
      list.isEmpty ? nil : list.sorted()[list.count / 2]
    }
    let step = median(pairs.filter { $0.second == $1.second }.map { $1.frame - $0.frame })
    let most = codes.lazy.map(\.frame).max() ?? 0
    if let step,
      let fall = median(
        pairs.filter { $1.second == $0.second + 1 }.map { $0.frame + step - $1.frame }),
      let nearest = Self.rates.min(by: { abs($0 - fall) < abs($1 - fall) }), nearest > most
    {
      return nearest
    }
    assumesRate = true
    return Self.rates.first { $0 >= 60 && $0 > most } ?? 1000
  }
}

/// The lines of a text file, without their ends.
final class TextLines {
  private let path: String
  private let expected: String
  private let source: TextSource
  private var bytes: [UInt8] = []
  private var start = 0
  private var line = 0
  private var isAtEnd = false

  init(path: String, expected: String) throws(TrackingFault) {
    (self.path, self.expected) = (path, expected)
    do {
      source = TextSource(try ByteSource(path: path))
    } catch {
      throw Locator(path: path, expected: expected).fault(error)
    }
  }

  /// The next line that is not empty, and its number from 1; nil at the end.
  func next() throws(TrackingFault) -> (text: Substring, line: Int)? {
    while true {
      if let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        line += 1
        if end > start { return (Substring(decoding: bytes[start..<end], as: UTF8.self), line) }
        continue
      }
      guard bytes.count - start <= TrackingLimits.coefficientLineBytes else {
        throw TrackingFault(
          file: path, line: line + 1, problem: .tooLong,
          found: "more than \(TrackingLimits.coefficientLineBytes >> 10) KiB in one line",
          expected: "less")
      }
      if isAtEnd {
        guard start < bytes.count else { return nil }
        defer { start = bytes.count }
        return (Substring(decoding: bytes[start...], as: UTF8.self), line + 1)
      }
      try fill()
    }
  }

  private func fill() throws(TrackingFault) {
    bytes.removeFirst(start)
    start = 0
    var more = [UInt8](repeating: 0, count: 1 << 16)
    var (count, failure) = (0, SourceError?.none)
    unsafe more.withUnsafeMutableBytes { buffer in
      do throws(SourceError) {
        count = try unsafe source.read(into: buffer)
      } catch {
        failure = error
      }
    }
    if let failure { throw Locator(path: path, expected: expected).fault(failure) }
    isAtEnd = count == 0
    bytes += more[..<count]
  }
}
