internal import CFFmpeg
internal import Containers

/// Puts the times of a file that holds several parts, each of which begins anew, on one line: a part goes
/// on where the last picture of the one before ends, and its sound with it.
///
/// A recorder that is stopped and started writes such files (WebM, MPEG-TS, FLV, fragments of MP4), and so
/// does joining files end to end. The pictures tell where a part begins. A packet of another track belongs
/// to the part in which it lies in the file; those that lie just before its first picture are told by
/// their own step back. All readers of a file see the same packets of pictures, and so agree.
@safe final class ContinuedTimes {
  /// The pictures' place among the streams.
  let pictures: Int
  /// The places that were found so far.
  private(set) var seams: [TimeSeam] = []

  private struct Part {
    /// What its times are moved by, in ticks of the pictures.
    var shift: Int64
    /// Where its first picture lies in the file.
    var place: Int64
  }

  /// The times of another track.
  private struct Track {
    var part: Int
    var first: Int64
    var last: Int64
  }

  /// A packet whose part is not known yet.
  @safe private struct Held {
    var packet: UnsafeMutablePointer<AVPacket>
    var isOfNextPart: Bool
  }

  private let unit: AVRational
  private let origin: Int64
  private let clock: PictureTimes.Clock
  private let statesDecoding: Bool
  private var parts = [Part(shift: 0, place: -1)]
  private var times: PictureTimes?
  private var tracks: [Int: Track] = [:]
  private var wraps: [Int: (latest: Int64, shift: Int64)] = [:]
  /// Packets in their order, while one of them may begin another part.
  private var held: [Held] = []
  private var ready = unsafe [UnsafeMutablePointer<AVPacket>]()
  private var nextReady = 0
  /// What the first packet of a part that may begin states, and those of pictures behind it.
  private var candidate: [PictureTimes.Stated] = []

  /// Pictures that are looked at behind one that may begin a part: a single wrong time begins none.
  private static let lookAhead = 3
  /// Packets that are held at most, while a track that has stepped back waits for the pictures to do so.
  private static let mostHeld = 1000
  /// How far another track may step back, in seconds, and go on.
  private static let tolerance = (least: 0.1, most: 0.5)

  /// Begins with a file that is read from its start.
  init?(_ demuxer: Demuxer, pictures: Int) {
    guard let stream = unsafe demuxer.stream(pictures) else { return nil }
    self.pictures = pictures
    unit = unsafe stream.pointee.time_base
    guard unit.num > 0, unit.den > 0 else { return nil }
    origin = demuxer.timelineOrigin(timeBase: unit)
    let second = 1 / av_q2d(unit)
    let rate = av_q2d(unsafe stream.pointee.avg_frame_rate)
    let codec = unsafe avcodec_descriptor_get(stream.pointee.codecpar.pointee.codec_id)
    clock = PictureTimes.Clock(
      second: second, distance: rate > 0 && rate.isFinite ? second / rate : nil,
      reorders: unsafe codec.map { unsafe $0.pointee.props & AV_CODEC_PROP_REORDER != 0 } ?? true)
    // Matroska has none; FFmpeg makes them up.
    statesDecoding = !demuxer.formatName.hasPrefix("matroska")
  }

  deinit {
    held.forEach { one in unsafe Self.free(one.packet) }
    while let packet = unsafe takeReady() { unsafe Self.free(packet) }
  }

  private static func free(_ packet: UnsafeMutablePointer<AVPacket>) {
    var owned: UnsafeMutablePointer<AVPacket>? = unsafe packet
    unsafe av_packet_free(&owned)
  }

  // MARK: Packets

  /// Takes a packet; gives whether it may be handed out, its times those of the one line.
  ///
  /// Others are held.
  func take(_ packet: UnsafeMutablePointer<AVPacket>, of stream: UnsafeMutablePointer<AVStream>)
    -> Bool
  {
    unsafe unwrap(packet, stream)
    let isPicture = unsafe Int(packet.pointee.stream_index) == pictures
    let begins = unsafe isPicture ? takePicture(packet) : mayBegin(packet, stream)
    guard begins || !held.isEmpty, let copy = unsafe av_packet_clone(packet) else {
      unsafe move(packet, of: stream, picturesOfPart: parts.count - 1)
      return true
    }
    held.append(unsafe Held(packet: copy, isOfNextPart: isPicture && !candidate.isEmpty))
    return false
  }

