/// What the table says of one problem.
struct ProblemEntry {
  /// The HTTP status; nil where the command line alone tells it.
  var status: Int?
  /// The exit code; nil where HTTP alone knows it.
  var exit: ExitCode?
  var title: String
  var advice: String
  /// What the service's clients get in its place.
  var forClients: ProblemCode?

  /// A problem of HTTP alone.
  static func http(_ status: Int, _ title: String, _ advice: String) -> Self {
    Self(status: status, title: title, advice: advice)
  }

  /// A problem of the command line and of the service.
  static func shared(
    _ status: Int, _ exit: ExitCode, _ title: String, _ advice: String
  ) -> Self {
    Self(status: status, exit: exit, title: title, advice: advice)
  }

  /// A problem of the command line alone, and what clients of the service get in its place.
  static func tool(
    _ exit: ExitCode, _ title: String, _ advice: String, as forClients: ProblemCode
  ) -> Self {
    Self(exit: exit, title: title, advice: advice, forClients: forClients)
  }
}

extension ProblemCode {
  /// The one table: HTTP status, exit code, title and advice of every problem.
  ///
  /// The tables of `Documentation/errors.md` are made from it.
  var entry: ProblemEntry {
    switch self {
    case .malformedRequest:
      .http(400, "The request is malformed", "Send HTTP/1.1 as RFC 9112 defines it.")
    case .invalidQuery:
      .http(400, "The query is not valid", "Send only the documented query parameters, each once.")
    case .malformedMultipart:
      .http(
        400, "The multipart body is malformed",
        "Send multipart/form-data by RFC 7578, with the boundary of its Content-Type.")
    case .unexpectedBody:
      .http(
        400, "The body is missing, or unexpected",
        "Send a body if the operation takes one, and only then.")
    case .notFound: .http(404, "No resource has this path", "See /openapi.json for the paths.")
    case .methodNotAllowed:
      .http(
        405, "The path does not allow this method",
        "Use one of the methods that the Allow header lists.")
    case .notAcceptable:
      .http(
        406, "None of the accepted media types can be sent",
        "Accept one of the media types that the detail names, or */*.")
    case .requestTimeout:
      .http(
        408, "The request took too long to arrive", "Repeat the request over a faster connection.")
    case .bodyTooLarge:
      .http(413, "The body is too large", "Send a smaller picture or a shorter recording.")
    case .targetTooLong:
      .http(414, "The path and query are too long", "Send a shorter path and query.")
    case .headerTooLarge:
      .http(431, "The header is too large", "Send fewer or shorter header fields.")
    case .unsupportedMediaType:
      .http(
        415, "The body's media type is not supported",
        "Send the media type that the operation is documented with.")
    case .rangeNotSatisfiable:
      .http(
        416, "The range lies outside of the file",
        "Ask for a range within Content-Range's length.")
    case .preconditionFailed:
      .http(
        412, "A condition of the request is not met",
        "Get what is there and its ETag again, then decide anew.")
    case .missingCredentials:
      .http(
        401, "An API key is required",
        "Send Authorization: Bearer with a key of avatar-overlay keys.")
    case .invalidCredentials:
      .http(
        401, "The key is not valid",
        "Check the key; it may have been revoked, or have expired.")
    case .missingScope:
      .http(403, "The key lacks a scope", "Use a key with the scope that the detail names.")
    case .invalidLink: .http(403, "The link is not valid", "Get a new link from the job.")
    case .expiredLink: .http(403, "The link has expired", "Get a new link from the job.")
    case .rateLimited:
      .http(
        429, "Too many requests", "Wait as many seconds as Retry-After says, then send it again.")
    case .missingPart:
      .http(422, "A part of the body is missing", "Add the part that the detail names.")
    case .unknownPart:
      .http(422, "The body has an unknown part", "Send only the documented parts, each once.")
    case .invalidOptions:
      .shared(422, .usage, "The options are not valid", "Correct the values that errors points at.")
    case .badPicture:
      .shared(
        422, .dataError, "The picture cannot be read",
        "Send a PNG, JPEG, WebP, HEIC or AVIF picture that is whole.")
    case .pictureTooLarge:
      .shared(
        422, .overLimit, "The picture has too many pixels",
        "Scale the picture down; its tracking can stay as it is.")
    case .badRecording:
      .shared(
        422, .dataError, "The recording cannot be read",
        "Send a clip that a player shows: MP4, MOV, MKV, WebM.")
    case .coverUnsure:
      .shared(
        422, .dataError, "Not every face is covered for sure",
        "Look at the place that the detail names; send a part of the clip without it, or a better one."
      )
    case .consentEnded:
      .shared(
        422, .dataError, "The consent has ended",
        "Ask for a new consent and state it, or delete the recording.")
    case .consentMissing:
      .http(
        422, "A consent is missing", "State the consent of the person that the recording shows.")
    case .recordingTooLong:
      .shared(
        422, .overLimit, "The recording is too long",
        "Cut the recording, or render it in parts.")
    case .recordingTooLarge:
      .shared(
        422, .overLimit, "The recording has too many pixels",
        "Scale the recording down before sending it.")
    case .badTracking:
      .shared(
        422,
        .dataError,
        "The tracking cannot be read",
        "Correct the line that the detail names; Documentation/tracking-format.md has the format."
      )
    case .trackingTooLarge:
      .shared(422, .overLimit, "The tracking is over a limit", "Send fewer or shorter samples.")
    case .noTracker:
      .http(
        422, "There is no tracker",
        "Send the part tracking, or avatar none; or ask the operator for a tracker."
      )
    case .tooManyFaces: .shared(422, .overLimit, "Too many faces", "Send fewer faces.")
    case .tooManyLayers:
      .shared(
        422, .overLimit, "Too many layers",
        "Use fewer avatars, or avatars with fewer layers.")
    case .unknownAvatar:
      .shared(422, .inputNotFound, "There is no such avatar", "GET /v1/avatars lists the names.")
    case .unknownCard:
      .shared(422, .inputNotFound, "There is no such card", "The detail lists the names.")
    case .badAvatar:
      .shared(
        422, .dataError, "The avatar package has faults",
        "Correct what errors names, then upload it again.")
    case .avatarTooLarge:
      .shared(
        422, .overLimit, "The avatar package is over a limit",
        "Make its pictures fewer or smaller.")
    case .noSuchFrame:
      .shared(422, .dataError, "There is no such frame", "Ask for a frame within the recording.")
    case .noFace:
      .shared(
        422, .dataError, "No frame is good enough to share",
        "Choose the frame yourself with at or frame.")
    case .unfitOutput:
      .shared(
        422, .usage, "The output asked for cannot be made",
        "Change the option that the detail names.")
    case .unfitComparison:
      .shared(
        422, .dataError, "The two inputs cannot be compared",
        "Send two pictures, and placements that belong to them.")
    case .overLimit:
      .shared(422, .overLimit, "A limit is exceeded", "Reduce what the detail names.")
    case .webhookNotAllowed:
      .http(422, "The webhook's host is not allowed", "Ask the operator to allow the host.")
    case .jobNotFound:
      .http(404, "There is no such job", "Check the id; jobs are removed after their retention.")
    case .outputNotReady: .http(409, "The job has no output", "Wait until its state is done.")
    case .avatarNotFound: .http(404, "There is no such avatar", "GET /v1/avatars lists the names.")
    case .saveRefused:
      .http(
        409, "Nothing can be saved into this folder",
        "Start the service with --save-avatars yes or --save-scenes yes; the detail says what else is in the way."
      )
    case .avatarBuiltIn: .http(409, "The avatar is built in", "Use another name.")
    case .tooManyAvatars:
      .http(
        409, "The limit of uploaded avatars is reached", "Delete one that is not used any more.")
    case .sceneNotFound: .http(404, "There is no such scene", "GET /v1/scenes lists the names.")
    case .sceneBuiltIn: .http(409, "The scene is built in", "Use another name.")
    case .scenePictureTaken:
      .http(
        409, "Another scene has this printed picture",
        "Rename the picture in scene.json, or delete the other scene.")
    case .tooManyScenes:
      .http(409, "The limit of uploaded scenes is reached", "Delete one that is not used any more.")
    case .fitProfileNotFound:
      .http(404, "There is no such fit profile", "GET /v1/fit-profiles lists the names.")
    case .tooManyFitProfiles:
      .http(409, "The limit of fit profiles is reached", "Delete one that is not used any more.")
    case .idempotencyKeyReused:
      .http(
        422, "The Idempotency-Key was used for another request",
        "Use a new key for a new request.")
    case .queueFull:
      .shared(
        429, .overLimit, "The queue is full",
        "Wait as many seconds as Retry-After says, then send it again.")
    case .serverBusy:
      .http(
        429, "The service is busy", "Wait as many seconds as Retry-After says, then send it again.")
    case .stopping: .http(503, "The service is stopping", "Send it again in a moment.")
    case .notReady: .http(503, "The service is not ready", "See the checks of /health/ready.")
    case .storageBusy:
      .shared(503, .cannotWrite, "The storage is busy", "Send it again in a moment.")
    case .diskFull:
      .shared(
        507, .cannotWrite, "The storage is full",
        "Tell the operator; the retention may be too long.")
    case .storageQuota:
      .http(
        413, "The tenant's storage is used up",
        "DELETE renders, avatars, scenes or fit profiles, then send it again.")
    case .timeLimit:
      .shared(
        422, .overLimit, "The work took longer than the limit",
        "Send a shorter or smaller recording.")
    case .outOfMemory:
      .shared(
        422, .overLimit, "The work needs more memory than the limit",
        "Send a smaller picture or recording.")
    case .outputTooLarge:
      .shared(
        422, .cannotWrite, "The output is larger than the limit",
        "Render a part, a smaller size or a higher crf.")
    case .workerCrashed:
      .http(
        422, "The worker process ended unexpectedly",
        "The recording may be damaged; try another encoding.")
    case .interrupted: .shared(503, .interrupted, "The work was interrupted", "Send it again.")
    case .internal:
      .shared(
        500, .internalError, "Internal error",
        "Tell the operator the request's id.")
    case .comparisonFailed:
      .tool(
        .failed, "A comparison or threshold failed", "Look at what differs, in the report.",
        as: .internal)
    case .mismatch:
      .tool(
        .mismatch,
        "Sizes or counts do not match",
        "Compare what was made from the same clip and at the same size.",
        as: .internal)
    case .usage:
      .tool(
        .usage, "The command line cannot be understood", "See avatar-overlay VERB --help.",
        as: .unfitOutput)
    case .badInput:
      .tool(
        .dataError, "The input cannot be used", "Correct what the message names.",
        as: .internal)
    case .badCard:
      .tool(
        .dataError,
        "The card's layout has faults",
        "Correct what avatar-overlay cards lint names.",
        as: .internal)
    case .unknownScene:
      .shared(422, .inputNotFound, "There is no such scene", "GET /v1/scenes lists the names.")
    case .badScene:
      .shared(
        422, .dataError, "The scene package has faults",
        "Correct what errors names, or avatar-overlay scenes lint; then use it again.")
    case .unknownFitProfile:
      .shared(
        422, .inputNotFound, "There is no such fit profile", "GET /v1/fit-profiles lists the names."
      )
    case .badFitProfile:
      .shared(
        422, .dataError, "The fit profile has faults",
        "Correct what errors names, or avatar-overlay avatars lint; then use it again.")
    case .badLUT:
      .shared(
        422, .dataError, "The look-up table has faults",
        "Correct what the detail names: its line, and what is expected there.")
    case .sceneTooLarge:
      .shared(
        422, .overLimit, "The scene package is over a limit",
        "Make its pictures fewer or smaller, or use fewer scenes.")
    case .badSuite:
      .tool(
        .dataError,
        "The suite of goldens has faults",
        "Correct what the message names, or verify again.",
        as: .internal)
    case .badStore:
      .tool(
        .dataError,
        "The database cannot be used",
        "Name another folder, or restore the database.",
        as: .internal)
    case .recordingNotFound:
      .tool(
        .inputNotFound, "The recording does not exist", "Check the path, and that you may read it.",
        as: .badRecording)
    case .trackingNotFound:
      .tool(
        .inputNotFound,
        "The tracking file does not exist",
        "Check the path, and that you may read it.",
        as: .badTracking)
    case .inputNotFound:
      .tool(
        .inputNotFound, "An input does not exist", "Check the path, and that you may read it.",
        as: .internal)
    case .notInstalled:
      .tool(
        .notInstalled,
        "Something that the verb needs is not installed",
        "Install what the message names.",
        as: .internal)
    case .outputExists:
      .tool(
        .cannotWrite, "The output exists already", "Add --overwrite, or name another file.",
        as: .internal)
    case .cannotWrite:
      .tool(
        .cannotWrite, "The output cannot be written",
        "Check the folder, its permissions and its free space.",
        as: .internal)
    case .cannotListen:
      .tool(
        .cannotWrite,
        "Listening on the address or port failed",
        "Choose another address or port.",
        as: .internal)
    case .unavailable:
      .tool(
        .unavailable, "A store or service cannot be reached now", "Try again in a moment.",
        as: .internal)
    }
  }
}
