#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What is said of a JPEG before its pixels are decoded.
struct JPEGHeader: Hashable {
  /// How its chroma is stored.
  enum Chroma: Hashable {
    /// As planes that a picture in memory may have.
    case planes(YUVLayout)
    /// In another way: none, of another shape, or colours that are not Y'CbCr.
    case other
  }

  /// Columns and rows as stored.
  var width, height: Int
  /// How its chroma is stored.
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
  /// How many scans there are.
  private(set) var scanCount = 0
  /// Whether the picture's end is marked.
  private(set) var hasEnd = false

  private enum Marker {
    static let standalone: ClosedRange<UInt8> = 0xD0...0xD8
    static let end: UInt8 = 0xD9
    static let scan: UInt8 = 0xDA
    static let app1: UInt8 = 0xE1
  }

  /// Looks through a file; what breaks the rules ends the look, for libjpeg-turbo to name it.
  init(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe look(through: $0) }
  }

  private mutating func look(through bytes: UnsafeBufferPointer<UInt8>) {
    var place = 2
    var hasEXIF = false
    while place + 4 <= bytes.count, unsafe bytes[place] == 0xFF {
      let marker = unsafe bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      if Marker.standalone.contains(marker) || marker == 0x01 {
        place += 2
        continue
      }
      if marker == Marker.scan || marker == Marker.end { break }
      let length = unsafe Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let end = place + 2 + length
      guard length >= 2, end <= bytes.count else { return }
      if marker == Marker.app1, !hasEXIF {
        let payload = unsafe UnsafeBufferPointer(rebasing: bytes[(place + 4)..<end])
        if let found = unsafe EXIFOrientation(segment: payload) {
          (orientation, hasEXIF) = (found, true)
        }
      }
      place = end
    }
    unsafe countScans(in: bytes, from: place)
  }

  /// Counts markers; within coded data a 255 is always followed by a 0 or a restart.
  private mutating func countScans(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    guard let base = bytes.baseAddress else { return }
    var place = start
    // `memchr` goes over 50 kB in a few microseconds, a loop in sixty.
    while place + 1 < bytes.count,
      let found = unsafe memchr(base + place, 0xFF, bytes.count - place - 1)
    {
      place = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
      let marker = unsafe bytes[place + 1]
      if marker == Marker.scan { scanCount += 1 }
      if marker == Marker.end {
        hasEnd = true
        return
      }
      place += marker == 0xFF ? 1 : 2
    }
  }
}
