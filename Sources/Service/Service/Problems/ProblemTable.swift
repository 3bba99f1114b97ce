internal import AvatarFiles
internal import Avatars
internal import Compositing
internal import Foundation
internal import HTTPServer
internal import Imaging
internal import Jobs
internal import Rendering
internal import Store
internal import TrackingFiles
internal import Verification
internal import Video
internal import Webhooks

/// The one table from what may go wrong, in any stage, to what a client is told.
struct ProblemTable: Sendable {
  /// Folders of the server, whose names no client sees.
  var folders: [String] = []

  /// The problem of an error.
  ///
  /// - Parameter names: what files of this request are called to the client, by their paths.
  func problem(of error: any Error, names: [String: String] = [:]) -> ServiceProblem {
    var problem = Self.problem(of: error)
    problem.detail = hiding(problem.detail, names)
    problem.faults = problem.faults.map { fault in
      .init(pointer: fault.pointer, detail: hiding(fault.detail, names))
    }
    return problem
  }

  /// A text without the server's paths: files of the request go by their parts' names, others by
  /// the last part of their path.
  func hiding(_ text: String, _ names: [String: String] = [:]) -> String {
    var text = text
    for (path, name) in names.sorted(by: { $0.key.count > $1.key.count }) {
      text = text.replacing(path, with: name)
    }
    for folder in folders.sorted(by: { $0.count > $1.count }) where folder.count > 1 {
      while let start = text.range(of: folder) {
        var end = start.upperBound
        while end < text.endIndex, !text[end].isWhitespace, !":,;\"')".contains(text[end]) {
          end = text.index(after: end)
        }
        let name = text[start.lowerBound..<end].split(separator: "/").last.map(String.init)
        let isFolder = end == start.upperBound
        text.replaceSubrange(start.lowerBound..<end, with: isFolder ? "the service" : name ?? "")
      }
    }
    return text
  }

  private static func problem(of error: any Error) -> ServiceProblem {
    switch error {
    case let problem as ServiceProblem: problem
    case let fault as HTTPFault: self.problem(of: fault)
    case let error as StoreError: self.problem(of: error)
    case let error as JobsError: self.problem(of: error)
    case let refusal as PreflightRefusal:
      ServiceProblem(code(of: refusal.code), refusal.detail)
    case let fault as WebhookFault: ServiceProblem(.webhookNotAllowed, "webhookUrl: \(fault)")
    case let error as RenderingError: ServiceProblem(code(of: error), "\(error)")
    case let error as VideoError: ServiceProblem(code(of: error), "\(error)")
    case let fault as TrackingFault: ServiceProblem(code(of: fault), "\(fault)")
    case let error as AvatarPackageError: self.problem(of: error)
    case let error as ImagingError: ServiceProblem(code(of: error), "\(error)")
    case let error as VerificationError: ServiceProblem(code(of: error), "\(error)")
    case let error as CompositingError: ServiceProblem(.unfitOutput, "\(error)")
    case let error as CocoaError where error.code == .fileWriteOutOfSpace:
      ServiceProblem(.diskFull, "the disk is full")
    default:
      // What nobody expected is for the log alone.
      ServiceProblem(.internal, "the request could not be done; its id finds it in the log")
    }
  }

  private static func problem(of fault: HTTPFault) -> ServiceProblem {
    switch fault {
    case .notFound(let path):
      ServiceProblem(.notFound, "there is nothing at \(Shown.text(path)); see /openapi.json")
    case .methodNotAllowed(let allowed):
      ServiceProblem(
        .methodNotAllowed, "this path takes \(allowed.joined(separator: ", "))")
    case .bodyTooLarge(let limit):
      ServiceProblem(.bodyTooLarge, "the body has more than the \(limit) bytes allowed")
    case .unexpectedBody:
      ServiceProblem(.unexpectedBody, "a body where none is taken, or none where one is needed")
    case .badMultipart(let reason): ServiceProblem(.malformedMultipart, reason)
    case .tooManyParts(let limit):
      ServiceProblem(.malformedMultipart, "the body has more than the \(limit) parts allowed")
    case .busy(let seconds):
      ServiceProblem(
        .serverBusy, "as many requests wait as may; try again in \(seconds) s",
        headers: [HTTPField("Retry-After", String(seconds))])
    case .stopping:
      ServiceProblem(
        .stopping, "the service is stopping; try again in a moment",
        headers: [HTTPField("Retry-After", "5")])
    case .cannotSpool:
      ServiceProblem(.diskFull, "the body cannot be stored; the disk may be full")
    case .malformed(let reason): ServiceProblem(.malformedRequest, reason)
    case .targetTooLong: ServiceProblem(.targetTooLong, "\(fault)")
    case .headerTooLarge: ServiceProblem(.headerTooLarge, "\(fault)")
    case .tooSlow: ServiceProblem(.requestTimeout, "\(fault)")
    case .rangeNotSatisfiable: ServiceProblem(.rangeNotSatisfiable, "\(fault)")
    }
  }

