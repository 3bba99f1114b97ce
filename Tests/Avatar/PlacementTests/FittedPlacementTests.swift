import Avatars
import FaceModel
import Foundation
import Geometry
import Placement
import TestSupport
import Testing
import Tracking

/// Where layers go with a fit profile, by the formulas of its document in plain numbers.
@Suite struct FittedPlacementTests {
  private static let modes = [PlacementOptions.Mode.landmarks, .matrix]

  private typealias Triple = (x: Double, y: Double, z: Double)

  /// The place of an anchor on the average face, in eye distances from the eyes' midpoint.
  private func place(of anchor: Anchor) -> Triple {
    let v = anchor.landmarks.map { CanonicalFace.vertices[$0] }
    let n = Double(v.count)
    let (kappa, midpoint) = (6.302291, (x: 0.0, y: 2.624618, z: 3.465663))
    return (
      (v.reduce(0) { $0 + $1.x } / n - midpoint.x) / kappa,
      (v.reduce(0) { $0 + $1.y } / n - midpoint.y) / kappa,
      (v.reduce(0) { $0 + $1.z } / n - midpoint.z) / kappa
    )
  }

  /// The layers as a fit leaves them.
  private func fitted(_ layers: [Layer], _ fit: AvatarFit) -> [Layer] {
    var (whole, middle) = (0.0, (x: 0.0, y: 0.0, z: 0.0))
    for layer in layers {
      let (weight, anchor) = (layer.scale * layer.scale, place(of: layer.anchor))
      whole += weight
      middle.x += weight * (anchor.x + layer.offset.x)
      middle.y += weight * (anchor.y + layer.offset.y)
      middle.z += weight * (anchor.z + layer.offset.z)
    }
    middle = (middle.x / whole, middle.y / whole, middle.z / whole)
    let r = fit.rotation * Double.pi / 180
    return layers.map { layer in
      let anchor = place(of: layer.anchor)
      let x = anchor.x + layer.offset.x - middle.x
      let y = anchor.y + layer.offset.y - middle.y
      let z = anchor.z + layer.offset.z - middle.z
      // Clockwise as seen, y up: what points up turns to the right.
      let (turnedX, turnedY) = (x * cos(r) + y * sin(r), y * cos(r) - x * sin(r))
      var result = layer
      result.offset = Vector3(
        middle.x + fit.offset.x + fit.scale * turnedX - anchor.x,
        middle.y + fit.offset.y + fit.scale * turnedY - anchor.y,
        middle.z + fit.offset.z + fit.scale * z - anchor.z)
      result.scale = layer.scale * fit.scale
      result.rotation = layer.rotation + fit.rotation
      return result
    }
  }

  private func layers(_ random: inout SplitMix64) -> [Layer] {
    let anchors = Anchor.named.map(\.anchor) + [.landmark(168), .landmark(467)]
    return (0..<3).map { index in
      Layer(
        name: "layer\(index)", image: "a.png", anchor: anchors[Int(random.number(0...12.99))],
        offset: Vector3(random.number(-1...1), random.number(-1...1), random.number(-0.3...0.3)),
        scale: random.number(0.3...3), rotation: random.number(-90...90),
        scaleReference: random.number(0...1) < 0.3 ? .faceWidth : .eyes,
        mirror: random.number(0...1) < 0.3 ? .keep : .follow)
    }
  }

