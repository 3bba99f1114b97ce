internal import FaceModel

/// What smoothing does to the motion of the faces of a recording.
///
/// It is fed with the samples as they were tracked and as they were smoothed, face by face, and
/// cuts them into runs itself: at gaps, and where a run grows long, so that an hour takes no more
/// memory than a minute.
public struct MotionMeter: Sendable {
  /// The samples of a run at most; a longer one is measured in pieces.
  public static let longestRun = 512
  /// Face samples that are held at once, of all faces.
  static let mostHeld = 4096
  /// How long a tracker that smooths drifts into place after a face appears, in milliseconds.
  ///
  /// Its motion is no measure of jitter, jerk or lag until then. The shake counts it.
  public static let settlingMs = 250.0

  /// What is told of one of the two motions.
  public struct Measures: Sendable {
    /// Against the local reference of the raw motion, in percent of the face's size.
    public var jitter: Double?
    /// Second differences, in percent of the face's size.
    public var shake: Double?
    /// The root mean square of the third derivative, in eye distances a second cubed.
    public var jerk: Double?
    /// The log dimensionless jerk; nearer to 0 is smoother.
    public var smoothness: Double?
  }

  private struct Run {
    var raw = Trajectory()
    var smoothed = Trajectory()
    var sizes: [Double] = []
    var eyeDistances: [Double] = []
    /// When the face appeared.
    var since: Double
  }

  private struct Meters {
    var jitter = JitterMeter()
    var shake = ShakeMeter()
    var jerk = JerkMeter()

    var measures: Measures {
      Measures(
        jitter: jitter.percent, shake: shake.value, jerk: jerk.rootMeanSquare,
        smoothness: jerk.logDimensionless)
    }
  }

  /// The landmarks that the pose is fitted to: they move with the head, whatever the face does.
  private static let rigid = CanonicalFace.fitWeights.map(\.landmark)

  private let maxGapMs: Double
  private var open: [Int: Run] = [:]
  private var before = Meters()
  private var after = Meters()
  private var lag = LagMeter()
  private var deviations = Distribution()

  /// Makes a meter; a face that is not seen for longer than `maxGapMs` starts a new run.
  public init(maxGapMs: Double) {
    self.maxGapMs = maxGapMs
  }

  /// Adds a face's next sample, as it was tracked and as it was smoothed.
  public mutating func add(
    face: Int, atMs time: Double, raw: FaceShape, smoothed: FaceShape
  ) {
    let eyes = raw.eyeDistance
    deviations.add(100 * raw.meanDistance(to: smoothed) / eyes)
    var since = time
    if let run = open[face], let last = run.raw.times.last {
      let isBroken = time - last > maxGapMs || time <= last
      // What a run is cut for alone makes no new appearance.
      if !isBroken { since = run.since }
      if isBroken || run.raw.count >= Self.longestRun
        || run.raw.rows[0].count != raw.points.count
      {
        close(face)
      }
    }
    open[face, default: Run(since: since)].raw.append(raw.points, atMs: time)
    open[face]?.smoothed.append(smoothed.points, atMs: time)
    open[face]?.sizes.append(raw.size)
    open[face]?.eyeDistances.append(eyes)
    if open.values.reduce(0, { $0 + $1.raw.count }) > Self.mostHeld { closeAll() }
  }

  /// Ends all runs, and tells what was found.
  public mutating func finish() -> (
    raw: Measures, smoothed: Measures, lag: (lagMs: Double, errorMs: Double)?, deviation: Double?
  ) {
    closeAll()
    return (before.measures, after.measures, lag.result, deviations.mean)
  }

  private mutating func closeAll() {
    for face in open.keys.sorted() { close(face) }
  }

  private mutating func close(_ face: Int) {
    guard let run = open.removeValue(forKey: face) else { return }
    let percents = run.sizes.map { $0 > 0 ? 100 / $0 : .nan }
    before.shake.add(run.raw, scales: percents)
    after.shake.add(run.smoothed, scales: percents)

    let start = run.raw.times.firstIndex { $0 >= run.since + Self.settlingMs } ?? run.raw.count
    let raw = run.raw.from(start)
    let smoothed = run.smoothed.from(start)
    let sizes = Array(run.sizes[start...])
    guard let eyes = Distribution(run.eyeDistances[start...]).quantile(0.5) else { return }
    if let reference = raw.fitted(leavingOutCentre: true) {
      let first = raw.inner.lowerBound
      before.jitter.add(raw, reference: reference, from: first, sizes: sizes)
      after.jitter.add(smoothed, reference: reference, from: first, sizes: sizes)
    }
    before.jerk.add(raw, eyeDistance: eyes)
    after.jerk.add(smoothed, eyeDistance: eyes)
    lag.add(raw.points(Self.rigid), smoothed.points(Self.rigid), eyeDistance: eyes)
  }
}

extension Trajectory {
  /// Some of the points alone.
  fileprivate func points(_ numbers: [Int]) -> Trajectory {
    Trajectory(
      times: times,
      rows: rows.map { row in numbers.filter(row.indices.contains).map { row[$0] } })
  }

  /// The rows from a place on.
  fileprivate func from(_ place: Int) -> Trajectory {
    Trajectory(times: Array(times[place...]), rows: Array(rows[place...]))
  }
}
