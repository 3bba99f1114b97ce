/// Which fit a sample is smoothed by, and how far it may move it from where the tracker saw it.
///
/// Noise and motion look alike in one landmark, but not in a face. How much the tracker errs is told
/// by how much it bends the face (`Departure.misfit`). A fit that lies further from the samples
/// around than that cuts true motion: then a more supple one is taken, and where none is supple
/// enough, it is the head that shakes, or the camera, and the sample stays as it was tracked.
///
/// Measured against the picture's own motion and on clips with exact truth, tracked by MediaPipe, as
/// root mean squares over the samples around, in misfits: the line lies 2 off where it is the best
/// (`gesture`), 5 where it begins to harm (a sway of 40 px), 8 to 50 where heads nod; a sample lies 0.7 to
/// 1.7 from its neighbours' path where smoothing helps, 1.9 to 11 where it harms.
struct SmoothingTrust {
  /// The share of the strong fit, a line, against the more supple ones, 0 to 1.
  let calmness: Double
  /// The share of the gentle fit, a parabola, against the quick one, 0 to 1.
  let gentleness: Double
  /// The pixels that the whole face may be moved.
  private let allowance: Double
  private let confidence: Double
  /// The share of the landmarks' smoothing within the face, 0 to 1.
  let shape: Double
  private let isSettling: Bool

  /// The multiple of the misfit that a sample may be moved.
  ///
  /// 2 takes less out of a large, covered face, 4 gains nothing.
  static let multiple = 3.0
  /// The distance of a sample from its neighbours' path, in misfits, up to which smoothing is trusted,
  /// and from which on it is not.
  static let calm = 1.7
  static let moving = 2.4
  /// The same for the landmarks within the face: blur bends it too, where it is very quick.
  static let sharp = 3.0
  static let blurred = 5.0
  /// The line's distance from the samples, in errors of the tracker, up to which it is taken, and from
  /// which on it is not.
  static let straight = 2.5
  static let curved = 4.5
  /// What a tracker errs slowly, which bends no face, in eye distances.
  ///
  /// Where it filters landmarks the misfit tells the rest alone: on `expressions` 0.0008.
  static let slowError = 0.0015
  /// What the parabola's distance has more than the quick fit's, in eye distances, up to which it is
  /// taken: 0.0015 where it is the better one (`winks`), 0.005 and 0.009 where a head nods by 4 and 7 px
  /// a frame and it swims.
  static let gentle = 0.002
  static let quick = 0.004
  /// How far on either side distances are measured, in milliseconds.
  ///
  /// Over less than half a motion's period fits change within it, which is seen as a swimming mask.
  static let reachMs = 700.0
  /// The samples on either side whose misfit counts: a tracker that errs does so for some samples.
  static let aside = 2
  /// How long a tracker that found a face drifts into place, in milliseconds.
  ///
  /// Later samples know better where the face was, so these may be moved as far as smoothing wants.
  static let settlingMs = 250.0
  /// The samples that a ratio takes.
  static let fewest = 3

  /// A sample of a run: when it was, how long after the run's start, and how it departs.
  struct Evidence {
    var timeMs, ageMs: Double
    var departure: Departure
    /// Nil for a face without landmarks, and at the ends of a run.
    var residuals: FitResiduals?
  }

  /// Judges a sample by those of its run around it, itself among them at `middle`.
  ///
  /// - Parameter eyeDistance: that of the sample's face, in pixels; nil for a face without landmarks.
  init(_ run: [Evidence], at middle: Int, eyeDistance: Double?) {
    let (time, age) = (run[middle].timeMs, run[middle].ageMs)
    let near = run.filter { abs($0.timeMs - time) <= Self.reachMs }
    let settled = near.filter { $0.ageMs > Self.settlingMs }
    let judged = settled.count >= Self.fewest ? settled : near
    func mean(_ square: (Evidence) -> Double) -> Double {
      judged.reduce(0) { $0 + square($1) } / Double(judged.count)
    }
    let spread = mean { $0.departure.misfit * $0.departure.misfit }
    let residuals = judged.compactMap(\.residuals)
    let bends = residuals.map(\.calm).sorted()
    // Only a start that departs by more than noise does, and by twice of what the path after it mostly
    // bends, is one that drifts.
    let usual = bends.isEmpty ? 0 : bends[bends.count / 2]
    isSettling =
      age < Self.settlingMs
      && run[middle].departure.motion > max(Self.multiple * Self.multiple * spread, 4 * usual)
    guard let eyeDistance, eyeDistance > 0 else {
      // A pose alone shows no bending: the median departure is taken for the noise.
      let misfits = judged.map(\.departure.misfit).sorted()
      allowance = Self.multiple * misfits[misfits.count / 2]
      (calmness, gentleness, shape, confidence) = (1, 1, 1, 0)
      return
    }
    let motion = spread > 0 ? (mean(\.departure.motion) / spread).squareRoot() : .infinity
    confidence = Self.falling(motion, from: Self.calm, to: Self.moving)
    shape = Self.falling(motion, from: Self.sharp, to: Self.blurred)
    let count = Double(max(1, residuals.count))
    let slow = Self.slowError * eyeDistance
    // Where a run is too short to tell, curves are taken, which leave its samples as they are.
    let cornering =
      bends.isEmpty ? .infinity : (bends.reduce(0, +) / count / (spread + slow * slow)).squareRoot()
    calmness =
      isSettling ? 1 : Self.falling(cornering, from: Self.straight, to: Self.curved)
    let cut = residuals.reduce(0) { $0 + $1.lively - $1.quick } / count
    gentleness = Self.falling(
      max(0, cut).squareRoot() / eyeDistance, from: Self.gentle, to: Self.quick)
    let local = run[max(0, middle - Self.aside)...min(run.count - 1, middle + Self.aside)]
    allowance = Self.multiple * confidence * (local.map(\.departure.misfit).max() ?? 0)
  }

  /// The share of a move of the whole face that is made, 0 to 1.
  func share(ofMove length: Double) -> Double {
    let part = length > allowance ? allowance / length : 1
    return isSettling ? max(part, confidence) : part
  }

  /// 1 below a range, 0 above it, smooth between.
  private static func falling(_ value: Double, from: Double, to: Double) -> Double {
    let part = min(max((value - from) / (to - from), 0), 1)
    return 1 - part * part * (3 - 2 * part)
  }
}
