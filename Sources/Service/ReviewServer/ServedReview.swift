public import AvatarFiles
internal import Digests
public import Goldens
internal import HTTPMessages
public import HTTPServer
internal import JSON
internal import Problems
internal import Review

/// The review of a suite's last run as a page, on which its pictures can be approved.
///
/// It listens on the loopback address alone, which other users of the machine reach too: the page needs the token
/// of this run. Only the page that it served can approve; requests that name another host are refused, so that no
/// site of the internet reaches it through a browser (DNS rebinding), and no page shows it in a frame.
public final class ServedReview: Sendable {
  /// Where the page is.
  public let url: String
  /// What it asks for.
  public let token: String
  private let server: WebServer

  /// Bytes of a request to approve: a reason, and the names of all cases of a large suite.
  static let maximumBodyBytes = 1 << 20

  /// Makes the server of a suite, which listens; `start()` begins to serve.
  ///
  /// - Parameters:
  ///   - results: the results' folder; nil for `.results` in the suite's.
  ///   - library: where names of avatars are looked up, as when the suite was verified.
  ///   - author: the person who approves; the page asks for the reason.
  ///   - port: the port of 127.0.0.1; 0 takes a free one.
  ///   - environment: where `CI` is set, nothing can be approved.
  ///   - report: told of each approval, a line each.
  /// - Throws: `GoldenError.recordingForbidden`, `GoldenError.noResults`, `HTTPServerError`.
  public init(
    _ suite: GoldenSuite, results: String? = nil, library: AvatarLibrary, author: String,
    port: UInt16, environment: [String: String],
    report: @escaping @Sendable (String) -> Void
  ) throws {
    guard !RecordingPolicy.isForbidden(environment) else { throw GoldenError.recordingForbidden }
    _ = try suite.review(results: results)
    token = RandomName.make()
    // Another one: what is in the page does not open it.
    let approval = ReviewApproval(token: RandomName.make(), author: author)
    let endpoint = ApprovalEndpoint(
      suite: suite, results: results, library: library, author: author, token: approval.token,
      environment: environment, report: report)
    let entrance = ReviewEntrance(token: token) {
      try ReviewPage(
        suite.review(results: results), picturesRoot: SuiteResults(of: suite, path: results).path,
        suite: suite.folder, approval: approval
      ).bytes()
    }
    var settings = HTTPServerSettings()
    settings.port = port
    // One at a time: what is approved is written to the same files.
    settings.computeWorkers = 1
    settings.maximumConnections = 64
    server = try WebServer(
      settings: settings,
      routes: [
        HTTPRoute("GET", "/", admit: Self.admit) { Self.guarded(entrance.ask($0)) },
        HTTPRoute(
          "POST", "/", body: .memory(maximumBytes: ReviewEntrance.maximumBodyBytes), pool: .compute,
          admit: Self.admit
        ) { Self.guarded(try entrance.enter($0)) },
        HTTPRoute(
          "POST", "/approve", body: .memory(maximumBytes: Self.maximumBodyBytes), pool: .compute,
          admit: Self.admit
        ) { Self.guarded(try endpoint.answer($0)) },
      ],
      problem: { error, _ in Self.answer(error) })
    url = "http://127.0.0.1:\(server.port)/"
  }

  /// Begins to serve.
  public func start() throws(HTTPServerError) { try server.start() }

  /// Stops; what is being recorded is recorded whole.
  public func stop() { server.stop(deadline: 10) }

  /// Refuses a request that a browser sends for another site's name.
  private static func admit(_ head: HTTPRequestHead) throws(ReviewServerFault) {
    let host = head.header("Host") ?? ""
    let name = host.split(separator: ":", omittingEmptySubsequences: false).first.map(String.init)
    guard name == "127.0.0.1" || name == "localhost" else { throw .foreignHost(host) }
  }

  private static func answer(_ error: any Error) -> HTTPResponse {
    let status =
      switch error {
      case let fault as ReviewServerFault: fault.status
      case let fault as HTTPFault: fault.problemCode.status ?? 500
      // What was verified and what is there now do not go together.
      case is GoldenError: 409
      default: 500
      }
    return guarded(
      .bytes(
        JSONValue.object([("error", .string("\(error)"))]).bytes, mediaType: "application/json",
        status: status))
  }

  /// An answer that no page shows in a frame, whose buttons could be clicked through it, and no cache keeps.
  private static func guarded(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers += [
      HTTPField("Content-Security-Policy", "frame-ancestors 'none'"),
      HTTPField("X-Frame-Options", "DENY"), HTTPField("Referrer-Policy", "no-referrer"),
      HTTPField("Cache-Control", "no-store"),
    ]
    return response
  }
}
