internal import Synchronization

/// What is kept for each tenant, in bytes, and the most that one may have.
///
/// It counts items: a job with all its files, a package, a fit profile, whether a name means it or not any more, and
/// what of a tenant was set aside. An item is counted before its bytes are kept and until they are gone, in one step
/// with the comparison, so that no two that come at once pass the limit together.
public final class StorageQuota: Sendable {
  private struct Item {
    var tenant: String
    var bytes: Int64
  }

  private struct State {
    var items: [String: Item] = [:]
    /// The sum of each tenant's items.
    var used: [String: Int64] = [:]

    /// Makes an item weigh so much; nothing makes it go.
    mutating func set(_ name: String, _ item: Item?) {
      if let old = items[name] {
        let rest = (used[old.tenant] ?? 0) - old.bytes
        used[old.tenant] = rest > 0 ? rest : nil
      }
      items[name] = item
      if let item, item.bytes > 0 { used[item.tenant, default: 0] += item.bytes }
    }
  }

  /// The most bytes of one tenant.
  public let limit: Int64
  /// The folders of what tenants keep by names, beside the jobs.
  let folders: [String]
  private let state = Mutex(State())

  /// Makes a quota under which nothing is kept yet.
  ///
  /// - Parameter folders: those whose keys begin with a tenant's (`TenantFolder`).
  public init(limit: Int64 = .max, folders: [String] = []) {
    (self.limit, self.folders) = (limit, folders)
  }

  /// What a tenant has, in bytes.
  public func used(by tenant: String) -> Int64 { state.withLock { $0.used[tenant] ?? 0 } }

  /// What a tenant may still keep, in bytes.
  func room(of tenant: String) -> Int64 { max(limit - used(by: tenant), 0) }

  /// Tenants with what they have, the largest holding first.
  public var holdings: [(tenant: String, bytes: Int64)] {
    state.withLock { $0.used }.map { ($0.key, $0.value) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// How many items there are whose names begin so, and what they weigh.
  public func sum(below beginning: String) -> (count: Int, bytes: Int64) {
    state.withLock { state in
      state.items.reduce((0, 0)) { sum, item in
        item.key.utf8.starts(with: beginning.utf8)
          ? (sum.0 + 1, sum.1 + item.value.bytes) : sum
      }
    }
  }

  /// Throws where a tenant cannot keep so many bytes more.
  public func check(_ bytes: Int64, of tenant: String) throws(StorageQuotaFault) {
    let used = used(by: tenant)
    guard used > limit - bytes else { return }
    throw StorageQuotaFault(used: used, needed: bytes, limit: limit)
  }

  /// Counts an item with so many bytes in place of what it weighed; what shrinks always fits.
  ///
  /// - Parameter other: an item that the same bytes were counted under so far, which goes.
  /// - Returns: what it weighed before.
  @discardableResult
  public func claim(
    _ bytes: Int64, for item: String, inPlaceOf other: String? = nil, of tenant: String
  ) throws(StorageQuotaFault) -> Int64 {
    try state.withLock { state throws(StorageQuotaFault) in
      let before = state.items[item]?.bytes ?? 0
      let freed = before + (other.flatMap { state.items[$0]?.bytes } ?? 0)
      let used = (state.used[tenant] ?? 0)
      guard bytes <= freed || used - freed <= limit - bytes else {
        throw StorageQuotaFault(used: used - freed + before, needed: bytes - before, limit: limit)
      }
      if let other { state.set(other, nil) }
      state.set(item, Item(tenant: tenant, bytes: bytes))
      return before
    }
  }

  /// Counts an item as it is, whether or not it fits: it is there.
  public func note(_ bytes: Int64, for item: String, of tenant: String) {
    state.withLock { $0.set(item, Item(tenant: tenant, bytes: bytes)) }
  }

  /// Counts an item no more: its bytes are gone.
  public func forget(_ item: String) { state.withLock { $0.set(item, nil) } }

  /// Counts no more whose names begin so.
  public func forget(below beginning: String) {
    state.withLock { state in
      for name in Array(state.items.keys) where name.utf8.starts(with: beginning.utf8) {
        state.set(name, nil)
      }
    }
  }
}
