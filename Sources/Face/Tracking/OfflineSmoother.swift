/// Smooths with the samples before and after, so that nothing lags.
///
/// Each sample is replaced by a local polynomial fit (`LocalFit`) of the samples around it. A still
/// face can take a strong fit (a line, wide window), a shaking head would lose its amplitude in it:
/// a line under a Gaussian of 80 ms takes two fifths off a motion of 2 Hz. Where the strong fit and a
/// gentle one (a parabola, narrower window) differ by more than jitter can explain, the gentle one
/// is taken, for each landmark by itself: by itself it takes out 61 to 87 % of the real recordings'
/// mean second difference, and a sine of 2 Hz and 0.3 eye distances keeps within 2 % of an eye
/// distance, against 4 % for one fit of the same strength.
///
/// How far a sample may follow its fit is for `SmoothingTrust` to say: not further than the tracker
/// errs there, and not at all where it is the head that moves.
///
/// A result depends on the samples within the window alone, never on where the stream began.
struct OfflineSmoother: SampleSmoother {
  /// The standard deviation of the strong fit's window, in milliseconds; this is what
  /// `SmoothingOptions.milliseconds` changes, and all else follows in proportion.
  static let calmMs = 80.0
  /// The strong fit's window, in sample intervals, where samples are sparse.
  static let calmIntervals = 1.6
  /// The gentle fit's window, in milliseconds and in intervals.
  static let livelyMs = 64.0
  static let livelyIntervals = 1.8
  /// The difference of the fits, in eye distances, up to which the strong one is taken, and from
  /// which on the gentle one is.
  static let jitter = 0.015
  static let motion = 0.05
  /// Where a window ends, in standard deviations.
  static let reach = 3.0
  /// Samples on either side that a window holds at most, to bound the memory whatever the times.
  static let samplesAside = 128

  let maxGapMs: Double
  private let strength: Double
  private let lookaheadMs: Double
  /// Samples around `next`, which is the first that is not yet given back.
  private(set) var window: [IdentifiedSample] = []
  /// What is known of the faces of each sample in `window`.
  var evidence: [[Int: FaceEvidence]] = []
  /// The run of samples without a gap that each face is in.
  var runs: [Int: (startMs: Double, lastMs: Double)] = [:]
  private var next = 0

  /// Makes a smoother; `strength` is a factor on all windows.
  init(maxGapMs: Double, strength: Double) {
    self.maxGapMs = maxGapMs
    self.strength = strength
    let widest = max(
      Self.calmMs, Self.livelyMs, max(Self.calmIntervals, Self.livelyIntervals) * maxGapMs)
    lookaheadMs = max(
      Self.reach * strength * widest,
      SmoothingTrust.reachMs + Double(Departure.aside) * maxGapMs)
  }

  mutating func add(_ sample: IdentifiedSample) -> [IdentifiedSample] {
    window.append(sample)
    evidence.append(begin(sample))
    var done: [IdentifiedSample] = []
    while next < window.count - 1,
      sample.timeMs - window[next].timeMs > lookaheadMs
        || window.count - 1 - next >= Self.samplesAside
    {
      done.append(smoothed(next))
      next += 1
    }
    dropPast()
    return done
  }

  mutating func finish() -> [IdentifiedSample] {
    var done: [IdentifiedSample] = []
    for index in next..<window.count { done.append(smoothed(index)) }
    (window, evidence, runs, next) = ([], [], [:], 0)
    return done
  }

  /// Forgets the samples that no window reaches any more.
  private mutating func dropPast() {
    guard next < window.count else { return }
    let earliest = window[next].timeMs - lookaheadMs
    let kept = window.firstIndex { $0.timeMs >= earliest } ?? 0
    let first = min(next, max(kept, next - Self.samplesAside))
    window.removeFirst(first)
    evidence.removeFirst(first)
    next -= first
  }

  private mutating func smoothed(_ index: Int) -> IdentifiedSample {
    var result = window[index]
    for face in result.faces.indices {
      let identity = result.faces[face].identity
      let run = OfflineWindow(
        of: identity, around: index, in: window, maxGapMs: maxGapMs,
        aside: Self.samplesAside, reachMs: lookaheadMs)
      result.faces[face].face = run.smoothed(
        strength: strength, trust: trust(in: identity, at: index))
    }
    return result
  }
}
