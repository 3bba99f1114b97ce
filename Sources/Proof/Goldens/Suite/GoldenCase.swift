public import Comparison
public import Geometry
public import Placement
public import Tracking
public import TrackingFiles
public import Verification

/// One case of a suite: what is shown, and how it is judged.
public struct GoldenCase: Hashable, Sendable {
  /// Where its pictures come from.
  public enum Source: Hashable, Sendable {
    /// They are rendered from a recording.
    case rendered(RenderedScene)
    /// A test hands them in.
    case given
  }

  /// The name; `/` groups.
  public var name: String
  /// Where its pictures come from.
  public var source: Source
  /// How it is judged.
  public var judging: Judging
  /// Why it is left out; nil where it is not.
  public var skip: String?

  /// Makes a case.
  public init(name: String, source: Source, judging: Judging = Judging(), skip: String? = nil) {
    (self.name, self.source, self.judging, self.skip) = (name, source, judging, skip)
  }

  /// Whether it is one picture, whose golden is `<case>.png`.
  public var isStill: Bool {
    switch source {
    case .rendered(let scene): scene.frames.isStill
    case .given: true
    }
  }
}

/// How a case's pictures are compared with their goldens.
public struct Judging: Hashable, Sendable {
  /// How pictures are measured.
  public var options = ComparisonOptions()
  /// What may differ.
  public var thresholds = ComparisonThresholds.exact
  /// Which pixels are compared, where placements tell the overlay's.
  public var region = ComparedRegion.all
  /// What may differ outside of the overlay, which is a check of its own; nil for no such check.
  public var outsideThresholds: ComparisonThresholds?

  /// Makes the strictest judging: nothing may differ.
  public init() {}

  /// The judge.
  var judge: PictureJudge {
    var judge = PictureJudge()
    (judge.options, judge.thresholds, judge.region) = (options, thresholds, region)
    judge.outsideThresholds = outsideThresholds
    return judge
  }

  /// Whether where the layers went decides what is compared.
  var needsPlacements: Bool { region != .all || outsideThresholds != nil }
}

/// What a case renders; paths as they can be opened.
public struct RenderedScene: Hashable, Sendable {
  /// A part of the finished picture, in its pixels.
  public struct Crop: Hashable, Sendable {
    /// The left column and the top row.
    public var x, y: Int
    /// The size, above 0.
    public var width, height: Int

    /// Makes a crop.
    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// The recording: a folder, or a clip beside its tracking file.
  public var recording: String
  /// The tracking file; nil for the recording's own.
  public var tracking: String?
  /// Names or paths of avatars, for the faces from left to right.
  public var avatars: [String]
  /// The frames.
  public var frames: FrameChoice
  /// Where layers go.
  public var placement = PlacementOptions()
  /// How jitter is smoothed.
  public var smoothing = SmoothingOptions()
  /// What happens to a lost face.
  public var lostFaces = GapOptions.Policy.fade
  /// How the tracking file is read.
  public var trackingOptions = TrackingFileOptions()
  /// The size of the picture before the crop; nil keeps the clip's.
  public var size: PixelSize<OutputSpace>?
  /// Whether it is flipped left to right.
  public var mirrored = false
  /// Whether the avatars stand alone on a transparent ground.
  public var overlayOnly = false
  /// Whether a clip that cannot be decoded in full is accepted.
  public var allowsDamage = false
  /// The part of the finished picture that is kept; nil for all.
  public var crop: Crop?

  /// Makes a scene with the options' defaults.
  public init(recording: String, avatars: [String], frames: FrameChoice) {
    (self.recording, self.avatars, self.frames) = (recording, avatars, frames)
  }
}
