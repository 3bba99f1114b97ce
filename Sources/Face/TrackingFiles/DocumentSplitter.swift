internal import CSimdjson
internal import Foundation

/// One JSON text of a file: a line, or an element of the file's array.
@safe struct Document {
  /// The text in the splitter's buffer, good until the next one is asked for; the padding that
  /// simdjson wants is readable behind it.
  var bytes: UnsafeRawBufferPointer
  /// The line in which it starts, counted from 1.
  var line: Int
  /// Its place in the array, counted from 1; nil where the file has one object a line.
  var element: Int?
  /// Whether it is the file's last line, and has no end.
  var isUnended = false
}

/// Cuts a file into JSON texts with a buffer no larger than the longest text allowed.
///
/// Texts are lines, values one after the other however they are laid out, or elements of a list. Commas between
/// them do no harm.
@safe final class DocumentSplitter {
  /// Why there is no next text.
  enum Failure: Error {
    case source(SourceError)
    case tooLong(line: Int, element: Int?)
    case unfinishedArray(line: Int, byte: Int)
    case behindArray(line: Int)
  }

  private enum Layout { case unknown, lines, values, array, ended }

  private let source: TextSource
  private var buffer: UnsafeMutableRawBufferPointer
  /// What is read and not yet handed out: buffer[start..<end].
  private var start = 0
  private var end = 0
  private var sourceAtEnd = false
  private var layout = Layout.unknown
  private var line = 1
  private var element = 0
  /// Where the file's first text begins in the buffer, and in which line; nil from the second one on.
  private var first: (start: Int, line: Int)?
  /// Whether the line at the start was found too long, and is stepped over next.
  private var isWithinLine = false
  /// How many objects are open around the list whose elements are the texts.
  private var openObjects = 0
  private let longest: Int

  /// Bytes that are read at once; longer texts make the buffer grow.
  private static let room = 1 << 18

  init(source: ByteSource, longest: Int = TrackingLimits.documentBytes) {
    self.source = TextSource(source)
    self.longest = longest
    // One byte more than there are, so that the end is found without growing.
    let room = min(source.expectedCount.map { $0 + 1 } ?? Self.room, Self.room)
    unsafe buffer = .allocate(byteCount: room + csj_padding, alignment: 64)
  }

  deinit { unsafe buffer.deallocate() }

  /// How many bytes were read of the file, unpacked.
  var position: Int { source.position }
  /// Whether the file is UTF-16.
  var isUTF16: Bool { source.isUTF16 }

  /// The next text; nil at the end.
  func next() throws(Failure) -> Document? {
    if layout == .unknown {
      try findLayout()
      first = (start, line)
    } else {
      first = nil
    }
    switch layout {
    case .lines: return try nextLine()
    case .values, .array: return try nextValue()
    case .unknown, .ended: return nil
    }
  }

  // MARK: - The file's layout

  /// Steps over a byte order mark and white space, and tells an array from objects.
  private func findLayout() throws(Failure) {
    while end - start < 3, try fill() {}
    if end - start >= 3, unsafe buffer[start] == 0xEF, unsafe buffer[start + 1] == 0xBB,
      unsafe buffer[start + 2] == 0xBF
    {
      start += 3
    }
    guard let first = try firstOfToken() else {
      layout = .ended
      return
    }
    if first == UInt8(ascii: "[") {
      layout = .array
      start += 1
    } else {
      layout = try isOfSeveralLines(first) ? .values : .lines
    }
  }

