public import ClipReading
public import Recordings

/// What is compared, and how.
public struct CompareSettings: Sendable {
  /// The expected picture, folder or clip.
  public var first: String
  /// What is held against it.
  public var second: String
  /// The frames to compare: `.whole` or `.frames`.
  public var part = ClipPart.whole
  /// How each pair of frames is judged.
  public var judge = PictureJudge()
  /// A PNG whose opaque, not black pixels are "inside", for all frames.
  public var mask: String?
  /// The placements sidecar of the first, whose layers' quads are "inside".
  public var placements: String?
  /// That of the second, whose quads are added.
  public var secondPlacements: String?
  /// The same without overlay: a picture for all frames, or a folder or clip like the first.
  public var ground: String?
  /// Where the avatars lie that the first placements name, so that what moved is told by drawing it
  /// anew; nil for by pixels alone.
  public var avatars: AvatarSelection?
  /// The layers that a frame's placements may have; more are `RenderingError.overLimit`.
  public var mostLayers = Int.max
  /// Decoder threads a clip, on which no result depends; 0 for one.
  public var threads = 0
  /// Whether what is left of damaged pictures is compared; otherwise they are refused.
  public var allowsDamagedStill = false
  /// The failing frames whose pictures are kept, the worst ones; at least those that are explained
  /// are.
  public var keptFrames = 0

  /// The failing frames of a clip that are explained, the worst ones: an explanation costs as much
  /// as comparing some tens of frames.
  public static let explainedFrames = 5
  /// The failing pictures of a folder that are explained, the worst ones.
  public static let explainedPictures = 100
  /// What the pictures of kept frames may take together, in bytes; the worst is always kept.
  public static let keptBytes = 512 << 20

  /// Makes the settings of an exact comparison.
  public init(first: String, second: String) {
    self.first = first
    self.second = second
  }

  /// Whether anything says which pixels are inside; all are compared where nothing does.
  public var knowsRegion: Bool { mask != nil || placements != nil || secondPlacements != nil }
}
