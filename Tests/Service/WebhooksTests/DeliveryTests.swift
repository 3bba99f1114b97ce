import Access
import Foundation
import Store
import Synchronization
import TestSupport
import Testing
import Webhooks

@Suite struct DeliveryTests {
  @Test func `a webhook is told how a job ended, once it is`() throws {
    let receiver = try Receiver(["200"])
    let stage = try WebhookStage()
    let dispatcher = try stage.dispatcher(allowing: "http://127.0.0.1:\(receiver.port) private")
    #expect(!dispatcher.deliverNext())
    try stage.end("a1", as: .failed, webhook: "http://127.0.0.1:\(receiver.port)/hook?x=%2F..")
    #expect(dispatcher.deliverNext())
    #expect(!dispatcher.deliverNext())
    let request = try #require(receiver.requests.first)
    #expect(try receiver.requests.count == 1)
    #expect((request.method, request.path) == ("POST", "/hook?x=%2F.."))
    #expect(request.headers["content-type"] == "application/json")
    let delivery = try #require(try stage.store.deliveries(about: "a1", of: "ada").first?.delivery)
    #expect(request.headers["avataroverlay-delivery"] == delivery.id)
    #expect(
      request.body
        == #"{"id":"\#(delivery.id)","type":"render.failed","createdAt":"2023-11-14T22:13:20.123Z","#
        + #""data":{"id": "a1", "state": "failed", "at": 1700000000123}}"#)
    let log = try stage.log("a1")
    #expect(log.state == .delivered)
    #expect(log.attempts.map(\.status) == [200])
    #expect(log.attempts.map(\.error) == [nil])
    #expect(try stage.store.deliveries(about: "a1", of: "bob").isEmpty)
  }

  @Test func `a webhook is told of a cancelled job, and not of one without a webhook`() throws {
    let stage = try WebhookStage()
    let limits = QueueLimits(all: 9, perTenant: 9)
    var job = JobRecord(id: "a1", tenant: "ada", request: "{}", createdAt: 1)
    _ = try stage.store.submit(job, key: nil, limits: limits)
    (job.id, job.webhookURL) = ("a2", "https://example.org/")
    _ = try stage.store.submit(job, key: nil, limits: limits)
    for _ in 1...2 {
      _ = try stage.store.cancel("a1", of: "ada", at: 5)
      _ = try stage.store.cancel("a2", of: "ada", at: 5)
    }
    #expect(try stage.store.deliveries(about: "a1", of: "ada").isEmpty)
    let log = try stage.store.deliveries(about: "a2", of: "ada")
    #expect(log.map(\.delivery.type) == ["render.cancelled"])
    #expect(try stage.store.deliveryCounts()[.pending] == 1)
    try stage.store.remove("a2")
    #expect(try stage.store.deliveryCounts()[.pending] == 0)
  }

  @Test func `a webhook is told later where the store cannot be asked for the job`() throws {
    let receiver = try Receiver(["200"])
    let stage = try WebhookStage()
    let looks = Mutex(0)
    let dispatcher = try stage.dispatcher(
      allowing: "http://127.0.0.1:\(receiver.port) private",
      beforeLook: {
        let isFirst = looks.withLock { looks in
          looks += 1
          return looks == 1
        }
        if isFirst { throw StoreError.locked(path: "jobs.db") }
      })
    try stage.end("a1", webhook: "http://127.0.0.1:\(receiver.port)/")
    #expect(!dispatcher.deliverNext())
    #expect(try stage.log("a1").state == .pending)
    #expect(try stage.log("a1").attempts.isEmpty)
    stage.wait(seconds: Double(WebhookDispatcher.pause) / 1000)
    #expect(dispatcher.deliverNext())
    #expect(try stage.log("a1").state == .delivered)
  }

  @Test func `a webhook is told again after a failure, with the same bytes, and later each time`()
    throws
  {
    let receiver = try Receiver(["500", "404", "200"])
    let stage = try WebhookStage()
    let dispatcher = try stage.dispatcher(allowing: "http://127.0.0.1:\(receiver.port) private")
    try stage.end("a1", webhook: "http://127.0.0.1:\(receiver.port)/")
    #expect(dispatcher.deliverNext())
    stage.wait(seconds: 9.999)
    #expect(!dispatcher.deliverNext())
    stage.wait(seconds: 0.001)
    #expect(dispatcher.deliverNext())
    stage.wait(seconds: 19.999)
    #expect(!dispatcher.deliverNext())
    stage.wait(seconds: 0.001)
    #expect(dispatcher.deliverNext())
    let log = try stage.log("a1")
    #expect(log.state == .delivered)
    #expect(log.attempts.map(\.status) == [500, 404, 200])
    #expect(log.attempts.map(\.number) == [1, 2, 3])
    #expect(try Set(receiver.requests.map(\.body)).count == 1)
    let ids = try receiver.requests.map { $0.headers["avataroverlay-delivery"] }
    #expect(Set(ids).count == 1)
    let signatures = try receiver.requests.map { $0.headers["avataroverlay-signature"] }
    #expect(Set(signatures).count == 3)
  }

