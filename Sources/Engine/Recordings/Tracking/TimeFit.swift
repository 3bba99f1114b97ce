/// How well the times of samples lie on the frames of a clip.
struct TimeFit {
  /// Samples that are further apart than this are not taken to stand for the frames between them, in
  /// milliseconds.
  private static let farthestMs = 500.0
  /// How far from a frame a sample is near to it, in frames.
  private static let nearFrames = 0.75
  /// How long the only frame of a clip is shown, in milliseconds.
  private static let loneFrameMs = 1000.0 / 30

  /// The share of the frames that have a sample near.
  let met: Double
  /// The share of the samples that lie within the clip.
  let inside: Double

  /// Both together, 0 to 1.
  var quality: Double { met * inside }

  /// Weighs times in milliseconds, both lists rising.
  init(_ samples: [Double], on frames: [Double]) {
    guard let first = frames.first, let last = frames.last, !samples.isEmpty else {
      (met, inside) = (0, 0)
      return
    }
    let frameMs = Self.medianStep(frames) ?? Self.loneFrameMs
    // A tracker may look less often than the camera; then a sample stands for several frames.
    let near = max(
      Self.nearFrames * frameMs, min(Self.medianStep(samples) ?? 0, Self.farthestMs))
    var (next, count) = (0, 0)
    for frame in frames {
      while next < samples.count, samples[next] < frame - near { next += 1 }
      guard next < samples.count else { break }
      count += samples[next] <= frame + near ? 1 : 0
    }
    met = Double(count) / Double(frames.count)
    let within = samples.count { $0 >= first - near && $0 <= last + frameMs + near }
    inside = Double(within) / Double(samples.count)
  }

  /// The median of the steps of a rising list; nil where it has none.
  static func medianStep(_ times: [Double]) -> Double? {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    return steps.isEmpty ? nil : steps[steps.count / 2]
  }
}
