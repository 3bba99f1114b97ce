import Foundation
import Geometry

/// What a card in a hand does over time.
struct CardRole: Sendable {
  let card: PrintedCard
  /// Where the picture's middle is before the camera, in centimetres.
  let x, y, z: Keyframes
  /// The turn to the picture's right, the nod down, and the tilt clockwise, in degrees.
  let yaw, pitch, roll: Keyframes

  /// The card as the person holds it at a time in seconds.
  func held(
    by subject: SampleSubject, at time: Double, size: PixelSize<TrackerSpace>
  ) -> HeldCard {
    HeldCard(
      card, of: subject, transform: transform(at: time),
      reach: Vector3(-5.5 + 0.08 * roll.value(at: time), -23.5, -6), size: size)
  }

  /// From the card's millimetres to the camera's centimetres.
  private func transform(at time: Double) -> FacialTransform {
    // No hand is quite still: two slow waves without a common period.
    let drift = Vector3<CameraSpace>(
      0.12 * sin(2.1 * time) + 0.07 * sin(5.3 * time + 1),
      0.14 * sin(1.7 * time + 2) + 0.06 * sin(4.7 * time), 0.15 * sin(1.3 * time + 0.5))
    return FacialTransform(
      rotation: Quaternion(
        yaw: yaw.value(at: time) + 0.9 * sin(2.6 * time),
        pitch: pitch.value(at: time) + 0.8 * sin(1.9 * time + 1),
        roll: roll.value(at: time) + 0.6 * sin(2.3 * time + 2)),
      scale: PlanarPose.scale,
      translation: Vector3(x.value(at: time), y.value(at: time), z.value(at: time)) + drift)
  }
}

extension CardRole {
  /// A card is raised, held beside the face, turned to both sides, brought near, and lowered.
  static func shown(_ card: PrintedCard) -> CardRole {
    CardRole(
      card: card,
      x: Keyframes((0.5, -17), (1.6, -12), (4.7, -12), (5.5, -9.6), (6.6, -9.6), (7.7, -16)),
      y: Keyframes((0.4, -32), (1.5, 3), (4.7, 3), (5.5, 0.9), (6.6, 0.9), (7.9, -34)),
      z: Keyframes((0.4, -30), (1.6, -29), (4.7, -29), (5.5, -20.5), (6.6, -20.5), (7.5, -29)),
      yaw: Keyframes(
        (0.6, 18), (1.5, 2), (2.1, 0), (2.8, -25), (3.1, -25), (4, 25), (4.3, 25), (5, 3),
        (6.6, 4), (7.5, 14)),
      pitch: Keyframes(
        (0.5, -38), (1.6, -14), (2.8, -12), (4, -20), (4.7, -15), (5.6, -20), (6.5, -20),
        (7.4, -30)),
      roll: Keyframes(
        (0.5, -16), (1.5, 2), (2.1, 0), (2.9, -5), (4.1, 6), (5, -1), (6.6, 1), (7.6, -14)))
  }
}
