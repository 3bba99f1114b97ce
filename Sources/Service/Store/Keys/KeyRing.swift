public import Access
internal import Synchronization

/// Lets in whoever has a valid key.
public struct KeyRing: Sendable {
  /// How often a key's use is written down at the most, in milliseconds: a write for each request
  /// would make the store the slowest part of a frame.
  public static let useInterval: Int64 = 60_000

  private let store: any KeyStore
  private let memory: Memory

  /// Makes the ring of a store's keys.
  ///
  /// - Parameter belief: how long what the store said of a key is believed, and with it how long a
  ///   key lives on at most that is disabled; zero asks the store each time, which takes some 70 µs
  ///   of processor time.
  public init(_ store: any KeyStore, belief: Duration = .zero) {
    self.store = store
    memory = Memory(belief)
  }

  /// The record of the key that a client sent, which is valid now.
  ///
  /// A key that was disabled is refused once the ring's belief in it is over, one that has expired
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
      memory.correct(record)
    }
    return record
  }

  private func record(of id: String) throws -> KeyRecord {
    if let record = memory.record(id) { return record }
    let since = ContinuousClock.now
    guard let record = try store.key(id) else { throw AccessFault.unknownKey }
    memory.keep(record, since: since)
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

/// What the store said of keys a moment ago; only of those that there are, so that who guesses keys
/// fills no memory.
private final class Memory: Sendable {
  private struct Entry {
    var record: KeyRecord
    var until: ContinuousClock.Instant
  }

  /// The most keys that are remembered; more are all forgotten, and asked for again.
  private static let mostKeys = 4096

  private let belief: Duration
  private let entries = Mutex<[String: Entry]>([:])

  init(_ belief: Duration) { self.belief = belief }

  func record(_ id: String) -> KeyRecord? {
    guard belief > .zero else { return nil }
    return entries.withLock { entries in
      entries[id].flatMap { ContinuousClock.now < $0.until ? $0.record : nil }
    }
  }

  /// Remembers what the store was asked for at a time.
  func keep(_ record: KeyRecord, since: ContinuousClock.Instant) {
    guard belief > .zero else { return }
    entries.withLock { entries in
      if entries.count >= Self.mostKeys { entries.removeAll() }
      entries[record.id] = Entry(record: record, until: since + belief)
    }
  }

  /// Changes what is remembered, for as long as it would have been.
  func correct(_ record: KeyRecord) {
    entries.withLock { $0[record.id]?.record = record }
  }
}
