/// Which frames of a clip are looked at: a few runs of them in which faces move most by their landmarks, as
/// far as the clip has to be decoded for them.
package struct LookChoice {
  /// The frames of a run: enough for motion that is larger than a tracker's noise.
  package static let frames = 24
  /// The fewest frames of a clip that is looked at.
  package static let fewestFrames = 12
  /// The runs that are looked at.
  private static let mostRuns = 4
  /// The share of the clip's frames that may be decoded, but a run's in any case.
  private static let share = 3
  /// The most frames that are decoded.
  private static let mostDecoded = 240
  /// The same where each seek goes too far.
  private static let mostAtWorst = 480
  /// From the begin of one run to the begin of another one, in frames.
  private static let step = 12
  /// From one look at the landmarks to the next, in frames.
  private static let stride = 4
  /// How far faces have to move in a run, in eye distances: less is noise.
  private static let leastMotion = 0.04
  /// Motion that counts no more between two looks, in eye distances: a step so long is a mistake.
  private static let mostMotion = 0.5

  /// The runs' first and last frames, by their places, rising.
  package private(set) var runs: [ClosedRange<Int>] = []

  /// Chooses.
  ///
  /// - Parameters:
  ///   - times: when the clip's frames are shown, in milliseconds.
  ///   - keys: the places of frames from which decoding can begin, rising; the first frame is one.
  package init(_ points: TrackedPoints, frames times: [Double], keys: [Int]) {
    guard times.count >= Self.fewestFrames else { return }
    let length = min(Self.frames, times.count)
    let starts =
      Array(Swift.stride(from: 0, through: times.count - length, by: Self.step))
    let tracks = points.ordered
    var ranked: [(motion: Double, start: Int)] = starts.map { start in
      let looks = Swift.stride(from: start, to: start + length, by: Self.stride).map { times[$0] }
      let motion = tracks.reduce(0.0) { sum, track in
        zip(looks, looks.dropFirst()).reduce(sum) { sum, pair in
          let step = track.motion(fromMs: pair.0, toMs: pair.1, aspect: points.aspect) ?? 0
          return sum + min(step, Self.mostMotion)
        }
      }
      return (motion, start)
    }
    ranked.removeAll { $0.motion < Self.leastMotion }
    let budget = min(max(times.count / Self.share, length), Self.mostDecoded)
    // A run far behind a key frame may cost what two nearer ones do.
    let greedy = [false, true].map { perFrame in
      let worths = ranked.map { motion, start in
        perFrame ? motion / Double(Self.decoded([start...(start + length - 1)], keys)) : motion
      }
      let sorted = ranked.indices.sorted {
        (worths[$1], ranked[$0].start) < (worths[$0], ranked[$1].start)
      }
      var chosen: (runs: [ClosedRange<Int>], motion: Double) = ([], 0)
      for (motion, start) in sorted.lazy.map({ ranked[$0] }) where chosen.runs.count < Self.mostRuns
      {
        let run = start...(start + length - 1)
        guard chosen.runs.allSatisfy({ !$0.overlaps(run) }) else { continue }
        let more = (chosen.runs + [run]).sorted { $0.lowerBound < $1.lowerBound }
        // A seek by decoding times, as in MP4, may go to the key frame before the right one.
        guard Self.decoded(more, keys) <= budget,
          Self.decoded(more, keys, keysBefore: 1) <= min(times.count, Self.mostAtWorst)
        else { continue }
        chosen = (more, chosen.motion + motion)
      }
      return chosen
    }
    runs = greedy[greedy[1].motion > greedy[0].motion ? 1 : 0].runs
  }

  /// How many frames are decoded for some runs.
  ///
  /// - Parameter keysBefore: how many key frames before the right one decoding begins.
  private static func decoded(
    _ runs: [ClosedRange<Int>], _ keys: [Int], keysBefore: Int = 0
  ) -> Int {
    var (count, end) = (0, 0)
    for run in runs {
      let at = max(keys.partitioningPlace(after: run.lowerBound) - 1, 0)
      let key = keys.isEmpty ? 0 : keys[max(at - keysBefore, 0)]
      count += run.upperBound + 1 - max(key, end)
      end = run.upperBound + 1
    }
    return count
  }
}

extension [Int] {
  /// How many of rising numbers are not above one.
  fileprivate func partitioningPlace(after number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