  /// Whether packets wait for what comes behind them.
  var isWaiting: Bool { !held.isEmpty }

  /// Decides what the packets that are held belong to, where that is known; at the end in any case.
  func settle(atEnd: Bool, stream: (Int) -> UnsafeMutablePointer<AVStream>?) {
    guard !held.isEmpty else { return }
    let isKnown = candidate.count > Self.lookAhead
    guard atEnd || isKnown || held.count >= Self.mostHeld else { return }
    let begins = decide()
    for one in held {
      if let stream = unsafe stream(Int(one.packet.pointee.stream_index)) {
        let isBefore = begins && !one.isOfNextPart
        unsafe move(one.packet, of: stream, picturesOfPart: parts.count - (isBefore ? 2 : 1))
      }
      unsafe ready.append(one.packet)
    }
    held = []
  }

  /// The next packet of those that were held.
  func takeReady() -> UnsafeMutablePointer<AVPacket>? {
    guard nextReady < (unsafe ready.count) else { return nil }
    defer {
      nextReady += 1
      if nextReady == (unsafe ready.count) {
        unsafe ready = []
        nextReady = 0
      }
    }
    return unsafe ready[nextReady]
  }

  // MARK: Pictures

  private func stated(_ packet: UnsafeMutablePointer<AVPacket>) -> PictureTimes.Stated? {
    let (pts, dts) = unsafe (packet.pointee.pts, packet.pointee.dts)
    guard pts != avo_no_pts || dts != avo_no_pts else { return nil }
    return unsafe PictureTimes.Stated(
      pts: Ticks.time(pts == avo_no_pts ? dts : pts),
      dts: statesDecoding && dts != avo_no_pts ? Ticks.time(dts) : nil,
      duration: packet.pointee.duration, isKey: packet.pointee.flags & AV_PKT_FLAG_KEY != 0)
  }

  /// Takes note of a picture's times; gives whether another part may begin with it.
  private func takePicture(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    guard let stated = unsafe stated(packet) else { return false }
    guard let known = times else {
      times = PictureTimes(stated)
      return false
    }
    if !candidate.isEmpty {
      candidate.append(stated)
      return true
    }
    if times?.returns(to: stated, clock) != true, known.mayEnd(at: stated, clock) {
      candidate = [stated]
      return true
    }
    times?.note(stated, clock)
    return false
  }

  /// Decides whether a part begins with the first of the held pictures.
  private func decide() -> Bool {
    defer { candidate = [] }
    guard let start = candidate.first, let old = times else { return false }
    let behind = candidate.dropFirst()
    let leaving = behind.count { old.isLeft(by: $0, for: start.pts) }
    guard leaving * 2 >= behind.count else {
      for stated in candidate where !old.mayEnd(at: stated, clock) { times?.note(stated, clock) }
      return false
    }
    var new = PictureTimes(start)
    for stated in behind { new.note(stated, clock) }
    times = new
    let shift = old.end(clock) + parts[parts.count - 1].shift - new.first
    let place = held.first { $0.isOfNextPart }.map { unsafe $0.packet.pointee.pos } ?? -1
    let back = shift - parts[parts.count - 1].shift
    parts.append(Part(shift: Ticks.time(shift), place: place))
    seams.append(
      TimeSeam(
        atMs: milliseconds(new.first + shift - origin), backMs: milliseconds(back)))
    return true
  }

  private func milliseconds(_ ticks: Int64) -> Double {
    Double(ticks) * 1000 * Double(unit.num) / Double(unit.den)
  }

  // MARK: Other tracks

  private func time(_ packet: UnsafeMutablePointer<AVPacket>) -> Int64? {
    let (pts, dts) = unsafe (packet.pointee.pts, packet.pointee.dts)
    let stated = pts == avo_no_pts ? dts : pts
    return stated == avo_no_pts ? nil : Ticks.time(stated)
  }

