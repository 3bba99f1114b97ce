public import Avatars
public import Geometry
import Placement
import Recordings
import Tracking

/// A face as it is seen in a finished picture.
public struct PictureFace: Sendable {
  /// The face's identity.
  public var identity: Int
  /// 468 landmarks, in the picture's pixels.
  public var landmarks: [Point2<OutputSpace>]
  /// Whether the tracker gave no landmarks and these are the average face's at the tracked pose.
  public var isModelled: Bool
  /// The avatar that is drawn on it; nil where none is.
  public var avatar: Avatar?

  /// The middle of its eyes.
  public var middle: Point2<OutputSpace> {
    CropSubject.eyesMiddle(of: landmarks) ?? Point2(0, 0)
  }

  /// Takes a face through to the picture; nil where nothing says where it is.
  init?(
    _ timed: TimedFace, through scene: SceneMapping, _ output: OutputMapping, avatar: Avatar?
  ) {
    guard let seen = SceneLandmarks(timed.face, through: scene) else { return nil }
    isModelled = seen.isModelled
    landmarks = seen.mesh.map { output.toFrame(output.finished(output.toComposite($0))) }
    identity = timed.identity
    self.avatar = avatar
  }
}