  /// Whether the first object goes on in further lines, or another one begins in its own.
  ///
  /// A line that is cut off goes on in none: the one behind it begins with an object, and no object ends all.
  private func isOfSeveralLines(_ first: UInt8) throws(Failure) -> Bool {
    guard first == UInt8(ascii: "{") else { return false }
    let stop = try endOfValue()
    let newline = position(of: UInt8(ascii: "\n"), from: start)
    if let newline, newline < stop ?? end {
      guard newline + 1 < end else { return false }
      guard unsafe buffer[newline + 1] == UInt8(ascii: "{") else { return true }
      return goesOn(at: newline, isEnded: stop != nil || !sourceAtEnd)
    }
    guard var place = stop else { return false }
    while place - start <= longest {
      if place == end {
        // What is in the buffer moves.
        place -= start
        guard try fill() else { return false }
        place += start
      }
      switch unsafe buffer[place] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: ","): place += 1
      case let byte: return byte == UInt8(ascii: "{")
      }
    }
    return false
  }

  /// Whether an object goes on behind a newline that another one follows, as a list at its beginning does, and one
  /// behind a comma that comes to an end.
  private func goesOn(at newline: Int, isEnded: Bool) -> Bool {
    let blank = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
    switch unsafe buffer[start..<newline].last(where: { !blank.contains($0) }) {
    case UInt8(ascii: "["), UInt8(ascii: ":"): return true
    case UInt8(ascii: ","): return isEnded
    default: return false
    }
  }

  /// Steps over what stands between texts: white space, commas, and the marks of RFC 7464; the byte behind it, or
  /// nil at the end.
  private func firstOfToken() throws(Failure) -> UInt8? {
    while true {
      while start < end {
        let byte = unsafe buffer[start]
        switch byte {
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: ","), 0x1E:
          break
        default: return byte
        }
        start += 1
      }
      guard try fill() else { return nil }
    }
  }

  // MARK: - Lines

  private func nextLine() throws(Failure) -> Document? {
    if isWithinLine { try skipLine() }
    // Empty lines are no samples.
    guard try firstOfToken() != nil else { return nil }
    var searched = start
    while true {
      if let newline = position(of: UInt8(ascii: "\n"), from: searched) {
        defer { line += 1 }
        return try take(through: withoutComma(newline), next: newline + 1)
      }
      searched = end - start
      guard end - start <= longest else {
        isWithinLine = true
        throw .tooLong(line: line, element: nil)
      }
      let more = try fill()
      guard more else {
        var last = try take(through: withoutComma(end), next: end)
        last.isUnended = true
        return last
      }
      searched += start
    }
  }

  private func position(of byte: UInt8, from index: Int) -> Int? {
    guard let base = unsafe buffer.baseAddress else { return nil }
    guard index < end, let found = unsafe memchr(base + index, Int32(byte), end - index) else {
      return nil
    }
    return unsafe found - base
  }

  /// Where a line ends that is the element of a list: before the comma that follows its object.
  private func withoutComma(_ stop: Int) -> Int {
    var place = stop
    var hasComma = false
    while place > start {
      switch unsafe buffer[place - 1] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      case UInt8(ascii: ",") where !hasComma: hasComma = true
      case UInt8(ascii: "}") where hasComma: return place
      default: return stop
      }
      place -= 1
    }
    return stop
  }

  private func take(through stop: Int, next: Int) throws(Failure) -> Document {
    defer { start = next }
    guard stop - start <= longest else {
      throw .tooLong(line: line, element: element > 0 ? element : nil)
    }
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[start..<stop])
    return unsafe Document(bytes: bytes, line: line, element: element > 0 ? element : nil)
  }

  /// Steps over the rest of a line that is too long, so that those behind it can be read.
  private func skipLine() throws(Failure) {
    isWithinLine = false
    repeat {
      if let newline = position(of: UInt8(ascii: "\n"), from: start) {
        start = newline + 1
        line += 1
        return
      }
      start = end
    } while try fill()
  }

  // MARK: - Values and elements of an array

  private func nextValue() throws(Failure) -> Document? {
    guard let first = try firstOfToken() else {
      if layout == .array { throw endWithinArray() }
      return nil
    }
    if layout == .array {
      if first == UInt8(ascii: "]") { return try endArray() }
      element += 1
    } else if first != UInt8(ascii: "{") {
      return try nextLine()
    }
    if let stop = try endOfValue() {
      let document = try take(through: stop, next: stop)
      unsafe line += document.bytes.count { $0 == UInt8(ascii: "\n") }
      return document
    }
    guard end - start <= longest else {
      throw end(with: .tooLong(line: line, element: element > 0 ? element : nil))
    }
    if layout == .array { throw endWithinArray() }
    var document = try take(through: end, next: end)
    document.isUnended = true
    return document
  }

  /// Where the value at the start ends; nil where it does not, or not within the longest text.
  private func endOfValue() throws(Failure) -> Int? {
    var scan = csj_splitter()
    scan.closes = unsafe [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(buffer[start])
    var scanned = 0
    while let base = unsafe buffer.baseAddress {
      let stop = unsafe csj_splitter_scan(
        &scan, base.assumingMemoryBound(to: CChar.self), start + scanned, end)
      if stop > 0 { return stop }
      scanned = end - start
      guard scanned <= longest, try fill() else { return nil }
    }
    return nil
  }

  // MARK: - A list within the first text

  /// Goes into the list of results within the first text, so that its elements are the next ones.
  ///
  /// - Returns: what stands before it, closed, with what simdjson wants behind it, and its line; nil where there
  ///   is no such list.
  func enterList() -> (before: [UInt8], line: Int)? {
    guard let first, let base = unsafe buffer.baseAddress else { return nil }
    let text = unsafe base.assumingMemoryBound(to: CChar.self) + first.start
    let place = unsafe csj_find_samples(text, end - first.start, &openObjects)
    guard place < end - first.start else { return nil }
    let before = unsafe Array(buffer[first.start..<first.start + place])
    (layout, start, element) = (.array, first.start + place + 1, 0)
    line = first.line + before.count { $0 == UInt8(ascii: "\n") }
    isWithinLine = false
    let closing = Array("[]".utf8) + Array(repeating: UInt8(ascii: "}"), count: openObjects)
    return (before + closing + Array(repeating: 0, count: csj_padding), first.line)
  }

  /// Whether nothing but white space follows the first text, whose place may change meanwhile.
  func isAtEnd(_ text: inout Document?) throws(Failure) -> Bool {
    defer {
      if let first, let count = unsafe text?.bytes.count {
        let range = first.start..<first.start + count
        unsafe text?.bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[range])
      }
    }
    while let first, end - first.start <= 2 * longest {
      while start < end {
        switch unsafe buffer[start] {
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
        default: return false
        }
        start += 1
      }
      guard try fill() else { return true }
    }
    return false
  }

  private func endArray() throws(Failure) -> Document? {
    start += 1
    // What is left of the objects around it.
    var scan = csj_splitter()
    (scan.depth, scan.closes) = (UInt32(openObjects), true)
    while openObjects > 0, let base = unsafe buffer.baseAddress {
      let stop = unsafe csj_splitter_scan(
        &scan, base.assumingMemoryBound(to: CChar.self), start, end)
      start = stop > 0 ? stop : end
      if stop > 0 { break }
      guard try fill() else { throw endWithinArray() }
    }
    let more = try firstOfToken()
    layout = .ended
    if more != nil { throw .behindArray(line: line) }
    return nil
  }

  private func endWithinArray() -> Failure {
    end(with: .unfinishedArray(line: line, byte: position))
  }

  private func end(with failure: Failure) -> Failure {
    layout = .ended
    return failure
  }

  // MARK: - The buffer

  /// Reads more behind what is there; false at the end of the file.
  private func fill() throws(Failure) -> Bool {
    if sourceAtEnd { return false }
    let room = unsafe buffer.count - csj_padding
    let kept = first?.start ?? start
    if kept > 0 {
      if kept < end, let base = unsafe buffer.baseAddress {
        unsafe memmove(base, base + kept, end - kept)
      }
      (start, end) = (start - kept, end - kept)
      first?.start = 0
    }
    if end == room { grow() }
    do {
      let free = unsafe UnsafeMutableRawBufferPointer(
        rebasing: buffer[end..<(buffer.count - csj_padding)])
      let count = try unsafe source.read(into: free)
      end += count
      sourceAtEnd = count == 0
      return count > 0
    } catch {
      // What cannot be read ends the file; what was read before stays good.
      sourceAtEnd = true
      layout = .ended
      throw .source(error)
    }
  }

  /// Doubles the buffer; the callers stop before it outgrows twice the longest text.
  private func grow() {
    let bigger = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: 2 * (buffer.count - csj_padding) + csj_padding, alignment: 64)
    unsafe bigger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<end]))
    unsafe buffer.deallocate()
    unsafe buffer = bigger
  }
}
