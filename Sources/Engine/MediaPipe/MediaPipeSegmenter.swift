public import Isolation
internal import Tracker

/// MediaPipe's Image Segmenter in a process of its own.
///
/// All calls must come from the thread that made it.
public final class MediaPipeSegmenter {
  private let process: MediaPipeProcess

  /// Starts the process; that the model is loaded, and tells hair and skin, shows with the first picture.
  ///
  /// - Throws: `IsolationError`.
  public init(
    _ segmenter: FoundSegmenter, executable: String = WorkerProcess.ownExecutable
  ) throws {
    process = try MediaPipeProcess(
      SegmenterWorker.name,
      configuration: SegmenterConfiguration(
        library: segmenter.library.path, model: segmenter.model),
      ready: SegmenterWorker.ready, files: [segmenter.library.path, segmenter.model],
      limits: MediaPipeTracker.Limits(), executable: executable,
      cancellation: .ofProgram)
  }

  /// How surely each pixel of a picture of three bytes a pixel is hair or skin of the body, 255 for surely.
  ///
  /// - Throws: `TrackerError` where the process has ended or says nothing, and `WorkerFailure` where
  ///   it said why.
  public func hairAndSkin(_ pixels: [UInt8], width: Int, height: Int) throws -> [UInt8] {
    try process.greet()
    try process.send([width, height], pixels)
    let parts = try process.message(upTo: width * height)
    guard parts.count == width * height else { throw TrackerError.garbled }
    return parts
  }
}
