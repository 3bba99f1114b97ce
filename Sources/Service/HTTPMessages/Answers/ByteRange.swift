/// The part of a file that a client asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// All of it: no range, more than one, or none that can be read.
  case whole
  case part(Range<Int>)
  /// None that the file has.
  case unsatisfiable

  /// Reads a `Range` field for a file of so many bytes.
  init(_ field: String?, size: Int) {
    self = .whole
    guard let field, field.lowercased().hasPrefix("bytes=") else { return }
    let sets = field.dropFirst(6).split(separator: ",", omittingEmptySubsequences: false)
    // Several parts would need a multipart answer, which a server may decline by sending all.
    guard sets.count == 1, let set = sets.first else { return }
    let ends = set.split(separator: "-", omittingEmptySubsequences: false).map(\.withoutOuterBlanks)
    guard ends.count == 2 else { return }
    if ends[0].isEmpty {
      guard let count = Self.number(ends[1]) else { return }
      self = count == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - count)..<size)
      return
    }
    guard let first = Self.number(ends[0]) else { return }
    var last = Int.max
    if !ends[1].isEmpty {
      guard let number = Self.number(ends[1]), number >= first else { return }
      last = number
    }
    self = first < size ? .part(first..<(min(last, size - 1) + 1)) : .unsatisfiable
  }

  /// Digits alone; what is too long for a number is as good as the largest.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? Int.max
  }
}
