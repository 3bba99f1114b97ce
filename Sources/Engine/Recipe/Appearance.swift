public import Placement
public import Tracking

/// What a frame looks like, as far as it is asked for: where layers go and what passes do.
///
/// Requests of clips, pictures and single frames hold this one value, and timelines and passes read it. An
/// option that changes the looks of a frame is a member here, or of one of these members.
public struct Appearance: Hashable, Sendable {
  /// Where layers go.
  public var placement = PlacementOptions()
  /// How the tracker's jitter is smoothed.
  public var smoothing = SmoothingOptions()
  /// Whether the clip's own motion steadies what faces wear.
  public var stick = StickChoice.auto
  /// What becomes of a face between its samples, and after it is lost.
  public var gaps = GapOptions()
  /// Whether faces are where they are, or where the player saw them.
  public var replay = Replay.ideal
  /// How the player saw them, where that is shown.
  public var live = LiveOptions()
  /// What is asked of the passes that finish a frame.
  public var passes = PassOptions()

  /// What is shown of the tracking.
  public enum Replay: String, CaseIterable, Sendable {
    /// All that is known of it afterwards.
    case ideal
    /// What an app showed while the camera ran.
    case live
    /// Live on the left, ideal on the right.
    case both
  }

  /// Makes the looks that frames have where nothing is asked for.
  public init() {}

  /// Whether the clip's own motion may steady faces: the frames about each must be known, as they are not live.
  package var sticks: Bool {
    guard replay == .ideal, !passes.puppet else { return false }
    return switch stick {
    case .auto: smoothing.strategy == .offline && smoothing.milliseconds.map { $0 > 0 } ?? true
    case .on: true
    case .off: false
    }
  }

  /// How the samples were seen live; nil where what is known afterwards is shown.
  package var seenLive: LiveOptions? { replay == .ideal ? nil : live }
}
