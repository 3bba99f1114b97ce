import Avatars
import FaceModel
import Foundation
import Geometry
import Placement
import TestSupport
import Testing
import Tracking

func trackerSize(_ width: Int, _ height: Int) throws -> PixelSize<TrackerSpace> {
  try #require(PixelSize(width: width, height: height))
}

func sceneSize(_ width: Int, _ height: Int) throws -> PixelSize<SceneSpace> {
  try #require(PixelSize(width: width, height: height))
}

func outputSize(_ width: Int, _ height: Int) throws -> PixelSize<OutputSpace> {
  try #require(PixelSize(width: width, height: height))
}

/// An avatar of these layers, every picture 400 x 300.
func avatar(_ layers: Layer..., id: String = "test") throws -> MeasuredAvatar {
  let size = try #require(PixelSize<ArtworkSpace>(width: 400, height: 300))
  return try #require(
    MeasuredAvatar(Avatar(id: id, layers: layers), pictureSizes: layers.map { _ in size }))
}

extension Placer {
  /// A placer of a tracker's picture that is the scene, and of an output that is the scene too.
  init(
    _ avatars: MeasuredAvatar..., width: Int = 1280, height: Int = 720,
    mirrorOutput: Bool = false, mode: PlacementOptions.Mode = .auto, snap: Bool = true
  ) throws {
    let scene = try sceneSize(width, height)
    self.init(
      avatars: avatars,
      scene: SceneMapping(
        header: TrackingHeader(size: try trackerSize(width, height)), scene: scene),
      output: OutputMapping(
        scene: scene, output: try outputSize(width, height), mirrored: mirrorOutput),
      options: PlacementOptions(mode: mode, snap: snap))
  }

  /// Where the layers of one face go.
  mutating func place(_ face: FaceSample, identity: Int = 1, opacity: Double = 1)
    -> [LayerPlacement]
  {
    place([TimedFace(identity: identity, face: face, opacity: opacity, source: .exact)])
  }
}

extension FaceSample {
  /// The canonical face in a pose, seen by the tracker's camera; landmarks off by `noise` pixels.
  ///
  /// The projection is written out here on its own: 63 degrees from top to bottom, y up becomes y
  /// down, the middle of the picture ahead.
  init(
    yaw: Double = 0, pitch: Double = 0, roll: Double = 0, x: Double = 0, y: Double = 0,
    z: Double = -50, width: Double = 1280, height: Double = 720, noise: Double = 0,
    seed: UInt64 = 1
  ) {
    let pose = FacialTransform(
      rotation: Quaternion(yaw: yaw, pitch: pitch, roll: roll), translation: Vector3(x, y, z))
    let f = height / (2 * tan(31.5 * Double.pi / 180))
    var random = SplitMix64(state: seed)
    let landmarks = CanonicalFace.vertices.map { vertex -> Point3<TrackerSpace> in
      let p = pose(vertex)
      let dx = noise > 0 ? random.number(-noise...noise) : 0
      let dy = noise > 0 ? random.number(-noise...noise) : 0
      return Point3(width / 2 + f * p.x / -p.z + dx, height / 2 - f * p.y / -p.z + dy, 0)
    }
    self.init(landmarks: landmarks, pose: pose)
  }

  /// What a tracker says of the same face when its picture is flipped left to right.
  func seenMirrored(width: Double) -> FaceSample {
    var other = self
    if !landmarks.isEmpty {
      other.landmarks = landmarks.indices.map { index in
        let point = landmarks[FaceTopology.mirrorIndex[index]]
        return Point3(width - point.x, point.y, point.z)
      }
    }
    other.pose = pose.map { p in
      FacialTransform(
        p.m00, -p.m01, -p.m02, -p.m10, p.m11, p.m12, -p.m20, p.m21, p.m22,
        translation: Vector3(-p.translation.x, p.translation.y, p.translation.z))
    }
    for shape in Blendshape.allCases where !blendshapes.scores.isEmpty {
      other.blendshapes[shape] = blendshapes[shape.mirrored]
    }
    return other
  }

  /// The face without its pose.
  var landmarksOnly: FaceSample {
    FaceSample(landmarks: landmarks, blendshapes: blendshapes)
  }

  /// The face without its landmarks.
  var poseOnly: FaceSample {
    FaceSample(pose: pose, blendshapes: blendshapes)
  }
}

/// The largest distance between the corners of two quads.
func distance<S: CoordinateSpace>(_ a: Quad<S>, _ b: Quad<S>) -> Double {
  zip(a.corners, b.corners).map { $0.distance(to: $1) }.max() ?? .infinity
}
