import FaceModel
import Foundation
import Geometry
import TestSupport
import Tracking
import TrackingFiles

/// A real recording, and what the timeline makes of its samples.
struct Recording {
  static let moving = ["gesture", "phone-portrait", "signing", "two-faces"]

  var header: TrackingHeader
  var samples: [TrackingSample] = []

  init(_ name: String) throws {
    let reader = try TrackingReader(
      path: SharedData.file("recordings/\(name)/tracking.jsonl").path)
    header = reader.header
    while let sample = try reader.next() { samples.append(sample) }
  }

  /// The samples as they come out of identification and smoothing.
  func smoothed(_ smoothing: SmoothingOptions) throws -> [IdentifiedSample] {
    try TrackingTests.smoothed(samples, header: header, smoothing)
  }
}

/// The samples as they come out of identification and smoothing.
func smoothed(
  _ samples: [TrackingSample], header: TrackingHeader, _ smoothing: SmoothingOptions
) throws -> [IdentifiedSample] {
  var rest = samples[...]
  var timeline = FaceTimeline(header: header, smoothing: smoothing) { rest.popFirst() }
  var result: [IdentifiedSample] = []
  _ = try timeline.faces(atMs: .greatestFiniteMagnitude) { result.append($0) }
  return result
}

/// How a face moves from sample to sample.
struct FaceRun {
  var times: [Double] = []
  var faces: [FaceSample] = []

  /// The runs of each identity without gaps of more than 250 ms.
  static func runs(_ samples: [IdentifiedSample]) -> [FaceRun] {
    var open: [Int: FaceRun] = [:]
    var done: [FaceRun] = []
    for sample in samples {
      for face in sample.faces {
        if let run = open[face.identity], sample.timeMs - (run.times.last ?? 0) > 250 {
          done.append(run)
          open[face.identity] = nil
        }
        open[face.identity, default: FaceRun()].times.append(sample.timeMs)
        open[face.identity, default: FaceRun()].faces.append(face.face)
      }
    }
    return done + open.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The squares of the landmarks' second differences, in percent of the face's size: what is left
  /// of the movement when even motion is taken away, as in NMJ.
  var squaredJitter: [Double] {
    guard faces.count >= 3 else { return [] }
    return (1..<faces.count - 1).flatMap { index in
      let (a, b, c) = (
        faces[index - 1].landmarks, faces[index].landmarks, faces[index + 1].landmarks
      )
      let size = FaceRun.size(b)
      return b.indices.map { point in
        let x = a[point].x - 2 * b[point].x + c[point].x
        let y = a[point].y - 2 * b[point].y + c[point].y
        return 1e4 * (x * x + y * y) / (size * size)
      }
    }
  }

  /// The same for where the camera sees four anchors of the posed canonical face.
  func squaredPoseJitter(_ camera: PerspectiveCamera) -> [Double] {
    guard faces.count >= 3 else { return [] }
    let anchors = [4, 10, 152, 234, 454].map { CanonicalFace.vertices[$0] }
    let seen = faces.map { face in
      anchors.map { anchor in face.pose.flatMap { camera.project($0(anchor)) } ?? Point2(0, 0) }
    }
    return (1..<faces.count - 1).flatMap { index in
      let size = FaceRun.size(faces[index].landmarks)
      return anchors.indices.map { anchor in
        let (a, b, c) = (seen[index - 1][anchor], seen[index][anchor], seen[index + 1][anchor])
        let (x, y) = (a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
        return 1e4 * (x * x + y * y) / (size * size)
      }
    }
  }

  /// sqrt(width x height) of the landmarks.
  static func size(_ landmarks: [Point3<TrackerSpace>]) -> Double {
    let (xs, ys) = (landmarks.map(\.x), landmarks.map(\.y))
    return (((xs.max() ?? 0) - (xs.min() ?? 0)) * ((ys.max() ?? 0) - (ys.min() ?? 0))).squareRoot()
  }

  /// The distance between the eye centres.
  static func eyeDistance(_ landmarks: [Point3<TrackerSpace>]) -> Double {
    eyes(landmarks).0.distance(to: eyes(landmarks).1)
  }

  /// The two eye centres.
  static func eyes(
    _ landmarks: [Point3<TrackerSpace>]
  ) -> (Point2<TrackerSpace>, Point2<TrackerSpace>) {
    (
      landmarks[33].xy.interpolated(to: landmarks[133].xy, at: 0.5),
      landmarks[263].xy.interpolated(to: landmarks[362].xy, at: 0.5)
    )
  }
}
