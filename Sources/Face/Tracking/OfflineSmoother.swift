/// Smooths with the samples before and after, so that nothing lags.
///
/// Each sample is replaced by a local polynomial fit (`LocalFit`) of the samples around it. A still
/// face can take a strong fit (a line, wide window), a shaking head would lose its amplitude in it:
/// a line under a Gaussian of 80 ms takes two fifths off a motion of 2 Hz. Where it cuts corners a gentle
/// one (a parabola) is taken, and where that does, a quick one (of degree 4): for the face as a whole,
/// by what the samples around tell together, and for a landmark that moves within the face by itself.
///
/// Which fit, and how far a sample may follow it, is for `SmoothingTrust` to say: not further than the
/// tracker errs there, and not at all where no fit follows the head.
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
  /// The quick fit's window, in milliseconds and in intervals.
  ///
  /// A curve of degree 4: where a head nods by 7 px a frame a parabola swims by 0.5 px in 5 frames,
  /// this by 0.2, and of white noise it leaves 0.62 where the parabola leaves 0.50.
  static let quickMs = 54.0
  static let quickIntervals = 1.6
  /// The difference of the fits, in eye distances, up to which the strong one is taken, and from
  /// which on the gentle one is.
  static let jitter = 0.015
  static let motion = 0.05
  /// Where a window ends, in standard deviations.
  static let reach = 3.0
  /// Samples on either side that are judged, and that a fit takes, at most, to bound the memory
  /// whatever the times.
  static let evidenceAside = 64
  static let fitAside = 64
  /// Samples on either side that a window holds at most: those that the outermost judged one is fitted by.
  static let samplesAside = evidenceAside + fitAside

  let maxGapMs: Double
  let strength: Double
  /// How far fits reach, and how far a sample sees in all, in milliseconds.
  let fitReachMs: Double
  private let lookaheadMs: Double
  /// Samples around `next`, which is the first that is not yet given back.
  private(set) var window: [IdentifiedSample] = []
  /// What is known of the faces of each sample in `window`, in their order.
  var evidence: [[FaceEvidence]] = []
  /// The run of samples without a gap that each face is in.
  var runs: [Int: (startMs: Double, lastMs: Double)] = [:]
  private var next = 0

  /// Makes a smoother; `strength` is a factor on all windows.
  init(maxGapMs: Double, strength: Double) {
    (self.maxGapMs, self.strength) = (maxGapMs, strength)
    let widest = max(
      Self.calmMs, Self.livelyMs, max(Self.calmIntervals, Self.livelyIntervals) * maxGapMs)
    fitReachMs = max(Self.reach * strength * widest, Double(Departure.aside) * maxGapMs)
    lookaheadMs = SmoothingTrust.reachMs + fitReachMs
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
      let trust = trust(in: identity, at: index)
      result.faces[face].face = samples(of: identity, around: index)
        .smoothed(strength: strength, trust: trust)
    }
    return result
  }
}
