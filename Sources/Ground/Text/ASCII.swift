extension UInt8 {
  /// Whether the byte is one of `A-Z a-z 0-9` in ASCII.
  package var isASCIILetterOrDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