  /// Whether a packet of another track may be of a part whose pictures have not come yet.
  private func mayBegin(
    _ packet: UnsafeMutablePointer<AVPacket>, _ stream: UnsafeMutablePointer<AVStream>
  ) -> Bool {
    guard let time = unsafe time(packet),
      let track = tracks[Int(unsafe packet.pointee.stream_index)],
      track.part == parts.count - 1
    else { return false }
    return unsafe stepsBack(time, track, stream)
  }

  private func stepsBack(
    _ time: Int64, _ track: Track, _ stream: UnsafeMutablePointer<AVStream>
  ) -> Bool {
    let second = 1 / av_q2d(unsafe stream.pointee.time_base)
    let half = Double(track.last - track.first) / 2
    let least = max(min(Self.tolerance.most * second, half), Self.tolerance.least * second)
    return Double(track.last) - Double(time) >= least
  }

  /// The part to which a packet of another track belongs.
  private func part(
    of packet: UnsafeMutablePointer<AVPacket>, _ stream: UnsafeMutablePointer<AVStream>
  ) -> Int {
    let place = unsafe packet.pointee.pos
    let byPlace =
      place < 0 ? 0 : parts.lastIndex { $0.place >= 0 && $0.place <= place } ?? 0
    let index = Int(unsafe packet.pointee.stream_index)
    guard let time = unsafe time(packet) else { return max(tracks[index]?.part ?? 0, byPlace) }
    var part = byPlace
    if let track = tracks[index] {
      let isNext = unsafe track.part + 1 < parts.count && stepsBack(time, track, stream)
      part = max(track.part + (isNext ? 1 : 0), byPlace)
    }
    if let track = tracks[index], track.part == part {
      tracks[index]?.last = max(track.last, time)
      tracks[index]?.first = min(track.first, time)
    } else {
      tracks[index] = Track(part: part, first: time, last: time)
    }
    return part
  }

  // MARK: Moving

  /// Moves a packet's times by those of its part; that of a picture is known.
  private func move(
    _ packet: UnsafeMutablePointer<AVPacket>, of stream: UnsafeMutablePointer<AVStream>,
    picturesOfPart picturePart: Int
  ) {
    let isPicture = unsafe Int(packet.pointee.stream_index) == pictures
    let part = unsafe isPicture ? picturePart : self.part(of: packet, stream)
    guard part > 0 else { return }
    // FFmpeg takes fragments whose times were there already for a repetition.
    unsafe packet.pointee.flags &= ~AV_PKT_FLAG_DISCARD
    let shift = Ticks.rescaled(parts[part].shift, from: unit, to: unsafe stream.pointee.time_base)
    let (pts, dts) = unsafe (packet.pointee.pts, packet.pointee.dts)
    if pts != avo_no_pts { unsafe packet.pointee.pts = Ticks.time(pts) + shift }
    if dts != avo_no_pts { unsafe packet.pointee.dts = Ticks.time(dts) + shift }
  }

  /// Undoes FFmpeg's wrap of a clock that has gone back, not round.
  ///
  /// It takes a time before the file's first one for one of the next round, which would be a day later. A
  /// clock that goes round goes on at once.
  private func unwrap(
    _ packet: UnsafeMutablePointer<AVPacket>, _ stream: UnsafeMutablePointer<AVStream>
  ) {
    let bits = unsafe stream.pointee.pts_wrap_bits
    guard (16..<60).contains(bits), let time = unsafe time(packet) else { return }
    let index = Int(unsafe packet.pointee.stream_index)
    var wrap = wraps[index] ?? (time, 0)
    let round = Int64(1) << bits
    let ahead = time + wrap.shift - wrap.latest
    let pause = Int64(Self.longestPause / av_q2d(unsafe stream.pointee.time_base))
    if time >= round, ahead > pause {
      wrap.shift -= round
    } else if ahead < -round / 2 {
      wrap.shift += round
    }
    wrap.latest = time + wrap.shift
    wraps[index] = wrap
    guard wrap.shift != 0 else { return }
    let (pts, dts) = unsafe (packet.pointee.pts, packet.pointee.dts)
    if pts != avo_no_pts { unsafe packet.pointee.pts = Ticks.time(pts) + wrap.shift }
    if dts != avo_no_pts { unsafe packet.pointee.dts = Ticks.time(dts) + wrap.shift }
  }

  /// The longest pause, in seconds, in which a clock may go round.
  private static let longestPause = 60.0
}
