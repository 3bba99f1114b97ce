import Foundation
import Problems

/// A clip that goes to standard output: a temporary file, since containers are written with
/// corrections behind what stands already, which a pipe does not allow.
package final class StreamedOutput {
  /// Where the clip is put together, in a folder of its own.
  package let path: String
  private let folder: URL

  /// How much is copied at a time, in bytes.
  private static let pieceBytes = 1 << 20

  package init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "avatar-overlay-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw StreamError(reason: SystemReason.words(of: error))
    }
    path = folder.appending(path: "clip.mkv").path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Copies the finished clip to standard output.
  package func send() throws {
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      while let piece = try file.read(upToCount: Self.pieceBytes), !piece.isEmpty {
        try StandardStreams.result([UInt8](piece))
      }
    } catch let error as StreamError {
      throw error
    } catch {
      throw StreamError(reason: SystemReason.words(of: error))
    }
  }
}
