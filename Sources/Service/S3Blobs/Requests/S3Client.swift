internal import Blobs
internal import Digests
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import Transfers

/// Makes signed requests, and makes those again that another attempt may do better.
final class S3Client: Sendable {
  /// The place, for messages.
  let place: S3Place
  let server: S3Server
  let settings: S3Settings
  private let pool = TransferPool(keeping: 16)
  /// When the bucket was there for certain, in milliseconds of the clock that only goes on.
  private let bucketSeenAt = Atomic<Int64>(.min)
  /// How long a bucket that was there is taken to be there, in milliseconds.
  private static let bucketTrust: Int64 = 10_000

  init(place: S3Place, server: S3Server, settings: S3Settings) {
    (self.place, self.server, self.settings) = (place, server, settings)
  }

  /// Makes a request until there is an answer.
  ///
  /// - Throws: `BlobError.unavailable` after the last attempt; other faults at once.
  func send(_ call: S3Call) throws(BlobError) -> S3Answer {
    var failures = 0
    while true {
      switch try attempt(call) {
      case .answer(var answer):
        answer.failures = failures
        return answer
      case .later(let reason, let seconds):
        failures += 1
        try wait(after: failures, reason: reason, least: seconds)
      }
    }
  }

  /// Makes a request once.
  ///
  /// - Parameter receive: takes the pieces of the body of an answer of 2xx, instead of collecting it; false ends the
  ///   attempt by `BlobError.unusable`.
  func attempt(
    _ call: S3Call, receive: ((TransferHead, [UInt8]) -> Bool)? = nil
  ) throws(BlobError) -> S3Attempt {
    var server = server
    for _ in 0...S3Server.mostRedirects {
      var redirected: S3Server?
      let attempt = try attempt(call, at: server, &redirected, receive)
      guard let redirected else { return attempt }
      server = redirected
    }
    throw .refused(
      place: place.text, reason: "it redirects a request more than \(S3Server.mostRedirects) times")
  }

  /// Makes a request of a server once.
  ///
  /// - Parameter redirected: set where the answer leads to another server of the bucket.
  private func attempt(
    _ call: S3Call, at server: S3Server, _ redirected: inout S3Server?,
    _ receive: ((TransferHead, [UInt8]) -> Bool)?
  ) throws(BlobError) -> S3Attempt {
    let collected = CollectedBody()
    let request = try request(call, to: server, isStreamed: receive != nil)
    let answer = pool.perform(request) { head, piece in
      if let receive, (200..<300).contains(head.status) { return receive(head, piece) }
      return collected.take(piece, of: head, call)
    }
    switch answer.fault {
    case nil: break
    case .stopped: throw .unavailable(place: place.text, reason: "the call was stopped")
    case .broken(let reason): return .later(reason: reason, seconds: nil)
    case .addressRefused(let reason), .hopeless(let reason):
      throw .unusable(place: place.text, reason: reason)
    case .answerRefused:
      throw .unusable(place: place.text, reason: "it answers more bytes than were asked for")
    case .unreadableBody:
      throw .unusable(
        place: call.bodyFile ?? place.text, reason: "a file that is to be kept cannot be read")
    }
    guard let head = answer.head else { return .later(reason: "no answer", seconds: nil) }
    if head.status == 307, let location = head.fields["location"] {
      // By the endpoint that was configured, so that no chain of redirects leads out of it.
      redirected = self.server.redirected(to: location, object: call.object)
      if redirected != nil { return .later(reason: "a redirect", seconds: nil) }
    }
    let isError = !(200..<300).contains(head.status) || call.isWork
    let verdict = S3Verdict(
      place: place.text, method: call.method, status: head.status, fields: head.fields,
      body: isError ? collected.bytes : [])
    let attempt: S3Attempt
    do throws(BlobError) { attempt = try verdict.attempt(collected.bytes) } catch {
      throw explained(error, of: call)
    }
    if case .answer(let answer) = attempt, answer.isDone {
      bucketSeenAt.store(Self.now, ordering: .relaxed)
    }
    return attempt
  }

  /// Whether some object of the bucket was there a moment ago, so that the bucket is.
  var hasSeenBucket: Bool {
    bucketSeenAt.load(ordering: .relaxed) > Self.now - Self.bucketTrust
  }

  private static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) }

  /// Waits before another attempt; throws where there is to be none.
  func wait(after failures: Int, reason: String, least: Double?) throws(BlobError) {
    guard failures < settings.attempts else {
      throw .unavailable(place: place.text, reason: "\(reason), \(failures) attempts")
    }
    let wait = settings.wait(after: failures, least: least, chance: .random(in: 0...1))
    let end = ContinuousClock.now + .seconds(wait)
    while ContinuousClock.now < end {
      guard !settings.isStopped() else {
        throw .unavailable(place: place.text, reason: "\(reason); the call was stopped")
      }
      let left = ContinuousClock.now.duration(to: end) / .seconds(1)
      Thread.sleep(forTimeInterval: min(max(left, 0), 0.1))
    }
  }

  private func request(
    _ call: S3Call, to server: S3Server, isStreamed: Bool
  ) throws(BlobError) -> TransferRequest {
    let query = S3Escaping.query(call.query)
    let fields: [(String, String)]
    do throws(DigestError) {
      fields = try S3Signature(of: server, at: Int64(Date().timeIntervalSince1970)).fields(
        call.method, call.object, query: query, fields: call.fields, payload: call.bodyHash)
    } catch {
      throw .unusable(place: place.text, reason: "\(error)")
    }
    var request = TransferRequest(
      call.method, server.url(call.object, query: query),
      headers: fields.map { "\($0): \($1)" }, body: call.body,
      // The receiver of a stream counts; a header is libcurl's to limit.
      maximumAnswerBytes: isStreamed
        ? .max : max(call.maximumBytes, Int64(S3Verdict.maximumBytes)) + 64 << 10,
      userAgent: "avatar-overlay", isStopped: settings.isStopped)
    request.times.connectSeconds = settings.connectSeconds
    request.times.stallSeconds = call.isWork ? settings.workSeconds : settings.stallSeconds
    request.certificateFile = server.certificateFile
    // No proxy leads back to this machine.
    (request.usesProxies, request.keepsConnection) = (!server.isLocal, true)
    return request
  }
}

/// The body of an answer, up to a limit.
private final class CollectedBody {
  private(set) var bytes: [UInt8] = []

  func take(_ piece: [UInt8], of head: TransferHead, _ call: S3Call) -> Bool {
    bytes += piece
    let isError = !(200..<300).contains(head.status)
    return Int64(bytes.count) <= (isError ? Int64(S3Verdict.maximumBytes) : call.maximumBytes)
  }
}
