import Foundation
import Problems
import Rendering
import Synchronization
import Text

/// The process's streams: results go to the output only if asked, all else to the error stream.
enum StandardStreams {
  /// Whether the last message was cut short, as by a full disk.
  private static let isCut = Mutex(false)

  /// Writes a line to the error stream; text of untrusted files cannot act on the terminal.
  static func message(_ line: String) {
    let text = Shown.message(line) + "\n"
    // What follows a message that was cut short begins a line of its own.
    isCut.withLock { isCut in
      isCut = !write(isCut ? "\n" + text : text, to: .standardError)
    }
  }

  /// Writes text to the output stream; text of untrusted files cannot act on a terminal.
  static func result(_ text: String) {
    _ = write(Shown.message(text) + "\n", to: .standardOutput)
  }

  /// Writes lines to the output stream; text of untrusted files in one cannot begin another.
  static func result(lines: [String]) {
    guard !lines.isEmpty else { return }
    result(lines.map { Shown.text($0, upTo: .max) }.joined(separator: "\n"))
  }

  /// Writes bytes to the output stream.
  static func result(_ data: Data) throws(RenderingError) {
    do {
      try FileHandle.standardOutput.write(contentsOf: data)
    } catch {
      throw .cannotWriteStream(reason: SystemReason.words(of: error))
    }
  }

  /// Writes text; false where not all of it could be written.
  private static func write(_ text: String, to handle: FileHandle) -> Bool {
    // A reader that has gone away is no reason to stop a render.
    (try? handle.write(contentsOf: Data(text.utf8))) != nil
  }
}
