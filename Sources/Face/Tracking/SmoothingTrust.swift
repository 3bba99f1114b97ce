/// How far smoothing may move a sample from where the tracker saw it.
///
/// Noise and motion look alike in one landmark, but not in a face. What is allowed is a multiple of
/// how much the tracker bends the face here (`Departure.misfit`), and nothing once the face as a
/// whole departs from its path by more than that bending explains: then it is the head that moves,
/// or the camera, and every filter that leans on neighbours would cut true motion.
///
/// Measured against the picture's own motion and on clips with exact truth, tracked by MediaPipe: a
/// multiple of 2 takes less out of a large, covered face, 4 gains nothing; the ratio of the two is
/// 0.9 to 1.7 where smoothing helps, from 1.9 on it harms.
struct SmoothingTrust {
  /// The share of the move that the whole face may make, per pixel of it.
  private let allowance: Double
  private let confidence: Double
  /// The share of the landmarks' smoothing within the face, 0 to 1.
  let shape: Double
  private let isSettling: Bool
  /// The largest misfit around the sample, in pixels; nil for a face without landmarks.
  private let misfit: Double?

  /// The multiple of the misfit that a sample may be moved.
  static let multiple = 3.0
  /// The ratio of motion and misfit up to which all of it is allowed, and from which on nothing is.
  static let calm = 1.7
  static let moving = 2.4
  /// The same for the landmarks within the face: blur bends it too, where it is very quick.
  static let sharp = 3.0
  static let blurred = 5.0
  /// How far on either side the ratio is measured, in milliseconds.
  static let reachMs = 700.0
  /// The samples on either side whose misfit counts: a tracker that errs does so for some samples.
  static let aside = 2
  /// How long a tracker that found a face drifts into place, in milliseconds.
  ///
  /// Later samples know better where the face was, so these may be moved as far as smoothing wants.
  static let settlingMs = 250.0
  /// By how many misfits the strong fit may cut the corners of the whole face's path, and from which
  /// on the gentle one is taken.
  ///
  /// Without it a slow sway of 40 pixels swims by 0.22 px a frame and 0.87 in 15, with it by 0.14 and
  /// 0.29 (tracked, 0.32 and 0.40).
  static let straight = 0.3
  static let curved = 1.0
  /// The samples that a ratio takes.
  static let fewest = 3

  /// A sample of a run: when it was, how long after the run's start, and how it departs.
  typealias Evidence = (timeMs: Double, ageMs: Double, departure: Departure)

  /// Judges a sample by those of its run around it, itself among them at `middle`.
  init(_ run: [Evidence], at middle: Int, hasLandmarks: Bool) {
    let (time, age) = (run[middle].timeMs, run[middle].ageMs)
    let near = run.filter { abs($0.timeMs - time) <= Self.reachMs }
    let settled = near.filter { $0.ageMs > Self.settlingMs }
    let judged = (settled.count >= Self.fewest ? settled : near).map(\.departure)
    let spread = judged.reduce(0) { $0 + $1.misfit * $1.misfit }
    // Only a start that departs by more than noise does is one that drifts.
    isSettling =
      age < Self.settlingMs
      && run[middle].departure.motion * Double(judged.count)
        > Self.multiple * Self.multiple * spread
    guard hasLandmarks else {
      // A pose alone shows no bending: the median departure is taken for the noise.
      let misfits = judged.map(\.misfit).sorted()
      allowance = Self.multiple * misfits[misfits.count / 2]
      (confidence, shape, misfit) = (0, 1, nil)
      return
    }
    let motion = judged.reduce(0) { $0 + $1.motion }
    let ratio = spread > 0 ? (motion / spread).squareRoot() : .infinity
    confidence = Self.falling(ratio, from: Self.calm, to: Self.moving)
    let sharpness = Self.falling(ratio, from: Self.sharp, to: Self.blurred)
    let local = run[max(0, middle - Self.aside)...min(run.count - 1, middle + Self.aside)]
    let worst = local.map(\.departure.misfit).max() ?? 0
    allowance = Self.multiple * confidence * worst
    (shape, misfit) = (sharpness, worst)
  }

  /// The share of a move of the whole face that is made, 0 to 1.
  func share(ofMove length: Double) -> Double {
    let part = length > allowance ? allowance / length : 1
    return isSettling ? max(part, confidence) : part
  }

  /// How much of the gentle fit is taken where the strong one cuts corners by so many pixels.
  func liveliness(ofBend length: Double) -> Double {
    guard let misfit else { return 0 }
    return 1 - Self.falling(length, from: Self.straight * misfit, to: Self.curved * misfit)
  }

  /// 1 below a range, 0 above it, smooth between.
  private static func falling(_ value: Double, from: Double, to: Double) -> Double {
    guard to > from else { return value > to ? 0 : 1 }
    let part = min(max((value - from) / (to - from), 0), 1)
    return 1 - part * part * (3 - 2 * part)
  }
}
