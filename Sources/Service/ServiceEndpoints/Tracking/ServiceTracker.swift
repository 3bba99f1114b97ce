internal import Foundation
internal import Imaging
internal import Isolation
internal import JSON
package import MediaPipe
internal import Problems
package import ServiceConfiguration
internal import ServiceInterface
internal import Tracker

/// What finds faces in pictures and recordings that come without tracking, where the service has it.
package final class ServiceTracker: Sendable {
  /// The library and the models that were found at the start; nil where there is no tracker.
  package let found: FoundMediaPipe?
  /// A line for the operator.
  package let introduction: String
  private let limits: MediaPipeTracker.Limits
  /// Told why a tracker does not start, which is the operator's to mend.
  private let report: @Sendable (String) -> Void

  /// Looks for the library and the models.
  ///
  /// - Parameter avatars: the folder of avatars, beside which models are that no setting names.
  /// - Throws: `MediaPipeError` where settings name what is not there, or is none.
  package init(
    _ settings: ServiceSettings, besideAvatars avatars: String,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    self.report = report
    limits = settings.pictureTrackerLimits
    do {
      let environment = ProcessInfo.processInfo.environment
      let executable = WorkerProcess.ownExecutable
      let all = try settings.trackerSetup.found(
        TrackerSearch(
          modelFolders: TrackerSearch.modelFolders(
            besideAvatars: avatars, environment: environment, executable: executable),
          environment: environment, executable: executable))
      found = all.models.tasks.contains(.face) ? all : nil
      introduction =
        found.map { "tracker: \(Self.summary($0))" }
        ?? "no tracker: missing Face Landmarker model; run \(MediaPipeError.command), or set --face-model"
    } catch {
      guard !settings.namesTracker else { throw error }
      found = nil
      introduction =
        "no tracker; requests must include tracking: \(Self.reason(error))"
    }
  }

  /// What is said of a service that has none.
  private static let absent = "none; requests must include tracking"

  private static func reason(_ error: MediaPipeError) -> String {
    switch error {
    case .noLibrary: "MediaPipe's library is not installed; \(MediaPipeError.command) does so"
    case .noModel(let folders):
      "there is no \(MediaPipeTaskKind.face.modelName) in \(folders.joined(separator: ", ")), and no --face-model;"
        + " \(MediaPipeError.command) fetches it"
    default: "\(error)"
    }
  }

  private static func summary(_ tracker: FoundMediaPipe) -> String {
    let tasks = tracker.models.models.map(\.task.title).joined(separator: ", ")
    return "MediaPipe \(MediaPipeLibrary.version), \(tasks); up to"
      + " \(tracker.options.numFaces) faces"
  }

  /// What the service's health says of it.
  var json: JSONValue {
    .object([
      ("available", .bool(found != nil)),
      ("version", found == nil ? .null : .string(MediaPipeLibrary.version)),
      ("tasks", .array((found?.models.models ?? []).map { .string($0.task.rawValue) })),
      ("numFaces", found.map { .integer($0.options.numFaces) } ?? .null),
      ("detail", .string(found.map(Self.summary) ?? Self.absent)),
    ])
  }

  /// The tracker, where faces are needed.
  ///
  /// - Parameter part: the part that came alone.
  /// - Throws: `no_tracker`.
  func required(for part: String) throws(ServiceProblem) -> FoundMediaPipe {
    if let found { return found }
    throw ServiceProblem(
      .noTracker,
      "the part \"\(part)\" has no tracking, and this service has no tracker to"
        + " find faces; add a part \"tracking\", use the avatar \"none\", or have the operator run"
        + " \(MediaPipeError.command)",
      faults: [.init(pointer: "tracking", detail: "missing")])
  }

  /// What is in a picture, by the calling thread's own process, which is kept for the next picture.
  ///
  /// - Throws: `ImagingError`, and a `ServiceProblem` where the tracker gives no answer.
  func tracking(
    of picture: [UInt8], cancellation: Cancellation
  ) throws -> TrackedPicture {
    guard let faces = try required(for: "picture").only(.face) else {
      throw ServiceProblem(.internal, "the tracker has no model of faces")
    }
    // The kernel ends a process with the thread that started it, so each thread has its own.
    let own = Thread.current.threadDictionary
    let name = "tracker \(ObjectIdentifier(self))"
    let warm = own[name] as? WarmTracker ?? WarmTracker(faces, limits, report: report)
    own[name] = warm
    return try warm.tracking(
      of: try PictureFormat.decode(picture), cancellation: cancellation)
  }
}

extension ServiceSettings {
  /// Whether the operator says which tracker it shall be.
  fileprivate var namesTracker: Bool {
    [mediapipeLibrary, faceModel, handModel, gestureModel].contains { !$0.isEmpty }
  }

  fileprivate var trackerSetup: MediaPipeSetup {
    func path(_ text: String) -> String? {
      text.isEmpty ? nil : URL(filePath: text).standardizedFileURL.path
    }
    var setup = MediaPipeSetup()
    setup.library = path(mediapipeLibrary)
    (setup.faceModel, setup.handModel) = (path(faceModel), path(handModel))
    setup.gestureModel = path(gestureModel)
    setup.options.numFaces = min(numFaces, maximumFaces)
    return setup
  }

  fileprivate var pictureTrackerLimits: MediaPipeTracker.Limits {
    var limits = MediaPipeTracker.Limits()
    limits.patience = min(trackSeconds, Self.pictureTrackSeconds)
    limits.memoryBytes = UInt64(jobMemoryBytes)
    limits.requiresIsolation = isolation == .required
    return limits
  }
}
