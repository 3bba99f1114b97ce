internal import Tracking

/// A tracker that can be started.
public struct FoundTracker: Hashable, Sendable {
  /// The library.
  public let library: MediaPipeLibrary
  /// The models.
  public let models: TrackerModels
  /// What is asked of the tasks.
  public let options: TrackerOptions

  /// Starts it, for calls from this thread.
  ///
  /// - Parameter mode: how pictures follow each other, where the options do not say.
  public func start(_ mode: TrackerOptions.RunningMode) throws -> MediaPipeTracker {
    try MediaPipeTracker(self, mode: mode)
  }

  /// How many faces are looked for; nil where none are.
  public var mostFaces: Int? { models.tasks.contains(.face) ? options.numFaces : nil }

  /// The same with one of its tasks alone; nil where it has no model of it.
  public func only(_ task: TrackerTask) -> FoundTracker? {
    models.only(task).map { FoundTracker(library: library, models: $0, options: options) }
  }

  /// The files that a process must be able to read in which it works.
  public var files: [String] { [library.path] + models.models.map(\.path) }

  /// What a process is told that it shall do.
  ///
  /// - Parameter isForCloseUps: whether pieces are shown to it: they follow each other in a close-up
  ///   alone.
  func configuration(
    _ mode: TrackerOptions.RunningMode, isForCloseUps: Bool = false
  ) -> TrackerConfiguration {
    let mode = options.runningMode ?? mode
    return TrackerConfiguration(
      library: library.path,
      models: Dictionary(uniqueKeysWithValues: models.models.map { ($0.task.rawValue, $0.path) }),
      options: options, mode: isForCloseUps ? .image : mode, closeUpMode: mode)
  }

  /// What looks at faces again, each time in a process of its own; nil where nobody asked for it, or no
  /// faces are looked for.
  ///
  /// - Parameter mode: as for `start`.
  public func closeUps(_ mode: TrackerOptions.RunningMode) -> CloseUpSetup? {
    closeUps(mode) { try MediaPipeTracker($0, mode: mode, isForCloseUps: true) }
  }

  /// The same with what starts a tracker of faces alone.
  func closeUps(
    _ mode: TrackerOptions.RunningMode,
    start: @escaping (FoundTracker) throws -> any CloseUpTracker
  ) -> CloseUpSetup? {
    guard options.secondLook, let faces = only(.face) else { return nil }
    return CloseUpSetup(
      mode: options.runningMode ?? mode, mostFaces: options.numFaces, minFace: options.minFace
    ) { try start(faces) }
  }

  /// What a tracking file's header says of it.
  func note(_ mode: TrackerOptions.RunningMode) -> TrackerNote {
    let mode = options.runningMode ?? mode
    return TrackerNote(
      name: "MediaPipe \(models.models.map(\.task.title).joined(separator: " and "))",
      version: MediaPipeLibrary.version,
      options: options.note(for: models.tasks, mode: mode), models: models.note,
      // MediaPipe filters the landmarks of a single face, and nothing else.
      isSmoothed: mode == .video && mostFaces == 1)
  }
}
