import Foundation
import Imaging

/// Where the pictures of the verbs go.
enum PictureOutput {
  /// Writes a picture to a file, or to standard output where the path is `-`.
  static func write(_ picture: StraightRGBA8, to path: String, overwrites: Bool) throws {
    if path == "-" {
      try StandardStreams.result(Data(PNG.encode(picture)))
    } else {
      try PNG.write(picture, to: path, replacing: overwrites)
    }
  }
}
