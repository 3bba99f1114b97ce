package import ClipWriting
import Files
import Foundation
import Frames
import Problems

/// A clip that comes by standard input: kept in a temporary file, since a clip is read more than once.
package final class StreamedInput {
  /// Where the clip is, in a folder of its own.
  package let path: String
  private let folder: URL
  private let limit: Int

  /// The most bytes that are kept: 50 minutes of 720p in YUV, nine of 1080p in BGRA, at 30 frames a second.
  package static let byteLimit = 128 << 30
  /// How much is copied at a time, in bytes.
  private static let pieceBytes = 1 << 20

  /// Keeps all that a descriptor gives.
  ///
  /// - Parameter frames: what frames without a container are; nil for a clip of any format that says it itself.
  package init(
    frames: RawFrames?, from descriptor: Int32 = 0, limit: Int = byteLimit
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "avatar-overlay-\(UUID().uuidString)")
    path = folder.appending(path: "standard-input").path
    self.limit = limit
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw VideoError.cannotWrite(path: folder.path, reason: SystemReason.words(of: error))
    }
    if let frames {
      let clip = try RawClip(path: path, of: frames)
      try copy(descriptor, frames.frameBytes) { try clip.add($0) }
      try clip.finish()
    } else {
      let file = try AtomicFile(path: path, replacing: false)
      try copy(descriptor, Self.pieceBytes) { try file.append($0) }
      try file.commit()
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func copy(
    _ descriptor: Int32, _ count: Int, _ take: ([UInt8]) throws -> Void
  ) throws {
    var total = 0
    while true {
      let (bytes, failure) = DescriptorBytes.read(count, from: descriptor)
      if let failure {
        throw VideoError.inputNotReadable(
          path: "standard input",
          reason: SystemReason.words(number: failure, reading: "standard input"))
      }
      guard !bytes.isEmpty else { break }
      total += bytes.count
      guard total <= limit else { throw VideoError.inputTooLong(limit: limit) }
      try take(bytes)
    }
    guard total > 0 else { throw VideoError.emptyFile(path: "standard input") }
  }
}
