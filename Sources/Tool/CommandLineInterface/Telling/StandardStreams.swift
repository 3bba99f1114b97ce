import Foundation
import Rendering
import Text

/// The process's streams: results go to the output only if asked, all else to the error stream.
enum StandardStreams {
  /// Writes a line to the error stream; what it says of strangers' files cannot act on the terminal.
  static func message(_ line: String) {
    write(Shown.message(line) + "\n", to: .standardError)
  }

  /// Writes text to the output stream.
  static func result(_ text: String) {
    write(text + "\n", to: .standardOutput)
  }

  /// Writes bytes to the output stream.
  static func result(_ data: Data) throws(RenderingError) {
    do {
      try FileHandle.standardOutput.write(contentsOf: data)
    } catch {
      throw .cannotWriteStream(reason: error.localizedDescription)
    }
  }

  private static func write(_ text: String, to handle: FileHandle) {
    // A reader that has gone away is no reason to stop a render.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
