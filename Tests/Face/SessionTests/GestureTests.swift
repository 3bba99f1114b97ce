import Foundation
import Geometry
import Session
import TestSupport
import Testing
import Tracking

/// The rules on MediaPipe's own test hands, turned and mirrored.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct GestureTests {
  /// A hand of MediaPipe's test data.
  private struct Hand: Decodable {
    var landmarks: [[Double]]
    var worldLandmarks: [[Double]]

    init(_ name: String) throws {
      self = try JSONDecoder().decode(
        Hand.self, from: Data(contentsOf: SharedData.file("data/hands/\(name).json")))
    }
  }

  /// A hand's gesture when the picture is turned clockwise by 0, 90, 180 and 270 degrees, as it is
  /// and mirrored: what a person would call it.
  struct Expected: Sendable {
    var hand: String
    var plain: [String]
    var mirrored: [String]
  }

  static let expected = [
    Expected(
      hand: "fist", plain: Array(repeating: "Closed_Fist", count: 4),
      mirrored: Array(repeating: "Closed_Fist", count: 4)),
    Expected(
      hand: "victory", plain: Array(repeating: "Victory", count: 4),
      mirrored: Array(repeating: "Victory", count: 4)),
    Expected(
      hand: "pointing_up", plain: ["Pointing_Up", "None", "None", "None"],
      mirrored: ["Pointing_Up", "None", "None", "None"]),
    // Points to the left of the picture, so up after three turns, or after one when mirrored.
    Expected(
      hand: "pointing_up_rotated", plain: ["None", "None", "None", "Pointing_Up"],
      mirrored: ["None", "Pointing_Up", "None", "None"]),
    Expected(
      hand: "thumb_up", plain: ["Thumb_Up", "None", "Thumb_Down", "None"],
      mirrored: ["Thumb_Up", "None", "Thumb_Down", "None"]),
    Expected(
      hand: "thumb_up_rotated", plain: ["None", "Thumb_Down", "None", "Thumb_Up"],
      mirrored: ["None", "Thumb_Up", "None", "Thumb_Down"]),
  ]

  /// The picture that the landmarks are parts of, for want of the true one.
  private static let (width, height) = (640.0, 480.0)

  /// A point turned clockwise by quarters about the origin, y down, after being mirrored.
  private func turned(_ p: [Double], quarters: Int, mirrored: Bool) -> SIMD3<Double> {
    var q = SIMD3(mirrored ? -p[0] : p[0], p[1], p[2])
    for _ in 0..<quarters { q = SIMD3(-q.y, q.x, q.z) }
    return q
  }

  /// The gesture of a hand that was turned in front of an upright tracker.
  private func gesture(
    _ hand: Hand, quarters: Int, mirrored: Bool, world: Bool
  ) throws -> String? {
    let sample = HandSample(
      handedness: .right,
      landmarks: hand.landmarks.map {
        let p = turned(
          [$0[0] * Self.width, $0[1] * Self.height, $0[2] * Self.width], quarters: quarters,
          mirrored: mirrored)
        return Point3(p.x, p.y, p.z)
      },
      worldLandmarks: world
        ? hand.worldLandmarks.map { turned($0, quarters: quarters, mirrored: mirrored) } : [])
    return try name(sample, header: MadeRecording.header())
  }

  private func name(_ hand: HandSample, header: TrackingHeader) throws -> String? {
    try play([TrackingSample(timestampMs: 0, hands: [hand])], header: header)
      .signals.first?.hands.first?.gesture
  }

  @Test(arguments: expected, [true, false])
  func `a hand that is turned or mirrored`(expected: Expected, world: Bool) throws {
    let hand = try Hand(expected.hand)
    for (mirrored, names) in [(false, expected.plain), (true, expected.mirrored)] {
      let found = try (0..<4).map {
        try gesture(hand, quarters: $0, mirrored: mirrored, world: world)
      }
      #expect(found == names, "\(expected.hand), mirrored: \(mirrored), world: \(world)")
    }
  }

  @Test(arguments: expected, QuarterTurn.allCases)
  func `a tracker that is turned or mirrored sees the same gesture`(
    expected: Expected, turn: QuarterTurn
  ) throws {
    let hand = try Hand(expected.hand)
    var sample = TrackingSample(timestampMs: 0)
    sample.hands = [
      HandSample(
        handedness: .right,
        landmarks: hand.landmarks.map { Point3($0[0] * 1280, $0[1] * 720, $0[2] * 1280) },
        worldLandmarks: hand.worldLandmarks.map { SIMD3($0[0], $0[1], $0[2]) })
    ]
    for mirrored in [false, true] {
      var seen = sample.turned(back: turn)
      let header = try MadeRecording.header(rotation: turn, mirrored: mirrored)
      if mirrored { seen = seen.mirrored(width: Double(header.size.width)) }
      let hands = try play([seen], header: header).signals.first?.hands
      #expect(hands?.map(\.gesture) == [expected.plain[0]])
      #expect(hands?.map(\.handedness) == ["Right"])
    }
  }
}
