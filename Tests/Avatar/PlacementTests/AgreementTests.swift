import Avatars
import FaceModel
import Foundation
import Geometry
import Placement
import TestSupport
import Testing
import Tracking

@Suite struct AgreementTests {
  /// Far away, seen through a long lens, the picture has no perspective: there the 2D transform and
  /// the matrix are the same thing for a face that is the canonical one.
  @Test(arguments: Anchor.named.map(\.anchor), [0.0, 35, -120])
  func `landmarks and matrix agree at a frontal pose, whatever the roll`(
    anchor: Anchor, roll: Double
  ) throws {
    // 9e6 cm off, in a picture so tall that the eyes are still some 500 pixels apart.
    let side = 900_000_000
    let face = FaceSample(
      roll: roll, x: 3, y: -2, z: -9e6, width: Double(side), height: Double(side))
    // Such a picture's coordinates lie beyond what is drawn, so the output is a window on it.
    let scene = try sceneSize(side, side)
    let corner = Double(side) / 2 - 2000
    let window = try #require(
      OutputMapping.Crop(x: corner, y: corner, width: 4000, height: 4000))
    for reference in ScaleReference.allCases {
      let layer = Layer(
        name: "a", image: "a.png", anchor: anchor, offset: Vector3(0.4, 0.7, 0), scale: 2.5,
        rotation: 15, scaleReference: reference)
      let corners = try [PlacementOptions.Mode.landmarks, .matrix].map { mode in
        var placer = Placer(
          avatars: [try avatar(layer)],
          scene: SceneMapping(
            header: TrackingHeader(size: try trackerSize(side, side)), scene: scene),
          output: OutputMapping(scene: scene, output: try outputSize(4000, 4000), crop: window),
          options: PlacementOptions(mode: mode, snap: false))
        return try #require(placer.place(face).first).corners
      }
      #expect(distance(corners[0], corners[1]) < 2e-3)
    }
  }

  /// Nearby, the picture of a layer at the depth of its anchor differs by the perspective between
  /// the anchor's depth and the eyes', and by nothing else.
  @Test(arguments: [Anchor.nose, .forehead, .chin, .leftEye, .eyes])
  func `landmarks and matrix differ nearby by the depth of the anchor alone`(anchor: Anchor) throws
  {
    let face = FaceSample(z: -40)
    let layer = Layer(name: "a", image: "a.png", anchor: anchor, scale: 1)
    var byLandmarks = try Placer(avatar(layer), mode: .landmarks)
    var byMatrix = try Placer(avatar(layer), mode: .matrix)
    let a = try #require(byLandmarks.place(face).first)
    let b = try #require(byMatrix.place(face).first)
    let width = { (quad: Quad<OutputSpace>) in quad.topLeft.distance(to: quad.topRight) }
    let eyes = [33, 133].map { CanonicalFace.vertices[$0] }
    // The eyes' distance as seen is the mean over two corners of each eye.
    let seen = eyes.map { -$0.x / (40 - $0.z) }.reduce(0, +) / 2
    let anchorZ =
      anchor.landmarks.map { CanonicalFace.vertices[$0].z }.reduce(0, +)
      / Double(anchor.landmarks.count)
    let expected = 6.302291 / (40 - anchorZ) / (2 * seen)
    #expect(abs(width(b.corners) / width(a.corners) - expected) < 1e-6)
    let middle = Point2<ArtworkSpace>(200, 150)
    let (inA, inB) = (try #require(a.homography(middle)), try #require(b.homography(middle)))
    #expect(inA.distance(to: inB) < 1e-9)
  }

  @Test func `landmarks and matrix are chosen between by what the face has`() throws {
    let face = FaceSample(yaw: 5)
    let layer = Layer(name: "a", image: "a.png", scale: 1)
    let expected: [(PlacementOptions.Mode, [LayerPlacement.Mode?])] = [
      (.auto, [.matrix, .matrix, .landmarks, nil]),
      (.matrix, [.matrix, .matrix, nil, nil]),
      (.landmarks, [.landmarks, nil, .landmarks, nil]),
    ]
    for (mode, results) in expected {
      let samples = [face, face.poseOnly, face.landmarksOnly, FaceSample()]
      for (sample, result) in zip(samples, results) {
        var placer = try Placer(avatar(layer), mode: mode)
        #expect(placer.place(sample).first?.mode == result)
      }
    }
  }

  @Test func `landmarks and matrix meet at the anchor by the snap, whose length is the residual`()
    throws
  {
    let face = FaceSample(yaw: 30, pitch: 10, x: 5, noise: 12)
    for (name, anchor) in Anchor.named {
      let layer = Layer(name: name, image: "a.png", anchor: anchor, scale: 1)
      var plain = try Placer(avatar(layer), snap: false)
      var snapped = try Placer(avatar(layer))
      let a = try #require(plain.place(face).first)
      let b = try #require(snapped.place(face).first)
      let points = anchor.landmarks.map { face.landmarks[$0].xy }
      let target = try #require(Point2.mean(of: points))
      let middle = Point2<ArtworkSpace>(200, 150)
      let before = try #require(a.homography(middle))
      let after = try #require(b.homography(middle))
      #expect(after.distance(to: Point2(target.x, target.y)) < 1e-9)
      let residual = try #require(b.residualPx)
      #expect(abs(before.distance(to: after) - residual) < 1e-9)
      #expect(residual > 0.01)
      #expect(a.residualPx == nil)
    }
  }
}

