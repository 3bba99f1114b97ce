internal import Foundation

/// What the packets of an MPEG transport stream tell of damage (ISO/IEC 13818-1, 2.4.3.2).
///
/// FFmpeg's demuxer looks for the next packet by itself and says nothing; the counter of a packet has four
/// bits, so that 16 packets may be missing unnoticed.
package enum TransportStream {
  static let packetLength = 188
  private static let synchronization: UInt8 = 0x47
  /// Packets at the start whose first bytes tell a transport stream of this packet length.
  private static let packetsChecked = 4
  private static let packetsAtOnce = 8192

  /// Whether a file begins as one.
  static func begins(_ start: [UInt8]) -> Bool {
    (0..<packetsChecked).allSatisfy { number in
      let place = number * packetLength
      return place < start.count && start[place] == synchronization
    }
  }

  /// Whether a packet of the file does not begin as one: bytes are missing or were written over.
  package static func losesSynchronization(path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    var isFirst = true
    while let block = try? file.read(upToCount: packetLength * packetsAtOnce), !block.isEmpty {
      let bytes = [UInt8](block)
      if isFirst, !begins(bytes) { return false }
      isFirst = false
      for place in stride(from: 0, to: bytes.count, by: packetLength)
      where bytes[place] != synchronization {
        return true
      }
    }
    return false
  }
}
