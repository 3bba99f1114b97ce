import Avatars
import FaceModel
import Geometry
import Placement
import Testing
import Tracking

/// However the tracker's picture was mirrored, turned or scaled, the avatar lands on the same spot.
@Suite struct TrackerPictureTests {
  static let modes = [PlacementOptions.Mode.landmarks, .matrix]

  private static let layer = Layer(
    name: "a", image: "a.png", anchor: .leftEar, offset: Vector3(0.3, -0.2, 0.1), scale: 1.4,
    rotation: 20, pivot: Pivot(x: 0.3, y: 0.8), scaleReference: .faceWidth)

  /// The corners in a scene of this size, for a tracker whose picture was like that.
  private func corners(
    _ face: FaceSample, _ header: TrackingHeader, scene size: (Int, Int),
    mode: PlacementOptions.Mode, snap: Bool = true
  ) throws -> (corners: Quad<OutputSpace>, residual: Double?) {
    let scene = try sceneSize(size.0, size.1)
    var placer = Placer(
      avatars: [try avatar(Self.layer)], scene: SceneMapping(header: header, scene: scene),
      output: OutputMapping(scene: scene, output: try outputSize(size.0, size.1)),
      options: PlacementOptions(mode: mode, snap: snap))
    let placement = try #require(placer.place(face).first)
    return (placement.corners, placement.residualPx)
  }

  @Test(arguments: modes)
  func `the tracker's picture may be mirrored`(mode: PlacementOptions.Mode) throws {
    let face = FaceSample(yaw: 20, pitch: -8, roll: 12, x: 9, y: -3, noise: 6)
    let size = try trackerSize(1280, 720)
    let plain = try corners(face, TrackingHeader(size: size), scene: (1280, 720), mode: mode)
    let mirrored = try corners(
      face.seenMirrored(width: 1280), TrackingHeader(size: size, mirrored: true),
      scene: (1280, 720), mode: mode)
    #expect(distance(plain.corners, mirrored.corners) < 1e-9)
    #expect(abs((plain.residual ?? 0) - (mirrored.residual ?? 0)) < 1e-9)
  }

  @Test func `the tracker's picture, when mirrored, has left and right expressions swapped`() throws
  {
    var face = FaceSample(yaw: 0)
    face.blendshapes[.eyeBlinkLeft] = 1
    let wink = Layer(
      name: "wink", image: "a.png", scale: 1,
      when: [Trigger(signal: .blendshape(.eyeBlinkLeft), above: 0.5, below: 0.5)])
    for (mirrored, shown) in [(false, true), (true, false)] {
      let scene = try sceneSize(1280, 720)
      var placer = Placer(
        avatars: [try avatar(wink)],
        scene: SceneMapping(
          header: TrackingHeader(size: try trackerSize(1280, 720), mirrored: mirrored),
          scene: scene),
        output: OutputMapping(scene: scene, output: try outputSize(1280, 720)))
      #expect(placer.place(face).isEmpty != shown)
    }
  }

  /// A picture turned so that this clockwise turn makes it upright, of a scene 700 x 500.
  private func seenTurned(
    _ p: Point3<TrackerSpace>, _ turn: QuarterTurn
  ) -> Point3<TrackerSpace> {
    switch turn {
    case .none: p
    case .clockwise: Point3(p.y, 700 - p.x, 0)
    case .half: Point3(700 - p.x, 500 - p.y, 0)
    case .counterclockwise: Point3(500 - p.y, p.x, 0)
    }
  }

  @Test(arguments: QuarterTurn.allCases)
  func `the tracker's picture may be turned, by landmarks`(turn: QuarterTurn) throws {
    let face = FaceSample(yaw: 10, roll: 25, x: 4, width: 700, height: 500, noise: 5)
    let plain = try corners(
      face, TrackingHeader(size: try trackerSize(700, 500)), scene: (700, 500), mode: .landmarks)
    let header = TrackingHeader(
      size: try turn.swapsSides ? trackerSize(500, 700) : trackerSize(700, 500), rotation: turn)
    let turnedFace = FaceSample(landmarks: face.landmarks.map { seenTurned($0, turn) })
    let turned = try corners(turnedFace, header, scene: (700, 500), mode: .landmarks)
    #expect(distance(plain.corners, turned.corners) < 1e-9)
  }

  /// Before a square picture the camera is the same however it is turned, and the turn is a roll of
  /// the pose about the line of sight.
  @Test(arguments: QuarterTurn.allCases, [true, false])
  func `the tracker's picture may be turned, by matrix`(turn: QuarterTurn, snap: Bool) throws {
    let pose = FacialTransform(
      rotation: Quaternion(yaw: 15, pitch: 5, roll: 30), translation: Vector3(6, -4, -55))
    // The picture was turned back, counterclockwise, by the angle that makes it upright.
    let back = Quaternion(degrees: Double(turn.rawValue), axis: (x: 0, y: 0, z: 1))
    let r = back.matrix
    let t = pose.translation
    let turnedPose = FacialTransform(
      rotation: back * pose.rotation,
      translation: Vector3(r[0] * t.x + r[1] * t.y, r[3] * t.x + r[4] * t.y, t.z))
    func header(_ turn: QuarterTurn) throws -> TrackingHeader {
      TrackingHeader(size: try trackerSize(600, 600), rotation: turn)
    }
    let plain = try corners(
      FaceSample(pose: pose), header(.none), scene: (900, 900), mode: .matrix, snap: snap)
    let turned = try corners(
      FaceSample(pose: turnedPose), header(turn), scene: (900, 900), mode: .matrix, snap: snap)
    #expect(distance(plain.corners, turned.corners) < 1e-9)
    #expect(plain.residual == nil, "there is nothing to snap to without landmarks")
  }

  @Test(arguments: modes)
  func `the tracker's picture may be smaller than the video`(mode: PlacementOptions.Mode) throws {
    let face = FaceSample(yaw: 20, pitch: -8, roll: 12, x: 9, noise: 6)
    var small = face
    small.landmarks = face.landmarks.map { Point3($0.x / 4, $0.y / 4, 0) }
    let plain = try corners(
      face, TrackingHeader(size: try trackerSize(1280, 720)), scene: (1280, 720), mode: mode)
    let scaled = try corners(
      small, TrackingHeader(size: try trackerSize(320, 180)), scene: (1280, 720), mode: mode)
    #expect(distance(plain.corners, scaled.corners) < 1e-9)
    // The residual is in the scene's pixels, whatever the tracker's were.
    #expect(abs((plain.residual ?? 0) - (scaled.residual ?? 0)) < 1e-9)
  }
}
