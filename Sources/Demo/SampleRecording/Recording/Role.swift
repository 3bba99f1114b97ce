import Geometry

/// What one subject does over time.
struct Role: Sendable {
  let subject: SampleSubject
  var x, y, z: Keyframes
  var yaw, pitch, roll: Keyframes
  var jawOpen, smile, pucker: Keyframes
  var eyesClosed: Keyframes
  var blinks: Blinks
  var browInnerUp, browOuterUp: Keyframes
  var gazeLeft, gazeUp: Keyframes

  /// The subject's pose at a time in seconds.
  func pose(at time: Double) -> SamplePose {
    var expression = SampleExpression()
    expression.jawOpen = jawOpen.value(at: time)
    expression.smile = smile.value(at: time)
    expression.pucker = pucker.value(at: time)
    expression.blink = max(eyesClosed.value(at: time), blinks.value(at: time))
    expression.browInnerUp = browInnerUp.value(at: time)
    expression.browOuterUp = browOuterUp.value(at: time)
    expression.gazeLeft = gazeLeft.value(at: time)
    expression.gazeUp = gazeUp.value(at: time)
    return SamplePose(
      yaw: yaw.value(at: time), pitch: pitch.value(at: time), roll: roll.value(at: time),
      position: Vector3(x.value(at: time), y.value(at: time), z.value(at: time)),
      expression: expression)
  }
}

extension Role {
  /// The girl turns, nods, tilts, comes near with an open mouth, meets the boy, leaves, comes back.
  static let girl = Role(
    subject: .girl,
    x: Keyframes((6.1, 0), (7.1, -15), (9.3, -15), (10.1, -72), (10.5, -72), (11.5, 0)),
    y: Keyframes((0, -3), (4.9, -3), (5.7, -1), (6.2, -1), (7, -3)),
    z: Keyframes((4.9, -36), (5.75, -28), (6.15, -28), (7, -38), (10.3, -38), (11.5, -36)),
    yaw: Keyframes(
      (0.5, 0), (1.15, 35), (1.4, 35), (2.2, -35), (2.45, -35), (2.95, 0), (6.7, 0), (7.4, 20),
      (8.2, 12), (9.1, 22), (9.6, -30), (10.2, -30), (10.3, 26), (11, 22), (11.7, 0)),
    pitch: Keyframes(
      (2.8, 0), (3.1, 18), (3.45, -16), (3.75, 12), (4, 0), (5, 0), (5.7, -6), (6.2, -4), (6.8, 0),
      (8.1, 0), (8.5, 9), (9, 0)),
    roll: Keyframes(
      (3.9, 0), (4.25, 20), (4.4, 20), (4.8, -20), (4.95, -18), (5.3, 0), (7.2, 0), (7.8, 8),
      (8.4, -6), (9.1, 3), (9.5, -7), (10.1, -7), (10.3, 7), (11.3, 4), (11.8, 0)),
    jawOpen: Keyframes(
      (1.5, 0), (1.75, 0.25), (2, 0), (5, 0), (5.55, 1), (6.1, 0.9), (6.5, 0.1), (7.3, 0.05),
      (7.5, 0.45), (7.65, 0.15), (7.85, 0.5), (8.05, 0.1), (8.4, 0.55), (8.8, 0.5), (9.2, 0),
      (10.9, 0), (11.2, 0.35), (11.6, 0)),
    smile: Keyframes(
      (0, 0.55), (0.9, 0.85), (2.6, 0.4), (3.6, 0.4), (4.2, 0.9), (4.9, 0.5), (5.4, 0.15),
      (6.4, 0.4), (7, 0.9), (9.3, 0.9), (9.8, 0.3), (10.6, 0.9), (11.6, 0.9), (12, 0.55)),
    pucker: Keyframes((2.55, 0), (2.8, 0.8), (3.1, 0.8), (3.4, 0)),
    eyesClosed: Keyframes((8.2, 0), (8.45, 1), (8.95, 1), (9.15, 0)),
    blinks: Blinks(moments: [0.3, 1.9, 3.1, 4.55, 6.45, 7.7, 9.55, 11.1]),
    browInnerUp: Keyframes((4, 0), (4.3, 0.8), (5, 0.3), (5.6, 0.5), (6.3, 0.2), (6.8, 0)),
    browOuterUp: Keyframes(
      (0.5, 0), (1, 0.5), (1.5, 0), (3.9, 0), (4.3, 0.9), (5.2, 0.2), (5.7, 0.9), (6.3, 0.4),
      (6.9, 0.6), (7.6, 0.2),
      (11.4, 0.2), (11.8, 0)),
    gazeLeft: Keyframes(
      (0.4, 0), (0.7, 0.7), (1.3, 0), (1.5, -0.7), (2.3, 0), (6.4, 0), (6.7, 0.9), (7.5, 0.4),
      (9.2, 0.4), (9.5, -0.6), (10.3, 0.5), (11.2, 0)),
    gazeUp: Keyframes((3, 0), (3.2, 0.5), (3.6, -0.3), (4, 0), (4.3, 0.6), (4.9, 0)))

  /// The boy looks in from the right, chats and goes again.
  static let boy = Role(
    subject: .boy,
    x: Keyframes((6.2, 78), (7.2, 17), (9.5, 17), (10.2, 80)),
    y: Keyframes((0, -4.5), (7.2, -4.5), (7.5, -3.6), (7.8, -4.5), (8.1, -3.8), (8.4, -4.5)),
    z: Keyframes((0, -41)),
    yaw: Keyframes((6.3, -30), (7.4, -22), (8.3, -4), (8.8, -10), (9.2, -20), (9.7, 32)),
    pitch: Keyframes((7.2, 0), (7.5, -8), (7.8, 6), (8.2, -4), (8.6, 8), (9, 0)),
    roll: Keyframes((6.4, -10), (7.2, -4), (8, 9), (8.6, -3), (9.3, 4), (9.7, 8)),
    jawOpen: Keyframes(
      (6.9, 0), (7.1, 0.5), (7.35, 0.1), (8, 0.1), (8.2, 0.5), (8.35, 0.2), (8.55, 0.75),
      (8.9, 0.6),
      (9.2, 0)),
    smile: Keyframes((6.5, 0.6), (7.4, 0.9), (9.4, 0.9)),
    pucker: Keyframes((0, 0)),
    eyesClosed: Keyframes((0, 0)),
    blinks: Blinks(moments: [7.0, 8.05, 8.95, 9.65]),
    browInnerUp: Keyframes((7.3, 0.45), (7.6, 0.8), (8, 0.5)),
    browOuterUp: Keyframes((6.5, 0.3), (7.1, 1), (7.8, 0.2), (8.4, 0.8), (9, 0.3)),
    gazeLeft: Keyframes((7.2, -0.5), (7.9, -0.6), (8.3, 0), (8.8, -0.6), (9.4, -0.3), (9.6, 0.5)),
    gazeUp: Keyframes((8, 0), (8.4, 0.3), (8.8, 0)))
}
