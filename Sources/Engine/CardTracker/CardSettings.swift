/// How printed pictures are looked for.
public struct CardSettings: Hashable, Sendable {
  /// The part of a picture's blocks that have to agree before it is taken as found.
  public var score = 0.5
  /// Every how many frames a search begins.
  public var every = 6
  /// Whether pictures flipped left to right are looked for.
  public var mirroring = Mirroring.auto
  /// The vertical field of view of the camera, in degrees; nil for that which the clip's frames tell.
  public var verticalFieldOfViewDegrees: Double?
  /// How long a picture may be out of sight and keep its identity, in milliseconds.
  public var resetMs = 2000.0

  /// Whether pictures flipped left to right are looked for.
  public enum Mirroring: String, CaseIterable, Sendable {
    /// Both, until one was found; then mostly that.
    case auto
    /// Only as printed.
    case no
    /// Only flipped.
    case yes
  }

  /// What `score` may be.
  public static let scoreRange = 0.2...1.0
  /// What `every` may be.
  public static let everyRange = 1...600
  /// What `resetMs` may be.
  public static let resetRange = 0.0...60_000
  /// What `verticalFieldOfViewDegrees` may be.
  public static let fieldOfViewRange = 5.0...150

  /// The part that has to agree while a picture is followed.
  static let followingScore = 0.2
  /// The part of all blocks that has to agree, however many lie under other cards: for a find, and after it.
  ///
  /// Of a few blocks some agree by chance.
  static let (findingShare, followingShare) = (0.25, 0.1)
  /// The part of a followed picture that has to lie inside the frame.
  static let leastInside = 0.2

  /// Makes the default settings.
  public init() {}
}
