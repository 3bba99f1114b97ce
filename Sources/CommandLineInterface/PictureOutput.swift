import Foundation
import Imaging

/// Where the pictures of the verbs go.
enum PictureOutput {
  /// Refuses a path that does not end as the pictures that are written do.
  static func check(_ path: String) throws(UsageError) {
    guard path == "-" || path.lowercased().hasSuffix(".png") else {
      throw UsageError("\(path): pictures are written as PNG; name a .png file, or - for a pipe")
    }
  }

  /// Writes a picture to a file, or to standard output where the path is `-`.
  static func write(
    _ picture: StraightRGBA8, to path: String, compression: PNG.Compression = .fast,
    overwrites: Bool
  ) throws {
    if path == "-" {
      try StandardStreams.result(Data(PNG.encode(picture, compression: compression)))
    } else {
      try PNG.write(picture, to: path, compression: compression, replacing: overwrites)
    }
  }
}
