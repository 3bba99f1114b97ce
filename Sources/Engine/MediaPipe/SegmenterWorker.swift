internal import Foundation
internal import Tracker

/// The segmenter's own process: pictures on standard input, what is in front on standard output.
///
/// It is isolated before it comes here, and takes what it is sent for granted: its parent made it.
public enum SegmenterWorker {
  /// What the verb `tracker` knows it by.
  public static let name = "mediapipe-segmenter"
  /// What is said once the model is there.
  static let ready = "segmenter/1"
  /// Columns or rows of a picture.
  static let longestSide = 4096

  /// Works until standard input ends.
  ///
  /// - Parameter json: the configuration.
  /// - Throws: `MediaPipeError.libraryUnusable`, `segmenterRefused`; `TrackerError.garbled`.
  public static func run(configuration json: String) throws {
    guard
      let configuration = try? JSONDecoder().decode(
        SegmenterConfiguration.self, from: Data(json.utf8))
    else { throw TrackerError.garbled }
    let streams = try WorkerStreams()
    let segmenter = try LoadedSegmenter(configuration)
    var hello = WireWriter()
    hello.text(ready)
    try streams.write(hello.bytes)
    while let header = try WorkerStreams.read(16) {
      var reader = WireReader(header)
      guard let width = try? reader.whole(), let height = try? reader.whole(),
        (1...longestSide).contains(width), (1...longestSide).contains(height),
        let pixels = try WorkerStreams.read(3 * width * height)
      else { throw TrackerError.garbled }
      try streams.write(segmenter.segment(pixels, width: width, height: height).parts)
    }
  }
}
