internal import CFFmpeg

/// When each frame of a clip is shown, found without decoding.
///
/// One pass over the packets gives the presentation times; sorted, a frame's place in the list is
/// its index, wherever decoding begins. That holds only for packets that each carry a time of
/// their own and become one frame each; `init` gives nil for all others, and for streams whose
/// beginning cannot be decoded, where counting from the first decoded frame would differ.
struct FrameIndex {
  /// The frames' presentation times, ascending.
  let times: [Int64]
  /// Whether the container can go to a frame by its time, as it states the same ones: not where the times of
  /// several parts are put on one line, or those of an edit list are followed here.
  let canSeek: Bool
  /// Packets from which decoding can begin, ascending.
  private let entries: [(pts: Int64, dts: Int64)]

  init?(demuxer: Demuxer, stream: Int) {
    var times: [Int64] = []
    var entries: [(pts: Int64, dts: Int64)] = []
    demuxer.continueTimes(ofPictures: stream)
    demuxer.keepOnly { $0 == stream }
    guard let description = unsafe demuxer.stream(stream) else { return nil }
    let fields = unsafe FieldPackets(of: description)
    reading: while true {
      switch demuxer.read() {
      case .packet(let packet):
        guard Int(unsafe packet.pointee.stream_index) == stream else { continue }
        let flags = unsafe packet.pointee.flags
        let pts = unsafe packet.pointee.pts
        if flags & AV_PKT_FLAG_CORRUPT != 0 { return nil }
        // Cut away by an edit list; decoded for the sake of others, never shown.
        if flags & AV_PKT_FLAG_DISCARD != 0 { continue }
        let dts = unsafe packet.pointee.dts
        guard pts != avo_no_pts, unsafe packet.pointee.size > 0 else { return nil }
        if unsafe fields?.isField(packet) == true { return nil }
        if flags & AV_PKT_FLAG_KEY != 0 {
          entries.append((pts, dts == avo_no_pts ? pts : dts))
        }
        times.append(pts)
      case .fault: return nil
      case .end: break reading
      }
    }
    guard let first = times.first, let firstEntry = entries.first else { return nil }
    times.sort()
    guard firstEntry.pts == first, times[0] == first,
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    canSeek =
      !demuxer.hasDiscontinuousClock && demuxer.editList(of: stream) == nil && demuxer.seams.isEmpty
    self.times = times
    self.entries = entries.sorted { $0.pts < $1.pts }
  }

  /// The index of pictures that depend on nothing.
  init(of pictures: NumberedPictures) {
    canSeek = true
    times = (0..<pictures.count).map(NumberedPictures.pts)
    entries = times.map { ($0, $0) }
  }

  /// The places of the frames from which decoding can begin, ascending.
  var keyPlaces: [Int] { entries.compactMap { place(ofPts: $0.pts) } }

  /// The place of the frame with this time.
  func place(ofPts pts: Int64) -> Int? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < pts { low = middle + 1 } else { high = middle }
    }
    return low < times.count && times[low] == pts ? low : nil
  }

  /// The place that a part begins with; the number of frames where it lies past the last one.
  ///
  /// - Parameter milliseconds: `times` on the clip's timeline.
  func place(of wanted: PartSelection.Wanted, times milliseconds: [Double]) -> Int {
    switch wanted {
    case .place(let asked): return asked
    case .firstAt(let ms):
      return milliseconds.firstIndex { $0 >= ms - timeToleranceMs } ?? milliseconds.count
    case .lastAt(let ms):
      let after = milliseconds.firstIndex { $0 > ms + timeToleranceMs } ?? milliseconds.count
      return max(0, after - 1)
    }
  }

  /// Where to begin in order to decode the frame at `place`; nil past the last frame.
  ///
  /// The last key frame shown no later than the frame: everything shown after a key frame
  /// depends on nothing before it (leading pictures are shown before it).
  func entry(before place: Int) -> (pts: Int64, dts: Int64)? {
    guard times.indices.contains(place) else { return nil }
    let pts = times[place]
    return entries.last { $0.pts <= pts }
  }
}
