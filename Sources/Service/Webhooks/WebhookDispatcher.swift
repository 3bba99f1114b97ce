internal import Foundation
public import Store
internal import Synchronization
internal import Threads

/// Tells webhooks what the store's outbox says, again and again until each is taken or given up.
///
/// At least once: an attempt whose answer is not written down before the process dies is made again,
/// under the same id. What is to come lies in the store, so a restart goes on where it was.
public final class WebhookDispatcher: Sendable {
  /// Milliseconds since 1970.
  public typealias Clock = @Sendable () -> Int64

  /// How long nothing is sent after the store failed, in milliseconds.
  public static let pause: Int64 = 30_000

  private let outbox: any Outbox
  private let keys: any KeyStore
  private let policy: WebhookPolicy
  private let settings: WebhookSettings
  private let describe: @Sendable (String) throws -> [UInt8]?
  private let onAttempt: @Sendable (Delivery, DeliveryAttempt, Delivery.State) -> Void
  private let clock: Clock
  private let chance: @Sendable () -> Double
  /// Receivers that are being called.
  private let busy = Mutex<Set<String>>([])
  /// When to go on after the store could not be asked or written.
  private let resumeAt = Atomic<Int64>(.min)
  private let isStopping = Atomic(false)
  /// The threads that deliver; none before the start.
  private let loop = Mutex<PollLoop?>(nil)
  /// Seconds between two looks, unless the service has something new.
  private static let pollSeconds = 1.0

  /// Makes a dispatcher; `start` lets it work.
  ///
  /// - Parameters:
  ///   - outbox: what is to be told.
  ///   - keys: where each tenant's signing keys are.
  ///   - policy: where webhooks may go now; it is asked again at every attempt.
  ///   - describe: the JSON of a job, by its id, as the service shows it to its tenant; nil where
  ///     there is none. Where it throws, the store could not be asked, and it is asked again later.
  ///   - chance: random numbers from 0 to 1, which spread the waits.
  ///   - onAttempt: told every attempt that is written down, and the state that it left.
  public init(
    outbox: any Outbox, keys: any KeyStore, policy: WebhookPolicy,
    settings: WebhookSettings = WebhookSettings(),
    clock: @escaping Clock = WebhookDispatcher.systemClock,
    chance: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    onAttempt: @escaping @Sendable (Delivery, DeliveryAttempt, Delivery.State) -> Void = {
      _, _, _ in
    },
    describe: @escaping @Sendable (String) throws -> [UInt8]?
  ) {
    (self.outbox, self.keys, self.policy, self.settings) = (outbox, keys, policy, settings)
    (self.clock, self.chance, self.describe, self.onAttempt) = (clock, chance, describe, onAttempt)
  }

  /// The system's clock.
  public static let systemClock: Clock = { Int64(Date().timeIntervalSince1970 * 1000) }

  /// Begins to deliver, on threads of its own.
  public func start() {
    loop.withLock { loop in
      loop = PollLoop(named: "webhooks", threads: max(1, settings.maximumParallel)) { [self] in
        deliverNext() ? .now : .after(seconds: Self.pollSeconds)
      }
    }
  }

  /// Says that there is something to tell, so that it need not wait for the next look.
  public func wake() { loop.withLock { $0 }?.wake() }

  /// Ends delivering; attempts under way are broken off and made again after the next start.
  public func stop() {
    isStopping.store(true, ordering: .releasing)
    let loop = loop.withLock { $0.take() }
    loop?.end()
    loop?.join()
  }

  /// Makes the attempt that is due longest; false where none is due, or the store is not in order.
  ///
  /// One receiver is called once at a time: a slow one keeps one thread and not all.
  @discardableResult
  public func deliverNext() -> Bool {
    guard clock() >= resumeAt.load(ordering: .acquiring) else { return false }
    do throws(StoreError) {
      return try deliverNextDue()
    } catch {
      // What cannot be written down would be sent again and again.
      resumeAt.store(clock() + Self.pause, ordering: .releasing)
      return false
    }
  }

  private func deliverNextDue() throws(StoreError) -> Bool {
    for delivery in try outbox.dueDeliveries(at: clock()) {
      let receiver = (try? WebhookURL(delivery.url))?.origin.text ?? delivery.url
      guard busy.withLock({ $0.insert(receiver).inserted }) else { continue }
      defer { busy.withLock { _ = $0.remove(receiver) } }
      // Between the look and the lock another thread may have been here.
      guard try outbox.dueDeliveries(at: clock()).contains(delivery) else { continue }
      return try attempt(delivery)
    }
    return false
  }

  /// Makes an attempt and writes down what came of it; false where it was broken off.
  private func attempt(_ delivery: Delivery) throws(StoreError) -> Bool {
    let (start, at) = (ContinuousClock.now, clock())
    let outcome = try send(delivery, at: at)
    guard !outcome.isInterrupted else { return false }
    let attempt = DeliveryAttempt(
      number: delivery.attempts + 1, at: at, status: outcome.status, error: outcome.error,
      milliseconds: Int(start.duration(to: .now) / .milliseconds(1)))
    let state = state(after: attempt, isFinal: outcome.isFinal)
    let wait = settings.wait(after: attempt.number, chance: chance())
    try outbox.record(
      attempt, of: delivery.id, leaving: state,
      nextAt: state == .pending ? clock() + Int64(wait * 1000) : nil)
    onAttempt(delivery, attempt, state)
    return true
  }

  private func state(after attempt: DeliveryAttempt, isFinal: Bool) -> Delivery.State {
    switch attempt.status {
    case .some(200..<300): .delivered
    case 410: .gone
    default: isFinal || attempt.number >= settings.maximumAttempts ? .abandoned : .pending
    }
  }

  private func send(
    _ delivery: Delivery, at time: Int64
  ) throws(StoreError) -> (status: Int?, error: String?, isInterrupted: Bool, isFinal: Bool) {
    let url: WebhookURL
    do throws(WebhookFault) {
      url = try policy.check(delivery.url)
    } catch {
      // The list was changed since; waiting does not help.
      return (nil, "\(error)", false, true)
    }
    guard let body = try body(of: delivery) else {
      return (nil, "the job was removed", false, true)
    }
    let signers = try keys.signingKeys(for: .webhooks(tenant: delivery.tenant), at: time)
    let signature: String
    do {
      signature = try WebhookSignature.value(of: body, at: time / 1000, keys: signers)
    } catch {
      return (nil, "\(error)", false, false)
    }
    let headers = [
      "Content-Type: application/json", "Accept:", "Expect:",
      "AvatarOverlay-Delivery: \(delivery.id)", "\(WebhookSignature.fieldName): \(signature)",
    ]
    let outcome = WebhookPost.send(
      body, to: url, headers: headers, allowsPrivate: policy.allowsPrivate(url.origin) ?? false,
      settings: settings, isStopped: { [self] in isStopping.load(ordering: .acquiring) })
    return (outcome.status, outcome.error, outcome.isInterrupted, false)
  }

  /// The body that every attempt of a delivery sends.
  private func body(of delivery: Delivery) throws(StoreError) -> [UInt8]? {
    if let body = delivery.body { return body }
    guard let data = try description(of: delivery.job) else { return nil }
    let body = WebhookBody.json(of: delivery, data: data)
    try outbox.keepBody(body, of: delivery.id)
    return body
  }

  /// The job as it is told; a store that is busy for a moment is no job that is gone.
  private func description(of job: String) throws(StoreError) -> [UInt8]? {
    do {
      return try describe(job)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .unusable(path: job, reason: "the job cannot be described: \(error)")
    }
  }
}
