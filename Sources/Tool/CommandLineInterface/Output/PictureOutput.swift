import Foundation
import Imaging

/// Where the pictures of the verbs go.
enum PictureOutput {
  /// Where a preview goes: a PNG file or standard output.
  static func path(_ arguments: ParsedArguments) throws(UsageError) -> String {
    guard let path = arguments.string("--output") else {
      throw UsageError("where should the picture go? add -o preview.png")
    }
    guard path == "-" || path.lowercased().hasSuffix(".png") else {
      throw UsageError("\(path): pictures are written as PNG; name a .png file, or - for a pipe")
    }
    return path
  }

  /// Writes a picture to a file, or to standard output where the path is `-`.
  static func write(_ picture: StraightRGBA8, to path: String, overwrites: Bool) throws {
    try write(PNG.encode(picture), to: path, overwrites: overwrites)
  }

  /// Writes an encoded picture, or another small file, to a file or to standard output.
  static func write(_ bytes: [UInt8], to path: String, overwrites: Bool) throws {
    if path == "-" {
      try StandardStreams.result(Data(bytes))
      return
    }
    do throws(ImagingError) {
      try AtomicFile.write(bytes, to: path, replacing: overwrites)
    } catch {
      throw ImagingError.file(path: path, error)
    }
  }
}
