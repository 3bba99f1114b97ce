public import Geometry

/// One of the worst frames, with what is drawn into its picture.
public struct AlignWorstFrame: Sendable {
  /// The figures.
  public var frame: AlignedFrame
  /// How bad it is, in percent of the eye distance.
  public var badness: Double
  /// The landmarks as tracked, in scene pixels, face by face.
  public var raw: [[Point2<SceneSpace>]]
  /// The smoothed landmarks.
  public var smoothed: [[Point2<SceneSpace>]]
  /// The reference's points.
  public var reference: [[Point2<SceneSpace>]]
}

/// Keeps the worst frames of a recording.
struct AlignWorstFrames {
  private let count: Int
  private let badness: AlignSettings.Badness
  private(set) var frames: [AlignWorstFrame] = []

  init(count: Int, by badness: AlignSettings.Badness) {
    (self.count, self.badness) = (count, badness)
  }

  /// What an uncovered face counts: more than any error that is still an error of place.
  static let uncovered = 1000.0

  /// How bad a frame is.
  func badness(of frame: AlignedFrame) -> Double? {
    frame.faces.compactMap { face -> Double? in
      guard face.isCovered else { return Self.uncovered }
      switch badness {
      case .nme: return face.nme
      case .residual: return face.residual
      case .reprojection: return face.reprojection
      case .deviation: return face.deviation
      case .auto: return face.nme ?? face.residual ?? face.reprojection ?? face.deviation
      }
    }.max()
  }

  /// Keeps a frame if it is among the worst; `details` gives what is drawn.
  mutating func offer(
    _ frame: AlignedFrame, _ details: (AlignedFrame, Double) -> AlignWorstFrame
  ) {
    guard count > 0, let badness = badness(of: frame) else { return }
    if frames.count >= count, let best = frames.last, best.badness >= badness { return }
    // The earlier of two equals comes first.
    let place = frames.firstIndex { $0.badness < badness } ?? frames.count
    frames.insert(details(frame, badness), at: place)
    if frames.count > count { frames.removeLast() }
  }
}
