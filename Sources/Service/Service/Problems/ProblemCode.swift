/// Every code that an answer, or a failed job, can name: the one list of them.
///
/// A code never changes its meaning; clients branch on it.
public enum ProblemCode: String, Hashable, Sendable, CaseIterable {
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
  case recordingTooLong = "recording_too_long"
  case recordingTooLarge = "recording_too_large"
  case badTracking = "bad_tracking"
  case trackingTooLarge = "tracking_too_large"
  case tooManyFaces = "too_many_faces"
  case tooManyLayers = "too_many_layers"
  case unknownAvatar = "unknown_avatar"
  case unknownCard = "unknown_card"
  case badAvatar = "bad_avatar"
  case avatarTooLarge = "avatar_too_large"
  case noSuchFrame = "no_such_frame"
  case noFace = "no_face"
  case unfitOutput = "unfit_output"
  case unfitComparison = "unfit_comparison"
  case webhookNotAllowed = "webhook_not_allowed"
  // Jobs and avatars that are there, or not.
  case jobNotFound = "job_not_found"
  case outputNotReady = "output_not_ready"
  case avatarNotFound = "avatar_not_found"
  case avatarBuiltIn = "avatar_built_in"
  case tooManyAvatars = "too_many_avatars"
  case idempotencyKeyReused = "idempotency_key_reused"
  // The service's own state.
  case queueFull = "queue_full"
  case serverBusy = "server_busy"
  case stopping = "stopping"
  case notReady = "not_ready"
  case storageBusy = "storage_busy"
  case diskFull = "disk_full"
  // Work that did not come to its end.
  case timeLimit = "time_limit"
  case outOfMemory = "out_of_memory"
  case outputTooLarge = "output_too_large"
  case workerCrashed = "worker_crashed"
  case interrupted = "interrupted"
  case `internal` = "internal"
}

