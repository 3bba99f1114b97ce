internal import Foundation

/// Writes lines to a file beside the one that is wanted and keeps it, until it is whole and becomes
/// that one.
@safe final class KeptSink: LineSink {
  private let place: KeptPlace
  private var isDone = false

  /// Begins to write.
  ///
  /// - Parameter resumingAt: the bytes of what is kept there that stay; nil to begin anew.
  init(at place: KeptPlace, resumingAt: Int?) throws(TrackingWriteError) {
    self.place = place
    try place.cut(to: resumingAt ?? 0)
  }

  func write(_ bytes: [UInt8]) throws(TrackingWriteError) { try place.write(bytes) }

  func discard() {
    guard !isDone else { return }
    isDone = true
    unsafe unlink(place.keptPath)
    try? place.leave()
  }

  func finish() throws(TrackingWriteError) {
    guard !isDone else { return }
    // The place is left last, so that no other process begins there before the file has its name.
    if ByteSink.isPacked(place.path) {
      try pack()
    } else {
      try place.publish()
    }
    isDone = true
    try place.leave()
  }

  private func pack() throws(TrackingWriteError) {
    guard let file = FileHandle(forReadingAtPath: place.keptPath) else { throw place.failure() }
    defer { try? file.close() }
    let sink = try ByteSink(path: place.path)
    do {
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
        try sink.write([UInt8](piece))
      }
    } catch let error as TrackingWriteError {
      throw error
    } catch {
      throw place.failure()
    }
    try sink.finish()
    unsafe unlink(place.keptPath)
  }
}