  private func avatar(of layers: [Layer], id: String = "test") throws -> MeasuredAvatar {
    let size = try #require(PixelSize<ArtworkSpace>(width: 400, height: 300))
    return try #require(
      MeasuredAvatar(Avatar(id: id, layers: layers), pictureSizes: layers.map { _ in size }))
  }

  private func placer(
    _ layers: [Layer], _ profile: FitProfile, mode: PlacementOptions.Mode = .auto,
    mirrored: Bool = false, cues: [AvatarCue] = []
  ) throws -> Placer {
    let scene = try sceneSize(1280, 720)
    return Placer(
      avatars: [try avatar(of: layers)],
      scene: SceneMapping(
        header: TrackingHeader(size: try trackerSize(1280, 720)), scene: scene),
      output: OutputMapping(
        scene: scene, output: try outputSize(1280, 720), mirrored: mirrored),
      options: PlacementOptions(mode: mode), cues: cues, profile: profile)
  }

  /// The seed of the lot, how layers are placed, and whether the output is mirrored.
  @Test(arguments: 1...12, modes)
  func `fitted layers lie where the formulas of the document put them`(
    seed: UInt64, mode: PlacementOptions.Mode
  ) throws {
    var random = SplitMix64(state: seed)
    var drawn = 0
    for mirrored in [false, true] {
      let layers = layers(&random)
      let fit = AvatarFit(
        scale: random.number(0.5...2),
        offset: Vector3(random.number(-1...1), random.number(-1...1), random.number(-0.2...0.2)),
        rotation: random.number(-60...60))
      let face = FaceSample(
        yaw: random.number(-25...25), pitch: random.number(-15...15),
        roll: random.number(-40...40), noise: 5, seed: random.next())
      var placer = try placer(
        layers, FitProfile(everyFace: .init(all: fit)), mode: mode, mirrored: mirrored)
      let placements = placer.place(face)
      let reference = ReferenceChain(
        w: 1280, h: 720, sceneW: 1280, sceneH: 720, outW: 1280, outH: 720,
        mirroredOutput: mirrored, crop: (0, 0, 1280, 720),
        landmarks: face.landmarks.map { ($0.x, $0.y) }, matrix: face.pose?.rowMajor)
      let expected = Dictionary(uniqueKeysWithValues: fitted(layers, fit).map { ($0.name, $0) })
      for placement in placements {
        drawn += 1
        let layer = try #require(expected[placement.layer])
        let corners: [ReferenceChain.Pair] = [(0, 0), (400, 0), (400, 300), (0, 300)]
        for (corner, from) in zip(placement.corners.corners, corners) {
          let inScene =
            mode == .matrix
            ? reference.byMatrix(from, layer, iw: 400, ih: 300).0
            : reference.byLandmarks(from, layer, iw: 400, ih: 300)
          let e = reference.output(inScene)
          #expect(corner.distance(to: Point2(e.x, e.y)) < 1e-6)
        }
        let own = try #require(placement.driven)
        #expect(abs(own.scale - layer.scale) < 1e-12)
        #expect(abs(own.rotation - layer.rotation) < 1e-12)
      }
    }
    #expect(drawn >= 4, "the lot gives too few layers that are drawn")
  }

  @Test(arguments: modes)
  func `a profile of identities places bit for bit what no profile does`(
    mode: PlacementOptions.Mode
  ) throws {
    var random = SplitMix64(state: 99)
    let layers = layers(&random)
    let face = FaceSample(yaw: 14, pitch: 3, roll: -8, noise: 6)
    var plain = try placer(layers, FitProfile(), mode: mode)
    let expected = plain.place(face)
    #expect(expected.count == 3)
    for profile in [
      FitProfile(everyFace: .init(all: .identity)),
      FitProfile(everyFace: .init(avatars: ["test": AvatarFit()])),
      FitProfile(everyFace: .init(all: AvatarFit(scale: 2)), faces: [1: .init(all: .identity)]),
      FitProfile(everyFace: .init(avatars: ["other": AvatarFit(scale: 2)])),
      FitProfile(faces: [2: .init(all: AvatarFit(scale: 2))]),
    ] {
      var placer = try placer(layers, profile, mode: mode)
      let found = placer.place(face)
      #expect(found.map(\.homography) == expected.map(\.homography))
      #expect(found.map(\.corners) == expected.map(\.corners))
      #expect(found.map(\.driven) == expected.map(\.driven))
    }
  }

  @Test(arguments: 1...10)
  func `fits one after the other are one of their sums and products`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    let avatar = Avatar(id: "test", layers: layers(&random))
    func lot() -> AvatarFit {
      AvatarFit(
        scale: random.number(0.3...3),
        offset: Vector3(random.number(-2...2), random.number(-2...2), random.number(-2...2)),
        rotation: random.number(-90...90))
    }
    func moved(_ avatar: Avatar, _ fit: AvatarFit) -> Avatar {
      var moved = avatar
      moved.layers = avatar.layers.map { fit.applied(to: $0, about: avatar.middle) }
      return moved
    }
    let (first, second) = (lot(), lot())
    let joined = AvatarFit(
      scale: first.scale * second.scale, offset: first.offset + second.offset,
      rotation: first.rotation + second.rotation)
    let inverse = AvatarFit(
      scale: 1 / first.scale, offset: first.offset * -1, rotation: -first.rotation)
    let pairs = [
      (moved(moved(avatar, first), second), moved(avatar, joined)),
      (moved(moved(avatar, second), first), moved(avatar, joined)),
      (moved(moved(avatar, first), inverse), avatar),
    ]
    for (one, other) in pairs {
      for (a, b) in zip(one.layers, other.layers) {
        #expect((a.offset + b.offset * -1).length < 1e-9)
        #expect(abs(a.scale - b.scale) < 1e-9)
        #expect(abs(a.rotation - b.rotation) < 1e-9)
      }
    }
  }

  @Test func `an offset goes to the wearer's left and up, mirrored or not`() throws {
    let layer = Layer(name: "a", image: "a.png", scale: 2)
    let profile = FitProfile(everyFace: .init(all: AvatarFit(offset: Vector3(0.5, 0.25, 0))))
    let face = FaceSample(yaw: 0)
    func middle(_ profile: FitProfile, mirrored: Bool) throws -> Point2<OutputSpace> {
      var placer = try placer([layer], profile, mode: .landmarks, mirrored: mirrored)
      let corners = try #require(placer.place(face).first).corners
      return try #require(Point2.mean(of: corners.corners))
    }
    let (plain, moved) = (
      try middle(FitProfile(), mirrored: false), try middle(profile, mirrored: false)
    )
    let mirrored = try middle(profile, mirrored: true)
    let eyes =
      (face.landmarks[263].x + face.landmarks[362].x) / 2
      - (face.landmarks[33].x + face.landmarks[133].x) / 2
    // The wearer's left is on the picture's right, and up is up.
    #expect(abs(moved.x - plain.x - 0.5 * eyes) < 1e-6)
    #expect(abs(moved.y - plain.y + 0.25 * eyes) < 1e-6)
    #expect(mirrored == Point2(1280 - moved.x, moved.y))
  }

  @Test func `what a signal drives goes the fitted way`() throws {
    var layer = Layer(name: "jaw", image: "a.png", scale: 2)
    layer.drive = [
      Drive(signal: .blendshape(.jawOpen), property: .offsetY, from: (0, 1), to: (0, -0.5)),
      Drive(signal: .blendshape(.jawOpen), property: .rotation, from: (0, 1), to: (0, 10)),
    ]
    var face = FaceSample(yaw: 0)
    face.blendshapes[.jawOpen] = 1
    // A quarter turn clockwise and twice the size: down becomes left, and a whole eye distance.
    let profile = FitProfile(everyFace: .init(all: AvatarFit(scale: 2, rotation: 90)))
    var (still, driven) = (
      try placer([layer], profile, mode: .landmarks), try placer([layer], profile, mode: .landmarks)
    )
    var closed = face
    closed.blendshapes[.jawOpen] = 0
    let (before, after) = (
      try #require(still.place(closed).first), try #require(driven.place(face).first)
    )
    let move =
      try #require(Point2.mean(of: after.corners.corners))
      - #require(Point2.mean(of: before.corners.corners))
    let eyes =
      (face.landmarks[263].x + face.landmarks[362].x) / 2
      - (face.landmarks[33].x + face.landmarks[133].x) / 2
    #expect(abs(move.x + eyes) < 1e-6)
    #expect(abs(move.y) < 1e-6)
    #expect(after.driven == DrivenSize(scale: 4, rotation: 100))
  }

  @Test func `each face has its own fit, and cues come on top`() throws {
    let layer = Layer(name: "a", image: "a.png", scale: 2)
    let profile = FitProfile(
      everyFace: .init(all: AvatarFit(scale: 2)),
      faces: [2: .init(avatars: ["test": AvatarFit(scale: 0.5, rotation: 7)])])
    var placer = try placer(
      [layer], profile, cues: [AvatarCue(timeMs: 1000, face: 1, scale: 1.5)])
    let faces = [1, 2, 3].map { identity in
      TimedFace(
        identity: identity, face: FaceSample(x: Double(identity) * 5 - 10), opacity: 1,
        source: .exact)
    }
    func sizes(atMs timeMs: Double) -> [Int: DrivenSize?] {
      Dictionary(
        placer.place(faces, atMs: timeMs).map { ($0.subject.identity, $0.driven) },
        uniquingKeysWith: { $1 })
    }
    let two = DrivenSize(scale: 4, rotation: 0)
    let own = DrivenSize(scale: 1, rotation: 7)
    #expect(sizes(atMs: 0) == [1: two, 2: own, 3: two])
    #expect(sizes(atMs: 2000) == [1: DrivenSize(scale: 6, rotation: 0), 2: own, 3: two])
  }

  /// Extreme values are placed or left out, and never anything that is not finite.
  @Test(arguments: modes)
  func `every corner is finite at the ends of all ranges`(mode: PlacementOptions.Mode) throws {
    var random = SplitMix64(state: 5)
    let layers = layers(&random)
    for scale in [AvatarFit.scales.lowerBound, AvatarFit.scales.upperBound] {
      for offset in [AvatarFit.offsets.lowerBound, AvatarFit.offsets.upperBound] {
        for rotation in [AvatarFit.rotations.lowerBound, AvatarFit.rotations.upperBound] {
          let fit = AvatarFit(
            scale: scale, offset: Vector3(offset, offset, offset), rotation: rotation)
          var placer = try placer(layers, FitProfile(everyFace: .init(all: fit)), mode: mode)
          for placement in placer.place(FaceSample(yaw: 20)) {
            let isFinite = placement.corners.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite }
            #expect(isFinite)
          }
        }
      }
    }
  }
}
