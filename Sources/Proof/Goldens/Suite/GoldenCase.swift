public import Comparison
import MediaComparison
public import Requests

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
  /// Which regions are left out, or alone are compared.
  public var regions = RegionSelection()
  /// How the clip is compared as a whole; nil for pictures.
  public var clip: ClipThresholds?

  /// Makes the strictest judging: nothing may differ.
  public init() {}

  /// The same judging, without where the suite names its regions.
  var withoutPlaces: Judging {
    var plain = self
    plain.regions = regions.withoutPlaces
    return plain
  }

  var judge: PictureJudge {
    var judge = PictureJudge()
    (judge.options, judge.thresholds, judge.region) = (options, thresholds, region)
    judge.outsideThresholds = outsideThresholds
    return judge
  }

  /// Whether where the layers went decides what is compared.
  var needsPlacements: Bool { region != .all || outsideThresholds != nil }
}

/// What a case renders, and which of its pictures and pixels it keeps.
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

  /// What is rendered; paths as they can be opened.
  public var request: RenderRequest
  /// Which frames of the clip are kept as goldens.
  public var frames: FrameChoice
  /// The part of the finished picture that is kept; nil for all.
  public var crop: Crop?
  /// Which texts of its session are held.
  public var holds = SessionGoldens()

  /// Makes a scene.
  public init(_ request: RenderRequest, frames: FrameChoice, crop: Crop? = nil) {
    (self.request, self.frames, self.crop) = (request, frames, crop)
  }
}
