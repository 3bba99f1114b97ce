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

  /// Where points of MediaPipe's canonical face that no resting expression moves are seen, each stretched.
  private static func seen(
    _ stretch: Point3<CanonicalSpace>, _ pose: SamplePose
  ) -> [(landmark: Int, x: Double, y: Double)] {
    CanonicalFace.fitWeights.map { landmark, _ in
      let vertex = CanonicalFace.vertices[landmark]
      let seen = SampleTrackingTests.projected(
        (vertex.x * stretch.x, vertex.y * stretch.y, vertex.z * stretch.z), pose, width: 1280,
        height: 720)
      return (landmark, seen.x, seen.y)
    }
  }

  @Test(arguments: SampleFaceShape.allCases)
  func `landmarks are the stretched face in its pose, and the matrix is what fits them`(
    shape: SampleFaceShape
  ) throws {
    let pose = SamplePose(yaw: 23, pitch: -12, roll: 17, position: Vector3(9, -4, -33))
    let face = try Self.face(shape, pose).face
    for (landmark, x, y) in Self.seen(shape(Point3(1, 1, 1)), pose) {
      let found = face.landmarks[landmark]
      #expect(abs(found.x - x) < 1e-9 && abs(found.y - y) < 1e-9)
    }
    let matrix = try #require(face.pose)
    guard shape != .average else {
      #expect(matrix.rowMajor == pose.transform.rowMajor)
      return
    }
    // Through its matrix the average face lies nearer to the landmarks than where the head is, and it is seen farther
    // away where the face is narrow, nearer where it is wide.
    let camera = PerspectiveCamera(size: Self.size)
    func distance(_ transform: FacialTransform) -> Double {
      CanonicalFace.fitWeights.reduce(0) { sum, entry in
        let point = transform(CanonicalFace.vertices[entry.landmark])
        let x = 640 + camera.focalLength * point.x / -point.z - face.landmarks[entry.landmark].x
        let y = 360 - camera.focalLength * point.y / -point.z - face.landmarks[entry.landmark].y
        return sum + entry.weight * (x * x + y * y)
      }
    }
    // A best fit is nearer by definition; a twentieth tells it from the head's own pose, which would be as near.
    #expect(distance(matrix) < 0.95 * distance(pose.transform))
    let depth = -matrix.translation.z
    #expect(shape == .narrow ? depth > 33.5 : depth < 32.5, "\(depth)")
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
