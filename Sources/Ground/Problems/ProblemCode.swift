/// Every problem that there is, by the code that names it: the one list of them, for the command
/// line, the service's answers and the jobs that fail.
///
/// A code never changes its meaning; clients branch on it.
public enum ProblemCode: String, Hashable, Sendable, CaseIterable, Codable {
  // The request itself.
  case malformedRequest = "malformed_request"
  case invalidQuery = "invalid_query"
  case malformedMultipart = "malformed_multipart"
  case unexpectedBody = "unexpected_body"
  case notFound = "not_found"
  case methodNotAllowed = "method_not_allowed"
  case notAcceptable = "not_acceptable"
  case requestTimeout = "request_timeout"
  case bodyTooLarge = "body_too_large"
  case targetTooLong = "target_too_long"
  case headerTooLarge = "header_too_large"
  case unsupportedMediaType = "unsupported_media_type"
  case rangeNotSatisfiable = "range_not_satisfiable"
  case preconditionFailed = "precondition_failed"
  // Rights.
  case missingCredentials = "missing_credentials"
  case invalidCredentials = "invalid_credentials"
  case missingScope = "missing_scope"
  case invalidLink = "invalid_link"
  case expiredLink = "expired_link"
  case rateLimited = "rate_limited"
  // What was sent.
  case missingPart = "missing_part"
  case unknownPart = "unknown_part"
  case invalidOptions = "invalid_options"
  case badPicture = "bad_picture"
  case pictureTooLarge = "picture_too_large"
  case badRecording = "bad_recording"
  case coverUnsure = "cover_unsure"
  case consentEnded = "consent_ended"
  case consentMissing = "consent_missing"
  case recordingTooLong = "recording_too_long"
  case recordingTooLarge = "recording_too_large"
  case badTracking = "bad_tracking"
  case trackingTooLarge = "tracking_too_large"
  case noTracker = "no_tracker"
  case tooManyFaces = "too_many_faces"
  case tooManyLayers = "too_many_layers"
  case unknownAvatar = "unknown_avatar"
  case unknownCard = "unknown_card"
  case badAvatar = "bad_avatar"
  case avatarTooLarge = "avatar_too_large"
  case unknownScene = "unknown_scene"
  case badScene = "bad_scene"
  case sceneTooLarge = "scene_too_large"
  case unknownFitProfile = "unknown_fit_profile"
  case badFitProfile = "bad_fit_profile"
  case badLUT = "bad_lut"
  case noSuchFrame = "no_such_frame"
  case noFace = "no_face"
  case unfitOutput = "unfit_output"
  case unfitComparison = "unfit_comparison"
  case overLimit = "over_limit"
  case webhookNotAllowed = "webhook_not_allowed"
  // Jobs, avatars and scenes that are there, or not.
  case jobNotFound = "job_not_found"
  case outputNotReady = "output_not_ready"
  case avatarNotFound = "avatar_not_found"
  case avatarBuiltIn = "avatar_built_in"
  case tooManyAvatars = "too_many_avatars"
  case sceneNotFound = "scene_not_found"
  case sceneBuiltIn = "scene_built_in"
  case scenePictureTaken = "scene_picture_taken"
  case tooManyScenes = "too_many_scenes"
  case saveRefused = "save_refused"
  case fitProfileNotFound = "fit_profile_not_found"
  case tooManyFitProfiles = "too_many_fit_profiles"
  case idempotencyKeyReused = "idempotency_key_reused"
  // The service's own state.
  case queueFull = "queue_full"
  case serverBusy = "server_busy"
  case stopping = "stopping"
  case notReady = "not_ready"
  case storageBusy = "storage_busy"
  case diskFull = "disk_full"
  case storageQuota = "storage-quota"
  // Work that did not come to its end.
  case timeLimit = "time_limit"
  case outOfMemory = "out_of_memory"
  case outputTooLarge = "output_too_large"
  case workerCrashed = "worker_crashed"
  case interrupted = "interrupted"
  case `internal` = "internal"
  // What the command line alone tells.
  case comparisonFailed = "comparison_failed"
  case mismatch = "mismatch"
  case usage = "usage"
  case badInput = "bad_input"
  case badCard = "bad_card"
  case badSuite = "bad_suite"
  case badStore = "bad_store"
  case recordingNotFound = "recording_not_found"
  case trackingNotFound = "tracking_not_found"
  case inputNotFound = "input_not_found"
  case notInstalled = "not_installed"
  case outputExists = "output_exists"
  case cannotWrite = "cannot_write"
  case cannotListen = "cannot_listen"
  case unavailable = "unavailable"
}

extension ProblemCode {
  /// The exit code of a verb that ends with it: `internalError` for those of HTTP alone.
  public var exitCode: ExitCode { entry.exit ?? .internalError }

  /// Whether a verb of the command line, and so a worker, can end with it.
  public var isOfTool: Bool { entry.exit != nil }

  /// The HTTP status of an answer with this code; nil for those that the command line alone tells.
  public var status: Int? { entry.status }

  /// What it means, the same for every occurrence.
  public var title: String { entry.title }

  /// What to do about it, in a sentence.
  public var advice: String { entry.advice }

  /// The code that the service's clients get: this one, or for one that the command line alone tells
  /// the nearest that says what they can do.
  public var forClients: ProblemCode { entry.forClients ?? self }

  /// What RFC 9457's `type` is: a path of the service that says what the code means.
  public var type: String { "/problems/\(rawValue)" }

  /// What of a request is at fault, as a rule.
  public var place: ProblemPlace? {
    switch self {
    case .badPicture, .pictureTooLarge, .badRecording, .coverUnsure, .recordingTooLong,
      .recordingTooLarge, .noSuchFrame, .noFace, .recordingNotFound, .consentEnded:
      .recording
    case .badTracking, .trackingTooLarge, .noTracker, .tooManyFaces, .trackingNotFound: .tracking
    case .unknownAvatar, .badAvatar, .avatarTooLarge, .tooManyLayers: .avatar
    case .unknownCard, .badCard: .card
    case .invalidOptions, .unfitOutput, .usage: .options
    case .outputTooLarge, .outputExists, .cannotWrite, .diskFull: .output
    default: nil
    }
  }
}
