import Foundation
import Imaging

/// The package of a small scene, and tracking in which its card is seen.
///
/// The card is 100 mm wide. On it lie a red square of 40 mm in its middle, a photo of the field `face` of 20 mm
/// left of it, and sparks that a tap throws.
public struct SyntheticScene: Sendable {
  /// What the printed picture is called.
  public var picture: String
  /// The colour of the square.
  public var colour: RGBA8

  /// How far right of the card's middle the square lies, in millimetres.
  public var x: Double

  /// Makes a scene of a printed picture.
  public init(
    picture: String = "card", colour: RGBA8 = RGBA8(220, 30, 30, 255), x: Double = 0
  ) {
    (self.picture, self.colour, self.x) = (picture, colour, x)
  }

  /// Writes the package and gives its path.
  @discardableResult
  public func write(_ name: String, in folder: ScratchFolder) throws -> String {
    let card = try SyntheticAvatar.drawn(60, 40) { x, y in
      RGBA8(UInt8(x * 4), UInt8(y * 6), 90, 255)
    }
    try folder.write(PNG.encode(card), to: "\(name)/card.png")
    let square = try SyntheticAvatar.drawn(8, 8) { _, _ in colour }
    try folder.write(PNG.encode(square), to: "\(name)/square.png")
    try folder.write(
      """
      {"version": 1, "picture": {"name": "\(picture)", "image": "card.png", "widthMm": 100},
       "appear": {"fade": 0, "grow": 0},
       "items": [
        {"name": "square", "type": "art", "image": "square.png", "width": 40, "at": [\(x), 0, 0], "angle": 0},
        {"name": "photo", "type": "photo", "field": "face", "box": [20, 20], "at": [-34, 0, 0], "angle": 0},
        {"name": "sparks", "type": "particles", "shape": "spark", "burst": [[0, 9]], "life": 900,
         "speed": 30, "direction": [0, 360], "size": 6, "on": {"cue": "tap"}}]}
      """, to: "\(name)/scene.json")
    return folder.path(name)
  }

  /// Tracking of frames of 40 ms each in which the card fills the middle of the picture.
  public func tracking(width: Int, height: Int, frames: Int) -> String {
    let header = "{\"format\": \"avatar-tracking/1\", \"width\": \(width), \"height\": \(height)}\n"
    return (0..<frames).reduce(header) { text, frame in
      text
        + "{\"timestampMs\": \(40 * frame), \"faces\": [], \"images\": [{\"name\": \"\(picture)\","
        + " \"id\": 1, \"score\": 0.9,"
        + " \"corners\": [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]}]}\n"
    }
  }
}
