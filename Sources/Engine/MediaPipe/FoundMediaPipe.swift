internal import Foundation
public import Tracker
internal import Tracking

/// MediaPipe's tasks, whose library and models were found.
public struct FoundMediaPipe: FoundTracker, Hashable {
  /// The library.
  public let library: MediaPipeLibrary
  /// The models.
  public let models: MediaPipeModels
  /// What is asked of the tasks.
  public let options: MediaPipeOptions

  /// How many faces are looked for; nil where none are.
  public var mostFaces: Int? { models.tasks.contains(.face) ? options.numFaces : nil }

  /// A line for each task that is left out for want of a model, and one for what was asked of such a task.
  public var notes: [String] {
    let idle = options.idle(besides: models.tasks)
    guard !idle.isEmpty else { return models.notes }
    return models.notes + [
      "without effect, since no task runs that has them: \(idle.joined(separator: ", "))"
    ]
  }

  /// The library's version, the models, and the options as JSON.
  public var identity: TrackerIdentity {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Options that were checked have no number that JSON lacks.
    let text = (try? encoder.encode(options)).map { String(decoding: $0, as: UTF8.self) }
    return TrackerIdentity(
      version: MediaPipeLibrary.version, models: models.note,
      options: [text ?? "\(options)", Self.looks])
  }

  /// How faces are looked for beside what the options say; another text whenever that changes.
  private static let looks = "small faces in turns"

  /// The same with one of its tasks alone; nil where it has no model of it.
  public func only(_ task: MediaPipeTaskKind) -> FoundMediaPipe? {
    models.only(task).map { FoundMediaPipe(library: library, models: $0, options: options) }
  }

  /// The files that a process must be able to read in which it works.
  public var files: [String] { [library.path] + models.models.map(\.path) }

  // MARK: - Starting

  /// Starts it, for calls from this thread.
  ///
  /// - Throws: as `MediaPipeTracker` and `InProcessMediaPipe` do.
  public func start(_ mode: TrackingMode, in place: TrackerPlace) throws -> any FrameTracker {
    try start(mode, in: place, isForCloseUps: false)
  }

  private func start(
    _ mode: TrackingMode, in place: TrackerPlace, isForCloseUps: Bool
  ) throws -> any CloseUpTracker {
    switch place {
    case .ownProcess: try MediaPipeTracker(self, mode: mode, isForCloseUps: isForCloseUps)
    case .thisProcess: try InProcessMediaPipe(self, mode: mode, isForCloseUps: isForCloseUps)
    }
  }

  /// What looks at faces again; nil where the request does not ask for it, or no faces are looked for.
  public func closeUps(_ mode: TrackingMode, in place: TrackerPlace) -> CloseUpSetup? {
    closeUps(mode) { try $0.start(mode, in: place, isForCloseUps: true) }
  }

  /// Starts a process that has the models loaded and waits for stills.
  ///
  /// It is for a tracker of faces alone, since what looks at a still looks at its close-ups.
  ///
  /// - Throws: as `MediaPipeTracker` does.
  public func stills(_ limits: MediaPipeTracker.Limits) throws -> StillTracker {
    let tracker = try MediaPipeTracker(self, mode: .image, limits: limits)
    return StillTracker(tracker, closeUps: closeUps(.image) { _ in tracker })
  }

  /// What looks at faces again, with what starts a tracker of faces alone.
  private func closeUps(
    _ mode: TrackingMode, start: @escaping (FoundMediaPipe) throws -> any CloseUpTracker
  ) -> CloseUpSetup? {
    guard options.secondLook, let faces = only(.face) else { return nil }
    return CloseUpSetup(
      mode: options.runningMode ?? mode, mostFaces: options.numFaces, minFace: options.minFace,
      looksInTurns: true
    ) { try start(faces) }
  }

  /// What a process is told that it shall do.
  ///
  /// - Parameter isForCloseUps: whether pieces are shown to it: they follow each other in a close-up
  ///   alone.
  func configuration(
    _ mode: TrackingMode, isForCloseUps: Bool = false
  ) -> MediaPipeConfiguration {
    let mode = options.runningMode ?? mode
    return MediaPipeConfiguration(
      library: library.path,
      models: Dictionary(uniqueKeysWithValues: models.models.map { ($0.task.rawValue, $0.path) }),
      options: options, mode: isForCloseUps ? .image : mode, closeUpMode: mode)
  }

  /// What a tracking file's header says of it.
  func note(_ mode: TrackingMode) -> TrackerNote {
    let mode = options.runningMode ?? mode
    return TrackerNote(
      name: "MediaPipe \(models.models.map(\.task.title).joined(separator: " and "))",
      version: MediaPipeLibrary.version,
      options: options.note(for: models.tasks, mode: mode), models: models.note,
      // MediaPipe filters the landmarks of a single face, and nothing else.
      isSmoothed: mode == .video && mostFaces == 1)
  }
}
