import Foundation
import Geometry

/// How far a trajectory comes behind another one, in milliseconds: above 0, it is late.
///
/// Least squares over time shifts: the shift of the second trajectory that takes it nearest to the
/// first. Both are smoothed first by the same local cubic, which has no lag of its own, so that
/// jitter, which only the raw one has, is not taken for motion.
public struct LagMeter: Sendable {
  /// The largest lag that is looked for, in milliseconds.
  public static let reachMs = 250.0
  /// The steps of the first search, in milliseconds.
  static let stepMs = 10.0
  /// A face slower than this, as a root mean square over a run, has no lag that can be seen, in eye
  /// distances a second.
  public static let leastSpeed = 0.02
  /// A lag whose standard error is larger than this is not told, in milliseconds.
  public static let largestErrorMs = 20.0

  private var sum = 0.0
  private var weight = 0.0
  private var squaredErrors = 0.0

  /// Makes a meter.
  public init() {}

  /// The lag, and its standard error; nil where there is no motion to tell it by.
  public var result: (lagMs: Double, errorMs: Double)? {
    guard weight > 0 else { return nil }
    let error = squaredErrors.squareRoot() / weight
    return error <= Self.largestErrorMs ? (sum / weight, error) : nil
  }

  /// Adds a run of a face, as it was and as it came to be; `eyeDistance` in pixels.
  public mutating func add(_ original: Trajectory, _ delayed: Trajectory, eyeDistance: Double) {
    guard eyeDistance > 0, original.times == delayed.times,
      let a = original.fitted(leavingOutCentre: false),
      let b = delayed.fitted(leavingOutCentre: false)
    else { return }
    let times = Array(original.times[original.inner])
    guard let search = ShiftSearch(times: times, target: a, path: b, unit: eyeDistance),
      let found = search.best()
    else { return }
    // Runs count by how much motion they have.
    sum += found.energy * found.shiftMs
    weight += found.energy
    squaredErrors += found.energy * found.energy * found.errorMs * found.errorMs
  }
}

/// Finds the time shift of one path that takes it nearest to another.
private struct ShiftSearch {
  private let times: [Double]
  private let target: [[Point2<SceneSpace>]]
  private let path: [[Point2<SceneSpace>]]
  private let slopes: [[Vector2<SceneSpace>]]
  private let unit: Double
  private let reach: Double
  /// The places of the target that every shift in reach finds on the path.
  private let places: Range<Int>
  /// Their weights, a raised cosine of the mean 1: what a smoother without lag changes is even in
  /// time and the speed is odd, so that nothing is left of their product but the ends of a run.
  private let weights: [Double]

  struct Found {
    var shiftMs, errorMs, energy: Double
  }

  init?(
    times: [Double], target: [[Point2<SceneSpace>]], path: [[Point2<SceneSpace>]], unit: Double
  ) {
    guard times.count >= 8, let first = times.first, let last = times.last else { return nil }
    // At least half of a short run is to be looked at.
    let reach = min(LagMeter.reachMs, (last - first) / 4)
    let low = times.firstIndex { $0 >= first + reach } ?? 0
    let high = times.lastIndex { $0 <= last - reach } ?? 0
    guard high - low >= 3 else { return nil }
    (self.times, self.target, self.path, self.unit) = (times, target, path, unit)
    self.reach = reach
    places = low..<(high + 1)
    let count = Double(places.count)
    weights = places.indices.map { place in
      let sine = sin(Double.pi * (Double(place - low) + 0.5) / count)
      return 2 * sine * sine
    }
    slopes = Self.slopes(times, path)
  }

