import Foundation
import Geometry

/// The third derivative of the landmarks' paths, by their true times.
struct JerkMeter {
  private var total = MeanSquare()
  private var smoothnessSum = 0.0
  private var smoothnessWeight = 0.0

  /// The root mean square, in eye distances a second cubed.
  var rootMeanSquare: Double? { total.root }

  /// The log dimensionless jerk, the mean over landmarks and, by their length, over runs.
  var logDimensionless: Double? {
    smoothnessWeight > 0 ? smoothnessSum / smoothnessWeight : nil
  }

  /// Adds a run of a face; `eyeDistance` in pixels.
  mutating func add(_ trajectory: Trajectory, eyeDistance: Double) {
    guard trajectory.count >= 4, eyeDistance > 0,
      let first = trajectory.times.first, let last = trajectory.times.last
    else { return }
    let times = trajectory.times.map { $0 / 1000 }
    let duration = (last - first) / 1000
    var smoothness = Distribution()
    for point in trajectory.rows[0].indices {
      let path = trajectory.rows.map { ($0[point].x / eyeDistance, $0[point].y / eyeDistance) }
      let speeds = Self.derivative(1, times, path)
      let jerks = Self.derivative(3, times, path)
      var integral = 0.0
      for (place, jerk) in jerks.enumerated() {
        total.add(jerk)
        // Each jerk stands for the middle third of its four samples; together they cover the run
        // but for a step at each end.
        integral += jerk * (times[place + 2] - times[place + 1])
      }
      if let peak = speeds.max(), peak > 0, integral > 0 {
        // Balasubramanian and others 2015, after Hogan and Sternad 2009: -ln(T^3/v^2 integral j^2).
        smoothness.add(-log(duration * duration * duration / peak * integral))
      }
    }
    if let mean = smoothness.mean {
      smoothnessSum += mean * duration
      smoothnessWeight += duration
    }
  }

  /// The squared lengths of a derivative: the divided differences of successive samples times the
  /// factorial of the order.
  private static func derivative(
    _ order: Int, _ times: [Double], _ path: [(Double, Double)]
  ) -> [Double] {
    var (xs, ys) = (path.map(\.0), path.map(\.1))
    for step in 1...order {
      for i in 0..<(xs.count - 1) {
        let span = times[i + step] - times[i]
        xs[i] = Double(step) * (xs[i + 1] - xs[i]) / span
        ys[i] = Double(step) * (ys[i + 1] - ys[i]) / span
      }
      xs.removeLast()
      ys.removeLast()
    }
    return zip(xs, ys).map { $0 * $0 + $1 * $1 }
  }
}
