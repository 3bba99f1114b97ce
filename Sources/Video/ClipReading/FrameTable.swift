package import Frames

/// When the frames of a clip, or of a part of it, are shown, and from which of them on decoding can begin: what
/// it is divided by.
package struct FrameTable: Sendable {
  /// When each is shown, in the clip's ticks, ascending.
  package let ticks: [Int64]
  /// The same in milliseconds on the clip's timeline.
  package let timesMs: [Double]
  /// The place of the first one, counted from the clip's first frame.
  package let firstPlace: Int
  /// Places from which decoding can begin, counted likewise, ascending; none where the container does not tell.
  package let keyPlaces: [Int]
  /// When the last one ends, in milliseconds.
  package let endMs: Double

  /// The frames of the clip that are shown as frames of a rate.
  package struct Even: Sendable {
    /// The numbers along the rate's grid.
    package let numbers: ClosedRange<Int>
    /// When the first one is shown, in ticks of the rate.
    package let firstTick: Int64
    private let firstMs, periodMs: Double

    init?(_ table: FrameTable, of clip: ClipReader, at rate: FrameRate, speed: PlaybackSpeed) {
      let firstMs = clip.info.milliseconds(atPts: clip.info.startPts)
      let periodMs = rate.periodMs * speed.value
      guard let partMs = table.timesMs.first,
        let first = Int(
          exactly: EvenFrames.number(atMs: partMs, from: firstMs, periodMs: periodMs)),
        let after = Int(
          exactly: EvenFrames.number(atMs: table.endMs, from: firstMs, periodMs: periodMs)),
        first < after
      else { return nil }
      numbers = first...(after - 1)
      (self.firstMs, self.periodMs) = (firstMs, periodMs)
      firstTick = rate.ticks(at: clip.info.startPts, speed.output(clip.info.timeBase))
    }

    /// When a frame is shown, in milliseconds on the clip's timeline.
    package func timeMs(of number: Int) -> Double { firstMs + Double(number) * periodMs }

    /// When it is shown, in ticks of the rate.
    package func tick(of number: Int) -> Int64 {
      firstTick + Int64(number) * FrameRate.ticksPerFrame
    }

    /// The place of the clip's frame that is on show then, counted from the clip's first frame.
    package func place(of number: Int, in table: FrameTable) -> Int {
      let until = timeMs(of: number) + EvenFrames.toleranceMs
      var (low, high) = (0, table.timesMs.count)
      while low < high {
        let middle = (low + high) / 2
        if table.timesMs[middle] <= until { low = middle + 1 } else { high = middle }
      }
      return table.firstPlace + max(0, low - 1)
    }
  }

  /// The frames of a rate that show these; nil where none of its times lies among theirs.
  ///
  /// - Parameter speed: how fast the clip is shown: the rate is that of the output.
  package func even(
    of clip: ClipReader, at rate: FrameRate, speed: PlaybackSpeed = .own
  ) -> Even? {
    Even(self, of: clip, at: rate, speed: speed)
  }

  /// The places of the frames that are shown at a speed, counted from the clip's first frame; nil for all.
  package func thinned(of clip: ClipReader, for speed: PlaybackSpeed) -> [Int]? {
    guard let periods = ThinnedFrames.Periods(of: clip, for: speed), let firstMs = timesMs.first
    else { return nil }
    var (places, last) = ([Int](), Double?.none)
    for (index, ms) in timesMs.enumerated() {
      let period = periods.number(atMs: ms, from: firstMs)
      if period != last { places.append(firstPlace + index) }
      last = period
    }
    return places
  }
}

extension ClipReader {
  /// When the frames of the part are shown that this reader was opened for.
  ///
  /// It takes a pass over the packets, or decodes the clip where those do not say it.
  ///
  /// - Throws: `VideoError.emptyRange` where the part has no frame.
  package func frameTable() throws(VideoError) -> FrameTable {
    var ticks: [Int64]
    var keys: [Int] = []
    if let stream = pictureStream {
      if let index = try frameIndex(ofStream: stream) {
        ticks = index.times
        if index.canSeek { keys = index.keyPlaces }
      } else {
        ticks = []
        let whole = try ClipReader(path: path, options: options)
        while let frame = try whole.nextFrame() { ticks.append(frame.pts) }
      }
    } else {
      ticks = (0..<max(info.frameCount ?? 1, 1)).map(NumberedPictures.pts)
      keys = Array(ticks.indices)
    }
    let selection = PartSelection(part)
    let places = ticks.indices.filter { place in
      if case .inside = selection.verdict(
        index: place, timestampMs: info.milliseconds(atPts: ticks[place]))
      {
        true
      } else {
        false
      }
    }
    guard let first = places.first, let last = places.last else {
      throw .emptyRange(
        path: path, asked: "\(part)", available: "\(ticks.count) frames")
    }
    let endMs =
      ticks.indices.contains(last + 1)
      ? info.milliseconds(atPts: ticks[last + 1])
      : info.milliseconds(atPts: ticks[last]) + (try lengthMs(ofFrame: last))
    let inside = Array(ticks[first...last])
    return FrameTable(
      ticks: inside, timesMs: inside.map(info.milliseconds(atPts:)), firstPlace: first,
      keyPlaces: keys.filter { (first...last).contains($0) }, endMs: endMs)
  }

  /// How long the clip's last frame is shown, by what it says itself.
  private func lengthMs(ofFrame place: Int) throws(VideoError) -> Double {
    guard !isOfStills else { return usualFrameMs }
    let alone = try ClipReader(path: path, part: .frames(place...place), options: options)
    guard let frame = try alone.nextFrame() else { return usualFrameMs }
    return EvenFrames.lengthMs(of: frame, in: info)
  }
}
