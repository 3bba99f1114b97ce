import FaceModel
import Geometry
import Testing
import Tracking
import TrackingTrust

/// Whether landmarks lie where the matrices of their faces put them.
@Suite struct PoseAgreementTests {
  private static let header = TrackingHeader(size: PixelSize(clamping: 640, 480))

  /// What is done to the landmarks, in pixels.
  private enum Change {
    case moved(eyeDistances: Double)
    case flipped, flippedAndNamed
  }

  /// Samples with a face whose eyes' middle is some eye distances beside the picture's middle.
  private func verdict(
    _ change: Change, beside: Double = 1, faces: Int = 24
  ) -> PoseAgreement.Verdict? {
    let distance = 50.0
    let middle = CanonicalFace.eyeMidpoint
    let across = beside * CanonicalFace.eyeDistance
    let pose = FacialTransform(
      1, 0, 0, 0, 1, 0, 0, 0, 1,
      translation: Vector3(across, -middle.y, -distance - middle.z))
    let camera = Self.header.camera
    let width = Double(Self.header.size.width)
    let seen = CanonicalFace.vertices.compactMap { camera.project(pose($0)) }
    let unit = seen[33].midpoint(seen[133]).distance(to: seen[263].midpoint(seen[362]))
    let landmarks = seen.indices.map { index -> Point3<TrackerSpace> in
      switch change {
      case .moved(let distances):
        Point3(seen[index].x, seen[index].y + distances * unit, 0)
      case .flipped: Point3(width - seen[index].x, seen[index].y, 0)
      case .flippedAndNamed:
        Point3(
          width - seen[FaceTopology.mirrorIndex[index]].x,
          seen[FaceTopology.mirrorIndex[index]].y, 0)
      }
    }
    var agreement = PoseAgreement(Self.header)
    for number in 0..<faces {
      agreement.add(
        TrackingSample(
          timestampMs: Double(number), faces: [FaceSample(landmarks: landmarks, pose: pose)]))
    }
    return agreement.verdict
  }

  @Test func `a flip of landmarks or matrices alone is told`() throws {
    #expect(try #require(verdict(.flipped)).isFlipped)
    #expect(try #require(verdict(.flippedAndNamed)).isFlipped)
    // In the middle a flip hides which side is which.
    #expect(try #require(verdict(.flipped, beside: 0)).isFlipped)
    #expect(try !#require(verdict(.flippedAndNamed, beside: 0)).isFlipped)
    #expect(try !#require(verdict(.moved(eyeDistances: 0))).isFlipped)
  }

  @Test(arguments: [(0.28, false), (0.32, true)])
  func `a flip is told from three tenths of an eye distance on`(
    distance: Double, isFlipped: Bool
  ) throws {
    let found = try #require(verdict(.flippedAndNamed, beside: distance / 2))
    #expect(abs(found.eyeDistances - distance) < 0.02)
    #expect(found.isFlipped == isFlipped)
  }

  @Test(arguments: [(0.47, 24, false), (0.53, 24, true), (0.53, 23, false)])
  func `what no flip explains is told from half an eye distance on`(
    distance: Double, faces: Int, isLarge: Bool
  ) throws {
    let found = try #require(verdict(.moved(eyeDistances: distance), faces: faces))
    #expect(abs(found.eyeDistances - distance) < 0.02 && !found.isFlipped)
    #expect(found.isLarge == isLarge)
  }

  @Test func `fewer than twelve faces tell nothing`() {
    #expect(verdict(.flipped, faces: 11) == nil)
    #expect(verdict(.flipped, faces: 12)?.isFlipped == true)
  }
}

extension Point2 {
  fileprivate func midpoint(_ other: Point2) -> Point2 {
    Point2((x + other.x) / 2, (y + other.y) / 2)
  }
}
