/// What a service keeps in one store: jobs, keys, and deliveries to webhooks.
///
/// A backend is a target of its own with one type that is all three; the tests of the contract (`StoreTests`)
/// run on each, and the service names it in `ServiceStorage` alone.
public typealias ServiceStore = JobStore & KeyStore & Outbox
