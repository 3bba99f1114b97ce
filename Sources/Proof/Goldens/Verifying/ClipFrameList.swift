import Foundation

/// The frames of a clip's golden: their numbers, times and hashes, as a file of lines.
struct ClipFrameList: Hashable, Sendable {
  /// The first line: what belongs to all frames.
  struct Header: Hashable, Codable, Sendable {
    /// What `format` says.
    static let formatName = "golden-clip/1"

    var format = Self.formatName
    /// The frames' size, in pixels.
    var width, height: Int
    /// The size of the reduced frames.
    var reducedWidth, reducedHeight: Int
    var frames: Int
  }

  struct Frame: Hashable, Codable, Sendable {
    /// Its number in the clip, counted from 0.
    var frame: Int
    /// Its presentation time, in milliseconds.
    var timestampMs: Double
    /// The SHA-256 of its pixels, four bytes each, row by row.
    var sha256: String
  }

  var header: Header
  var frames: [Frame]

  /// The longest file that is read, in bytes: a thousand frames take a sixth of it.
  static let byteLimit = 1 << 20

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func line(_ value: some Encodable) -> String {
      (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
    }
    return line(header) + frames.map { line($0) }.joined()
  }

  init(header: Header, frames: [Frame]) {
    (self.header, self.frames) = (header, frames)
  }

  /// Reads a file.
  ///
  /// - Throws: `GoldenError.unreadable`, with the line.
  init(_ place: SuitePlace) throws(GoldenError) {
    let path = place.path
    let lines = try LineFile(place, byteLimit: Self.byteLimit).lines
    let decoder = JSONDecoder()
    guard let first = lines.first,
      let header = try? decoder.decode(Header.self, from: Data(first.bytes)),
      header.format == Header.formatName
    else {
      throw .unreadable(
        path, reason: "line 1 is not the header of a \(Header.formatName); approve the case again")
    }
    var frames: [Frame] = []
    for (number, line) in lines.dropFirst() {
      guard let frame = try? decoder.decode(Frame.self, from: Data(line)) else {
        throw .unreadable(path, reason: "line \(number) is not a frame; approve the case again")
      }
      frames.append(frame)
    }
    guard frames.count == header.frames, !frames.isEmpty else {
      throw .unreadable(
        path,
        reason: "it has \(frames.count) frames, its header says \(header.frames); approve the case"
          + " again")
    }
    self.init(header: header, frames: frames)
  }
}
