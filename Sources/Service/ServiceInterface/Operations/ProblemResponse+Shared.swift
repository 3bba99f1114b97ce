internal import HTTPServer
internal import Problems
internal import ServiceConfiguration

// What many operations answer.
extension ProblemResponse {
  static let badRequest = Self(
    "BadRequest", "The request itself is malformed",
    [.malformedRequest, .invalidQuery, .malformedMultipart, .unexpectedBody])
  static let unauthorized = Self(
    "Unauthorized", "An API key is required, or the one that was sent is not valid",
    [.missingCredentials, .invalidCredentials], headers: [.authenticate])
  static let forbidden = Self(
    "Forbidden", "The key lacks a scope", [.missingScope], headers: [.authenticate])
  static let forbiddenLink = Self(
    "ForbiddenLink", "The key lacks a scope, or the signed link does not open this",
    [.missingScope, .invalidLink, .expiredLink], headers: [.authenticate])
  package static let notFound = Self("NotFound", "There is nothing with this name", [.notFound])
  static let methodNotAllowed = Self(
    "MethodNotAllowed", "The path allows other methods, which `Allow` lists", [.methodNotAllowed],
    headers: [.allow])
  static let notAcceptable = Self(
    "NotAcceptable", "No media type that `Accept` names can be sent", [.notAcceptable])
  static let requestTimeout = Self(
    "RequestTimeout", "The request took too long to arrive", [.requestTimeout])
  package static let tooLarge = Self("TooLarge", "The body is longer than allowed", [.bodyTooLarge])
  static let tooLargeToKeep = Self(
    "TooLargeToKeep", "The body is longer than allowed, or the tenant has as much stored as it may",
    [.bodyTooLarge, .storageQuota])
  static let targetTooLong = Self(
    "TargetTooLong", "The path and query are too long", [.targetTooLong])
  package static let unsupportedMediaType = Self(
    "UnsupportedMediaType", "The operation does not accept the body's media type",
    [.unsupportedMediaType], headers: [.acceptPost, .acceptEncoding])
  static let rangeNotSatisfiable = Self(
    "RangeNotSatisfiable", "The range lies outside of the file", [.rangeNotSatisfiable],
    headers: [.contentRange])
  package static let preconditionFailed = Self(
    "PreconditionFailed",
    "What is there does not meet the request's conditions (`If-Match`, `If-None-Match`,"
      + " `If-Unmodified-Since`); nothing was done", [.preconditionFailed])
  static let tooManyRequests = Self(
    "TooManyRequests",
    "Too many requests, or the service is busy; wait as many seconds as `Retry-After` says",
    [.rateLimited, .queueFull, .serverBusy], headers: [.retryAfter, .rateLimit, .rateLimitPolicy])
  static let headerTooLarge = Self(
    "HeaderTooLarge", "The header is too large", [.headerTooLarge])
  static let internalError = Self(
    "InternalError", "A fault of the service; its operator finds the request by its id",
    [.internal])
  package static let unavailable = Self(
    "Unavailable", "The service is stopping, or its storage is busy; send the request again",
    [.stopping, .storageBusy, .interrupted], headers: [.retryAfter])
  static let storageFull = Self(
    "StorageFull", "The disk is full", [.diskFull], headers: [.retryAfter])
  /// The render that the path or the cursor names.
  package static let renderNotFound = Self(
    "RenderNotFound", "The render is not there, or is another tenant's", [.jobNotFound])
}

extension ServiceOperation {
  /// What it answers where something is wrong, by status: what was stated, and what follows from what it
  /// takes, whom it serves and what it sends.
  package var problems: [ProblemResponse] {
    var problems: [ProblemResponse] =
      [
        .badRequest, .methodNotAllowed, .requestTimeout,
        limits.contains(ServiceSettings.quotaOption) ? .tooLargeToKeep : .tooLarge, .targetTooLong,
        .headerTooLarge, .internalError, .unavailable,
      ] + statedProblems
    if !isOpen { problems += [.unauthorized, takesLinks ? .forbiddenLink : .forbidden] }
    // Rates are those of keys, and the pools of work have queues.
    if !isOpen || pool != .light { problems.append(.tooManyRequests) }
    if negotiated != .nothing { problems.append(.notAcceptable) }
    // A body goes to disk, or what is made of it does.
    if body != nil { problems += [.unsupportedMediaType, .storageFull] }
    if answers.contains(where: { $0.status == 206 }) {
      problems += [.rangeNotSatisfiable, .preconditionFailed]
    }
    return problems.sorted { $0.status < $1.status }
  }

  /// The options of settings that limit it.
  package var limits: [String] {
    (body?.limits ?? []) + statedLimits
  }
}
