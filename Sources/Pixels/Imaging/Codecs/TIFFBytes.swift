/// The directories of a TIFF file (TIFF 6.0, section 2), and of EXIF: numbers at places, of which none may lie outside.
package struct TIFFBytes {
  private let bytes: (_ place: Int, _ count: Int) -> [UInt8]
  private let isLittleEndian: Bool

  /// Reads a file.
  ///
  /// - Parameter bytes: gives the bytes at a place, fewer where there are not so many.
  package init(_ bytes: @escaping (_ place: Int, _ count: Int) -> [UInt8]) {
    self.bytes = bytes
    isLittleEndian = bytes(0, 1).first == UInt8(ascii: "I")
  }

  /// One directory, which describes one picture.
  package struct Directory {
    /// Where it lies.
    package var place: Int
    /// The first value of each tag, of those that are numbers.
    fileprivate var values: [Int: Int] = [:]
    /// The directories of other forms of the same picture (TIFF technical note 1), and the next page's.
    package fileprivate(set) var inner: [Int] = []
    package fileprivate(set) var next: Int?

    /// How its picture is turned; upright where it is not said.
    package var orientation: EXIFOrientation {
      values[0x0112].flatMap(EXIFOrientation.init) ?? .upright
    }
    /// Whether its picture is a smaller form of another one.
    package var isReduced: Bool { (values[0x00FE] ?? 0) & 1 == 1 || values[0x00FF] == 2 }
    package var pixels: Int {
      (values[0x0100] ?? 0).multipliedReportingOverflow(by: values[0x0101] ?? 0).partialValue
    }
    /// Whether its pixels are what a sensor measured (DNG 1.7, PhotometricInterpretation), or its file is a DNG.
    package var isRaw: Bool {
      [32803, 34892].contains(values[0x0106]) || values[0xC612] != nil
    }
  }

  /// Where the first directory lies; nil for what is no TIFF.
  package var start: Int? {
    let order = Array((isLittleEndian ? "II" : "MM").utf8)
    guard bytes(0, 2) == order, number(at: 2, count: 2) == 42 else { return nil }
    return number(at: 4, count: 4)
  }

  /// Four bytes of the file's order that state a place.
  package func written(_ place: Int) -> [UInt8] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: place >> (8 * $0)) }
    return isLittleEndian ? bytes : bytes.reversed()
  }

  private static let mostInner = 16
  private static let mostDirectories = 64

  /// Reads a directory, as far as it is whole; nil where not even its count is.
  package func directory(at place: Int) -> Directory? {
    guard let entries = number(at: place, count: 2) else { return nil }
    var directory = Directory(place: place)
    entries: for index in 0..<entries {
      let entry = place + 2 + 12 * index
      guard let tag = number(at: entry, count: 2), let type = number(at: entry + 2, count: 2),
        let count = number(at: entry + 4, count: 4)
      else { break entries }
      // BYTE, SHORT, LONG and IFD; short ones lie at the start of the value's four bytes.
      guard let width = [1: 1, 3: 2, 4: 4, 13: 4][type], count > 0 else { continue }
      let isInline = count <= 4 / width
      guard let value = number(at: entry + 8, count: isInline ? width : 4) else { break entries }
      guard tag == 0x014A else {
        if isInline { directory.values[tag] = directory.values[tag] ?? value }
        continue
      }
      directory.inner =
        isInline
        ? [value]
        : (0..<min(count, Self.mostInner)).compactMap { number(at: value + 4 * $0, count: 4) }
    }
    directory.next = number(at: place + 2 + 12 * entries, count: 4).flatMap { $0 > 0 ? $0 : nil }
    return directory
  }

  /// All directories, each once: a page, its other forms, the next page.
  package var directories: [Directory] {
    var (found, seen) = ([Directory](), Set<Int>())
    var open = start.map { [$0] } ?? []
    while let place = open.popLast(), found.count < Self.mostDirectories {
      guard seen.insert(place).inserted, let directory = directory(at: place) else { continue }
      found.append(directory)
      open += [directory.next].compactMap(\.self) + directory.inner.reversed()
    }
    return found
  }

  private func number(at place: Int, count: Int) -> Int? {
    let digits = bytes(place, count)
    guard digits.count == count else { return nil }
    return isLittleEndian
      ? digits.reversed().reduce(0) { $0 << 8 | Int($1) }
      : digits.reduce(0) { $0 << 8 | Int($1) }
  }
}
