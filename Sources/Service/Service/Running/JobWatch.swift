internal import Foundation
internal import HTTPServer
internal import Store
internal import Synchronization

/// Tells clients how their renders go on: one thread looks at the jobs that somebody watches.
final class JobWatch: Sendable {
  /// How often jobs are looked at, in seconds: half of what a progress bar needs to look smooth.
  static let interval = 0.2
  /// After how many looks without news a comment keeps proxies from closing the connection: 15 s.
  private static let quietLooks = 75

  /// A client that listens.
  private struct Listener {
    var stream: HTTPEventStream
    var last: JobRecord?
    var looksSinceNews = 0
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
    var isRunning = false
  }

  private let state = Mutex(State())
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

  /// A stream of a job's events; nil where as many listen as may.
  func stream(of id: String, tenant: String) -> HTTPEventStream? {
    let stream = HTTPEventStream()
    let starts = state.withLock { state -> Bool? in
      guard state.listeners.count < maximum, !state.isStopped else { return nil }
      let number = state.next
      state.next += 1
      state.listeners[number] = (Key(tenant: tenant, id: id), Listener(stream: stream))
      stream.whenGone { [weak self] in self?.forget(number) }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard let starts else { return nil }
    if starts { Thread.detachNewThread { [weak self] in Self.run { self?.look() ?? false } } }
    return stream
  }

  /// Ends all streams.
  func stop() {
    let streams = state.withLock { state in
      state.isStopped = true
      return state.listeners.values.map(\.listener.stream)
    }
    for stream in streams { stream.end() }
  }

  /// How many listen.
  var count: Int { state.withLock { $0.listeners.count } }

  private func forget(_ number: Int) {
    state.withLock { _ = $0.listeners.removeValue(forKey: number) }
  }

  private static func run(_ look: () -> Bool) {
    while look() { Thread.sleep(forTimeInterval: interval) }
  }

  /// Looks at every watched job once; false where nobody listens any more.
  private func look() -> Bool {
    let listeners = state.withLock { state -> [Int: (key: Key, listener: Listener)] in
      if state.listeners.isEmpty || state.isStopped { state.isRunning = false }
      return state.isStopped ? [:] : state.listeners
    }
    guard !listeners.isEmpty else { return false }
    var jobs: [Key: JobRecord] = [:]
    var gone: Set<Key> = []
    for key in Set(listeners.values.map(\.key)) {
      do {
        jobs[key] = try store.job(key.id, of: key.tenant)
        if jobs[key] == nil { gone.insert(key) }
      } catch {
        // A store that is busy has news at the next look.
        continue
      }
    }
    // A job that came to its end and was removed between two looks has no further news.
    for (_, entry) in listeners where gone.contains(entry.key) { entry.listener.stream.end() }
    for (number, entry) in listeners {
      var listener = entry.listener
      tell(&listener, jobs[entry.key])
      state.withLock { state in
        if state.listeners[number] != nil { state.listeners[number]?.listener = listener }
      }
    }
    return true
  }

  private func tell(_ listener: inout Listener, _ job: JobRecord?) {
    guard let job, job != listener.last else {
      listener.looksSinceNews += 1
      if listener.looksSinceNews % Self.quietLooks == 0 { listener.stream.sendComment("waiting") }
      return
    }
    listener.looksSinceNews = 0
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
