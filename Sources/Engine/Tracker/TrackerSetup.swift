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

  /// The folder of models that goes with a folder of avatars.
  public static func modelsFolder(besideAvatars folder: String) -> String {
    let above = (folder as NSString).deletingLastPathComponent
    return (above as NSString).appendingPathComponent(modelsFolderName)
  }

  /// Names what was found, for a process that shall track with the same.
  ///
  /// - Parameter cache: where that process may write.
  public mutating func name(_ tracker: FoundTracker, cache: String) {
    library = tracker.library.path
    let models = Dictionary(
      uniqueKeysWithValues: tracker.models.models.map { ($0.task, $0.path) })
    (faceModel, handModel, gestureModel) = (models[.face], models[.hand], models[.gesture])
    self.cache = cache
  }

  /// What the verb `isolated` is told so that its process tracks in itself.
  public static func isolationOptions(seconds: Double) -> [String] {
    ["--track-seconds=\(seconds)"]
  }

  /// The library and the models that are named, for a process that is closed in: whoever started it has
  /// checked the library, beside which it cannot look any more.
  ///
  /// - Throws: `TrackerError`.
  public func named() throws(TrackerError) -> FoundTracker {
    try options.check()
    guard let library else { throw .noLibrary }
    // A folder in which there are no models, so that only those are taken that are named.
    return FoundTracker(
      library: MediaPipeLibrary(checked: library),
      models: try TrackerModels(named: namedModels, folder: "/dev/null"), options: options)
  }

  private var namedModels: [TrackerTask: String] {
    [.face: faceModel, .hand: handModel, .gesture: gestureModel].compactMapValues(\.self)
  }

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
    let library = try MediaPipeLibrary.find(
      named: library, environment: environment, executable: executable)
    return FoundTracker(
      library: library,
      models: try TrackerModels(named: namedModels, folder: modelsFolder),
      options: options)
  }
}
