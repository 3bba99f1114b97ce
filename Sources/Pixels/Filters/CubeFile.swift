import Imaging
import Text

/// Reads files of type `.cube`: "Cube LUT Specification" 1.0 (Adobe, 2013), and what Resolve writes beside it,
/// which is a curve before a cube and the ranges `LUT_1D_INPUT_RANGE` and `LUT_3D_INPUT_RANGE`.
struct CubeFile {
  /// The most bytes of a file: rows of the largest cube, with 40 letters each.
  static let byteLimit = 96 << 20

  /// The narrowest range of a table: steps of a narrower one are beyond what colours are told by.
  private static let narrowest = 1e-6

  private enum Keyword: String, CaseIterable {
    case title = "TITLE"
    case curveSize = "LUT_1D_SIZE"
    case cubeSize = "LUT_3D_SIZE"
    case domainLow = "DOMAIN_MIN"
    case domainHigh = "DOMAIN_MAX"
    case curveRange = "LUT_1D_INPUT_RANGE"
    case cubeRange = "LUT_3D_INPUT_RANGE"
  }

  private let path: String
  private var line = 0
  /// The lines of the keywords that were read.
  private var lines: [Keyword: Int] = [:]
  private var curveSize, cubeSize: Int?
  private var domain = ColourTable.Domain()
  private var curveRange, cubeRange: ColourTable.Domain?
  private var rows: [SIMD3<Double>] = []

  /// Reads a file.
  static func read(path: String) throws(FilterError) -> ColourTable {
    let bytes: [UInt8]
    do throws(ImagingError) {
      bytes = try FileBytes.read(path: path, limit: byteLimit)
    } catch .fileTooLarge(let found, let limit) {
      throw .tableTooLarge(path: path, found: "\(found) bytes", limit: "\(limit)")
    } catch {
      throw .unreadable(path: path, error)
    }
    return try read(bytes, path: path)
  }

  /// Reads the bytes of a file, which faults call by a path.
  static func read(_ bytes: [UInt8], path: String) throws(FilterError) -> ColourTable {
    var file = CubeFile(path: path)
    return try file.table(bytes)
  }

  private init(path: String) { self.path = path }

  private func fault(_ reason: String, line: Int? = nil) -> FilterError {
    .badTable(path: path, line: line ?? self.line, reason: reason)
  }

