import FaceModel
import Foundation
import Geometry
import SampleRecording
import Testing
import Tracking

@Suite struct SampleTrackingTests {
  /// A projection written from the formulas alone: rotation matrices, then the pinhole.
  static func projected(
    _ point: (Double, Double, Double), _ pose: SamplePose, width: Double, height: Double
  ) -> (x: Double, y: Double, depth: Double) {
    let (a, b, c) = (
      pose.yaw * .pi / 180, pose.pitch * .pi / 180, -pose.roll * .pi / 180
    )
    // Roll about z, then pitch about x, then yaw about y.
    let (x1, y1) = (point.0 * cos(c) - point.1 * sin(c), point.0 * sin(c) + point.1 * cos(c))
    let (y2, z2) = (y1 * cos(b) - point.2 * sin(b), y1 * sin(b) + point.2 * cos(b))
    let (x3, z3) = (x1 * cos(a) + z2 * sin(a), -x1 * sin(a) + z2 * cos(a))
    let depth = -(z3 + pose.position.z)
    let focal = height / (2 * tan(31.5 * .pi / 180))
    return (
      width / 2 + focal * (x3 + pose.position.x) / depth,
      height / 2 - focal * (y2 + pose.position.y) / depth, depth
    )
  }

  @Test(arguments: [0.0, 1.2, 2.3, 3.4, 4.3, 5.9, 7.9, 8.6, 11.2])
  func `landmarks are the posed shape through the camera`(time: Double) throws {
    let size = try #require(PixelSize<TrackerSpace>(width: 1280, height: 720))
    let sample = SampleScript.visit.tracking(at: time, size: size)
    let appearances = SampleScript.visit.appearances(at: time)
    #expect(!sample.faces.isEmpty)
    for face in sample.faces {
      let pose = try #require(appearances.first { $0.subject.id == face.id }).pose
      let shape = ExpressionMesh(pose.expression)
      let points = shape.vertices + shape.irises
      #expect(face.landmarks.count == FaceTopology.countWithIrises)
      let expected = points.map {
        Self.projected(($0.x, $0.y, $0.z), pose, width: 1280, height: 720)
      }
      let meanDepth = expected[..<468].map(\.depth).reduce(0, +) / 468
      for (landmark, seen) in zip(face.landmarks, expected) {
        #expect(abs(landmark.x - seen.x) < 1e-9 && abs(landmark.y - seen.y) < 1e-9)
        // z: parts of the focal length, 0 at the head's mean depth, nearer is smaller.
        let z = 360 / tan(31.5 * .pi / 180) * (seen.depth / meanDepth - 1)
        #expect(abs(landmark.z - z) < 1e-9)
      }
    }
  }

  @Test(arguments: [
    SamplePose(), SamplePose(yaw: 33, pitch: -12, roll: 17, position: Vector3(9, -4, -33)),
    SamplePose(yaw: -20, pitch: 18, position: Vector3(-14, 6, -52)),
  ])
  func `the pose solver gives back the matrix of a resting face`(pose: SamplePose) throws {
    let size = try #require(PixelSize<TrackerSpace>(width: 1280, height: 720))
    let face = try SampleStage.still(pose: pose, size: size, background: .none).face
    let solved = try #require(PoseSolver(size: size).pose(of: face.landmarks))
    for (found, told) in zip(solved.rowMajor, pose.transform.rowMajor) {
      #expect(abs(found - told) < 1e-6)
    }
  }

  @Test func `the resting face is the canonical one but for lids and lips`() {
    let shape = ExpressionMesh(SampleExpression())
    let lips = Set(FaceTopology.outerLips + FaceTopology.innerLips)
    for (index, rest) in CanonicalFace.vertices.enumerated() {
      let move = (shape.vertices[index] - rest).length
      #expect(move < 1.1)
      if FaceTopology.faceOval.contains(index) { #expect(move < 1e-12) }
      if lips.contains(index) { #expect(move < 0.6) }
    }
    for (landmark, _) in CanonicalFace.fitWeights {
      #expect(shape.vertices[landmark] == CanonicalFace.vertices[landmark])
    }
  }

  @Test func `an even expression keeps the face mirror symmetric`() {
    var expression = SampleExpression()
    expression.smile = 0.8
    expression.jawOpen = 0.6
    expression.pucker = 0.3
    expression.blink = 0.5
    expression.browInnerUp = 0.7
    let shape = ExpressionMesh(expression)
    for (index, point) in shape.vertices.enumerated() {
      let other = shape.vertices[FaceTopology.mirrorIndex[index]]
      #expect(abs(point.x + other.x) < 1e-9 && abs(point.y - other.y) < 1e-9)
    }
  }

  @Test func `a full blink closes the lids and an open jaw parts the lips`() throws {
    var expression = SampleExpression()
    let open = ExpressionMesh(expression).vertices
    #expect(open[159].y - open[145].y > 1.5)
    #expect(open[13].y - open[14].y < 0.15)
    expression.blinkRight = 1
    expression.jawOpen = 1
    let shut = ExpressionMesh(expression).vertices
    #expect(abs(shut[159].y - shut[145].y) < 0.15)
    #expect(shut[386].y - shut[374].y > 1.5)
    #expect(shut[13].y - shut[14].y > 1.5)
    #expect(shut[152].y < open[152].y - 1)
  }

  @Test func `blendshapes say what the face does`() {
    var expression = SampleExpression()
    expression.jawOpen = 0.7
    expression.blinkLeft = 1
    expression.smileRight = 0.4
    expression.gazeLeft = -0.5
    let scores = expression.blendshapes
    #expect(scores.scores.count == Blendshapes.count)
    #expect(scores[.jawOpen] == 0.7 && scores[.eyeBlinkLeft] == 1 && scores[.eyeBlinkRight] == 0)
    #expect(scores[.mouthSmileRight] == 0.4 && scores[.mouthSmileLeft] == 0)
    // To the subject's right: inwards for the left eye.
    #expect(scores[.eyeLookInLeft] == 0.5 && scores[.eyeLookOutRight] == 0.5)
    #expect(scores[.eyeLookOutLeft] == 0 && scores[.neutral] == 0)
  }
}
