import Access
import Dispatch
import Foundation
import Store
import TestSupport
import Testing

@Suite(.onEachStore) struct KeyTests {
  @Test func `the store's keys come back as they were`() throws {
    let stage = try StoreStage()
    #expect(try !stage.store.hasKeys())
    var key = KeyRecord(
      of: try APIKey(), tenant: "ada", name: "Ada's \u{1F409}", scopes: [.frames, .avatarsWrite],
      createdAt: 5, expiresAt: 90, purgesInputs: true)
    try stage.store.add(key)
    let other = KeyRecord(of: try APIKey(), tenant: "bob", scopes: [], createdAt: 6)
    try stage.store.add(other)
    #expect(try stage.store.key(key.id) == key)
    #expect(try stage.store.keys(of: nil) == [key, other])
    #expect(try stage.store.keys(of: "bob") == [other])
    #expect(try stage.store.hasKeys())
    key.disabledAt = 7
    #expect(try stage.store.disableKey(key.id, at: 7) == key)
    #expect(try stage.store.disableKey(key.id, at: 8) == key)
    #expect(try stage.store.disableKey("absent", at: 8) == nil)
    #expect(try stage.reopened().key(key.id) == key)
  }

  @Test func `the store's keys are nowhere in the file as they are given out`() throws {
    let stage = try StoreStage()
    let key = try APIKey()
    try stage.store.add(KeyRecord(of: key, tenant: "ada", scopes: [], createdAt: 5))
    let secret = Array(key.text.utf8.dropFirst(14).prefix(20))
    for name in try stage.folder.names() where name.hasPrefix("jobs.db") {
      let bytes = try stage.folder.bytes(name)
      #expect(bytes.firstRange(of: secret) == nil)
    }
    let log = try stage.folder.bytes("jobs.db-wal")
    #expect(log.firstRange(of: key.id.utf8) != nil)
  }

  @Test func `the store's keys are let in, and their use is written down once a minute`() throws {
    let stage = try StoreStage()
    let ring = KeyRing(stage.store)
    let key = try APIKey()
    try stage.store.add(KeyRecord(of: key, tenant: "ada", scopes: [.frames], createdAt: 5))
    #expect(try ring.admit(key.text, at: 1000).tenant == "ada")
    for time: Int64 in [1001, 60_999, 500] { _ = try ring.admit(key.text, at: time) }
    #expect(try stage.store.key(key.id)?.lastUsedAt == 1000)
    _ = try ring.admit(key.text, at: 61_000)
    #expect(try stage.store.key(key.id)?.lastUsedAt == 61_000)
    #expect(throws: AccessFault.unknownKey) { try ring.admit(APIKey().text, at: 1) }
    #expect(throws: AccessFault.malformedKey) { try ring.admit("hello", at: 1) }
    _ = try stage.store.disableKey(key.id, at: 2)
    #expect(throws: AccessFault.disabledKey) { try ring.admit(key.text, at: 1) }
  }

  @Test
  func
    `the store's keys are believed in for as long as the ring was told, and their end counts at once`()
    throws
  {
    let stage = try StoreStage()
    let key = try APIKey()
    try stage.store.add(
      KeyRecord(of: key, tenant: "ada", scopes: [.frames], createdAt: 5, expiresAt: 1_000_000))
    let cached = KeyRing(stage.store, cacheDuration: .seconds(3600))
    let brief = KeyRing(stage.store, cacheDuration: .milliseconds(20))
    for ring in [cached, brief] { _ = try ring.admit(key.text, at: 1000) }
    // A use is written down once in its time, not for each request that finds the old record.
    _ = try cached.admit(key.text, at: 100_000)
    try stage.store.noteUse(of: key.id, at: 150_000)
    _ = try cached.admit(key.text, at: 159_999)
    #expect(try stage.store.key(key.id)?.lastUsedAt == 150_000)
    _ = try stage.store.disableKey(key.id, at: 2)
    #expect(try cached.admit(key.text, at: 1001).tenant == "ada")
    #expect(throws: AccessFault.expiredKey) { try cached.admit(key.text, at: 1_000_000) }
    #expect(eventually { (try? brief.admit(key.text, at: 1001)) == nil })
    // Secrets are compared each time, and a key that is not there is asked for each time.
    let other = try APIKey()
    #expect(throws: AccessFault.unknownKey) { try cached.admit(other.text, at: 1) }
    try stage.store.add(KeyRecord(of: other, tenant: "bob", scopes: [.frames], createdAt: 5))
    #expect(try cached.admit(other.text, at: 1).tenant == "bob")
  }

