import ClipReading
import ClipWriting
import Foundation
import Frames
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

  /// Writes the frames of the finished clip to standard output as YUV4MPEG2.
  package func sendFrames() throws {
    let reader = try ClipReader(path: path)
    var stream = try YUV4MPEGStream(of: reader.info)
    try StandardStreams.result(stream.header)
    while let frame = try reader.nextFrame() {
      try StandardStreams.result(try stream.bytes(of: frame))
    }
    if stream.isUneven {
      StandardStreams.message(
        "note: the clip's frames are not evenly timed, and YUV4MPEG2 has one rate; --fps makes them even"
      )
    }
  }

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
