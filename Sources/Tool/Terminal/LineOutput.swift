package import Files
import Foundation

/// Lines that go to a file, which appears when all are written, or to standard output, or nowhere.
package struct LineOutput: ~Copyable {
  private let file: AtomicFile?
  private let path: String?
  private var buffer: [UInt8] = []

  /// Lines are written in pieces of this size, so that a file costs few calls.
  private static let pieceBytes = 64 * 1024

  /// Opens the output; `-` is standard output, nil takes no lines.
  package init(_ path: String?, overwrites: Bool) throws(FileFault) {
    self.path = path
    guard let path, path != "-" else {
      file = nil
      return
    }
    file = try AtomicFile(path: path, replacing: overwrites)
  }

  package mutating func write(_ line: String) throws {
    guard path != nil else { return }
    buffer += line.utf8
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.pieceBytes { try flush() }
  }

  private mutating func flush() throws {
    guard let path else { return }
    if path == "-" {
      try StandardStreams.result(buffer)
    } else {
      try file?.append(buffer)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name.
  package consuming func finish() throws {
    try flush()
    try file?.commit()
  }
}
