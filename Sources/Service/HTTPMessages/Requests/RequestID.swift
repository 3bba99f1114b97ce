internal import Digests
internal import Text

/// The ids that requests go by.
package enum RequestID {
  /// The client's id where it is 1 to 64 of `A-Z a-z 0-9 . _ -`, else 128 random bits.
  package static func from(_ header: String?) -> String {
    if let header, (1...64).contains(header.utf8.count), header.utf8.allSatisfy(isFit) {
      return header
    }
    return RandomName.make()
  }

  private static func isFit(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || "._-".utf8.contains(byte)
  }
}
