/// Deliveries to webhooks and their attempts; times are milliseconds since 1970.
///
/// The store itself puts in the end of a job that has a webhook (`JobStore.finish`, `.cancel`).
public protocol Outbox: Sendable {
  /// Adds an event of a job; gives its id, nil where the job is not there or has no
  /// webhook.
  @discardableResult
  func enqueue(_ type: String, about job: String, at time: Int64) throws(StoreError) -> String?

  /// Deliveries whose time has come, the one of each receiver (scheme, host and port) that is due
  /// longest: a slow receiver with many does not hide the others.
  func dueDeliveries(at time: Int64) throws(StoreError) -> [Delivery]

  /// Keeps the body that all attempts will send.
  func keepBody(_ body: [UInt8], of delivery: String) throws(StoreError)

  /// Writes down an attempt and what follows from it; `nextAt` where the state is pending.
  func record(
    _ attempt: DeliveryAttempt, of delivery: String, leaving state: Delivery.State, nextAt: Int64?
  ) throws(StoreError)

  /// The deliveries of a tenant's job, with all attempts, in the order in which it
  /// happened; empty where the job is another's.
  func deliveries(
    about job: String, of tenant: String
  ) throws(StoreError) -> [(delivery: Delivery, attempts: [DeliveryAttempt])]

  /// How many deliveries there are in each state, the states without any among them.
  func deliveryCounts() throws(StoreError) -> [Delivery.State: Int]
}
