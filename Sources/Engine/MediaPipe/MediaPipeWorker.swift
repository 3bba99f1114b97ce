internal import Foundation
internal import Isolation
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
    // The library's own words must not get between the results.
    let output = dup(STDOUT_FILENO)
    guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      throw TrackerError.garbled
    }
    defer { close(output) }
    var tasks = try LoadedTasks(configuration)
    // Whether the models fit is known before the first picture.
    _ = try tasks.of(closeUp: 0)
    var hello = WireWriter()
    hello.text(ready)
    try write(hello.bytes, to: output)
    var pixels: [UInt8] = []
    while let header = try read(headerBytes) {
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
      try read(3 * width * height, into: &pixels)
      let result = try tasks.detect(
        pixels, width: width, height: height, atMs: timeMs, closeUp: closeUp)
      try write(result.message, to: output)
    }
  }

  // MARK: - Streams

  /// So many bytes; nil where the input ends before the first of them.
  private static func read(_ count: Int) throws(TrackerError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return try fill(&bytes) ? bytes : nil
  }

  private static func read(_ count: Int, into bytes: inout [UInt8]) throws(TrackerError) {
    if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
    guard try fill(&bytes) else { throw .garbled }
  }

  private static func fill(_ bytes: inout [UInt8]) throws(TrackerError) -> Bool {
    var filled = 0
    let wanted = bytes.count
    while filled < wanted {
      let count = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe Foundation.read(
          STDIN_FILENO, bytes.baseAddress.map { unsafe $0 + filled }, wanted - filled)
      }
      if count > 0 {
        filled += count
      } else if count == 0, filled == 0 {
        return false
      } else if count == 0 || errno != EINTR {
        throw .garbled
      }
    }
    return true
  }

  /// Writes a message with its length before it.
  private static func write(_ message: [UInt8], to descriptor: Int32) throws(TrackerError) {
    var frame = WireWriter()
    frame.whole(message.count)
    guard BlockingOutput.write(frame.bytes + message, to: descriptor) else { throw .garbled }
  }
}
