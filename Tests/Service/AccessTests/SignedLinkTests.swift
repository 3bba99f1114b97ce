import Access
import Foundation
import TestSupport
import Testing

@Suite struct SignedLinkTests {
  static let keys = SigningKeys(current: SigningKey(id: "k2", secret: "second", createdAt: 2))
  static let path = "/v1/renders/\u{1F409}\n12:x,/output"

  private func link(
    seconds: Int = 60, keys: SigningKeys = keys
  ) throws -> [(name: String, value: String)] {
    let link = try SignedLink(
      path: Self.path, tenant: "ada", seconds: seconds, now: 1000, keys: keys)
    return link.query.split(separator: "&").map {
      let parts = $0.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts[1])
    }
  }

  private func admit(
    _ query: [(name: String, value: String)], method: String = "GET", path: String = path,
    now: Int64 = 1000, keys: SigningKeys = keys
  ) throws -> String {
    let admitted = try SignedLink.admit(
      method: method, path: path, query: query, now: now, keys: keys)
    #expect(query.contains { $0.name == "expires" && $0.value == "\(admitted.expires)" })
    return admitted.tenant
  }

  @Test func `a signed link opens what it was made for, until its time is over`() throws {
    let query = try link()
    #expect(try admit(query) == "ada")
    #expect(try admit(query, method: "HEAD", now: 1059) == "ada")
    #expect(try admit([("download", "1")] + query.reversed()) == "ada")
    #expect(throws: AccessFault.expiredLink) { try admit(query, now: 1060) }
    #expect(throws: AccessFault.badSignature) { try admit(query, method: "DELETE") }
    #expect(throws: AccessFault.badSignature) { try admit(query, path: Self.path + "/") }
  }

  @Test func `a signed link does not survive a change of any character`() throws {
    let query = try link()
    for index in query.indices {
      for position in query[index].value.indices {
        var other = query
        let old = other[index].value[position]
        other[index].value.replaceSubrange(position...position, with: old == "1" ? "2" : "1")
        #expect(throws: AccessFault.self) { try admit(other) }
      }
      var missing = query
      missing.remove(at: index)
      #expect(throws: AccessFault.malformedLink(part: SignedLink.fields[index])) {
        try admit(missing)
      }
      #expect(throws: AccessFault.malformedLink(part: SignedLink.fields[index])) {
        try admit(query + [query[index]])
      }
    }
    for text in ["+1060", "01060", " 1060", "1060.0", "99999999999999999999", "-1"] {
      #expect(throws: AccessFault.self) { try admit([("expires", text)] + query.dropFirst()) }
    }
  }

  @Test func `a signed link is taken under the key before, and not under an older one`() throws {
    let old = SigningKeys(current: SigningKey(id: "k1", secret: "first", createdAt: 1))
    let both = SigningKeys(current: Self.keys.current, previous: old.current)
    let query = try link(keys: old)
    #expect(try admit(query, keys: both) == "ada")
    #expect(throws: AccessFault.badSignature) { try admit(query, keys: Self.keys) }
    #expect(try link(keys: both).contains { $0.name == "key" && $0.value == "k2" })
  }

  @Test func `a signed link is valid for a week at the most`() throws {
    _ = try link(seconds: 1)
    let query = try link(seconds: SignedLink.maximumSeconds)
    for seconds in [0, -1, SignedLink.maximumSeconds + 1, .max, .min] {
      #expect(throws: AccessFault.unfitLinkTime(maximum: SignedLink.maximumSeconds)) {
        try link(seconds: seconds)
      }
    }
    #expect(try admit(query, now: 1000) == "ada")
    #expect(throws: AccessFault.unfitLinkTime(maximum: SignedLink.maximumSeconds)) {
      try admit(query, now: 999)
    }
  }

  @Test func `a signed link has the signature that Python gives`() throws {
    let script = """
      import hmac, base64
      path = "/v1/renders/\\U0001F409\\n12:x,/output"
      parts = [p.encode() for p in ["avatar-overlay link 1", "GET", path, "1060", "ada"]]
      text = b"".join(b"%d:%s," % (len(p), p) for p in parts)
      code = hmac.new(b"second", text, "sha256").digest()
      print(base64.urlsafe_b64encode(code).decode().rstrip("="))
      """
    let output = try Program.python.succeed(["-c", script], in: ScratchFolder())
    let signature = try #require(try link().first { $0.name == "signature" }?.value)
    #expect(String(decoding: output, as: UTF8.self) == signature + "\n")
  }
}
