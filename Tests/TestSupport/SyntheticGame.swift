import Foundation

/// The tracking of a player of the brushing game: a face that looks ahead, a mouth that opens, a hand
/// that brushes.
public struct SyntheticGame: Sendable {
  /// The picture's size, in pixels.
  public var width = 96, height = 64
  /// How long it goes on, in milliseconds, and how many samples a second it has.
  public var lengthMs = 6000.0, rate = 30.0
  /// When the mouth is open.
  public var opensMs = 500.0..<1500
  /// When the fist brushes, at 3 Hz.
  public var brushesMs = 2500.0..<5000
  /// How fast the fist goes, as a part of a stroke of 3 cm to either side.
  public var stroke = 1.0
  /// Whether the hand has world landmarks.
  public var hasWorld = true
  /// Which hand the tracker says it is; nil for none.
  public var handedness: String? = "Right"

  /// Makes the description.
  public init() {}

  /// Metres from one side of the picture to the other.
  private static let pictureMetres = 0.8

  /// The tracking file.
  public var text: String {
    let header = #"{"format": "avatar-tracking/1", "width": \#(width), "height": \#(height)}"#
    let samples = stride(from: 0, through: lengthMs, by: 1000 / rate).map(sample)
    return ([header] + samples).joined(separator: "\n") + "\n"
  }

  private func sample(_ timeMs: Double) -> String {
    let jaw = opensMs.contains(timeMs) ? 0.7 : 0.05
    let hands = brushesMs.contains(timeMs) ? hand(timeMs) : ""
    return #"{"timestampMs": \#(timeMs), "faces": [{"matrix": "#
      + #"[1,0,0,0, 0,1,0,0, 0,0,1,-60, 0,0,0,1], "blendshapes": {"jawOpen": \#(jaw)}}], "#
      + #""hands": [\#(hands)]}"#
  }

  private func hand(_ timeMs: Double) -> String {
    let move = 0.03 * stroke * sin(2 * .pi * 3 * timeMs / 1000)
    let aspect = Double(width) / Double(height)
    let world = Self.fist
    let seen = world.map { point in
      [
        0.5 + (point[0] + move) / Self.pictureMetres,
        0.6 + point[1] / Self.pictureMetres * aspect, 0,
      ]
    }
    let measured = hasWorld ? #", "worldLandmarks": \#(world)"# : ""
    let label = handedness.map { #""handedness": "\#($0)", "# } ?? ""
    return #"{\#(label)"score": 0.9, "landmarks": \#(seen)\#(measured)}"#
  }

  /// A fist from its palm's side, in metres.
  private static var fist: [[Double]] {
    var points = [[Double]](repeating: [0, 0.08, 0], count: 21)
    for (joint, way) in [(1, 0.3), (2, 0.5), (3, 0.8), (4, 1.0)] {
      points[joint] = [-0.05 * way, 0.06 - 0.05 * way, 0]
    }
    for finger in 0..<4 {
      for (joint, height) in [0, -0.02, 0.01, 0.03].enumerated() {
        points[5 + 4 * finger + joint] = [-0.03 + 0.02 * Double(finger), height, 0]
      }
    }
    return points
  }
}