extension ProblemCode {
  /// The HTTP status of an answer with this code, and its title: the table of the documentation.
  private var entry: (status: Int, title: String, advice: String) {
    switch self {
    case .malformedRequest:
      (400, "The request is malformed", "Send HTTP/1.1 as RFC 9112 has it.")
    case .invalidQuery:
      (400, "The query is not valid", "Send only the documented query parameters, each once.")
    case .malformedMultipart:
      (
        400, "The multipart body is malformed",
        "Send multipart/form-data by RFC 7578, with the boundary of its Content-Type."
      )
    case .unexpectedBody:
      (400, "A body was sent or left out", "Send a body exactly where the operation has one.")
    case .notFound:
      (404, "There is nothing at this path", "See /openapi.json for the paths.")
    case .methodNotAllowed:
      (405, "The path does not take this method", "Use one of the methods of the Allow header.")
    case .notAcceptable:
      (
        406, "No media type that is accepted can be sent",
        "Accept one of the media types that the detail names, or */*."
      )
    case .requestTimeout:
      (408, "The request took too long to arrive", "Send it again, over a faster connection.")
    case .bodyTooLarge:
      (413, "The body is too large", "Send a smaller picture or a shorter recording.")
    case .targetTooLong:
      (414, "The path and query are too long", "Send a shorter path and query.")
    case .headerTooLarge:
      (431, "The header is too large", "Send fewer or shorter header fields.")
    case .unsupportedMediaType:
      (
        415, "The body's media type is not supported",
        "Send the media type that the operation is documented with."
      )
    case .rangeNotSatisfiable:
      (416, "The range lies outside of the file", "Ask for a range within Content-Range's length.")
    case .missingCredentials:
      (401, "A key is needed", "Send Authorization: Bearer with a key of avatar-overlay keys.")
    case .invalidCredentials:
      (
        401, "The key is not valid",
        "Check the key; it may have been revoked, or have expired."
      )
    case .missingScope:
      (403, "The key lacks a right", "Use a key with the scope that the detail names.")
    case .invalidLink:
      (403, "The link is not valid", "Take a fresh link from the job.")
    case .expiredLink:
      (403, "The link has expired", "Take a fresh link from the job.")
    case .rateLimited:
      (429, "Too many requests", "Wait for the seconds of Retry-After, then send it again.")
    case .missingPart:
      (422, "A part of the body is missing", "Add the part that the detail names.")
    case .unknownPart:
      (422, "A part of the body is not known", "Send only the documented parts, each once.")
    case .invalidOptions:
      (422, "The options are not valid", "Put right what errors points at.")
    case .badPicture:
      (422, "The picture cannot be read", "Send a PNG, JPEG or WebP picture that is whole.")
    case .pictureTooLarge:
      (
        422, "The picture has too many pixels",
        "Scale the picture down, its tracking fits as it is."
      )
    case .badRecording:
      (422, "The recording cannot be read", "Send a clip that a player shows: MP4, MOV, MKV, WebM.")
    case .recordingTooLong:
      (422, "The recording is too long", "Cut the recording, or render it in parts.")
    case .recordingTooLarge:
      (422, "The recording has too many pixels", "Scale the recording down before sending it.")
    case .badTracking:
      (
        422, "The tracking cannot be read",
        "Put right the line that the detail names; Documentation/tracking-format.md has the format."
      )
    case .trackingTooLarge:
      (422, "The tracking is over a limit", "Send fewer or shorter samples.")
    case .tooManyFaces:
      (422, "Too many faces", "Send the faces that matter.")
    case .tooManyLayers:
      (422, "Too many layers", "Use fewer avatars, or avatars with fewer layers.")
    case .unknownAvatar:
      (422, "There is no such avatar", "GET /v1/avatars lists the names.")
    case .unknownCard:
      (422, "There is no such card", "The detail lists the names.")
    case .badAvatar:
      (422, "The avatar package has faults", "Put right what errors names, then upload it again.")
    case .avatarTooLarge:
      (422, "The avatar package is over a limit", "Make its pictures fewer or smaller.")
    case .noSuchFrame:
      (422, "There is no such frame", "Ask for a frame within the recording.")
    case .noFace:
      (422, "No frame is fit to be shared", "Choose the frame yourself with at or frame.")
    case .unfitOutput:
      (422, "The output asked for cannot be made", "Change the option that the detail names.")
    case .unfitComparison:
      (422, "The two cannot be compared", "Send two pictures, and placements that belong to them.")
    case .webhookNotAllowed:
      (422, "The webhook's host is not allowed", "Ask the operator to allow the host.")
    case .jobNotFound:
      (404, "There is no such job", "Check the id; jobs are removed after their retention.")
    case .outputNotReady:
      (409, "The job has no output", "Wait until its state is done.")
    case .avatarNotFound:
      (404, "There is no such avatar", "GET /v1/avatars lists the names.")
    case .avatarBuiltIn:
      (409, "The avatar came with the service", "Use another name.")
    case .tooManyAvatars:
      (409, "There are as many avatars as may be", "Delete one that is not used any more.")
    case .idempotencyKeyReused:
      (
        422, "The Idempotency-Key was used for another request",
        "Use a new key for a new request."
      )
    case .queueFull:
      (429, "The queue is full", "Wait for the seconds of Retry-After, then send it again.")
    case .serverBusy:
      (429, "The service is busy", "Wait for the seconds of Retry-After, then send it again.")
    case .stopping:
      (503, "The service is stopping", "Send it again in a moment.")
    case .notReady:
      (503, "The service is not ready", "See the checks of /health/ready.")
    case .storageBusy:
      (503, "The storage is busy", "Send it again in a moment.")
    case .diskFull:
      (507, "The storage is full", "Tell the operator; the retention may be too long.")
    case .timeLimit:
      (422, "The work took longer than it may", "Send a shorter or smaller recording.")
    case .outOfMemory:
      (422, "The work needs more memory than it may", "Send a smaller picture or recording.")
    case .outputTooLarge:
      (422, "The output is larger than it may be", "Render a part, a smaller size or a higher crf.")
    case .workerCrashed:
      (422, "The work ended unexpectedly", "The recording may be damaged; try another encoding.")
    case .interrupted:
      (503, "The work was interrupted", "Send it again.")
    case .internal:
      (500, "Something went wrong in the service", "Tell the operator the request's id.")
    }
  }

  /// The HTTP status of an answer with this code.
  public var status: Int { entry.status }

  /// What it means, the same for every occurrence.
  public var title: String { entry.title }

  /// What a client does about it, in a sentence.
  public var advice: String { entry.advice }

  /// What RFC 9457's `type` is: a path of the service that says what the code means.
  public var type: String { "/problems/\(rawValue)" }
}
