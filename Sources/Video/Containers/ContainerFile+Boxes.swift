extension ContainerFile {
  /// The header of a box of MP4 and MOV (ISO/IEC 14496-12, 4.2); its length, which counts the header, is nil
  /// where the box goes on to the end of what it lies in.
  struct Box {
    var name: String
    var headerLength: UInt64
    var length: UInt64?
  }

  /// Reads a box's header; nil where the file ends in it.
  func box(at offset: UInt64) -> Box? {
    let header = bytes(at: offset, count: 16)
    guard header.count >= 8 else { return nil }
    let name = String(decoding: header[4..<8], as: UTF8.self)
    let length = Self.bigEndian(header[0..<4])
    if length == 0 { return Box(name: name, headerLength: 8, length: nil) }
    guard length == 1 else { return Box(name: name, headerLength: 8, length: length) }
    guard header.count == 16 else { return nil }
    return Box(name: name, headerLength: 16, length: Self.bigEndian(header[8..<16]))
  }

  /// Whether an MP4 is in fragments (8.8.4), told by the first of them.
  package static func holdsFragments(path: String) -> Bool {
    guard let file = ContainerFile(path: path) else { return false }
    var place: UInt64 = 0
    for _ in 0..<mostBoxesBeforeFragments {
      guard let box = file.box(at: place), box.name != "moof" else {
        return file.box(at: place)?.name == "moof"
      }
      guard let length = box.length, length >= box.headerLength, length <= file.size - place else {
        return false
      }
      place += length
    }
    return false
  }

  private static let mostBoxesBeforeFragments = 1000

  /// A box: where its header begins in the file, and what is behind it.
  struct Part {
    var name: String
    var start: UInt64
    var content: Range<UInt64>
  }

  /// The boxes side by side in a range, up to one that ends beyond it.
  ///
  /// - Parameter budget: how many more are looked at.
  func boxes(in range: Range<UInt64>, budget: inout Int) -> [Part] {
    var found: [Part] = []
    var place = range.lowerBound
    while place < range.upperBound, budget > 0, let box = box(at: place) {
      budget -= 1
      let left = range.upperBound - place
      let length = box.length ?? left
      guard length >= box.headerLength, length <= left else { break }
      found.append(
        Part(
          name: box.name, start: place, content: (place + box.headerLength)..<(place + length)))
      place += length
    }
    return found
  }

  /// The contents of the boxes of a path, of which each lies in the one before.
  package func contents(of path: [String]) -> [Range<UInt64>] {
    path.reduce([0..<size]) { ranges, name in
      ranges.flatMap { range in
        var budget = Self.mostBoxesOfLevel
        return boxes(in: range, budget: &budget).filter { $0.name == name }.map(\.content)
      }
    }
  }

  /// Boxes of one level that are looked at.
  private static let mostBoxesOfLevel = 10_000
}
