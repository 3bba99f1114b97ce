internal import HTTPServer
internal import JSON
internal import Problems
internal import ServiceConfiguration

/// An example of every problem that answers tell, with the limits of the settings in force.
enum ProblemExamples {
  /// The problem of a code.
  ///
  /// - Parameter detail: what it says; nil for what it says in most places.
  static func problem(
    _ code: ProblemCode, detail: String?, _ settings: ServiceSettings
  ) -> ServiceProblem {
    let detail =
      detail ?? request(code, settings) ?? content(code, settings) ?? service(code, settings)
    let faults = fault(code).map { pointer, found in
      [ServiceProblem.Fault(pointer: pointer, detail: found ?? detail ?? code.title)]
    }
    return ServiceProblem(code, detail ?? code.title, faults: faults ?? [])
  }

  /// The value at fault, and what is wrong with it; nil for the problem's own detail.
  private static func fault(_ code: ProblemCode) -> (pointer: String, detail: String?)? {
    switch code {
    case .invalidQuery: ("limit", nil)
    case .missingPart: ("picture", "missing")
    case .unknownPart: ("picure", "unknown part")
    case .invalidOptions: ("/mirror", "true or false expected, a number found")
    case .noTracker: ("tracking", "missing")
    default: nil
    }
  }

  /// The request itself, and who sends it.
  private static func request(_ code: ProblemCode, _ settings: ServiceSettings) -> String? {
    switch code {
    case .malformedRequest: "Idempotency-Key: expected 1 to 200 visible ASCII characters"
    case .invalidQuery: "limit: \"0\" found, a whole number from 1 to 100 expected"
    case .malformedMultipart:
      "the body has more than the \(settings.http.maximumParts) parts allowed"
    case .unexpectedBody: "there is a body where none is accepted, or none where one is needed"
    case .notFound: "no resource at /v1/frame; see /openapi.json"
    case .methodNotAllowed: "this path allows HEAD, GET, OPTIONS"
    case .notAcceptable:
      "Accept: text/html found, but only these can be sent: application/json"
    case .requestTimeout:
      "the request took longer than \(brief(settings.http.requestSeconds)) s to arrive"
    case .bodyTooLarge:
      "the body has more than the \(settings.maximumFrameBytes) bytes allowed"
    case .targetTooLong: "the path and query have more than the 8192 bytes allowed"
    case .headerTooLarge:
      "the header has more than the \(settings.http.maximumHeaderBytes) bytes allowed"
    case .unsupportedMediaType:
      "Content-Type: application/json found, multipart/form-data expected"
    case .rangeNotSatisfiable: "the range lies outside of the file's 6859 bytes"
    case .preconditionFailed: "what is there does not meet the request's conditions"
    case .missingCredentials: "this request needs a key: send Authorization: Bearer ao_..."
    case .invalidCredentials: "there is no such API key"
    case .missingScope: "the key has the scopes frames; this request needs renders"
    case .invalidLink:
      "the link's signature does not match; use the link exactly as given, or ask for a new one"
    case .expiredLink: "the link has expired; ask for a new one"
    case .rateLimited:
      "more than \(settings.rateBurst) requests at once, or \(settings.ratePerMinute) a minute; try"
        + " again in 1 s"
    default: nil
    }
  }

