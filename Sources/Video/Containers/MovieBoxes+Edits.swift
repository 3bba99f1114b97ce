extension MovieBoxes {
  /// Samples that are gone through to find one; of a longer track the time that is asked for will do.
  private static let mostSamples: UInt64 = 10_000_000

  /// When the picture is shown that is on show at a time, in ticks of the track.
  func pictureTime(at time: Int64, in track: Track) -> Int64 {
    guard track.sampleCount <= Self.mostSamples else { return time }
    var offsets = runs(track.offsets)[...]
    var (decoded, found, sample) = (Int64(0), Int64.min, UInt64(0))
    for run in runs(track.durations) {
      let count = min(UInt64(run.count), track.sampleCount - sample)
      for _ in 0..<count {
        while let first = offsets.first, first.count == 0 { offsets = offsets.dropFirst() }
        let shown = decoded + Int64(offsets.first?.ticks ?? 0)
        if shown <= time { found = max(found, shown) }
        if !offsets.isEmpty { offsets[offsets.startIndex].count -= 1 }
        decoded += Int64(UInt32(bitPattern: run.ticks))
      }
      sample += count
    }
    return found == .min ? time : found
  }

  /// Whether a track's edit list makes FFmpeg list more samples than so many times those that there are: it lists
  /// those of each edit from the key frame before it.
  package func playsOften(_ track: Track, times: UInt64) -> Bool {
    let edits = track.edits.filter { !$0.isEmpty }
    // None lists more than all samples.
    guard UInt64(edits.count) > times, timescale > 0 else { return false }
    let runs = runs(track.durations)
    var starts: [(ticks: Double, sample: UInt64)] = []
    var (ticks, sample) = (0.0, UInt64(0))
    for run in runs {
      starts.append((ticks, sample))
      sample += UInt64(run.count)
      ticks += Double(run.count) * Double(UInt32(bitPattern: run.ticks))
    }
    /// The samples that are decoded before a time.
    func place(_ time: Double) -> UInt64 {
      let behind = starts.partitioningIndex { $0.ticks > time }
      guard behind > 0 else { return 0 }
      let step = max(1, Double(UInt32(bitPattern: runs[behind - 1].ticks)))
      let within = min((time - starts[behind - 1].ticks) / step, Double(UInt32.max))
      return min(track.sampleCount, starts[behind - 1].sample + UInt64(within))
    }
    let keys = keys(of: track)
    let unit = Double(track.timescale) / Double(timescale)
    let most = track.sampleCount * times
    var played: UInt64 = 0
    for edit in edits {
      let start = place(Double(edit.mediaTime))
      let end = place(Double(edit.mediaTime) + Double(edit.duration) * unit)
      var first = start
      if let keys {
        let behind = keys.partitioningIndex { UInt64($0) > start + 1 }
        first = behind > 0 ? min(UInt64(max(keys[behind - 1], 1)) - 1, start) : 0
      }
      played += max(end, start + 1) - first
      if played > most { return true }
    }
    return false
  }
}

extension Array {
  /// The first place from which on all elements are as is asked, in a list in which those come last.
  fileprivate func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
