/// The ids that requests go by.
enum RequestID {
  /// The client's id where it is 1 to 64 of `A-Z a-z 0-9 . _ -`, else 128 random bits.
  static func from(_ header: String?) -> String {
    if let header, (1...64).contains(header.utf8.count), header.utf8.allSatisfy(isFit) {
      return header
    }
    return hexadecimal(.random(in: .min ... .max)) + hexadecimal(.random(in: .min ... .max))
  }

  private static func isFit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
