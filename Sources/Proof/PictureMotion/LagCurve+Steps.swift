internal import Foundation

extension LagCurve {
  /// The deviation of the Gaussian that both motions are smoothed by, in milliseconds, where frames
  /// and samples come faster: the landmarks' jitter would hide slow motion.
  private static let smoothingMs = 40.0

  /// Adds the steps of one face, in the order of time, with its landmarks.
  mutating func add(_ steps: [FaceStep], of face: Int, _ track: FaceTrack) {
    guard let first = steps.first, steps.count >= 3 else { return }
    let smoother = Smoother(steps, deviationMs: Self.deviation(steps, track))
    let places = steps.map { Int((($0.fromMs + $0.toMs) / 2 - first.fromMs) / Self.blockMs) }
    var found: [Int: [Block]] = [:]
    var start = 0
    for part in LagLandmarks.parts.indices {
      let channel = Channel(face: face, part: part)
      var blocks: [Int: Block] = [:]
      for (index, offset) in Self.offsets.enumerated() {
        let pairs = steps.map { Self.motions($0, part, from: start, track, offset) }
        for (place, sums) in zip(places, smoother.sums(pairs)) {
          guard let sums else { continue }
          blocks[place, default: Block(channel: channel)].sums[index] += sums
        }
      }
      for (place, block) in blocks { found[place, default: []].append(block) }
      start += LagLandmarks.parts[part].count
    }
    blocks += found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// How the picture and the landmarks move in a step, in eye distances a second.
  private static func motions(
    _ step: FaceStep, _ part: Int, from start: Int, _ track: FaceTrack, _ offset: Double
  ) -> Smoother.Motions? {
    guard let seen = step.parts[part],
      let before = track.mean(at: step.fromMs + offset, from: start, weights: seen.weights),
      let after = track.mean(at: step.toMs + offset, from: start, weights: seen.weights)
    else { return nil }
    let seconds = (step.toMs - step.fromMs) / 1000
    return Smoother.Motions(
      picture: seen.move / seconds, landmarks: (after - before) / step.eyeDistance / seconds)
  }

  private static func deviation(_ steps: [FaceStep], _ track: FaceTrack) -> Double {
    let times = track.times
    let samples = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    let frames = steps.map { $0.toMs - $0.fromMs }.sorted()
    let interval = max(
      frames[frames.count / 2], samples.isEmpty ? 0 : samples[samples.count / 2])
    // Without a gap that makes a face's samples seem slower than they are.
    return max(smoothingMs, min(interval, FaceTrack.longestGapMs / 2))
  }
}

/// Smooths two motions over time by the same weights, so that neither comes behind the other.
private struct Smoother {
  struct Motions {
    var picture, landmarks: SIMD2<Double>
  }

  /// For each step, the steps around it and their weights.
  private let windows: [[(step: Int, weight: Double)]]
  /// The lengths of the steps in seconds.
  private let seconds: [Double]

  init(_ steps: [FaceStep], deviationMs: Double) {
    let middles = steps.map { ($0.fromMs + $0.toMs) / 2 }
    let seconds = steps.map { ($0.toMs - $0.fromMs) / 1000 }
    var first = 0
    windows = middles.indices.map { step in
      while middles[first] < middles[step] - 3 * deviationMs { first += 1 }
      var window: [(step: Int, weight: Double)] = []
      var other = first
      while other < middles.count, middles[other] <= middles[step] + 3 * deviationMs {
        let distance = (middles[other] - middles[step]) / deviationMs
        window.append((other, exp(-distance * distance / 2) * seconds[other]))
        other += 1
      }
      return window
    }
    self.seconds = seconds
  }

  /// What each step adds, smoothed over those around it that are known; nil where it is not itself.
  func sums(_ motions: [Motions?]) -> [LagCurve.Sums?] {
    motions.indices.map { step in
      guard motions[step] != nil else { return nil }
      var (picture, landmarks, total) = (SIMD2<Double>.zero, SIMD2<Double>.zero, 0.0)
      for (other, weight) in windows[step] {
        guard let motion = motions[other] else { continue }
        picture += motion.picture * weight
        landmarks += motion.landmarks * weight
        total += weight
      }
      guard total > 0 else { return nil }
      (picture, landmarks) = (picture / total, landmarks / total)
      return LagCurve.Sums(
        picture: (picture * picture).sum() * seconds[step],
        landmarks: (landmarks * landmarks).sum() * seconds[step],
        product: (picture * landmarks).sum() * seconds[step])
    }
  }
}
