import Foundation
import Imaging
import Testing

/// Avatar packages that a test makes up.
public struct SyntheticAvatar {
  /// The layers, each a JSON object's text without the braces, and its picture.
  public var layers: [(fields: String, picture: StraightRGBA8)] = []

  /// Makes an avatar without layers.
  public init() {}

  /// Adds a layer.
  public func adding(_ fields: String, _ picture: StraightRGBA8) -> SyntheticAvatar {
    var avatar = self
    avatar.layers.append((fields, picture))
    return avatar
  }

  /// Writes the package and gives its path.
  @discardableResult
  public func write(_ name: String, in folder: ScratchFolder) throws -> String {
    let layers = try layers.enumerated().map { index, layer in
      try folder.write(PNG.encode(layer.picture), to: "\(name)/\(index).png")
      return "{\"name\": \"\(index)\", \"image\": \"\(index).png\", \(layer.fields)}"
    }
    try folder.write(
      "{\"version\": 1, \"layers\": [\(layers.joined(separator: ",\n"))]}",
      to: "\(name)/avatar.json")
    return folder.path(name)
  }

  /// A picture of one colour.
  public static func solid(
    _ width: Int, _ height: Int, _ colour: RGBA8 = RGBA8(220, 30, 40)
  ) throws -> StraightRGBA8 {
    try drawn(width, height) { _, _ in colour }
  }

  /// A picture whose pixels a function gives, by the coordinates of their middles.
  public static func drawn(
    _ width: Int, _ height: Int, _ colour: (Double, Double) -> RGBA8
  ) throws -> StraightRGBA8 {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = colour(Double(x) + 0.5, Double(y) + 0.5)
        bytes += [pixel.red, pixel.green, pixel.blue, pixel.alpha]
      }
    }
    return try #require(StraightRGBA8(width: width, height: height, bytes: bytes))
  }
}
