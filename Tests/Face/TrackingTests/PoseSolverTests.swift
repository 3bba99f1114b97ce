import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// The pose solver against MediaPipe's own results.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct PoseSolverTests {
  struct Golden: Decodable {
    struct Mirrored: Decodable { var poseColumnMajor: [Double] }
    var frame: [Int]
    var landmarks: [[Double]]
    var poseColumnMajor: [Double]
    var metricMesh: [[Double]]
    var mirrored: Mirrored

    static func load() throws -> Golden {
      try JSONDecoder().decode(
        Golden.self, from: Data(contentsOf: SharedData.file("data/mediapipe_golden.json")))
    }

    var size: PixelSize<TrackerSpace> {
      get throws { try #require(PixelSize(width: frame[0], height: frame[1])) }
    }

    /// In pixels.
    var points: [Point3<TrackerSpace>] {
      let (width, height) = (Double(frame[0]), Double(frame[1]))
      return landmarks.map { Point3($0[0] * width, $0[1] * height, $0[2] * width) }
    }
  }

  @Test func `the golden landmarks give MediaPipe's matrix to 1e-4`() throws {
    let golden = try Golden.load()
    let pose = try #require(PoseSolver(size: golden.size).pose(of: golden.points))
    #expect(worst(pose, columnMajor: golden.poseColumnMajor) < 1e-4)
  }

  @Test func `the golden landmarks give MediaPipe's metric mesh`() throws {
    let golden = try Golden.load()
    let solution = try #require(PoseSolver(size: golden.size).solve(golden.points))
    let worst = zip(solution.mesh, golden.metricMesh).map {
      max(abs($0.x - $1[0]), abs($0.y - $1[1]), abs($0.z - $1[2]))
    }.max()
    #expect(try #require(worst) < 1e-4)
  }

  @Test func `pose and mesh project onto the landmarks`() throws {
    let golden = try Golden.load()
    let solution = try #require(PoseSolver(size: golden.size).solve(golden.points))
    let camera = try PerspectiveCamera(size: golden.size)
    for (vertex, point) in zip(solution.mesh, golden.points) {
      #expect(try #require(camera.project(solution.pose(vertex))).distance(to: point.xy) < 1e-6)
    }
  }

  /// D M D with D = diag(-1, 1, 1, 1): flipping a picture and renaming its landmarks.
  @Test func `a flipped face has the mirrored pose`() throws {
    let golden = try Golden.load()
    let width = Double(golden.frame[0])
    var flipped = golden.points
    for (index, point) in golden.points.enumerated() {
      flipped[FaceTopology.mirrorIndex[index]] = Point3(width - point.x, point.y, point.z)
    }
    let solver = try PoseSolver(size: golden.size)
    let pose = try #require(solver.pose(of: flipped))
    #expect(worst(pose, columnMajor: golden.mirrored.poseColumnMajor) < 1e-4)
    let plain = try #require(solver.pose(of: golden.points))
    for (a, b) in zip(pose.rowMajor, plain.mirrored.rowMajor) { #expect(abs(a - b) < 1e-9) }
  }

  @Test(arguments: ["gesture", "phone-portrait", "portrait-still", "signing", "two-faces"])
  func `recorded landmarks give the recorded matrices to 1e-3`(name: String) throws {
    let reader = try TrackingReader(
      path: SharedData.file("recordings/\(name)/tracking.jsonl").path)
    let solver = PoseSolver(size: reader.header.size)
    var worst = 0.0
    var count = 0
    while let sample = try reader.next() {
      for face in sample.faces {
        let pose = try #require(solver.pose(of: face.landmarks))
        let recorded = try #require(face.pose)
        count += 1
        for (a, b) in zip(pose.rowMajor, recorded.rowMajor) { worst = max(worst, abs(a - b)) }
      }
    }
    #expect(count > 0)
    #expect(worst < 1e-3)
  }

  private func worst(_ pose: FacialTransform, columnMajor m: [Double]) -> Double {
    pose.rowMajor.indices.map { abs(pose.rowMajor[$0] - m[$0 % 4 * 4 + $0 / 4]) }.max() ?? .infinity
  }
}

/// What needs no recorded data.
@Suite struct PoseSolverLawTests {
  let size = PixelSize<TrackerSpace>(width: 640, height: 480)

  /// A face seen by the camera: landmarks of the canonical face, with the depth that MediaPipe's
  /// landmarks have, z in the scale of x.
  func landmarks(
    _ pose: FacialTransform, _ size: PixelSize<TrackerSpace>
  ) throws -> [Point3<TrackerSpace>] {
    let camera = PerspectiveCamera(size: size)
    let points = CanonicalFace.vertices.map { pose($0) }
    let middle = points.reduce(0) { $0 - $1.z } / Double(points.count)
    return try points.map {
      let seen = try #require(camera.project($0))
      return Point3(seen.x, seen.y, camera.focalLength * (-$0.z - middle) / middle)
    }
  }

  @Test(arguments: [(0.0, 0.0, 0.0), (30, 10, 20), (-45, -20, 5), (10, 25, 170), (60, 0, -90)])
  func `the canonical face is found where it was put`(
    angles: (yaw: Double, pitch: Double, roll: Double)
  ) throws {
    let size = try #require(size)
    let pose = FacialTransform(
      rotation: Quaternion(yaw: angles.yaw, pitch: angles.pitch, roll: angles.roll),
      translation: Vector3(4, -3, -55))
    let found = try #require(PoseSolver(size: size).pose(of: landmarks(pose, size)))
    // MediaPipe estimates the scale in two steps, which leaves some tenths of a percent.
    for (a, b) in zip(found.rowMajor, pose.rowMajor) { #expect(abs(a - b) < 0.01 * (1 + abs(b))) }
  }

  @Test func `a speck, a wrong count and numbers that are not finite have no pose`() throws {
    let size = try #require(size)
    let solver = PoseSolver(size: size)
    let good = try landmarks(
      FacialTransform(rotation: .identity, translation: Vector3(0, 0, -50)), size)
    #expect(solver.pose(of: good) != nil)
    #expect(solver.pose(of: Array(good.prefix(467))) == nil)
    #expect(solver.pose(of: []) == nil)
    #expect(solver.pose(of: good.map { _ in Point3(100, 100, 0) }) == nil)
    let mean = try #require(Point3.mean(of: good))
    // 1e-3 of the picture is the limit; the face is shrunk to just under it and just over it.
    let extent = good.map { hypot(($0.x - mean.x) / 640, ($0.y - mean.y) / 480) }.max() ?? 0
    for (factor, isFound) in [(0.99e-3 / extent, false), (1.01e-3 / extent, true)] {
      let shrunk = good.map { mean.interpolated(to: $0, at: factor) }
      #expect((solver.pose(of: shrunk) != nil) == isFound)
    }
    var broken = good
    broken[4].x = .nan
    #expect(solver.pose(of: broken) == nil)
    broken[4].x = .infinity
    #expect(solver.pose(of: broken) == nil)
  }

  @Test func `the irises make no difference`() throws {
    let size = try #require(size)
    let pose = FacialTransform(rotation: .identity, translation: Vector3(0, 0, -50))
    let mesh = try landmarks(pose, size)
    let solver = PoseSolver(size: size)
    #expect(
      solver.pose(of: mesh)
        == solver.pose(of: mesh + Array(repeating: Point3(1e5, -1e5, 7), count: 10)))
  }
}
