package import Access
package import HTTPMessages
package import HTTPServer
package import ServiceConfiguration

/// One method of one path: what it takes and answers, who may use it, and what is done for it.
///
/// The server's route and its description in the OpenAPI document are both made from it. `Context` is what its
/// handler works with.
package struct ServiceOperation<Context>: Sendable {
  /// The methods.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// Who may use it.
  package enum Right: Sendable {
    /// Everybody.
    case open
    /// Any key.
    case key
    /// A key with a scope.
    case scope(AccessScope)
    /// A key with a scope, or the signed link that a render names.
    case scopeOrLink(AccessScope)
  }

  /// Which media types it looks for in `Accept`.
  package enum Negotiated: Sendable {
    /// Those of its answers, before anything else is done.
    case answers
    /// Those of its answers; the handler does it, which knows what the type depends on.
    case byHandler
    /// None: it answers whatever is accepted.
    case nothing
  }

  package typealias Admit = @Sendable (Context, HTTPRequestHead, Caller) throws -> Void
  package typealias Handle = @Sendable (Context, HTTPRequest, Caller) throws -> HTTPResponse

  /// What a request costs, in units: 1 is what a state, a list or a file of the disk costs.
  package typealias Estimate = @Sendable (HTTPRequest) -> Double

  package let method: Method
  /// The path, with variables for whole segments: `/v1/renders/{id}/output`.
  package let pattern: String
  /// Its name in clients that are generated.
  package let id: String
  package let tag: OperationTag
  /// What it does, in a sentence.
  package let summary: String
  /// What else there is to know.
  package let description: String
  package let right: Right
  /// Parameters of the path, the query and the header; those of signed links follow from the right.
  package let parameters: [OperationParameter]
  package let body: OperationBody?
  package let negotiated: Negotiated
  /// What it answers where nothing is wrong.
  package let answers: [OperationAnswer]
  /// What it answers where something is wrong, beside what follows from the rest.
  let statedProblems: [ProblemResponse]
  /// The options of settings that limit it, beside those of its body.
  let statedLimits: [String]
  package let pool: HTTPRoute.Pool
  /// Whether the port for health serves it too.
  package let isHealth: Bool
  /// A part, and the setting for bytes beyond which requests with it use the pool of recordings; nil for
  /// none.
  package let recordingPart: (name: String, bytes: any ServiceSetting.Path<Int>)?
  /// Looks at a request before its body is read; throws to refuse it.
  package let admit: Admit
  package let handle: Handle
  /// What a request costs whose body is complete.
  package let cost: Estimate

  package init(
    _ method: Method, _ pattern: String, id: String, _ tag: OperationTag, _ summary: String,
    _ description: String, right: Right, parameters: [OperationParameter] = [],
    body: OperationBody? = nil, negotiated: Negotiated = .answers, answers: [OperationAnswer],
    problems: [ProblemResponse] = [], limits: [String] = [], pool: HTTPRoute.Pool = .light,
    isHealth: Bool = false,
    recordingPart: (name: String, bytes: any ServiceSetting.Path<Int>)? = nil,
    cost: @escaping Estimate = { _ in 1 },
    admit: @escaping Admit = { _, _, _ in }, handle: @escaping Handle
  ) {
    (self.method, self.pattern, self.id, self.tag) = (method, pattern, id, tag)
    (self.summary, self.description, self.right) = (summary, description, right)
    (self.parameters, self.body, self.negotiated) = (parameters, body, negotiated)
    (self.answers, statedProblems, statedLimits) = (answers, problems, limits)
    (self.pool, self.isHealth, self.recordingPart) = (pool, isHealth, recordingPart)
    (self.admit, self.handle, self.cost) = (admit, handle, cost)
  }
}

extension ServiceOperation {
  /// The scope that a key needs; nil for any key.
  package var scope: AccessScope? {
    switch right {
    case .open, .key: nil
    case .scope(let scope), .scopeOrLink(let scope): scope
    }
  }

  /// Whether what it took is charged beyond the estimate: work on pictures and recordings.
  package var isMeasured: Bool { pool != .light }

  /// Whether it works without a key.
  package var isOpen: Bool { if case .open = right { true } else { false } }

  /// Whether a signed link does in place of a key.
  package var takesLinks: Bool { if case .scopeOrLink = right { true } else { false } }

  /// All its parameters.
  var allParameters: [OperationParameter] {
    parameters + (takesLinks ? OperationParameter.ofLinks : [])
  }

  /// The names of its query parameters.
  package var queryNames: [String] { allParameters.filter { $0.place == .query }.map(\.name) }

  /// The media types of its answers, those that are preferred first.
  package var mediaTypes: [String] {
    var types: [String] = []
    for content in answers.flatMap(\.contents) where !types.contains(content.mediaType) {
      types.append(content.mediaType)
    }
    return types
  }
}
