import Access
import TestSupport
import Testing

@Suite struct APIKeyTests {
  @Test func `an API key is read back from its text`() throws {
    let key = try APIKey()
    #expect(key.text.hasPrefix("ao_\(key.id)_"))
    #expect(key.text.utf8.count == APIKey.length)
    let read = try APIKey(key.text)
    #expect(read.id == key.id)
    #expect(read.text == key.text)
    #expect(read.hash == key.hash)
    #expect(key.hash.count == 32)
  }

  @Test func `an API key is another each time`() throws {
    let keys = try (0..<200).map { _ in try APIKey() }
    #expect(Set(keys.map(\.text)).count == 200)
    #expect(Set(keys.map(\.id)).count == 200)
    // Every digit of the alphabet occurs at the secret's first place, or the bits are not random:
    // a digit is missing with a chance of 32 (31/32)^200 < 6 %, two with less than 0.2 %.
    #expect(Set(keys.map { $0.text.utf8.dropFirst(14).first }).count >= 29)
  }

  @Test func `an API key is mistyped with any one character changed, and with any two exchanged`()
    throws
  {
    let text = Array(try APIKey().text.utf8)
    for index in text.indices {
      for digit in "0z7A-é".utf8 where digit != text[index] {
        var other = text
        other[index] = digit
        #expect(throws: AccessFault.self) { try APIKey(String(decoding: other, as: UTF8.self)) }
      }
      guard index > 3, index != 13, index + 1 < text.count, text[index] != text[index + 1] else {
        continue
      }
      var other = text
      other.swapAt(index, index + 1)
      #expect(throws: AccessFault.self) { try APIKey(String(decoding: other, as: UTF8.self)) }
    }
    var typo = text
    typo[20] = typo[20] == UInt8(ascii: "7") ? UInt8(ascii: "8") : UInt8(ascii: "7")
    #expect(throws: AccessFault.mistypedKey) { try APIKey(String(decoding: typo, as: UTF8.self)) }
  }

  @Test(arguments: [
    "", "ao_", "password", "Bearer x", String(repeating: "a", count: APIKey.length),
    String(repeating: "\u{301}", count: 40), "ao_" + String(repeating: "0", count: 1 << 20),
  ])
  func `an API key is not taken for one when it is something else`(text: String) throws {
    #expect(throws: AccessFault.malformedKey) { try APIKey(text) }
  }

  @Test func `an API key lets in for its time, unless it is disabled`() throws {
    let key = try APIKey()
    var record = KeyRecord(
      of: key, tenant: "ada", scopes: [.frames], createdAt: 10, expiresAt: 100)
    try record.admit(key, at: 99)
    #expect(throws: AccessFault.expiredKey) { try record.admit(key, at: 100) }
    // Only a client with the secret learns how the key stands.
    #expect(throws: AccessFault.unknownKey) { try record.admit(APIKey(), at: 100) }
    record.disabledAt = 50
    #expect(throws: AccessFault.disabledKey) { try record.admit(key, at: 60) }
    record.secretHash = []
    #expect(throws: AccessFault.unknownKey) { try record.admit(key, at: 60) }
  }

  @Test func `an API key allows what it names and nothing else`() throws {
    for scope in AccessScope.allCases {
      let record = KeyRecord(of: try APIKey(), tenant: "ada", scopes: [scope], createdAt: 0)
      try record.require(scope)
      for other in AccessScope.allCases where other != scope {
        #expect(throws: AccessFault.missingScope(other)) { try record.require(other) }
      }
    }
  }

  @Test func `an API key belongs to a tenant with a name that is safe in logs, links and folders`()
    throws
  {
    for name in ["a", "brush-game_2.eu", String(repeating: "a", count: 64)] {
      try TenantName.check(name)
    }
    for name in [
      "", ".", "..", ".a", "-a", "A", "a/b", "a b", "a\n", "é", "a\u{0}",
      String(repeating: "a", count: 65),
    ] {
      #expect(throws: AccessFault.badTenant(name)) { try TenantName.check(name) }
    }
  }
}
