internal import Foundation

/// Which tracker: the library, the models, and what is asked of them.
public struct TrackerSetup: Hashable, Sendable {
  /// What is asked of the tasks.
  public var options = TrackerOptions()
  /// The library's file, or the folder that the wheel is installed in; nil for the usual places.
  public var library: String?
  /// The models' files; nil for those of the models' folder.
  public var faceModel, handModel, gestureModel: String?
  /// Where results are kept for the next time; nil for the user's cache folder.
  public var cache: String?

  /// Makes the defaults.
  public init() {}

  /// The name of the folder of models, beside that of the avatars.
  public static let modelsFolderName = "Models"

  /// The library and the models, found and checked; nothing is loaded yet.
  ///
  /// - Parameters:
  ///   - modelsFolder: where models are looked for that are not named.
  ///   - executable: this program, beside and above which the library is looked for.
  /// - Throws: `TrackerError`.
  public func found(
    modelsFolder: String, environment: [String: String], executable: String
  ) throws(TrackerError) -> FoundTracker {
    try options.check()
    let named: [TrackerTask: String?] = [
      .face: faceModel, .hand: handModel, .gesture: gestureModel,
    ]
    let library = try MediaPipeLibrary.find(
      named: library, environment: environment, executable: executable)
    return FoundTracker(
      library: library,
      models: try TrackerModels(named: named.compactMapValues(\.self), folder: modelsFolder),
      options: options)
  }
}

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
    try MediaPipeTracker(library: library, models: models, options: options, mode: mode)
  }

  /// What looks at faces again; nil where nobody asked for it, or no faces are looked for.
  ///
  /// - Parameter mode: as for `start`.
  public func closeUps(_ mode: TrackerOptions.RunningMode) -> CloseUpSetup? {
    guard options.secondLook, models.tasks.contains(.face) else { return nil }
    return CloseUpSetup(
      mode: options.runningMode ?? mode, mostFaces: options.numFaces, minFace: options.minFace
    ) { [library, models, options] in
      try MediaPipeTracker(
        library: library, models: models.faceAlone, options: options, mode: mode,
        isForCloseUps: true)
    }
  }

  /// How many faces are looked for; nil where none are.
  public var mostFaces: Int? { models.tasks.contains(.face) ? options.numFaces : nil }
}