  /// What was sent.
  private static func content(_ code: ProblemCode, _ settings: ServiceSettings) -> String? {
    switch code {
    case .missingPart: "missing part \"picture\""
    case .unknownPart: "unknown part \"picure\"; did you mean \"picture\"?"
    case .invalidOptions: "options /mirror: true or false expected, a number found"
    case .badPicture:
      "picture: not a picture that can be read: it begins with 25 50 44 46 2d 31 2e 37; expected a PNG,"
        + " JPEG, WebP, HEIC or AVIF"
    case .pictureTooLarge:
      "picture: 9000 x 6000 is 54000000 pixels, at most \(settings.maximumPicturePixels) are allowed"
    case .badRecording: "video: no clip that can be read"
    case .coverUnsure:
      "video: the faces are not covered for sure: a face appears in the middle of the picture at 4.2 s"
    case .consentEnded:
      "video: the consent of Li Wei, for the spring show, ended after 2026-02-28, so nothing is made of it; ask for"
        + " a new consent and state it, or delete the recording"
    case .consentMissing:
      "options: this service renders with a consent alone; state \"consent\" with \"who\" and \"purposes\""
    case .recordingTooLong:
      "the recording has \(settings.maximumClipFrames + 1) frames, more than the"
        + " \(settings.maximumClipFrames) allowed"
    case .recordingTooLarge:
      "the recording has 33177600 pixels a frame, more than the \(settings.maximumClipPixels) allowed"
    case .badTracking:
      "tracking, line 5: faces[0].landmarks: found 477 landmarks, expected 468 or 478"
    case .trackingTooLarge: "tracking: it takes more than 20 s to read"
    case .noTracker:
      "the part \"video\" has no tracking, and this service has no tracker to find faces; add a part"
        + " \"tracking\", or use the avatar \"none\""
    case .tooManyFaces:
      "there are \(settings.maximumFaces + 1) faces; at most \(settings.maximumFaces) are allowed"
    case .tooManyLayers:
      "the avatars have \(settings.maximumLayers + 2) layers together, at most"
        + " \(settings.maximumLayers) allowed"
    case .unknownAvatar: "there is no avatar \"dragn\"; did you mean \"dragon\"?"
    case .unknownCard:
      "there is no card \"zodaic\"; did you mean \"zodiac\"?"
    case .badAvatar: "the body is not a zip archive; send one of a package, with avatar.json"
    case .avatarTooLarge, .sceneTooLarge:
      "the pictures have more than the 67108864 bytes allowed"
    case .unknownScene:
      "there is no scene \"start-of-sprin\"; did you mean \"start-of-spring\"?"
    case .badScene: "the body is not a zip archive; send one of a package, with scene.json"
    case .unknownFitProfile: "there is no fit profile \"mai\"; did you mean \"mia\"?"
    case .badLUT: "lut-1:5: a row: expected three numbers from -65504 to 65504, found \"0 0 nan\""
    case .badFitProfile: "1:45: all.scale: 0 found, a number from 0.05 to 20 expected"
    case .noSuchFrame: "video: no frame at 30 s"
    case .noFace: "no frame is fit to be shared"
    case .unfitOutput:
      "ffv1 cannot be stored in .mp4; use h264, hevc, vp9, av1, or write .mkv"
    case .unfitComparison: "b is of another size than a"
    case .overLimit: "picture: the JPEG has 300 scans; at most 32 are allowed"
    case .webhookNotAllowed:
      "webhookUrl: https://hooks.example.org is not a host that webhooks may go to; ask the operator to"
        + " allow it"
    default: nil
    }
  }

  /// What is there, and the state of the service and its work.
  private static func service(_ code: ProblemCode, _ settings: ServiceSettings) -> String? {
    switch code {
    case .jobNotFound: "there is no render 0f8fad5bd9cb469fa16570867728950e"
    case .outputNotReady: "the render is rendering; it has files when it is done"
    case .avatarNotFound: "there is no avatar \"dragn\"; did you mean \"dragon\"?"
    case .saveRefused:
      "the avatar cannot be saved into the folder: dragon/mask.png: it is a link, where a file or folder is"
        + " expected"
    case .avatarBuiltIn: "dragon is a built-in avatar; use another name"
    case .tooManyAvatars:
      "there are \(settings.maximumAvatarsPerKey) avatars already, at most"
        + " \(settings.maximumAvatarsPerKey) are allowed"
    case .sceneNotFound:
      "there is no scene \"start-of-sprin\"; did you mean \"start-of-spring\"?"
    case .sceneBuiltIn: "start-of-spring is a built-in scene; use another name"
    case .scenePictureTaken:
      "its picture is called \"lantern\", which is that of the scene start-of-spring; a picture has one scene"
    case .tooManyScenes:
      "there are \(settings.maximumScenesPerKey) scenes already, at most"
        + " \(settings.maximumScenesPerKey) are allowed"
    case .fitProfileNotFound: "there is no fit profile \"mai\"; did you mean \"mia\"?"
    case .tooManyFitProfiles:
      "there are \(settings.maximumFitProfilesPerKey) fit profiles already, at most"
        + " \(settings.maximumFitProfilesPerKey) are allowed"
    case .idempotencyKeyReused:
      "Idempotency-Key: it was used for another request in the last 24 hours"
    case .queueFull: "\(settings.maximumQueue) jobs wait already, the most allowed; try again later"
    case .serverBusy: "too many requests are waiting already; try again in 1 s"
    case .stopping: "the service is stopping; try again in a moment"
    case .storageBusy: "the database is busy; try again in a moment"
    case .diskFull: "not enough disk space; try again later"
    case .storageQuota:
      "2147000000 bytes are stored, 1048576 more are needed, and at most 2147483648 are allowed; DELETE"
        + " renders, avatars, scenes or fit profiles"
    case .timeLimit: "it took longer than the \(brief(settings.snapshotSeconds)) s allowed"
    case .outOfMemory:
      "it needs more than the \(settings.jobMemoryBytes >> 20) MB of memory allowed"
    case .outputTooLarge:
      "the output is longer than the \(settings.maximumOutputBytes) bytes allowed"
    case .workerCrashed: "the worker was ended by signal 11; the recording may be damaged"
    case .interrupted: "the result is no longer wanted"
    case .internal:
      "the request failed; report its id to the operator, whose log has the reason"
    default: nil
    }
  }

  private static func brief(_ seconds: Double) -> String { JSONValue.number(seconds).text }
}
