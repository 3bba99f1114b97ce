import Avatars
import FaceModel
import Geometry
import Placement
import Testing
import Tracking

@Suite struct VisibilityTests {
  private static let plain = Layer(name: "a", image: "a.png", scale: 1)

  /// Yaw in degrees, and whether a plane that looks out of the face is seen from its front.
  ///
  /// In the middle of the picture it turns its edge to the camera at 90 degrees.
  @Test(arguments: [
    (0.0, true), (80, true), (-80, true), (100, false), (-100, false), (180, false),
  ])
  func `a layer is not drawn from behind`(yaw: Double, drawn: Bool) throws {
    // The eyes' anchor is turned about the face's middle, so the face is put where it is centred.
    let face = FaceSample(yaw: yaw, z: -60).poseOnly
    let wide = Layer(name: "a", image: "a.png", anchor: .eyes, scale: 0.5)
    for (mirrored, policy) in [(false, MirrorPolicy.follow), (true, .follow), (true, .keep)] {
      var layer = wide
      layer.mirror = policy
      var placer = try Placer(avatar(layer), mirrorOutput: mirrored)
      #expect(placer.place(face).isEmpty != drawn, "\(policy), mirrored: \(mirrored)")
    }
  }

  /// Centimetres between the camera and the picture, which faces it.
  @Test(arguments: [(1.01, true), (0.99, false), (-5, false)])
  func `a layer is not drawn nearer than a centimetre`(depth: Double, drawn: Bool) throws {
    // The eyes' vertices lie 3.465663 cm before the face's own origin.
    let offset = (50 - 3.465663 - depth) / 6.302291
    let layer = Layer(name: "a", image: "a.png", offset: Vector3(0, 0, offset), scale: 0.01)
    for snap in [true, false] {
      var placer = try Placer(avatar(layer), snap: snap)
      #expect(placer.place(FaceSample(z: -50)).isEmpty != drawn)
    }
  }

  @Test func `a layer is not drawn when one of its corners alone is too near`() throws {
    // A long stick that a turned head carries past the camera.
    let stick = Layer(name: "a", image: "a.png", scale: 30)
    var placer = try Placer(avatar(stick))
    #expect(placer.place(FaceSample(z: -50)).count == 1)
    #expect(placer.place(FaceSample(yaw: 60, z: -50)).isEmpty)
    #expect(placer.place(FaceSample(yaw: 60, z: -50).landmarksOnly).count == 1)
  }

  @Test func `a layer has its own opacity, the driven one and the face's multiplied`() throws {
    let layer = Layer(
      name: "a", image: "a.png", scale: 1, opacity: 0.8,
      drive: [
        Drive(signal: .blendshape(.jawOpen), property: .opacity, from: (0, 1), to: (1, 0))
      ])
    var placer = try Placer(avatar(layer))
    var face = FaceSample(yaw: 0)
    face.blendshapes[.jawOpen] = 0.5
    #expect(abs(try #require(placer.place(face).first).opacity - 0.4) < 1e-12)
    #expect(abs(try #require(placer.place(face, opacity: 0.25).first).opacity - 0.1) < 1e-12)
    // A face that begins to fade in is placed, and nothing of it seen.
    #expect(placer.place(face, opacity: 0).map(\.opacity) == [0])
    #expect(placer.place(face, opacity: .nan).isEmpty)
    face.blendshapes[.jawOpen] = 1
    #expect(placer.place(face).isEmpty, "what cannot be seen is not drawn")
  }

  @Test func `a layer goes where the expression drives it`() throws {
    let driven = Layer(
      name: "a", image: "a.png", anchor: .mouth, scale: 1,
      drive: [
        Drive(signal: .blendshape(.jawOpen), property: .offsetY, from: (0, 1), to: (0, -0.5)),
        Drive(signal: .blendshape(.jawOpen), property: .scale, from: (0, 1), to: (1, 3)),
      ])
    let still = Layer(
      name: "a", image: "a.png", anchor: .mouth, offset: Vector3(0, -0.25, 0), scale: 2)
    var face = FaceSample(yaw: 12, noise: 3)
    face.blendshapes[.jawOpen] = 0.5
    for mode in [PlacementOptions.Mode.landmarks, .matrix] {
      var a = try Placer(avatar(driven), mode: mode)
      var b = try Placer(avatar(still), mode: mode)
      let (moved, expected) = (try #require(a.place(face).first), try #require(b.place(face).first))
      #expect(distance(moved.corners, expected.corners) < 1e-9)
    }
  }

  @Test func `a layer is not drawn when it is driven to nothing`() throws {
    let layer = Layer(
      name: "a", image: "a.png", scale: 1,
      drive: [Drive(signal: .blink, property: .scale, from: (0, 1), to: (0, 1))])
    for mode in [PlacementOptions.Mode.landmarks, .matrix] {
      var placer = try Placer(avatar(layer), mode: mode)
      #expect(placer.place(FaceSample(yaw: 0)).isEmpty)
    }
  }

  @Test func `a layer stays shown between its two thresholds, by the samples that passed`() throws {
    let layer = Layer(
      name: "a", image: "a.png", scale: 1,
      when: [Trigger(signal: .blendshape(.jawOpen), above: 0.6, below: 0.4)])
    var placer = try Placer(avatar(layer))
    func sample(_ jaw: Double) -> FaceSample {
      var face = FaceSample(yaw: 0)
      face.blendshapes[.jawOpen] = jaw
      return face
    }
    var shown: [Bool] = []
    for jaw in [0.5, 0.7, 0.5, 0.3, 0.5] {
      placer.observe(
        IdentifiedSample(
          timeMs: 0, faces: [IdentifiedFace(identity: 1, face: sample(jaw))]))
      // However often a frame is asked for, and whatever it interpolates, nothing changes.
      for _ in 0..<3 {
        _ = placer.place(sample(0.9))
        _ = placer.place(sample(0))
      }
      shown.append(!placer.place(sample(jaw)).isEmpty)
    }
    #expect(shown == [false, true, true, false, false])
  }
}
