internal import CFFmpeg
internal import Foundation

/// Where a file describes its sound, so that it can be read as if it did not.
///
/// FFmpeg opens no part of a file in which the description of one track is damaged (a length of samples in
/// MP4, a rate in Matroska). Sound never costs the pictures: such a file is read with the descriptions of
/// its sound named as what a reader passes over.
struct HiddenSound {
  /// Bytes that are read in the place of others.
  private(set) var patches: [avo_patch] = []

  /// The tracks that are hidden.
  var count: Int { patches.count }

  /// Finds the descriptions of sound in an MP4, QuickTime or Matroska file; none in others.
  init(ofFileAt path: String) {
    guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd() else {
      return
    }
    defer { try? file.close() }
    let bytes = Bytes(file: file, size: size)
    if bytes.read(0, 4) == [0x1A, 0x45, 0xDF, 0xA3] {
      findInMatroska(bytes)
    } else {
      findInBoxes(bytes)
    }
  }

  private mutating func hide(at offset: UInt64, by bytes: [UInt8]) {
    var patch = avo_patch()
    patch.offset = Int64(clamping: offset)
    patch.count = Int32(bytes.count)
    unsafe withUnsafeMutableBytes(of: &patch.bytes) { unsafe $0.copyBytes(from: bytes) }
    patches.append(patch)
  }

  // MARK: MP4 and MOV (ISO/IEC 14496-12)

  /// Names a track `free`, where its handler is that of sound or cannot be found (8.3.1 and 8.4.3).
  private mutating func findInBoxes(_ bytes: Bytes) {
    for movie in Self.boxes(bytes, 0..<bytes.size) where movie.name == "moov" {
      for track in Self.boxes(bytes, movie.content) where track.name == "trak" {
        let handler = Self.boxes(bytes, track.content).filter { $0.name == "mdia" }
          .flatMap { Self.boxes(bytes, $0.content).filter { $0.name == "hdlr" } }
          .map { bytes.read($0.content.lowerBound + 8, 4) }.first
        let isSound = handler == nil || handler == Array("soun".utf8)
        if isSound { hide(at: track.start + 4, by: Array("free".utf8)) }
      }
    }
  }

  private static func boxes(
    _ bytes: Bytes, _ range: Range<UInt64>
  ) -> [(name: String, start: UInt64, content: Range<UInt64>)] {
    var found: [(name: String, start: UInt64, content: Range<UInt64>)] = []
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let header = bytes.read(place, 16)
      guard header.count >= 8 else { break }
      var (length, headerLength) = (bytes.number(header[0..<4]), UInt64(8))
      if length == 1, header.count == 16 {
        (length, headerLength) = (bytes.number(header[8..<16]), 16)
      }
      if length == 0 { length = range.upperBound - place }
      guard length >= headerLength, length <= range.upperBound - place else { break }
      found.append(
        (
          String(decoding: header[4..<8], as: UTF8.self), place,
          (place + headerLength)..<(place + length)
        ))
      place += length
    }
    return found
  }

  // MARK: Matroska (RFC 9559)

  private enum Element {
    static let segment: UInt64 = 0x1853_8067
    static let tracks: UInt64 = 0x1654_AE6B
    static let cluster: UInt64 = 0x1F43_B675
    static let trackEntry: UInt64 = 0xAE
    static let trackType: UInt64 = 0x83
    static let codecID: UInt64 = 0x86
    static let soundType: UInt64 = 2
  }

  /// Takes a track's codec for an unknown one, `A_AAC` for `X_AAC`, where its type is that of sound (5.1.4).
  ///
  /// The track stays: its blocks would be damage without it. What its codec needs is not read.
  private mutating func findInMatroska(_ bytes: Bytes) {
    for segment in Self.elements(bytes, 0..<bytes.size) where segment.id == Element.segment {
      for tracks in Self.elements(bytes, segment.content) where tracks.id == Element.tracks {
        for entry in Self.elements(bytes, tracks.content) where entry.id == Element.trackEntry {
          let elements = Self.elements(bytes, entry.content)
          let isSound = elements.contains { element in
            element.id == Element.trackType
              && bytes.number(
                bytes.read(element.content.lowerBound, element.content.count)[...])
                == Element.soundType
          }
          let codec = elements.first { $0.id == Element.codecID && !$0.content.isEmpty }
          if isSound, let codec { hide(at: codec.content.lowerBound, by: Array("X".utf8)) }
        }
      }
    }
  }

  private static func elements(
    _ bytes: Bytes, _ range: Range<UInt64>
  ) -> [(id: UInt64, start: UInt64, content: Range<UInt64>)] {
    var found: [(id: UInt64, start: UInt64, content: Range<UInt64>)] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let header = bytes.read(place, 12)
      guard let first = header.first, first >= 0x10 else { break }
      let idLength = first.leadingZeroBitCount + 1
      guard header.count > idLength, header[idLength] != 0 else { break }
      let sizeLength = header[idLength].leadingZeroBitCount + 1
      guard header.count >= idLength + sizeLength else { break }
      let id = bytes.number(header[..<idLength])
      // The tracks come before the first cluster.
      if id == Element.cluster { break }
      let mask = (UInt64(1) << UInt64(7 * sizeLength)) - 1
      let size = bytes.number(header[idLength..<(idLength + sizeLength)]) & mask
      let start = place + UInt64(idLength + sizeLength)
      guard start <= range.upperBound else { break }
      // All bits set is an unknown size: to the end.
      let left = range.upperBound - start
      let length = size == mask ? left : min(size, left)
      found.append((id, place, start..<(start + length)))
      place = start + length
    }
    return found
  }
}

/// A file's bytes, read where they are asked for: so often, and no more.
private final class Bytes {
  /// The boxes or elements of a file with a hundred tracks are some thousands.
  private static let maximumReads = 100_000

  let size: UInt64
  private let file: FileHandle
  private var reads = 0

  init(file: FileHandle, size: UInt64) {
    self.file = file
    self.size = size
  }

  func read(_ offset: UInt64, _ count: Int) -> [UInt8] {
    reads += 1
    guard count <= 16, reads <= Self.maximumReads, (try? file.seek(toOffset: offset)) != nil,
      let data = try? file.read(upToCount: count)
    else { return [] }
    return [UInt8](data)
  }

  func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
