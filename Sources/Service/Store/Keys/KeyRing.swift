public import Access
internal import Synchronization

/// Checks API keys against the store, with a cache.
public struct KeyRing: Sendable {
  /// How often a key's use is written down at the most, in milliseconds: a write for each request
  /// would make the store the slowest part of a frame.
  public static let useInterval: Int64 = 60_000

  private let store: any KeyStore
  private let cache: KeyCache

  /// Makes the ring of a store's keys.
  ///
  /// - Parameter cacheDuration: how long records of the store are cached, and with it how long a
  ///   disabled key stays valid at most; zero reads the store for each request.
  public init(_ store: any KeyStore, cacheDuration: Duration = .zero) {
    self.store = store
    cache = KeyCache(cacheDuration)
  }

  /// The record of the key that a client sent, which is valid now.
  ///
  /// A key that was disabled is refused when its cached record expires, one that has expired
  /// at once.
  ///
  /// - Parameters:
  ///   - text: what followed `Bearer ` in `Authorization`.
  ///   - time: in milliseconds since 1970.
  /// - Throws: `AccessFault` where the key is refused, `StoreError` where the store cannot be asked.
  public func admit(_ text: String, at time: Int64) throws -> KeyRecord {
    let key = try APIKey(text)
    var record = try record(of: key.id)
    try record.admit(key, at: time)
    if time - (record.lastUsedAt ?? .min / 2) >= Self.useInterval {
      // A full disk is no reason to refuse a frame.
      try? store.noteUse(of: key.id, at: time)
      record.lastUsedAt = time
      cache.correct(record)
    }
    return record
  }

  private func record(of id: String) throws -> KeyRecord {
    if let record = cache.record(id) { return record }
    let since = ContinuousClock.now
    guard let record = try store.key(id) else { throw AccessFault.unknownKey }
    cache.keep(record, since: since)
    return record
  }

  /// The key in a header field `Authorization: Bearer KEY`.
  ///
  /// - Throws: `AccessFault.malformedKey` where the field is of another form.
  public static func key(inAuthorization value: String) throws(AccessFault) -> String {
    let words = value.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { throw .malformedKey }
    return String(words[1])
  }
}

/// What the store said of existing keys a moment ago; a client that guesses keys fills no cache.
private final class KeyCache: Sendable {
  private struct Entry {
    var record: KeyRecord
    var until: ContinuousClock.Instant
  }

  /// The most keys that are remembered; more are all forgotten, and asked for again.
  private static let mostKeys = 4096

  private let cacheDuration: Duration
  private let entries = Mutex<[String: Entry]>([:])

  init(_ cacheDuration: Duration) { self.cacheDuration = cacheDuration }

  func record(_ id: String) -> KeyRecord? {
    guard cacheDuration > .zero else { return nil }
    return entries.withLock { entries in
      entries[id].flatMap { ContinuousClock.now < $0.until ? $0.record : nil }
    }
  }

  /// Remembers what the store was asked for at a time.
  func keep(_ record: KeyRecord, since: ContinuousClock.Instant) {
    guard cacheDuration > .zero else { return }
    entries.withLock { entries in
      if entries.count >= Self.mostKeys { entries.removeAll() }
      entries[record.id] = Entry(record: record, until: since + cacheDuration)
    }
  }

  /// Changes what is remembered, for as long as it would have been.
  func correct(_ record: KeyRecord) {
    entries.withLock { $0[record.id]?.record = record }
  }
}