  private static func problem(of error: StoreError) -> ServiceProblem {
    switch error {
    case .queueFull:
      ServiceProblem(.queueFull, "\(error)", headers: [HTTPField("Retry-After", "30")])
    case .locked:
      ServiceProblem(
        .storageBusy, "the database is busy; try again in a moment",
        headers: [HTTPField("Retry-After", "2")])
    case .diskFull: ServiceProblem(.diskFull, "the disk is full")
    case .unusable: ServiceProblem(.internal, "the database cannot be used")
    }
  }

  private static func problem(of error: JobsError) -> ServiceProblem {
    if case .diskFull = error { return ServiceProblem(.diskFull, "the disk is full") }
    return ServiceProblem(.internal, "the job's files cannot be used")
  }

  /// The code of a worker that failed: the same word, with the same meaning.
  static func code(of code: JobFailureCode) -> ProblemCode {
    ProblemCode(rawValue: code.rawValue) ?? .internal
  }

  private static func problem(of error: AvatarPackageError) -> ServiceProblem {
    switch error {
    case .unknownAvatar(let name, _, let nearest):
      ServiceProblem(
        .unknownAvatar,
        "there is no avatar \"\(Shown.text(name))\""
          + (nearest.map { "; did you mean \"\($0)\"?" } ?? "; GET /v1/avatars lists them"))
    case .notFound:
      // It was there when the request was read, and was deleted since.
      ServiceProblem(.unknownAvatar, "the avatar is not there any more")
    case .notAPackage(_, let reason):
      ServiceProblem(.badAvatar, "not an avatar package: \(reason)")
    case .faulty(_, let faults):
      ServiceProblem(
        .badAvatar, "\(faults)",
        faults: faults.faults.filter { $0.severity == .error }.prefix(100).map {
          .init(pointer: OptionsReader.pointer(path: $0.path), detail: "\($0)")
        })
    }
  }

  private static func code(of error: RenderingError) -> ProblemCode {
    switch error {
    case .recordingNotFound, .notARecording: .badRecording
    case .noSuchFrame: .noSuchFrame
    case .unfitOutput: .unfitOutput
    case .frameTooLarge: .pictureTooLarge
    case .interrupted: .interrupted
    case .cannotWriteStream: .internal
    case .overLimit(let what, _, _):
      switch what {
      case "faces": .tooManyFaces
      case "layers": .tooManyLayers
      default: what.hasPrefix("tracking") ? .trackingTooLarge : .invalidOptions
      }
    }
  }

  private static func code(of error: VideoError) -> ProblemCode {
    switch error {
    case .noSpace: .diskFull
    case .emptyRange: .noSuchFrame
    default:
      switch error.kind {
      case .badData, .notFound: .badRecording
      case .usage: .unfitOutput
      case .overLimit: .recordingTooLarge
      case .internalFailure, .cannotWrite: .internal
      }
    }
  }

  private static func code(of fault: TrackingFault) -> ProblemCode {
    fault.problem.isLimit ? .trackingTooLarge : .badTracking
  }

  private static func code(of error: ImagingError) -> ProblemCode {
    switch error {
    case .tooLarge, .fileTooLarge: .pictureTooLarge
    case .outOfMemory: .outOfMemory
    case .diskFull: .diskFull
    case .outputExists, .folderMissing, .unwritable: .internal
    case .file(_, let inner): code(of: inner)
    default: .badPicture
    }
  }

  private static func code(of error: VerificationError) -> ProblemCode {
    switch error {
    case .tooManyPictures: .pictureTooLarge
    case .notFound, .kindsDiffer, .noPictures, .unreadableFolder, .noSuchPart, .noPlacements,
      .unfitRequest:
      .unfitComparison
    }
  }
}
