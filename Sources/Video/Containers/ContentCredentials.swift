/// Content credentials: a signed manifest of C2PA that tells where a file comes from, and holds for its bytes alone.
package enum ContentCredentials {
  /// Boxes, segments or chunks that are looked at.
  private static let mostParts = 2000
  /// The box of a manifest in MP4, MOV, HEIC and AVIF (C2PA 2.1, A.5).
  private static let box: [UInt8] = [
    0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
  ]

  /// Whether a clip or picture has a manifest in it; whether that is true to the file is not looked at.
  package static func areThere(path: String) -> Bool {
    guard let file = ContainerFile(path: path) else { return false }
    let start = file.bytes(at: 0, count: 12)
    if start.starts(with: [0xFF, 0xD8]) { return inJPEG(file) }
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return inPNG(file) }
    if start.starts(with: "RIFF".utf8), start.suffix(4).elementsEqual("WEBP".utf8) {
      return inWebP(file)
    }
    guard start.dropFirst(4).starts(with: "ftyp".utf8) else { return false }
    var budget = mostParts
    return file.boxes(in: 0..<file.size, budget: &budget).contains { part in
      part.name == "uuid" && file.bytes(at: part.content.lowerBound, count: 16) == box
    }
  }

  /// Segments APP11 with a box of JUMBF (ISO/IEC 19566-5) before the scan.
  private static func inJPEG(_ file: ContainerFile) -> Bool {
    var place: UInt64 = 2
    for _ in 0..<mostParts {
      let head = file.bytes(at: place, count: 20)
      guard head.count == 20, head[0] == 0xFF, head[1] != 0xDA else { return false }
      // Its identifier, and behind its number and its place the type of the box.
      if head[1] == 0xEB, head[4..<6].elementsEqual("JP".utf8),
        head[16...].elementsEqual("jumb".utf8)
      {
        return true
      }
      place += 2 + ContainerFile.bigEndian(head[2..<4])
    }
    return false
  }

  /// A chunk caBX: a length, a name, the content and a checksum.
  private static func inPNG(_ file: ContainerFile) -> Bool {
    holdsChunk("caBX", file, from: 8, name: 4..<8) { 12 + ContainerFile.bigEndian($0[0..<4]) }
  }

  /// A chunk C2PA: a name, a length, and the content, padded to whole words.
  private static func inWebP(_ file: ContainerFile) -> Bool {
    holdsChunk("C2PA", file, from: 12, name: 0..<4) { head in
      let length = ContainerFile.bigEndian(head[4..<8].reversed())
      return 8 + length + length % 2
    }
  }

  /// Whether a chunk of a name is among those that lie behind each other.
  ///
  /// - Parameter size: gives the bytes that a chunk takes, by its first eight.
  private static func holdsChunk(
    _ wanted: String, _ file: ContainerFile, from start: UInt64, name: Range<Int>,
    size: ([UInt8]) -> UInt64
  ) -> Bool {
    var place = start
    for _ in 0..<mostParts {
      let head = file.bytes(at: place, count: 8)
      guard head.count == 8 else { return false }
      if head[name].elementsEqual(wanted.utf8) { return true }
      place += size(head)
    }
    return false
  }
}
