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
@safe final class DocumentSplitter {
  /// Why there is no next text.
  enum Failure: Error {
    case source(SourceError)
    case tooLong(line: Int, element: Int?)
    case unfinishedArray(line: Int, byte: Int)
    case behindArray(line: Int)
  }

  private enum Layout { case unknown, lines, array, ended }

  private let source: TextSource
  private var buffer: UnsafeMutableRawBufferPointer
  /// What is read and not yet handed out: buffer[start..<end].
  private var start = 0
  private var end = 0
  private var sourceAtEnd = false
  private var layout = Layout.unknown
  private var line = 1
  private var element = 0
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
    if layout == .unknown { try findLayout() }
    switch layout {
    case .lines: return try nextLine()
    case .array: return try nextElement()
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
      layout = .lines
    }
  }

  /// Steps over white space; the byte behind it, or nil at the end.
  private func firstOfToken() throws(Failure) -> UInt8? {
    while true {
      while start < end {
        let byte = unsafe buffer[start]
        switch byte {
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
        default: return byte
        }
        start += 1
      }
      guard try fill() else { return nil }
    }
  }

  // MARK: - Lines

  private func nextLine() throws(Failure) -> Document? {
    // Empty lines are no samples.
    guard try firstOfToken() != nil else { return nil }
    var searched = start
    while true {
      if let newline = position(of: UInt8(ascii: "\n"), from: searched) {
        defer { line += 1 }
        return try take(through: newline, next: newline + 1)
      }
      searched = end - start
      guard end - start <= longest else { throw try skipLine() }
      let more = try fill()
      guard more else {
        var last = try take(through: end, next: end)
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

  private func take(through stop: Int, next: Int) throws(Failure) -> Document {
    defer { start = next }
    guard stop - start <= longest else {
      throw .tooLong(line: line, element: element > 0 ? element : nil)
    }
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[start..<stop])
    return unsafe Document(bytes: bytes, line: line, element: element > 0 ? element : nil)
  }

  /// Steps over the rest of a line that is too long, so that those behind it can be read.
  private func skipLine() throws(Failure) -> Failure {
    let failure = Failure.tooLong(line: line, element: nil)
    repeat {
      if let newline = position(of: UInt8(ascii: "\n"), from: start) {
        start = newline + 1
        line += 1
        return failure
      }
      start = end
    } while try fill()
    return failure
  }

  // MARK: - Elements of an array

  private func nextElement() throws(Failure) -> Document? {
    guard var byte = try firstOfToken() else { throw endWithinArray() }
    if byte == UInt8(ascii: "]"), element == 0 { return try endArray() }
    if element > 0 {
      if byte == UInt8(ascii: "]") { return try endArray() }
      // The scan stops at a comma or at the closing bracket; nothing else can stand here.
      start += 1
      guard let next = try firstOfToken() else { throw endWithinArray() }
      byte = next
    }
    element += 1
    var scan = csj_splitter()
    var scanned = 0
    while true {
      guard let base = unsafe buffer.baseAddress else { return nil }
      let stop = unsafe csj_splitter_scan(
        &scan, base.assumingMemoryBound(to: CChar.self), start + scanned, end)
      if stop < end {
        let document = try take(through: stop, next: stop)
        countLines(document)
        return document
      }
      scanned = end - start
      guard scanned <= longest else {
        throw end(with: .tooLong(line: line, element: element))
      }
      guard try fill() else { throw endWithinArray() }
    }
  }

  private func countLines(_ document: Document) {
    unsafe line += document.bytes.count { $0 == UInt8(ascii: "\n") }
  }

  private func endArray() throws(Failure) -> Document? {
    start += 1
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
    if start > 0 {
      if start < end, let base = unsafe buffer.baseAddress {
        unsafe memmove(base, base + start, end - start)
      }
      (start, end) = (0, end - start)
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
