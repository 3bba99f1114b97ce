internal import Foundation

/// Copies of tracking files, which appear under their name only when they are whole.
public enum TrackingFileCopy {
  /// Writes some bytes and then those of a file, as they are.
  ///
  /// - Throws: `TrackingWriteError`.
  public static func write(
    _ head: [UInt8], before source: String, to path: String
  ) throws(TrackingWriteError) {
    guard let file = FileHandle(forReadingAtPath: source) else {
      throw .cannotWrite(file: path, reason: "\(source) cannot be read")
    }
    defer { try? file.close() }
    let sink = try ByteSink(path: path, packs: false)
    try sink.write(head)
    do {
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
        try sink.write([UInt8](piece))
      }
    } catch let error as TrackingWriteError {
      throw error
    } catch {
      throw .cannotWrite(file: path, reason: "\(error)")
    }
    try sink.finish()
  }
}
