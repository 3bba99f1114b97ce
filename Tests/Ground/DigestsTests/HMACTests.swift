import Digests
import Testing

@Suite struct HMACTests {
  /// RFC 4231, section 4: key, data, and the code (case 5 is cut to 128 bits there).
  static let vectors: [(key: [UInt8], data: [UInt8], code: String)] = [
    (
      [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      Array(1...25), [UInt8](repeating: 0xCD, count: 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
    ),
    (
      [UInt8](repeating: 0x0C, count: 20), Array("Test With Truncation".utf8),
      "a3b6167473100ee06e0c796c2955552b"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ]

  @Test(arguments: vectors)
  func `HMAC with SHA-256 gives the codes of RFC 4231`(key: [UInt8], data: [UInt8], code: String)
    throws
  {
    let found = try HMACSHA256.code(of: data, key: key)
    #expect(found.count == 32)
    #expect(Hexadecimal.text(of: found).hasPrefix(code))
    #expect(try HMACSHA256.isValid(found, of: data, key: key))
    #expect(try !HMACSHA256.isValid(Array(found.dropLast()), of: data, key: key))
    #expect(try !HMACSHA256.isValid(found, of: data + [0], key: key))
  }

  @Test func `HMAC with SHA-256 compares every byte, and takes no hash that is not there`() {
    let hash = [UInt8](0..<32)
    #expect(ConstantTime.areEqual(hash, hash))
    for index in hash.indices {
      var other = hash
      other[index] ^= 0x80
      #expect(!ConstantTime.areEqual(hash, other))
    }
    #expect(!ConstantTime.areEqual([], []))
    #expect(!ConstantTime.areEqual(hash, hash + [0]))
  }
}
