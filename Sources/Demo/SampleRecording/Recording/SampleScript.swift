import Drawing
public import Geometry
public import Tracking

/// What happens in a sample recording: which person is where at which time, and what they do.
public struct SampleScript: Sendable {
  /// A subject and its pose.
  public struct Appearance: Sendable {
    /// The person.
    public let subject: SampleSubject
    /// Where it is and what it does.
    public let pose: SamplePose
  }

  /// How long the whole story takes, in seconds.
  public let duration: Double

  let scenery: Scenery
  /// What a session needs to know of the story; nil without a game.
  let session: String?
  /// What users do while it is taken; nil where they do nothing.
  let cues: String?
  private let roles: [Role]
  private let hand: HandRole?
  private let card: CardRole?

  /// The place where a story is told.
  enum Scenery { case valley, bathroom }

  /// A boy visits a girl in a valley with lanterns; it ends as it began.
  public static let visit = SampleScript(
    duration: 12, scenery: .valley, roles: [.girl, .boy])

  /// A girl brushes her teeth, as the game asks for it: she shows them too briefly at first, then long
  /// enough; brushes too slowly at first, then fast.
  ///
  /// The game waits 8 s before it gives a hint; this one gives it after 2.5 s.
  public static let brushing = SampleScript(
    duration: 12, scenery: .bathroom, roles: [.brusher], hand: .brusher,
    session: """
      {"format": "avatar-session/1", "times": {"hintMs": 2500}}

      """)

  /// A girl in the valley holds up a printed card, turns it to both sides and brings it near; a hand
  /// taps on it.
  public static func showing(_ card: PrintedCard) -> SampleScript {
    SampleScript(
      duration: 8, scenery: .valley, roles: [.cardHolder], card: .shown(card),
      cues: """
        {"timestampMs": 4700, "cue": "tap", "image": 1}

        """)
  }

  private init(
    duration: Double, scenery: Scenery, roles: [Role], hand: HandRole? = nil,
    card: CardRole? = nil, session: String? = nil, cues: String? = nil
  ) {
    (self.duration, self.scenery, self.roles, self.hand) = (duration, scenery, roles, hand)
    (self.card, self.session, self.cues) = (card, session, cues)
  }

  /// All people at a time in seconds, also those outside the picture, the furthest first.
  public func appearances(at time: Double) -> [Appearance] {
    roles.map { Appearance(subject: $0.subject, pose: $0.pose(at: time)) }
      .sorted { $0.pose.position.z < $1.pose.position.z }
  }

  /// What a tracker sees at a time in seconds, the faces in the order of their numbers.
  ///
  /// A face counts as seen while its middle (the mean of its mesh) lies in the picture, a hand while
  /// the mean of its joints does, a card while a fifth of its picture does. Their landmarks and corners
  /// may lie outside and are not clipped.
  public func tracking(at time: Double, size: PixelSize<TrackerSpace>) -> TrackingSample {
    let faces = appearances(at: time)
      .map { HeadView(subject: $0.subject, pose: $0.pose, size: size) }
      .filter(\.isInPicture)
      .map(\.sample)
      .sorted { ($0.id ?? 0) < ($1.id ?? 0) }
    let held = heldCard(at: time, size: size)
    let hands = [handView(at: time, size: size), held?.hand].compactMap { $0 }
      .filter(\.isInPicture)
    return TrackingSample(
      timestampMs: time * 1000, faces: faces, hands: hands.map(\.sample),
      images: [held?.card.sample].compactMap { $0 })
  }

  /// What the tracking file says once.
  func header(size: PixelSize<TrackerSpace>) -> TrackingHeader {
    var header = TrackingHeader(size: size)
    if card != nil {
      header.verticalFieldOfViewDegrees = PerspectiveCamera.verticalFieldOfViewDegrees
    }
    return header
  }

  /// The hand at a time in seconds, also outside the picture; nil in a story without one.
  func handView(at time: Double, size: PixelSize<TrackerSpace>) -> HandView? {
    guard let hand, let owner = appearances(at: time).last else { return nil }
    return HandView(
      subject: owner.subject, pose: hand.pose(at: time, before: owner.pose), size: size)
  }

  /// The card and its hand at a time in seconds, also outside the picture; nil in a story without one.
  func heldCard(at time: Double, size: PixelSize<TrackerSpace>) -> HeldCard? {
    guard let card, let owner = appearances(at: time).last else { return nil }
    return card.held(by: owner.subject, at: time, size: size)
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
