#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What is said of a JPEG before its pixels are decoded.
struct JPEGHeader: Hashable {
  enum Chroma: Hashable {
    /// As planes that a picture in memory may have.
    case planes(YUVLayout)
    /// In another way: none, of another shape, or colours that are not Y'CbCr.
    case other
  }

  /// Columns and rows as stored.
  var width, height: Int
  var chroma: Chroma
  /// How the stored picture is to be turned.
  var orientation: EXIFOrientation
  /// Whether the file has the mark of the picture's end.
  var hasEnd: Bool
}

/// The segments of a JPEG (ITU-R T.81, B.1), as far as libjpeg-turbo does not tell what they say.
struct JPEGSegments {
  /// How the stored picture is to be turned.
  private(set) var orientation = EXIFOrientation.upright
  private(set) var scanCount = 0
  /// The place behind the mark of the picture's end; nil where there is none.
  private(set) var end: Int?

  /// Whether the picture's end is marked.
  var hasEnd: Bool { end != nil }

  private enum Marker {
    /// Markers without a length: within coded data, restarts, and the picture's start.
    static func standsAlone(_ marker: UInt8) -> Bool {
      marker <= 0x01 || (0xD0...0xD8).contains(marker)
    }
    static let end: UInt8 = 0xD9
    static let scan: UInt8 = 0xDA
    static let app1: UInt8 = 0xE1
  }

  /// Looks through a file; libjpeg-turbo names what breaks the rules.
  init(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe look(through: $0) }
  }

  /// Goes from marker to marker: within coded data a 255 is always followed by a 0 or a restart, and what
  /// lies in a segment is none, whatever it looks like.
  private mutating func look(through bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    var place = 2
    var hasEXIF = false
    // `memchr` goes over 50 kB in a few microseconds, a loop in sixty.
    while place + 1 < bytes.count,
      let found = unsafe memchr(base + place, 0xFF, bytes.count - place - 1)
    {
      place = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
      let marker = unsafe bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      if marker == Marker.end {
        end = place + 2
        return
      }
      place += 2
      if Marker.standsAlone(marker) { continue }
      if marker == Marker.scan { scanCount += 1 }
      guard place + 2 <= bytes.count else { return }
      let length = unsafe Int(bytes[place]) << 8 | Int(bytes[place + 1])
      // A length that cannot be is damage; the next marker may be anywhere.
      guard length >= 2, place + length <= bytes.count else { continue }
      if marker == Marker.app1, !hasEXIF, scanCount == 0 {
        let payload = unsafe UnsafeBufferPointer(rebasing: bytes[(place + 2)..<(place + length)])
        if let found = unsafe EXIFOrientation(segment: payload) {
          (orientation, hasEXIF) = (found, true)
        }
      }
      place += length
    }
  }
}
