import Foundation
import Imaging
import TestSupport
import Testing

/// A folder of its own for one test, removed with it.
final class PackageFolder {
  private let scratch: ScratchFolder
  private let id: String
  let path: String

  init(id: String = "ox") throws {
    scratch = try ScratchFolder()
    self.id = id
    path = try scratch.folder(id)
  }

  /// A folder beside the package, for what lies outside of it.
  var parent: String { scratch.url.path }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try scratch.write(bytes, to: "\(id)/\(name)")
  }

  /// Makes a file longer with a hole, which takes no space on the disk.
  func stretch(_ name: String, to length: UInt64) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path).appending(path: name))
    try handle.truncate(atOffset: length)
    try handle.close()
  }

  func write(_ text: String, to name: String) throws {
    try write(text.utf8, to: name)
  }

  /// A manifest with one layer for each of the pictures.
  static func manifest(_ images: String...) -> String {
    let layers = images.enumerated().map { index, image in
      "{\"name\": \"layer \(index)\", \"image\": \"\(image)\", \"scale\": 2}"
    }
    return "{\"version\": 1, \"layers\": [\n\(layers.joined(separator: ",\n"))\n]}"
  }

  /// A PNG with opaque red in the rectangle and nothing around it.
  static func png(
    width: Int = 8, height: Int = 8, opaque: (x: Range<Int>, y: Range<Int>) = (2..<6, 2..<6)
  ) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4 * width * height)
    for y in opaque.y {
      for x in opaque.x {
        bytes.replaceSubrange(
          4 * (y * width + x)..<4 * (y * width + x) + 4, with: [200, 30, 20, 255])
      }
    }
    return try PNG.encode(
      #require(StraightRGBA8(width: width, height: height, bytes: bytes)))
  }
}
