public import Digests

/// An API key as a client holds it: `ao_<id>_<secret><check>`.
///
/// The id is public and finds the key's record; the secret has 256 random bits; the check is a CRC-32
/// of all before it, so that a mistyped or cut key is told from an unknown one without asking the
/// store. `ao_` lets scanners find keys that were committed by mistake.
public struct APIKey: Sendable {
  /// What every key begins with.
  public static let prefix = "ao_"
  /// Digits of the id (50 bits).
  public static let idLength = 10
  /// Digits of the secret (256 bits).
  private static let secretLength = 52
  /// Digits of the check (32 bits).
  private static let checkLength = 7
  /// Characters of a whole key.
  public static let length = prefix.count + idLength + 1 + secretLength + checkLength

  /// The whole text; a secret, to be shown once.
  public let text: String
  /// What the key's record goes by; no secret.
  public let id: String

  /// Makes a new key of random bytes.
  ///
  /// - Throws: `DigestError.noRandomness`.
  public init() throws(DigestError) {
    id = String(TextEncodings.base32(try RandomBytes.make(8)).prefix(Self.idLength))
    let body = Self.prefix + id + "_" + TextEncodings.base32(try RandomBytes.make(32))
    text = body + Self.check(of: body)
  }

  /// Reads a key that a client sent.
  ///
  /// - Throws: `AccessFault.malformedKey` where it does not look like a key, `.mistypedKey` where
  ///   its check does not fit.
  public init(_ text: String) throws(AccessFault) {
    let bytes = Array(text.utf8)
    let separator = Self.prefix.count + Self.idLength
    guard bytes.count == Self.length, text.hasPrefix(Self.prefix),
      bytes[separator] == UInt8(ascii: "_")
    else { throw .malformedKey }
    let digits = Set("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    let id = bytes[Self.prefix.count..<separator]
    guard id.allSatisfy(digits.contains), bytes[(separator + 1)...].allSatisfy(digits.contains)
    else { throw .mistypedKey }
    guard text.hasSuffix(Self.check(of: String(text.dropLast(Self.checkLength)))) else {
      throw .mistypedKey
    }
    self.text = text
    self.id = String(decoding: id, as: UTF8.self)
  }

  /// What is stored of a key: SHA-256 of its text.
  ///
  /// No slow hash with a salt: those make guessing dear where people choose passwords. 256 random
  /// bits cannot be guessed however fast the hash is (2^255 tries on average), no table of all keys
  /// can be made, and a slow hash would cost milliseconds of each request.
  public var hash: [UInt8] { SHA256.digest(of: text.utf8) }

  private static func check(of body: String) -> String {
    let sum = TextEncodings.crc32(body.utf8)
    return TextEncodings.base32([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) })
  }
}
