import Drawing
public import Geometry
public import Tracking

/// What happens in the sample recording: who is where at which time.
public struct SampleScript: Sendable {
  /// How long the whole story takes, in seconds; it ends as it began.
  public static let duration = 12.0

  /// A subject and its pose.
  public struct Appearance: Sendable {
    /// Who it is.
    public let subject: SampleSubject
    /// Where it is and what it does.
    public let pose: SamplePose
  }

  private let roles: [Role]

  /// The story that the project's demo shows.
  public static let story = SampleScript(roles: [.girl, .boy])

  init(roles: [Role]) {
    self.roles = roles
  }

  /// Everybody at a time in seconds, also who is outside the picture, the furthest first.
  public func appearances(at time: Double) -> [Appearance] {
    roles.map { Appearance(subject: $0.subject, pose: $0.pose(at: time)) }
      .sorted { $0.pose.position.z < $1.pose.position.z }
  }

  /// What a tracker sees at a time in seconds, the faces in the order of their numbers.
  ///
  /// A face counts as seen while its middle (the mean of its mesh) lies in the picture. Its
  /// landmarks may lie outside and are not clipped.
  public func tracking(at time: Double, size: PixelSize<TrackerSpace>) -> TrackingSample {
    let faces = appearances(at: time)
      .map { HeadView(subject: $0.subject, pose: $0.pose, size: size) }
      .filter(\.isInPicture)
      .map(\.sample)
      .sorted { ($0.id ?? 0) < ($1.id ?? 0) }
    return TrackingSample(timestampMs: time * 1000, faces: faces)
  }
}

extension HeadView {
  /// Whether the face's middle lies in the picture.
  var isInPicture: Bool {
    let points = seenLandmarks.prefix(shape.vertices.count)
    guard let middle = PicturePoint.mean(of: points) else { return false }
    let size = head.camera.size
    return middle.x >= 0 && middle.x < Double(size.width) && middle.y >= 0
      && middle.y < Double(size.height)
  }

  /// Whether any of the figure can lie in the picture: hair and shoulders reach two heads to
  /// either side and above the face's middle, the body three below.
  ///
  /// Cairo's coordinates wrap round beyond 8 million pixels: what is far outside is not drawn.
  var figureMayShow: Bool {
    let middle = head(Point3(0, 0, 0))
    let size = head.camera.size
    return middle.x > -36 * unit && middle.x < Double(size.width) + 36 * unit
      && middle.y > -60 * unit && middle.y < Double(size.height) + 36 * unit
  }
}
