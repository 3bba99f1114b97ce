import Digests
import Testing

/// Against the examples that NIST published with FIPS 180-4.
@Suite struct SHA256Tests {
  @Test(arguments: [
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `a text's hash is the published one, as words and as bytes`(text: String, hash: String) {
    #expect(SHA256.hex(of: text.utf8) == hash)
    let bytes = SHA256.digest(of: text.utf8)
    #expect(bytes.count == 32)
    #expect(
      bytes.elementsEqual(
        stride(from: 0, to: 64, by: 2).compactMap { i in
          let start = hash.index(hash.startIndex, offsetBy: i)
          return UInt8(hash[start..<hash.index(start, offsetBy: 2)], radix: 16)
        }))
  }
}
