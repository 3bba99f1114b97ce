internal import Access
internal import HTTPMessages
internal import HTTPServer

/// One method of one path: what it takes and answers, who may use it, and what is done for it.
///
/// The server's route and its description in the OpenAPI document are both made from it.
struct Operation: Sendable {
  /// The methods.
  enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// Who may use it.
  enum Right: Sendable {
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
  enum Negotiated: Sendable {
    /// Those of its answers, before anything else is done.
    case answers
    /// Those of its answers; the handler does it, which knows what the type depends on.
    case byHandler
    /// None: it answers whatever is accepted.
    case nothing
  }

  typealias Admit = @Sendable (ServiceContext, HTTPRequestHead, Caller) throws -> Void
  typealias Handle = @Sendable (ServiceContext, HTTPRequest, Caller) throws -> HTTPResponse

  let method: Method
  /// The path, with variables for whole segments: `/v1/renders/{id}/output`.
  let pattern: String
  /// Its name in clients that are generated.
  let id: String
  let tag: OperationTag
  /// What it does, in a sentence.
  let summary: String
  /// What else there is to know.
  let description: String
  let right: Right
  /// Parameters of the path, the query and the header; those of signed links follow from the right.
  let parameters: [OperationParameter]
  let body: OperationBody?
  let negotiated: Negotiated
  /// What it answers where nothing is wrong.
  let answers: [OperationAnswer]
  /// What it answers where something is wrong, beside what follows from the rest.
  let statedProblems: [ProblemResponse]
  /// The options of settings that limit it, beside those of its body.
  let statedLimits: [String]
  let pool: HTTPRoute.Pool
  /// Whether the port for health serves it too.
  let isHealth: Bool
  /// A part, and the setting for bytes beyond which requests with it use the pool of recordings; nil for
  /// none.
  let recordingPart: (name: String, bytes: any ServiceSetting.Path<Int>)?
  /// Looks at a request before its body is read; throws to refuse it.
  let admit: Admit
  let handle: Handle
  /// What a request costs whose body is complete.
  let cost: RequestCost.Estimate

  init(
    _ method: Method, _ pattern: String, id: String, _ tag: OperationTag, _ summary: String,
    _ description: String, right: Right, parameters: [OperationParameter] = [],
    body: OperationBody? = nil, negotiated: Negotiated = .answers, answers: [OperationAnswer],
    problems: [ProblemResponse] = [], limits: [String] = [], pool: HTTPRoute.Pool = .light,
    isHealth: Bool = false,
    recordingPart: (name: String, bytes: any ServiceSetting.Path<Int>)? = nil,
    cost: @escaping RequestCost.Estimate = RequestCost.light,
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

extension Operation {
  /// The scope that a key needs; nil for any key.
  var scope: AccessScope? {
    switch right {
    case .open, .key: nil
    case .scope(let scope), .scopeOrLink(let scope): scope
    }
  }

  /// Whether what it took is charged beyond the estimate: work on pictures and recordings.
  var isMeasured: Bool { pool != .light }

  /// Whether it works without a key.
  var isOpen: Bool { if case .open = right { true } else { false } }

  /// Whether a signed link does in place of a key.
  var takesLinks: Bool { if case .scopeOrLink = right { true } else { false } }

  /// All its parameters.
  var allParameters: [OperationParameter] {
    parameters + (takesLinks ? OperationParameter.ofLinks : [])
  }

  /// The names of its query parameters.
  var queryNames: [String] { allParameters.filter { $0.place == .query }.map(\.name) }

  /// The media types of its answers, those that are preferred first.
  var mediaTypes: [String] {
    var types: [String] = []
    for content in answers.flatMap(\.contents) where !types.contains(content.mediaType) {
      types.append(content.mediaType)
    }
    return types
  }
}
