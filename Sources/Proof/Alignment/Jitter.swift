public import Geometry

/// How much a face trembles, in percent of its size.
///
/// After the normalised mean jitter (NMJ) of Micaelli and others, "Recurrence without Recurrence:
/// Stable Video Landmark Detection with Deep Equilibrium Models" (CVPR 2023): the root mean square,
/// over samples and points, of how much the deviation from a reference changes from one sample to
/// the next, over sqrt(width x height) of the face. (Their program prints 256 times this figure.)
/// What moves along with the reference does not count.
public struct JitterMeter: Sendable {
  private var total = MeanSquare()

  /// Makes a meter.
  public init() {}

  /// The jitter so far, in percent of the face's size; nil where nothing could be measured.
  public var percent: Double? { total.root }

  /// Adds two successive deviations of the same points from their reference.
  public mutating func add(
    deviation: [Vector2<SceneSpace>], after last: [Vector2<SceneSpace>], size: Double
  ) {
    guard size > 0 else { return }
    for (now, before) in zip(deviation, last) {
      let change = Vector2<SceneSpace>(now.x - before.x, now.y - before.y)
      let percent = 100 * change.length / size
      total.add(percent * percent)
    }
  }

  /// Adds a trajectory against the local reference of the raw one, which is made of the same
  /// samples; `sizes` are the raw face's.
  mutating func add(
    _ trajectory: Trajectory, reference: [[Point2<SceneSpace>]], from start: Int,
    sizes: [Double]
  ) {
    var last: [Vector2<SceneSpace>]?
    for (offset, expected) in reference.enumerated() {
      let place = start + offset
      guard place < trajectory.count else { return }
      let deviation = zip(trajectory.rows[place], expected).map { $0 - $1 }
      if let last { add(deviation: deviation, after: last, size: sizes[place]) }
      last = deviation
    }
  }
}

/// The part of the jitter that changes from sample to sample: second differences.
///
/// Each sample against the straight line through its two neighbours, at their true times, twice
/// over (so that at even steps it is the second difference); the root mean square over samples and
/// points in percent of the face's size. Even motion has none. There is no reference in it, so it is
/// all there is at the ends of a run, in short runs, and for quads.
public struct ShakeMeter: Sendable {
  private var total = MeanSquare()

  /// Makes a meter.
  public init() {}

  /// The root mean square so far; nil where nothing could be measured.
  public var value: Double? { total.root }

  /// Adds a trajectory; `scales` is what each row's differences are multiplied by: 100 over the
  /// face's size for percent, 1 for pixels.
  public mutating func add(_ trajectory: Trajectory, scales: [Double]) {
    guard trajectory.count >= 3 else { return }
    let (times, rows) = (trajectory.times, trajectory.rows)
    for i in 1..<(trajectory.count - 1) {
      let part = (times[i] - times[i - 1]) / (times[i + 1] - times[i - 1])
      for p in rows[i].indices {
        let expected = rows[i - 1][p].interpolated(to: rows[i + 1][p], at: part)
        let difference = 2 * scales[i] * rows[i][p].distance(to: expected)
        total.add(difference * difference)
      }
    }
  }
}
