import Foundation
import TestSupport
import Testing

/// The sample's visit, small, drawn once for all who render it.
enum SmallSample {
  private static let made = Result {
    let folder = try ScratchFolder()
    try Program.product.succeed(["sample", "--size", "128x72", "-o", "play"], in: folder)
    var files: [(name: String, bytes: [UInt8])] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("play")) {
      files.append((name, try folder.bytes("play/\(name)")))
    }
    return files
  }

  /// Puts a copy into a folder.
  static func copy(to name: String, in folder: ScratchFolder) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(name), withIntermediateDirectories: true)
    for file in try made.get() { try folder.write(file.bytes, to: "\(name)/\(file.name)") }
  }
}
