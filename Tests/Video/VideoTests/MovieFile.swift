import Foundation
import TestSupport
import Testing

/// An MP4 file that FFmpeg wrote with its index at the end, to be given other boxes.
struct MovieFile {
  var bytes: [UInt8]

  init(_ path: String) throws { bytes = [UInt8](try Data(contentsOf: URL(filePath: path))) }

  /// An entry of an edit list: ticks of the movie's 1000 a second, ticks of the track, and a rate.
  typealias Edit = (duration: Int, mediaTime: Int, rate: Double)

  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(8 + content.count) + Array(name.utf8) + content
  }

  static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// Where boxes lie, by their path from the outermost, in their order.
  func boxes(_ path: [String], in range: Range<Int>? = nil) -> [Range<Int>] {
    var place = range?.lowerBound ?? 0
    var found: [Range<Int>] = []
    while place + 8 <= range?.upperBound ?? bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let box = place..<place + max(length, 8)
      if String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) == path[0] {
        found +=
          path.count == 1
          ? [box] : boxes(Array(path.dropFirst()), in: box.lowerBound + 8..<box.upperBound)
      }
      place = box.upperBound
    }
    return found
  }

  /// Puts a box in the place of one, whose holders grow or shrink with it.
  mutating func replace(_ range: Range<Int>, with box: [UInt8], holders: [Range<Int>]) {
    for holder in holders {
      bytes.replaceSubrange(
        holder.lowerBound..<holder.lowerBound + 4,
        with: Self.number(holder.count + box.count - range.count))
    }
    bytes.replaceSubrange(range, with: box)
  }

  /// Gives a track an edit list.
  mutating func setEdits(_ edits: [Edit], track: Int = 0) throws {
    let movie = try #require(boxes(["moov"]).first)
    let track = boxes(["moov", "trak"])[track]
    let old = try #require(boxes(["edts"], in: track.lowerBound + 8..<track.upperBound).first)
    let entries = edits.flatMap {
      Self.number($0.duration) + Self.number($0.mediaTime) + Self.number(Int($0.rate * 65536))
    }
    let list = Self.box("elst", Self.number(0) + Self.number(edits.count) + entries)
    replace(old, with: Self.box("edts", list), holders: [movie, track])
  }

  func write(to path: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }
}