  func best() -> Found? {
    let steps = Int(reach / LagMeter.stepMs)
    guard steps >= 1 else { return nil }
    let costs = (-steps...steps).map { evaluate(Double($0) * LagMeter.stepMs).cost }
    guard let coarse = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return nil }
    var shift = Double(coarse - steps) * LagMeter.stepMs
    // Gauss and Newton from there; the cost is nearly a parabola within a step.
    var found = evaluate(shift)
    for _ in 0..<20 {
      guard found.energy > 0 else { return nil }
      let move = max(-LagMeter.stepMs, min(LagMeter.stepMs, found.gradient / found.energy))
      shift = max(-reach, min(reach, shift + move))
      found = evaluate(shift)
      if abs(move) < 1e-4 { break }
    }
    let count = Double(places.count)
    let speed = (found.energy / count).squareRoot() * 1000
    // A best shift at the end of the search is none.
    guard speed >= LagMeter.leastSpeed, abs(shift) < reach else { return nil }
    // Neighbouring samples share their windows: so many fewer are independent.
    let independent = max(1, count / Double(2 * LocalReference.aside + 1))
    let variance = found.cost / count / independent
    return Found(
      shiftMs: shift, errorMs: (variance * count / found.energy).squareRoot(),
      energy: found.energy)
  }

  /// The sum of squares at a shift, its slope and the motion's, in eye distances and milliseconds;
  /// landmarks count as one, since they move together.
  private func evaluate(_ shift: Double) -> (cost: Double, gradient: Double, energy: Double) {
    var (cost, gradient, energy) = (0.0, 0.0, 0.0)
    var segment = 0
    for (place, weight) in zip(places, weights) {
      let time = times[place] + shift
      while segment < times.count - 2, times[segment + 1] < time { segment += 1 }
      let (c, g, e) = compare(target[place], segment, time)
      cost += weight * c
      gradient += weight * g
      energy += weight * e
    }
    return (cost, gradient, energy)
  }

  /// One row against the path's cubic Hermite interpolation.
  private func compare(
    _ row: [Point2<SceneSpace>], _ i: Int, _ time: Double
  ) -> (Double, Double, Double) {
    let h = times[i + 1] - times[i]
    let s = (time - times[i]) / h
    let (s2, s3) = (s * s, s * s * s)
    let values = (2 * s3 - 3 * s2 + 1, (s3 - 2 * s2 + s) * h, 3 * s2 - 2 * s3, (s3 - s2) * h)
    let rates = (
      (6 * s2 - 6 * s) / h, 3 * s2 - 4 * s + 1, (6 * s - 6 * s2) / h, 3 * s2 - 2 * s
    )
    var (cost, gradient, energy) = (0.0, 0.0, 0.0)
    func along(
      _ k: (Double, Double, Double, Double), _ a: Double, _ da: Double, _ b: Double, _ db: Double
    ) -> Double { k.0 * a + k.1 * da + k.2 * b + k.3 * db }
    for p in row.indices {
      let (a, b, da, db) = (path[i][p], path[i + 1][p], slopes[i][p], slopes[i + 1][p])
      let rx = (row[p].x - along(values, a.x, da.x, b.x, db.x)) / unit
      let ry = (row[p].y - along(values, a.y, da.y, b.y, db.y)) / unit
      let vx = along(rates, a.x, da.x, b.x, db.x) / unit
      let vy = along(rates, a.y, da.y, b.y, db.y) / unit
      cost += rx * rx + ry * ry
      gradient += rx * vx + ry * vy
      energy += vx * vx + vy * vy
    }
    let count = Double(row.count)
    return (cost / count, gradient / count, energy / count)
  }

  /// The slopes of parabolas through three samples; at the ends, of the first and the last.
  private static func slopes(
    _ times: [Double], _ rows: [[Point2<SceneSpace>]]
  ) -> [[Vector2<SceneSpace>]] {
    rows.indices.map { place in
      let i = min(max(place, 1), rows.count - 2)
      let (h0, h1) = (times[i] - times[i - 1], times[i + 1] - times[i])
      let t = times[place] - times[i]
      return rows[place].indices.map { p in
        let (a, b, c) = (rows[i - 1][p], rows[i][p], rows[i + 1][p])
        func slope(_ a: Double, _ b: Double, _ c: Double) -> Double {
          let (left, right) = ((b - a) / h0, (c - b) / h1)
          let bend = (right - left) / (h0 + h1)
          return (left * h1 + right * h0) / (h0 + h1) + 2 * bend * t
        }
        return Vector2(slope(a.x, b.x, c.x), slope(a.y, b.y, c.y))
      }
    }
  }
}