  @Test func `the store's keys are read from a header in any case, with one word after Bearer`()
    throws
  {
    #expect(try KeyRing.key(inAuthorization: "Bearer abc") == "abc")
    #expect(try KeyRing.key(inAuthorization: "bearer  abc") == "abc")
    for value in ["", "Bearer", "Basic abc", "Bearer a b", "abc"] {
      #expect(throws: AccessFault.malformedKey) { try KeyRing.key(inAuthorization: value) }
    }
  }

  @Test
  func `the store's keys are rotated: the new one has the old one's rights, the old one some time`()
    throws
  {
    let stage = try StoreStage()
    let (old, new, ring) = (try APIKey(), try APIKey(), KeyRing(stage.store))
    try stage.store.add(
      KeyRecord(
        of: old, tenant: "ada", name: "n", scopes: [.renders], createdAt: 100, expiresAt: 1100))
    let record = try #require(
      try stage.store.rotateKey(old.id, to: new, at: 500, oldUntil: 600))
    #expect(
      record
        == KeyRecord(
          of: new, tenant: "ada", name: "n", scopes: [.renders], createdAt: 500, expiresAt: 1500))
    _ = try ring.admit(old.text, at: 599)
    #expect(throws: AccessFault.expiredKey) { try ring.admit(old.text, at: 600) }
    _ = try ring.admit(new.text, at: 1499)
    // Rotating does not lengthen a life, nor bring one back.
    _ = try stage.store.rotateKey(new.id, to: try APIKey(), at: 1400, oldUntil: 9000)
    #expect(throws: AccessFault.expiredKey) { try ring.admit(new.text, at: 1500) }
    #expect(try stage.store.rotateKey(old.id, to: try APIKey(), at: 700, oldUntil: 800) == nil)
    #expect(try stage.store.rotateKey("absent", to: try APIKey(), at: 1, oldUntil: 2) == nil)
  }

  @Test func `the store's keys sign for each tenant apart, two at a time while they are rotated`()
    throws
  {
    let store = try StoreStage().store
    let ada = SigningPurpose.webhooks(tenant: "ada")
    let first = try store.signingKeys(for: ada, at: 1)
    #expect(first.previous == nil)
    #expect(try store.signingKeys(for: ada, at: 2) == first)
    #expect(try store.signingKeys(for: .webhooks(tenant: "bob"), at: 2) != first)
    #expect(try store.signingKeys(for: .links, at: 2) != first)
    let second = try store.rotateSigningKeys(for: ada, at: 10, oldUntil: 20)
    #expect(second.previous == first.current)
    #expect(second.current.secret != first.current.secret)
    #expect(try store.signingKeys(for: ada, at: 19) == second)
    #expect(try store.signingKeys(for: ada, at: 20) == SigningKeys(current: second.current))
    let third = try store.rotateSigningKeys(for: ada, at: 15, oldUntil: 30)
    #expect(third.all.map(\.id) == [third.current.id, second.current.id])
  }

  @Test func `the store's keys sign with one key, whichever of many threads comes first`() throws {
    let stage = try StoreStage()
    let stores = try (0..<4).map { _ in try stage.reopened() }
    let secrets = Secrets()
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let keys = try? stores[number % 4].signingKeys(for: .links, at: 1)
      secrets.add(keys?.current.secret ?? "none")
    }
    #expect(secrets.all.count == 1)
  }
}
