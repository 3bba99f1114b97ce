import FaceModel
import Foundation
import Geometry
import Imaging
import SampleRecording
import Testing
import Tracking

@Suite struct SampleFaceShapeTests {
  private static let size = PixelSize<TrackerSpace>(clamping: 1280, 720)

  private static func face(
    _ shape: SampleFaceShape, _ pose: SamplePose
  ) throws -> (picture: StraightRGBA8, face: FaceSample) {
    var subject = SampleSubject.girl
    subject.faceShape = shape
    let drawn = try SampleStage.still(
      pose: pose, size: size, subject: subject, background: .none)
    return (drawn.picture, drawn.face)
  }

  @Test(arguments: SampleFaceShape.allCases)
  func `the matrix takes the stretched canonical face to the landmarks`(
    shape: SampleFaceShape
  ) throws {
    let pose = SamplePose(yaw: 33, pitch: -12, roll: 17, position: Vector3(9, -4, -33))
    let face = try Self.face(shape, pose).face
    #expect(face.pose?.rowMajor == pose.transform.rowMajor)
    let unit = shape(Point3(1, 1, 1))
    // Of MediaPipe's vertices those that no resting expression moves.
    for (landmark, _) in CanonicalFace.fitWeights {
      let vertex = CanonicalFace.vertices[landmark]
      let seen = SampleTrackingTests.projected(
        (vertex.x * unit.x, vertex.y * unit.y, vertex.z * unit.z), pose, width: 1280, height: 720)
      let found = face.landmarks[landmark]
      #expect(abs(found.x - seen.x) < 1e-9 && abs(found.y - seen.y) < 1e-9)
    }
  }

  @Test func `faces are as broad as their names, and drawn so`() throws {
    // Breadth at the cheeks over the height from forehead to chin.
    var ratios: [Double] = []
    var widths: [Int] = []
    for shape in SampleFaceShape.allCases {
      let (picture, face) = try Self.face(shape, SamplePose())
      let (left, right) = (face.landmarks[454], face.landmarks[234])
      ratios.append((left.x - right.x) / (face.landmarks[152].y - face.landmarks[10].y))
      // The row through the cheeks: what is drawn there is as broad as the face at least.
      let row = Int(left.y.rounded())
      let drawn = (0..<picture.width).filter {
        picture.bytes[(row * picture.width + $0) * 4 + 3] > 127
      }
      let (first, last) = (try #require(drawn.first), try #require(drawn.last))
      #expect(Double(first) <= right.x + 1 && Double(last) >= left.x - 1)
      widths.append(last - first)
    }
    #expect(ratios[0] < 0.85 * ratios[1] && ratios[2] > 1.15 * ratios[1])
    #expect(widths[0] < widths[1] && widths[1] < widths[2])
  }

  @Test func `the scores of an expression give that expression`() {
    var expression = SampleExpression()
    expression.jawOpen = 0.6
    (expression.smileLeft, expression.smileRight) = (0.7, 0.2)
    expression.pucker = 0.3
    (expression.blinkLeft, expression.blinkRight) = (0.1, 0.9)
    (expression.browInnerUp, expression.browOuterUp, expression.browDown) = (0.4, 0.5, 0.2)
    (expression.gazeLeft, expression.gazeUp) = (-0.8, 0.35)
    #expect(SampleExpression(expression.blendshapes) == expression)
    // A frown pulls the corner of the mouth down, a wide eye lifts the lid.
    let rest = ExpressionMesh(SampleExpression()).vertices
    let frown = ExpressionMesh(SampleExpression(Blendshapes([.mouthFrownLeft: 1]))).vertices
    #expect(frown[291].y < rest[291].y - 0.3 && frown[61].y == rest[61].y)
    let wide = ExpressionMesh(SampleExpression(Blendshapes([.eyeWideRight: 1]))).vertices
    #expect(wide[159].y > rest[159].y + 0.1 && wide[386].y == rest[386].y)
  }
}