  private mutating func table(_ bytes: [UInt8]) throws(FilterError) -> ColourTable {
    line = 1
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw fault("UTF-16 found, expected a .cube file in ASCII or UTF-8; save it as UTF-8")
    }
    line = 0
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      line += 1
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      try read(bytes[start..<end])
      start = end + 1
    }
    return try finished()
  }

  /// Reads a line.
  private mutating func read(_ text: ArraySlice<UInt8>) throws(FilterError) {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var words: [ArraySlice<UInt8>] = []
    var index = text.startIndex
    while index < text.endIndex {
      while index < text.endIndex, isBlank(text[index]) { index += 1 }
      let start = index
      while index < text.endIndex, !isBlank(text[index]) { index += 1 }
      // A title may have any words.
      if index > start, words.count < 5 { words.append(text[start..<index]) }
    }
    guard let first = words.first, first.first != UInt8(ascii: "#") else { return }
    if Self.isKeyword(first) {
      return try read(keyword: String(decoding: first, as: UTF8.self), Array(words.dropFirst()))
    }
    guard curveSize != nil || cubeSize != nil else {
      throw fault(
        "expected LUT_1D_SIZE or LUT_3D_SIZE before the rows, found \"\(shown(first))\"")
    }
    guard rows.count < expectedRows else {
      throw fault("\(expectedRows) rows expected (\(sizes)), more found; remove them")
    }
    rows.append(try three(words, "a row"))
  }

  /// Whether a word is of capitals, digits and `_`; "NAN" and "INF" are numbers that are none.
  private static func isKeyword(_ word: ArraySlice<UInt8>) -> Bool {
    let capitals: ClosedRange<UInt8> = 0x41...0x5A
    return word.count > 3 && word.first.map(capitals.contains) == true
      && word.allSatisfy { capitals.contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }

  private mutating func read(
    keyword word: String, _ words: [ArraySlice<UInt8>]
  ) throws(FilterError) {
    guard let keyword = Keyword(rawValue: word) else {
      if word.hasPrefix("LUT_IN_VIDEO_RANGE") || word.hasPrefix("LUT_OUT_VIDEO_RANGE") {
        throw fault("\(word) found; expected a table of full range, export it so")
      }
      let nearest = Spelling.nearest(to: word, among: Keyword.allCases.map(\.rawValue))
      throw fault(
        "unknown keyword \"\(Shown.text(word))\"; "
          + (nearest.map { "did you mean \($0)?" }
            ?? "expected " + Keyword.allCases.map(\.rawValue).joined(separator: ", ")))
    }
    if let earlier = lines[keyword] {
      throw fault("\(word) is given twice, in line \(earlier) too; give it once")
    }
    guard rows.isEmpty else { throw fault("\(word) found behind rows; move it before them") }
    lines[keyword] = line
    switch keyword {
    case .title: break
    case .curveSize: curveSize = try size(word, words, ColourTable.curveSizes)
    case .cubeSize: cubeSize = try size(word, words, ColourTable.cubeSizes)
    case .domainLow: domain.low = try three(words, word)
    case .domainHigh: domain.high = try three(words, word)
    case .curveRange: curveRange = try range(word, words)
    case .cubeRange: cubeRange = try range(word, words)
    }
  }

  private var expectedRows: Int {
    (curveSize ?? 0) + (cubeSize.map { $0 * $0 * $0 } ?? 0)
  }

  /// The sizes, for a message.
  private var sizes: String {
    [curveSize.map { "LUT_1D_SIZE \($0)" }, cubeSize.map { "LUT_3D_SIZE \($0)" }]
      .compactMap(\.self).joined(separator: ", ")
  }

  private mutating func finished() throws(FilterError) -> ColourTable {
    guard curveSize != nil || cubeSize != nil else {
      throw fault("expected LUT_1D_SIZE or LUT_3D_SIZE, found none: this is no .cube file")
    }
    guard rows.count == expectedRows else {
      throw fault("\(rows.count) rows found, \(expectedRows) expected (\(sizes))")
    }
    let stated = lines[.domainLow] ?? lines[.domainHigh]
    if let range = lines[.curveRange] ?? lines[.cubeRange], stated != nil {
      throw fault(
        "an input range beside DOMAIN_MIN or DOMAIN_MAX; both say where the table begins and ends,"
          + " leave one of them out", line: range)
    }
    for (range, place) in [
      (domain, stated), (curveRange, lines[.curveRange]), (cubeRange, lines[.cubeRange]),
    ] {
      guard let range, (0..<3).contains(where: { range.high[$0] - range.low[$0] < Self.narrowest })
      else {
        continue
      }
      throw fault(
        "the table's begin \(range.low.words) is not below its end \(range.high.words) by a millionth or more",
        line: place)
    }
    if let place = lines[.curveRange], curveSize == nil {
      throw fault("LUT_1D_INPUT_RANGE without LUT_1D_SIZE", line: place)
    }
    if let place = lines[.cubeRange], cubeSize == nil {
      throw fault("LUT_3D_INPUT_RANGE without LUT_3D_SIZE", line: place)
    }
    let curve = curveSize.map {
      (size: $0, domain: curveRange ?? domain, rows: Array(rows.prefix($0)))
    }
    let cube = cubeSize.map {
      (size: $0, domain: cubeRange ?? domain, rows: Array(rows.dropFirst(curveSize ?? 0)))
    }
    return ColourTable(curve: curve, cube: cube)
  }

  // MARK: Values

  private func size(
    _ word: String, _ words: [ArraySlice<UInt8>], _ sizes: ClosedRange<Int>
  ) throws(FilterError) -> Int {
    let expected = "a whole number from \(sizes.lowerBound) to \(sizes.upperBound)"
    guard words.count == 1, words[0].allSatisfy({ (0x30...0x39).contains($0) }),
      let size = Int(String(decoding: words[0], as: UTF8.self))
    else {
      throw fault("\(word): expected \(expected), found \"\(shown(words))\"")
    }
    if size > sizes.upperBound {
      throw .tableTooLarge(
        path: "\(path):\(line)", found: "\(word) \(size)", limit: "\(sizes.upperBound)")
    }
    guard size >= sizes.lowerBound else {
      throw fault("\(word): expected \(expected), found \(size)")
    }
    return size
  }

  private func range(
    _ word: String, _ words: [ArraySlice<UInt8>]
  ) throws(FilterError) -> ColourTable.Domain {
    guard words.count == 2, let low = number(words[0]), let high = number(words[1]) else {
      throw fault("\(word): expected two numbers, found \"\(shown(words))\"")
    }
    return ColourTable.Domain(low: SIMD3(repeating: low), high: SIMD3(repeating: high))
  }

  private func three(
    _ words: [ArraySlice<UInt8>], _ what: String
  ) throws(FilterError) -> SIMD3<Double> {
    guard words.count == 3, let red = number(words[0]), let green = number(words[1]),
      let blue = number(words[2])
    else {
      throw fault(
        "\(what): expected three numbers from -\(Int(ColourTable.largest)) to"
          + " \(Int(ColourTable.largest)), found \"\(shown(words))\"")
    }
    return SIMD3(red, green, blue)
  }

  /// A decimal number; nil for anything else, such as "nan", "inf" and "0x1p3", which `Double` reads too.
  private func number(_ word: ArraySlice<UInt8>) -> Double? {
    guard
      word.allSatisfy({
        (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
      }), let number = Double(String(decoding: word, as: UTF8.self)),
      abs(number) <= ColourTable.largest
    else { return nil }
    return number
  }

  private func shown(_ words: [ArraySlice<UInt8>]) -> String {
    Shown.text(words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " "))
  }

  private func shown(_ word: ArraySlice<UInt8>) -> String { shown([word]) }
}

extension SIMD3<Double> {
  /// The numbers, for a message.
  fileprivate var words: String { "\(x) \(y) \(z)" }
}