  @Test func `a webhook is left alone when it says that it is gone, or after the last attempt`()
    throws
  {
    let receiver = try Receiver(["410", "503"])
    let stage = try WebhookStage()
    var settings = WebhookSettings()
    settings.maximumAttempts = 3
    let dispatcher = try stage.dispatcher(
      allowing: "http://127.0.0.1:\(receiver.port) private", settings: settings)
    try stage.end("a1", webhook: "http://127.0.0.1:\(receiver.port)/")
    #expect(dispatcher.deliverNext())
    #expect(try stage.log("a1").state == .gone)
    try stage.end("a2", webhook: "http://127.0.0.1:\(receiver.port)/")
    for _ in 1...3 {
      #expect(dispatcher.deliverNext())
      stage.wait(seconds: 7200)
    }
    #expect(!dispatcher.deliverNext())
    let log = try stage.log("a2")
    #expect(log.state == .abandoned)
    #expect(log.attempts.map(\.status) == [503, 503, 503])
    #expect(try receiver.requests.count == 4)
  }

  @Test func `a webhook does not send us elsewhere`() throws {
    let other = try Receiver(["200"])
    let receiver = try Receiver(["redirect:http://127.0.0.1:\(other.port)/"])
    let stage = try WebhookStage()
    let hosts = [receiver, other].map { "http://127.0.0.1:\($0.port) private" }
    let dispatcher = try stage.dispatcher(allowing: hosts.joined(separator: ","))
    try stage.end("a1", webhook: "http://127.0.0.1:\(receiver.port)/")
    #expect(dispatcher.deliverNext())
    #expect(try stage.log("a1").attempts.map(\.status) == [307])
    #expect(try stage.log("a1").state == .pending)
    #expect(try other.requests.isEmpty)
  }

  @Test(arguments: ["silent", "drip"])
  func `a webhook that takes too long is cut off, however steadily it speaks`(answer: String) throws
  {
    let receiver = try Receiver([answer])
    let stage = try WebhookStage()
    var settings = WebhookSettings()
    settings.attemptSeconds = 1
    let dispatcher = try stage.dispatcher(
      allowing: "http://127.0.0.1:\(receiver.port) private", settings: settings)
    try stage.end("a1", webhook: "http://127.0.0.1:\(receiver.port)/")
    #expect(dispatcher.deliverNext())
    let attempt = try #require(try stage.log("a1").attempts.first)
    #expect(attempt.error?.contains("Timeout") == true)
    #expect(try receiver.requests.count == 1)
  }

  @Test func `a webhook that talks without end has taken it all the same`() throws {
    let receiver = try Receiver(["flood"])
    let stage = try WebhookStage()
    let dispatcher = try stage.dispatcher(allowing: "http://127.0.0.1:\(receiver.port) private")
    try stage.end("a1", webhook: "http://127.0.0.1:\(receiver.port)/")
    #expect(dispatcher.deliverNext())
    #expect(try stage.log("a1").state == .delivered)
  }

  @Test func `a webhook within this network is not called unless the list says so`() throws {
    let receiver = try Receiver(["200"])
    let stage = try WebhookStage()
    // The name is not an address: only the connection shows where it leads.
    let host = "http://localhost:\(receiver.port)"
    let strict = try stage.dispatcher(allowing: host)
    try stage.end("a1", webhook: host + "/")
    #expect(strict.deliverNext())
    let log = try stage.log("a1")
    #expect(log.state == .pending)
    #expect(log.attempts.first?.status == nil)
    #expect(log.attempts.first?.error?.contains("not public") == true)
    #expect(try receiver.requests.isEmpty)
    stage.wait(seconds: 10)
    #expect(try stage.dispatcher(allowing: host + " private").deliverNext())
    #expect(try stage.log("a1").state == .delivered)
  }