@Suite struct HeadAngleTests {
  /// How far a landmark is from the middle of the eyes, to the right and down, in pixels.
  private func offset(_ landmark: Int, _ face: FaceSample) throws -> Vector2<TrackerSpace> {
    let corners = [33, 133, 263, 362].map { face.landmarks[$0].xy }
    return face.landmarks[landmark].xy - (try #require(Point2.mean(of: corners)))
  }

  @Test func `a head's angles turn the canonical face as their documentation says`() throws {
    let (nose, leftEye) = (4, 263)
    let still = try offset(nose, FaceSample(yaw: 0))
    #expect(abs(still.x) < 1e-9)
    #expect(still.y > 0, "the nose is under the eyes")
    #expect(try offset(nose, FaceSample(yaw: 20)).x > 5, "to the picture's right")
    #expect(try offset(nose, FaceSample(pitch: 20)).y > still.y + 5, "down")
    #expect(try offset(leftEye, FaceSample(yaw: 0)).x > 5, "the subject's left is on the right")
    #expect(try offset(leftEye, FaceSample(roll: 20)).y > 5, "clockwise")
    #expect(try offset(nose, FaceSample(roll: 20)).x < -5, "clockwise")
  }
}

@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct MediaPipeFigureTests {
  /// What the file holds of its 820 x 1024 picture.
  private struct Golden: Decodable {
    struct Mirrored: Decodable { var poseColumnMajor: [Double] }
    var frame: [Int]
    var poseColumnMajor: [Double]
    var canonicalProjectedPx: [String: [Double]]
    var landmarkPx: [String: [Double]]
    var mirrored: Mirrored
  }

  private let golden: Golden
  private let pose: FacialTransform

  init() throws {
    let data = try Data(contentsOf: SharedData.file("data/mediapipe_golden.json"))
    golden = try JSONDecoder().decode(Golden.self, from: data)
    pose = Self.transform(golden.poseColumnMajor)
  }

  private static func transform(_ m: [Double]) -> FacialTransform {
    FacialTransform(
      m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10],
      translation: Vector3(m[12], m[13], m[14]))
  }

  @Test func `MediaPipe's own figures give where the camera sees the canonical face`() throws {
    let camera = PerspectiveCamera(size: try trackerSize(golden.frame[0], golden.frame[1]))
    #expect(golden.canonicalProjectedPx.count == 13)
    for (number, pixel) in golden.canonicalProjectedPx {
      let vertex = CanonicalFace.vertices[try #require(Int(number))]
      let seen = try #require(camera.project(pose(vertex)))
      #expect(seen.distance(to: Point2(pixel[0], pixel[1])) < 1e-3, "vertex \(number)")
    }
  }

  @Test func `MediaPipe's own figures give the pose of the mirrored picture`() {
    let expected = Self.transform(golden.mirrored.poseColumnMajor).rowMajor
    #expect(zip(pose.mirrored.rowMajor, expected).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  /// The golden face's nose is 19.5 pixels from where the matrix puts it.
  @Test func `MediaPipe's own figures give the residual of a layer on the nose`() throws {
    let nose = Layer(name: "nose", image: "a.png", anchor: .nose, scale: 1)
    var landmarks = [Point3<TrackerSpace>](repeating: Point3(0, 0, 0), count: 478)
    let pixel = try #require(golden.landmarkPx["4"])
    landmarks[4] = Point3(pixel[0], pixel[1], 0)
    let projected = try #require(golden.canonicalProjectedPx["4"])
    var placer = try Placer(avatar(nose), width: 820, height: 1024)
    let placement = try #require(placer.place(FaceSample(landmarks: landmarks, pose: pose)).first)
    let expected = hypot(pixel[0] - projected[0], pixel[1] - projected[1])
    #expect(abs(try #require(placement.residualPx) - expected) < 1e-3)
    #expect(abs(expected - 19.5) < 0.1)
  }
}
