/// Values that are kept as long as they fit, the one that was not used for longest going first.
package struct RecentlyUsed<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    var byteCount: Int
    var lastUse: UInt64
  }

  private let byteLimit: Int
  private var entries: [Key: Entry] = [:]
  private var clock: UInt64 = 0
  /// The memory of all that is kept.
  package private(set) var byteCount = 0

  /// Makes a store that holds nothing yet.
  package init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// A value, which counts as used now; setting one that is larger than the limit keeps nothing.
  package mutating func value(_ key: Key) -> Value? {
    clock += 1
    entries[key]?.lastUse = clock
    return entries[key]?.value
  }

  /// Changes a value that is kept, without using it.
  package mutating func update(_ key: Key, _ change: (inout Value) -> Void) {
    guard var entry = entries[key] else { return }
    change(&entry.value)
    entries[key] = entry
  }

  /// Keeps a value, and lets others go for it.
  package mutating func keep(_ value: Value, for key: Key, byteCount bytes: Int) {
    remove(key)
    guard bytes <= byteLimit else { return }
    clock += 1
    entries[key] = Entry(value: value, byteCount: bytes, lastUse: clock)
    byteCount += bytes
    while byteCount > byteLimit,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      remove(oldest.key)
    }
  }

  /// Lets a value go.
  package mutating func remove(_ key: Key) {
    if let entry = entries.removeValue(forKey: key) { byteCount -= entry.byteCount }
  }

  /// Lets all values go whose keys fit.
  package mutating func removeAll(where isUnwanted: (Key) -> Bool) {
    for key in entries.keys.filter(isUnwanted) { remove(key) }
  }
}
