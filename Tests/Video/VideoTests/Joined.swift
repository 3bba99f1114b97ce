import ClipReading
import Foundation
import TestSupport
import Testing

extension ScratchFolder {
  /// Files end to end in one, as `cat` and recorders that are started again write them.
  func joined(_ paths: [String], as name: String) throws -> String {
    let target = path(name)
    var bytes = Data()
    for path in paths { bytes += try Data(contentsOf: URL(filePath: path)) }
    try bytes.write(to: URL(filePath: target))
    return target
  }

  /// A copy of a file with changes.
  func edited(_ path: String, as name: String, _ change: (inout [UInt8]) throws -> Void) throws
    -> String
  {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    try change(&bytes)
    let target = self.path(name)
    try Data(bytes).write(to: URL(filePath: target))
    return target
  }
}

/// The tags of an FLV file: their kind, and where their times lie.
struct FlashTags {
  let tags: [(kind: UInt8, place: Int)]

  init(_ bytes: [UInt8]) {
    var (place, found) = (13, [(kind: UInt8, place: Int)]())
    while place + 11 <= bytes.count {
      found.append((bytes[place], place))
      let size = bytes[(place + 1)...(place + 3)].reduce(0) { $0 << 8 | Int($1) }
      place += 11 + size + 4
    }
    tags = found
  }

  /// The time of a tag, in milliseconds (E.4.1: 24 bits, then the upper 8).
  static func time(_ bytes: [UInt8], _ place: Int) -> Int {
    Int(bytes[place + 7]) << 24
      | bytes[(place + 4)...(place + 6)].reduce(0) { $0 << 8 | Int($1) }
  }

  static func setTime(_ time: Int, in bytes: inout [UInt8], _ place: Int) {
    bytes[place + 7] = UInt8(time >> 24 & 0xFF)
    for offset in 0..<3 { bytes[place + 4 + offset] = UInt8(time >> (16 - 8 * offset) & 0xFF) }
  }
}
