internal import Foundation
internal import Tracker

/// The tracker's own process: pictures on standard input, results on standard output.
///
/// It is isolated before it comes here, and takes what it is sent for granted: its parent made it.
public enum MediaPipeWorker {
  /// What stands before a picture: width, height, time and its close-up, a whole number each.
  ///
  /// Without columns and rows it is no picture, but a close-up's end.
  static let headerBytes = 32
  /// What the verb `tracker` knows it by.
  public static let name = "mediapipe"
  /// What is said once the models are there.
  static let ready = "tracker/1"

  /// Works until standard input ends.
  ///
  /// - Parameter json: the configuration.
  /// - Throws: `MediaPipeError.libraryUnusable`, `modelRefused`; `TrackerError.garbled`.
  public static func run(configuration json: String) throws {
    guard
      let configuration = try? JSONDecoder().decode(
        MediaPipeConfiguration.self, from: Data(json.utf8))
    else { throw TrackerError.garbled }
    let streams = try WorkerStreams()
    var tasks = try LoadedTasks(configuration)
    // Whether the models fit is known before the first picture.
    _ = try tasks.of(closeUp: 0)
    var hello = WireWriter()
    hello.text(ready)
    try streams.write(hello.bytes)
    var pixels: [UInt8] = []
    while let header = try WorkerStreams.read(headerBytes) {
      var reader = WireReader(header)
      guard let width = try? reader.whole(), let height = try? reader.whole(),
        let timeMs = try? reader.whole(), let closeUp = try? reader.whole()
      else { throw TrackerError.garbled }
      if width == 0, height == 0 {
        tasks.forget(closeUp: closeUp)
        continue
      }
      guard (1...65536).contains(width), (1...65536).contains(height) else {
        throw TrackerError.garbled
      }
      try WorkerStreams.read(3 * width * height, into: &pixels)
      let result = try tasks.detect(
        pixels, width: width, height: height, atMs: timeMs, closeUp: closeUp)
      try streams.write(result.message)
    }
  }
}