  @Test
  func `a webhook is told over TLS only if its certificate is one that is trusted, and its own`()
    throws
  {
    let folder = try ScratchFolder()
    try Program(named: "openssl").succeed(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
        "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
        "key.pem", "-out", "certificate.pem",
      ], in: folder)
    let both = try folder.bytes("key.pem") + folder.bytes("certificate.pem")
    let receiver = try Receiver(["200"], certificate: folder.write(both, to: "both.pem"))
    let stage = try WebhookStage()
    let hosts = ["localhost", "127.0.0.1"].map { "https://\($0):\(receiver.port)" }
    let list = hosts.map { $0 + " private" }.joined(separator: ",")
    var trusting = WebhookSettings()
    trusting.certificateFile = folder.path("certificate.pem")
    // An untrusted certificate; the right one with another name; the right one.
    for (id, host, settings) in [
      ("a1", hosts[0], WebhookSettings()), ("a2", hosts[1], trusting), ("a3", hosts[0], trusting),
    ] {
      try stage.end(id, webhook: host + "/")
      #expect(try stage.dispatcher(allowing: list, settings: settings).deliverNext())
    }
    for id in ["a1", "a2"] {
      let log = try stage.log(id)
      #expect(log.state == .pending)
      #expect(log.attempts.first?.status == nil)
      #expect(log.attempts.first?.error?.isEmpty == false)
    }
    #expect(try stage.log("a3").state == .delivered)
    #expect(try receiver.requests.count == 1)
  }

  @Test func `a webhook that is not allowed any more is not called any more`() throws {
    let stage = try WebhookStage()
    try stage.end("a1", webhook: "https://hooks.example.org/")
    #expect(try stage.dispatcher(allowing: "").deliverNext())
    let log = try stage.log("a1")
    #expect(log.state == .abandoned)
    #expect(log.attempts.first?.error?.contains("hooks.example.org") == true)
  }

  @Test func `a webhook is told after a restart what it was not told before`() throws {
    let receiver = try Receiver(["500", "200"])
    let host = "http://127.0.0.1:\(receiver.port)"
    let stage = try WebhookStage()
    try stage.end("a1", webhook: host + "/")
    #expect(try stage.dispatcher(allowing: host + " private").deliverNext())
    let later = try stage.reopened()
    #expect(try !later.dispatcher(allowing: host + " private").deliverNext())
    later.wait(seconds: 10)
    #expect(try later.dispatcher(allowing: host + " private").deliverNext())
    #expect(try later.log("a1").attempts.map(\.status) == [500, 200])
    #expect(try Set(receiver.requests.map(\.body)).count == 1)
  }

  @Test func `a webhook is told by threads of the dispatcher's own, each thing once`() throws {
    let receivers = [try Receiver(["200"]), try Receiver(["200"])]
    let stage = try WebhookStage()
    let hosts = receivers.map { "http://127.0.0.1:\($0.port) private" }
    let dispatcher = try stage.dispatcher(allowing: hosts.joined(separator: ","))
    dispatcher.start()
    for number in 0..<20 {
      try stage.end("a\(number)", webhook: "http://127.0.0.1:\(receivers[number % 2].port)/")
      dispatcher.wake()
    }
    #expect(try eventually { try stage.store.deliveryCounts()[.delivered] == 20 })
    dispatcher.stop()
    for receiver in receivers { #expect(try receiver.requests.count == 10) }
  }

  @Test func `a webhook that keeps us waiting is let go when the service stops, and called again`()
    throws
  {
    let receiver = try Receiver(["silent", "200"])
    let stage = try WebhookStage()
    let host = "http://127.0.0.1:\(receiver.port)"
    var settings = WebhookSettings()
    settings.attemptSeconds = 500
    let dispatcher = try stage.dispatcher(allowing: host + " private", settings: settings)
    try stage.end("a1", webhook: host + "/")
    dispatcher.start()
    #expect(try eventually { try !receiver.requests.isEmpty })
    dispatcher.stop()
    #expect(try stage.log("a1") == (.pending, []))
    #expect(try stage.dispatcher(allowing: host + " private").deliverNext())
    #expect(try stage.log("a1").state == .delivered)
  }

  @Test func `a webhook has the waits of the documentation`() {
    let settings = WebhookSettings()
    let waits = (1...11).map { settings.wait(after: $0, chance: 1) }
    #expect(waits == [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 7200])
    #expect((1...11).map { settings.wait(after: $0, chance: 0) } == waits.map { $0 / 2 })
    #expect(settings.wait(after: .max, chance: 2) == 7200)
  }
}
