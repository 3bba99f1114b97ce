internal import CMediaPipe

/// The tasks of the loaded library: those that look at whatever is shown, and those of each close-up,
/// which follow what is in it.
@safe struct LoadedTasks {
  private let library: OpaquePointer
  private let configuration: MediaPipeConfiguration
  private var byCloseUp: [Int: [MediaPipeTask]] = [:]

  /// Loads the library.
  ///
  /// - Throws: `MediaPipeError.libraryUnusable`.
  init(_ configuration: MediaPipeConfiguration) throws(MediaPipeError) {
    var message = [CChar](repeating: 0, count: Int(cmp_message_bytes))
    guard let loaded = unsafe cmp_load(configuration.library, &message) else {
      throw .libraryUnusable(path: configuration.library, reason: MediaPipeTask.line(message))
    }
    unsafe library = loaded
    self.configuration = configuration
  }

  /// The tasks of a close-up, made when it begins; number 0 is none, but whatever is shown.
  ///
  /// - Throws: `MediaPipeError.modelRefused`.
  mutating func of(closeUp: Int) throws(MediaPipeError) -> [MediaPipeTask] {
    if let known = byCloseUp[closeUp] { return known }
    let isCloseUp = closeUp > 0
    var options = configuration.options
    if isCloseUp { options.faces = options.faces.ofCloseUps }
    var tasks: [MediaPipeTask] = []
    for kind in MediaPipeTaskKind.allCases {
      guard let model = configuration.models[kind.rawValue] else { continue }
      tasks.append(
        unsafe try MediaPipeTask(
          kind, model: model, options: options,
          mode: isCloseUp ? configuration.closeUpMode : configuration.mode, library: library))
    }
    byCloseUp[closeUp] = tasks
    return tasks
  }

  /// What all tasks of a close-up find in a picture of three bytes a pixel; number 0 is none.
  ///
  /// - Throws: `MediaPipeError.modelRefused`.
  mutating func detect(
    _ pixels: [UInt8], width: Int, height: Int, atMs timeMs: Int, closeUp: Int
  ) throws(MediaPipeError) -> RawResult {
    let tasks = try of(closeUp: closeUp)
    var result = RawResult()
    unsafe pixels.withUnsafeBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      for task in tasks {
        unsafe task.detect(base, width: width, height: height, atMs: timeMs, into: &result)
      }
    }
    return result
  }

  mutating func forget(closeUp: Int) {
    byCloseUp[closeUp] = nil
  }
}
