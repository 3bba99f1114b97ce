internal import HTTPMessages
internal import Store
internal import Synchronization
internal import Threads

/// Sends clients the progress of their renders: one thread polls the jobs that clients listen to.
package final class JobWatch: Sendable {
  /// Seconds between polls: half of what a progress bar needs to look smooth.
  static let interval = 0.2
  /// Polls without a change after which a comment keeps proxies from closing the connection: 15 s.
  private static let keepAlivePolls = 75
  /// Polls after which is asked whether a client may still listen: 1 s.
  private static let admissionPolls = 5

  /// A client that listens.
  private struct Listener {
    var stream: HTTPEventStream
    /// Whether its client may still listen.
    var isAdmitted: @Sendable () -> Bool
    var polls = 0
    var last: JobRecord?
    var pollsSinceChange = 0
    var events = 0
  }

  private struct Key: Hashable {
    var tenant: String
    var id: String
  }

  private struct State {
    var listeners: [Int: (key: Key, listener: Listener)] = [:]
    var next = 0
    var isStopped = false
  }

  private let state = Mutex(State())
  /// The thread that polls, from the first listener on.
  private let loop = Mutex<PollLoop?>(nil)
  private let store: any JobStore
  private let describe: @Sendable (JobRecord) throws -> String
  private let maximum: Int

  /// Makes a watch.
  ///
  /// - Parameters:
  ///   - maximum: how many may listen at once.
  ///   - describe: a job as JSON in one line.
  init(
    store: any JobStore, maximum: Int,
    describe: @escaping @Sendable (JobRecord) throws -> String
  ) {
    (self.store, self.maximum, self.describe) = (store, maximum, describe)
  }

  /// A stream of a job's events; nil where the most clients listen already, and as many of the tenant's as
  /// are its share.
  ///
  /// A tenant with fewer takes the place of the newest stream of the tenant with the most, which ends: its
  /// client connects again, or asks for the state.
  ///
  /// - Parameter isAdmitted: whether the client may still listen; its stream ends where it may not.
  func stream(
    of id: String, tenant: String, isAdmitted: @escaping @Sendable () -> Bool
  ) -> HTTPEventStream? {
    let stream = HTTPEventStream()
    let (isTaken, ended) = state.withLock { state -> (Bool, HTTPEventStream?) in
      guard !state.isStopped else { return (false, nil) }
      var ended: HTTPEventStream?
      if state.listeners.count >= maximum {
        guard let number = Self.place(for: tenant, of: maximum, in: state) else {
          return (false, nil)
        }
        ended = state.listeners.removeValue(forKey: number)?.listener.stream
      }
      let number = state.next
      state.next += 1
      let listener = Listener(stream: stream, isAdmitted: isAdmitted)
      state.listeners[number] = (Key(tenant: tenant, id: id), listener)
      stream.whenGone { [weak self] in self?.forget(number) }
      return (true, ended)
    }
    ended?.sendComment("ended for another client; connect again, or ask for the state")
    ended?.end()
    guard isTaken else { return nil }
    wake()
    return stream
  }

  /// The listener whose place a tenant's next one takes: the newest of the tenant with the most, where the
  /// tenant has fewer than all places divided by the tenants; nil where it has its share.
  private static func place(for tenant: String, of places: Int, in state: State) -> Int? {
    var numbers: [String: [Int]] = [:]
    for (number, entry) in state.listeners { numbers[entry.key.tenant, default: []].append(number) }
    let own = numbers[tenant]?.count ?? 0
    guard own < places / (numbers.count + (own == 0 ? 1 : 0)) else { return nil }
    numbers[tenant] = nil
    // Of several with as many, the one whose newest came last.
    return numbers.values.map { (count: $0.count, newest: $0.max() ?? 0) }
      .max { ($0.count, $0.newest) < ($1.count, $1.newest) }?.newest
  }

  private func wake() {
    loop.withLock { loop in
      if let loop { return loop.wake() }
      loop = PollLoop(named: "events") { [weak self] in
        self?.poll() == true ? .after(seconds: Self.interval) : .whenWoken
      }
    }
  }

  /// Ends all streams.
  package func stop() {
    let streams = state.withLock { state in
      state.isStopped = true
      return state.listeners.values.map(\.listener.stream)
    }
    for stream in streams { stream.end() }
    loop.withLock { $0.take() }?.end()
  }

  /// How many listen.
  var count: Int { state.withLock { $0.listeners.count } }

  private func forget(_ number: Int) {
    state.withLock { _ = $0.listeners.removeValue(forKey: number) }
  }

  /// Polls every job that has listeners once; false where there are none.
  private func poll() -> Bool {
    let listeners = state.withLock { $0.isStopped ? [:] : $0.listeners }
    guard !listeners.isEmpty else { return false }
    var jobs: [Key: JobRecord] = [:]
    var gone: Set<Key> = []
    for key in Set(listeners.values.map(\.key)) {
      do {
        jobs[key] = try store.job(key.id, of: key.tenant)
        if jobs[key] == nil { gone.insert(key) }
      } catch {
        // A busy store answers at the next poll.
        continue
      }
    }
    // A job that came to its end and was removed between two polls has no further events.
    for (_, entry) in listeners where gone.contains(entry.key) { entry.listener.stream.end() }
    for (number, entry) in listeners {
      var listener = entry.listener
      listener.polls += 1
      if listener.polls % Self.admissionPolls == 0, !listener.isAdmitted() {
        listener.stream.sendComment("ended: the key is not valid any more")
        listener.stream.end()
        continue
      }
      notify(&listener, jobs[entry.key])
      state.withLock { state in
        if state.listeners[number] != nil { state.listeners[number]?.listener = listener }
      }
    }
    return true
  }

  private func notify(_ listener: inout Listener, _ job: JobRecord?) {
    guard let job, job != listener.last else {
      listener.pollsSinceChange += 1
      if listener.pollsSinceChange % Self.keepAlivePolls == 0 {
        listener.stream.sendComment("waiting")
      }
      return
    }
    listener.pollsSinceChange = 0
    listener.events += 1
    let isNewState = job.state != listener.last?.state
    listener.last = job
    if let text = try? describe(job) {
      listener.stream.send(
        isNewState ? "state" : "progress", data: text, id: String(listener.events))
    }
    if job.state.isFinal { listener.stream.end() }
  }
}
