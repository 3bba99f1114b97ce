internal import Synchronization

/// Requests that may be reading packages of their tenants, and what is done when they have ended.
///
/// A request finds a package by its name and reads its file later. What was replaced meanwhile stays for those that may
/// have found it, and for none that begins afterwards.
package final class PackageReaders: Sendable {
  /// What is done when no request reads any more that did at a moment.
  private struct Waiting {
    var requests: Set<Int>
    var action: @Sendable () -> Void
  }

  private struct Tenant {
    var requests: Set<Int> = []
    var waiting: [Waiting] = []
  }

  private struct State {
    var next = 0
    var tenants: [String: Tenant] = [:]
  }

  private let state = Mutex(State())

  /// Makes the readers of a service that answers no request yet.
  package init() {}

  /// How many tenants have requests that read, or something that waits.
  package var count: Int { state.withLock { $0.tenants.count } }

  /// Begins a request of a tenant; it reads until `PackageReading.end`, or as long as that lives.
  package func begin(_ tenant: String) -> PackageReading {
    let number = state.withLock { state in
      state.next += 1
      state.tenants[tenant, default: Tenant()].requests.insert(state.next)
      return state.next
    }
    return PackageReading { [self] in end(number, of: tenant) }
  }

  /// Does something as soon as no request of a tenant reads that does so now: at once where none does, else when the
  /// last of them ends, on its thread.
  package func afterCurrent(of tenant: String, _ action: @escaping @Sendable () -> Void) {
    let isWaiting = state.withLock { state in
      guard let requests = state.tenants[tenant]?.requests, !requests.isEmpty else { return false }
      state.tenants[tenant]?.waiting.append(Waiting(requests: requests, action: action))
      return true
    }
    if !isWaiting { action() }
  }

  private func end(_ number: Int, of tenant: String) {
    let due = state.withLock { state in
      guard var known = state.tenants[tenant] else { return [Waiting]() }
      known.requests.remove(number)
      for index in known.waiting.indices { known.waiting[index].requests.remove(number) }
      let due = known.waiting.filter(\.requests.isEmpty)
      known.waiting.removeAll(where: \.requests.isEmpty)
      state.tenants[tenant] = known.requests.isEmpty && known.waiting.isEmpty ? nil : known
      return due
    }
    for waiting in due { waiting.action() }
  }
}

/// A request that may be reading packages.
package final class PackageReading: Sendable {
  private let onEnd: Mutex<(@Sendable () -> Void)?>

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = Mutex(onEnd) }

  deinit { end() }

  /// It reads nothing more.
  package func end() {
    let onEnd = onEnd.withLock { $0.take() }
    onEnd?()
  }
}
