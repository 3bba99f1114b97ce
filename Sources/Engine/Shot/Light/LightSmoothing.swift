/// Light over time: a line fitted to the samples around a time, of any numbers that change together.
///
/// A line is fitted up to a step, when a lamp is switched, and anew from there, so that steps are not smoothed. What
/// is found depends on the samples near a time alone, never on which times were asked for.
package struct LightSmoothing: Sendable {
  /// How far a line reaches, in milliseconds.
  package static let reachMs = 200.0
  /// A step: by how much the medians of so many samples before and after differ, in parts of the larger one.
  package static let step: Float = 0.12
  package static let medianCount = 3

  private let times: [Double]
  private let values: [[Float]]
  /// Where lines begin: the first sample, and the first after each step.
  private let beginnings: [Int]

  /// Takes samples, in any order; those that are not finite, or not as many numbers as the first, are left out.
  ///
  /// - Parameter judged: how many of the numbers, from the first on, tell a step; nil for all.
  package init(_ samples: [(timeMs: Double, values: [Float])], judged: Int? = nil) {
    let count = samples.first?.values.count ?? 0
    let kept = samples.filter { sample in
      sample.timeMs.isFinite && sample.values.count == count && count > 0
        && sample.values.allSatisfy(\.isFinite)
    }.sorted { $0.timeMs < $1.timeMs }
    (times, values) = (kept.map(\.timeMs), kept.map(\.values))
    beginnings = Self.beginnings(values.map { $0.prefix(judged ?? count) })
  }

  /// The times of the samples after steps.
  package var steps: [Double] { beginnings.dropFirst().map { times[$0] } }

  /// The numbers at a time; nil without samples.
  ///
  /// Where no sample is in reach they are those at the nearest one.
  package func values(atMs time: Double) -> [Float]? {
    guard !times.isEmpty, time.isFinite else { return nil }
    let weights = weights(atMs: time)
    var sum = [Float](repeating: 0, count: values[0].count)
    for (index, weight) in weights {
      for place in sum.indices { sum[place] += weight * values[index][place] }
    }
    return sum
  }

  /// The weights of the samples whose sum is the line's value at a time.
  ///
  /// Samples count by Epanechnikov's kernel, so that they come and go without a step. Beyond a line's own samples its
  /// value is that at its end.
  func weights(atMs time: Double) -> [(index: Int, weight: Float)] {
    let nearest = nearest(to: time)
    let first = beginnings.last { $0 <= nearest } ?? 0
    let end = beginnings.first { $0 > nearest } ?? times.count
    let time = min(max(time, times[first]), times[end - 1])
    let middle = abs(times[nearest] - time) < Self.reachMs ? time : times[nearest]
    let part = (first..<end).filter { abs(times[$0] - middle) < Self.reachMs }
    let distances = part.map { times[$0] - middle }
    let kernel = distances.map { 1 - ($0 / Self.reachMs) * ($0 / Self.reachMs) }
    let total = kernel.reduce(0, +)
    let mean = zip(kernel, distances).reduce(0) { $0 + $1.0 * $1.1 } / total
    let spread = zip(kernel, distances).reduce(0) { $0 + $1.0 * ($1.1 - mean) * ($1.1 - mean) }
    return part.indices.map { place in
      let slope = spread > 1e-6 ? (distances[place] - mean) * -mean / spread : 0
      return (part[place], Float(kernel[place] * (1 / total + slope)))
    }
  }

  /// The sample nearest to a time, the earlier of two.
  private func nearest(to time: Double) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    guard low < times.count else { return times.count - 1 }
    return time - times[low - 1] <= times[low] - time ? low - 1 : low
  }

  /// Where lines begin.
  ///
  /// Medians differ one sample before and after a step too: of such neighbours the one is taken where the samples
  /// themselves differ most.
  private static func beginnings(_ values: [ArraySlice<Float>]) -> [Int] {
    guard !values.isEmpty else { return [] }
    let change = values.indices.map { index -> Float in
      // One sample is no median.
      guard index > 1, index < values.count - 1 else { return 0 }
      let before = median(values[max(0, index - medianCount)..<index])
      let after = median(values[index..<min(values.count, index + medianCount)])
      let apart = difference(before, after)
      let change = difference(values[index - 1], values[index])
      return apart > step && change > apart / 2 ? change : 0
    }
    let aside = medianCount - 1
    return [0]
      + values.indices.filter { index in
        let near = change[max(0, index - aside)...min(values.count - 1, index + aside)]
        return change[index] > 0 && near.firstIndex(of: near.max() ?? 0) == index
      }
  }

  /// The median of each number.
  private static func median(_ samples: ArraySlice<ArraySlice<Float>>) -> ArraySlice<Float> {
    let first = samples[samples.startIndex]
    guard samples.count > 1 else { return first }
    return first.indices.map { place in samples.map { $0[place] }.median ?? 0 }[...]
  }

  /// By how much numbers differ, in parts of the larger ones.
  private static func difference(_ a: ArraySlice<Float>, _ b: ArraySlice<Float>) -> Float {
    let apart = zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) }
    let larger = max(a.reduce(0) { $0 + abs($1) }, b.reduce(0) { $0 + abs($1) })
    return larger > 0 ? apart / larger : 0
  }
}

extension [Float] {
  /// The number in the middle, or the mean of the two; nil for none.
  var median: Float? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2
  }
}
