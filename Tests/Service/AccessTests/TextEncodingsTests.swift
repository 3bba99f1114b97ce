import Access
import Digests
import Testing

@Suite struct TextEncodingTests {
  @Test func `text encodings give the examples of their definitions`() {
    // RFC 4648, section 10, without padding; two of section 5's characters.
    let texts = [
      "": "", "f": "Zg", "fo": "Zm8", "foo": "Zm9v", "foob": "Zm9vYg", "fooba": "Zm9vYmE",
    ]
    for (text, code) in texts { #expect(TextEncodings.base64URL(text.utf8) == code) }
    #expect(TextEncodings.base64URL([0xFB, 0xEF, 0xFF]) == "--__")
    // RFC 4648's base 32 of "foobar" is MZXW6YTBOI; digit for digit in Crockford's alphabet.
    #expect(TextEncodings.base32("foobar".utf8) == "csqpyrk1e8")
    #expect(Hexadecimal.text(of: [0x00, 0x9F, 0xFF]) == "009fff")
    // The check value of CRC-32/ISO-HDLC.
    #expect(TextEncodings.crc32("123456789".utf8) == 0xCBF4_3926)
  }
}
