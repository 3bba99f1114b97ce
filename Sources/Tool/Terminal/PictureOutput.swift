import Files
import Foundation
package import Imaging

/// Where the pictures of the verbs go.
package enum PictureOutput {
  /// Writes a picture to a file, or to standard output where the path is `-`.
  package static func write(_ picture: StraightRGBA8, to path: String, overwrites: Bool) throws {
    try write(PNG.encode(picture), to: path, overwrites: overwrites)
  }

  /// Writes an encoded picture, or another small file, to a file or to standard output.
  package static func write(_ bytes: [UInt8], to path: String, overwrites: Bool) throws {
    if path == "-" {
      try StandardStreams.result(bytes)
      return
    }
    try AtomicFile.write(bytes, to: path, replacing: overwrites)
  }
}
