public import Tracker

/// Which of MediaPipe's files: the library, the models; and what is asked of the tasks.
public struct MediaPipeSetup: Hashable, Sendable {
  /// What is asked of the tasks.
  public var options = MediaPipeOptions()
  /// The library's file, or the folder that the wheel is installed in; nil for the usual places.
  public var library: String?
  /// The models' files; nil for those of the models' folder.
  public var faceModel, handModel, gestureModel: String?
  /// Where results are kept for the next time; nil for the user's cache folder.
  public var cache: String?

  /// Makes the defaults.
  public init() {}

  /// Whether hands or gestures are asked for, beyond what is looked for where their models are.
  public var asksForHands: Bool {
    handModel != nil || gestureModel != nil || options.numHands != MediaPipeOptions().numHands
  }

  /// The models' files that are named.
  var named: [MediaPipeTaskKind: String] {
    [.face: faceModel, .hand: handModel, .gesture: gestureModel].compactMapValues(\.self)
  }

  /// Names what was found, for a process that shall track with the same.
  ///
  /// - Parameter cache: where that process may write.
  public mutating func name(_ tracker: FoundMediaPipe, cache: String) {
    library = tracker.library.path
    let models = Dictionary(
      uniqueKeysWithValues: tracker.models.models.map { ($0.task, $0.path) })
    (faceModel, handModel, gestureModel) = (models[.face], models[.hand], models[.gesture])
    self.cache = cache
  }

  /// The library and the models, found and checked; nothing is loaded yet.
  ///
  /// An isolated process takes those that are named: its parent has checked the library, beside which
  /// it cannot look any more.
  ///
  /// - Throws: `MediaPipeError`.
  public func found(_ search: TrackerSearch) throws(MediaPipeError) -> FoundMediaPipe {
    try options.check()
    let library: MediaPipeLibrary
    // An isolated process takes those that are named, and searches no folder.
    var folders: [String] = []
    switch search.place {
    case .ownProcess:
      library = try MediaPipeLibrary.find(
        named: self.library, environment: search.environment, executable: search.executable)
      folders = search.modelFolders
    case .thisProcess:
      guard let path = self.library else { throw .noLibrary }
      library = MediaPipeLibrary(checked: path)
    }
    return FoundMediaPipe(
      library: library, models: try MediaPipeModels(named: named, folders: folders),
      options: options)
  }
}
