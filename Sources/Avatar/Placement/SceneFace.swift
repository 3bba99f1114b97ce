public import Avatars
public import FaceModel
public import Geometry
public import Tracking

/// A tracked face with left and right the subject's own, and its landmarks in the scene.
///
/// A view of the sample: nothing is computed before it is asked for.
public struct SceneFace: SignalState, Sendable {
  private let sample: FaceSample
  private let mapping: SceneMapping
  /// What the recording holds beside it.
  public let moment: RecordedMoment

  /// Makes the view of a sample through the mapping of its tracking file.
  public init(
    _ sample: FaceSample, through mapping: SceneMapping, moment: RecordedMoment = RecordedMoment()
  ) {
    (self.moment, self.sample) = (moment, sample)
    self.mapping = mapping.seen(with: sample.intrinsics)
  }

  /// Whether the face has landmarks.
  public var hasLandmarks: Bool { sample.landmarks.count >= FaceTopology.meshCount }

  /// A landmark in pixels of the tracker's picture, un-mirrored; nil where the face has none.
  ///
  /// In a mirrored picture, what the tracker calls the left eye is the subject's right one.
  public func trackerLandmark(_ number: Int) -> Point2<TrackerSpace>? {
    guard hasLandmarks, sample.landmarks.indices.contains(number),
      FaceTopology.mirrorIndex.indices.contains(number)
    else { return nil }
    guard mapping.mirrored else { return sample.landmarks[number].xy }
    let index = FaceTopology.mirrorIndex[number]
    guard sample.landmarks.indices.contains(index) else { return nil }
    let seen = sample.landmarks[index]
    return Point2(Double(mapping.tracker.width) - seen.x, seen.y)
  }

  /// A landmark in the scene; nil where the face has none.
  public func landmark(_ number: Int) -> Point2<SceneSpace>? {
    trackerLandmark(number).map { mapping.toScene($0) }
  }

  /// How far behind the tracker's plane a landmark lies, in pixels of the scene; 0 where nothing tells.
  package func depth(ofLandmark number: Int) -> Double {
    guard hasLandmarks, FaceTopology.mirrorIndex.indices.contains(number) else { return 0 }
    let index = mapping.mirrored ? FaceTopology.mirrorIndex[number] : number
    guard sample.landmarks.indices.contains(index) else { return 0 }
    let (map, z) = (mapping.toScene, sample.landmarks[index].z)
    return z.isFinite ? z * (map.a * map.a + map.b * map.b).squareRoot() : 0
  }

  /// Whether its pose was solved from its landmarks, because the tracker gave none.
  package var isPoseSolved: Bool { sample.isPoseSolved }

  /// The eye distance of a face so far away as the pose has its eyes, in scene pixels; nil without a pose.
  package var posedEyeDistance: Double? {
    guard let pose else { return nil }
    let depth = -pose(CanonicalFace.eyeMidpoint).z
    guard depth >= PerspectiveCamera.nearPlane else { return nil }
    let map = mapping.toScene
    return CanonicalFace.eyeDistance * mapping.camera.focalLength / depth
      * (map.a * map.a + map.b * map.b).squareRoot()
  }

  /// An anchor in the scene: the mean of its landmarks; nil where the face has none.
  public func anchor(_ anchor: Anchor) -> Point2<SceneSpace>? {
    let points = anchor.landmarks.compactMap(landmark)
    return points.count == anchor.landmarks.count ? Point2.mean(of: points) : nil
  }

  /// From the right eye's centre to the left one's, in the scene; nil without landmarks.
  public var eyeLine: Vector2<SceneSpace>? {
    guard let right = anchor(.rightEye), let left = anchor(.leftEye) else { return nil }
    return left - right
  }

  /// The width of the face brought to an eye distance, in scene pixels; nil without landmarks.
  public var faceWidthEyeDistance: Double? {
    guard let right = landmark(FaceTopology.faceEdges.right),
      let left = landmark(FaceTopology.faceEdges.left)
    else { return nil }
    return right.distance(to: left) / CanonicalFace.faceWidthInEyeDistances
  }

  /// The pose before the camera of the tracker's picture, un-mirrored; nil where it has none.
  public var pose: FacialTransform? {
    mapping.mirrored ? sample.pose?.mirrored : sample.pose
  }

  /// A blendshape's score, 0 where the face has none.
  public func score(_ shape: Blendshape) -> Double {
    sample.blendshapes[mapping.mirrored ? shape.mirrored : shape]
  }

  /// How far the face is from the camera, in centimetres; infinite where nothing tells.
  ///
  /// The pose says it; else it is where an average face's eyes would be seen so far apart.
  public var depth: Double {
    if let pose {
      return pose.translation.z.isFinite ? -pose.translation.z : .infinity
    }
    let eyes = [Anchor.rightEye, .leftEye].map { anchor in
      Point2.mean(of: anchor.landmarks.compactMap(trackerLandmark))
    }
    guard let right = eyes[0], let left = eyes[1] else { return .infinity }
    let depth = mapping.camera.focalLength * CanonicalFace.eyeDistance / right.distance(to: left)
    return depth.isFinite ? depth : .infinity
  }

  /// Where the face is from left to right in the scene; infinite where nothing tells.
  public var horizontalPosition: Double {
    let seen =
      anchor(.eyes)
      ?? pose.flatMap { mapping.camera.project($0(CanonicalFace.eyeMidpoint)) }
      .map { mapping.toScene($0) }
    guard let seen, seen.x.isFinite else { return .infinity }
    return seen.x
  }
}
