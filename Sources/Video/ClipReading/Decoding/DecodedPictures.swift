internal import CFFmpeg
internal import Containers
internal import Frames

/// Decoded pictures of one stream in presentation order, and an account of what was damaged.
///
/// Quick decoding ends where damage was met; `SteadyPictures` goes on carefully then.
@safe final class DecodedPictures {
  let demuxer: Demuxer
  let streamIndex: Int
  let stream: UnsafeMutablePointer<AVStream>
  private let decoder: Decoder
  private(set) var damage = DamageReport()
  /// The tick that is 0 on the clip's timeline.
  let timelineOrigin: Int64

  private var reachedEnd = false
  private var soughtAway = false
  private var countedMissing = false
  private var firstShownPts: Int64?
  private let care: Decoder.Care
  private let options: ReadingOptions
  /// What was said of the clip's pictures.
  var reading: PictureReading { options.reading }
  /// Whether damage was met that quick decoding shows differently from run to run.
  private(set) var needsCare = false
  /// The time of the last picture that was handed out.
  private var lastTimeMs: Double?
  /// The time of the packet that was sent last, and the latest of all.
  private var sentTimeMs: Double?
  private var latestReadMs: Double?
  private var readFaultsInARow = 0
  private var faultsInARow = 0
  private var packetsRead = 0
  private var gaps = TimeGaps()
  private var packetsSent: Int64 = 0
  private var start: KeylessStart

  /// Read faults in a row after which the rest of a file is given up, so that a file of nothing
  /// but faults ends.
  private static let maximumFaults = 64

  init(
    path: String, options: ReadingOptions, probing: Demuxer.Probing = .streams,
    care: Decoder.Care = .quick
  ) throws(VideoError) {
    let demuxer = try Demuxer(path: path, limits: options.limits, probing: probing)
    let index = try Self.pictureStream(of: demuxer)
    guard let stream = unsafe demuxer.stream(index) else {
      throw .noVideoStream(path: path, found: nil)
    }
    if let speed = demuxer.otherSpeed(of: index), demuxer.editList(of: index) == nil {
      throw .unfollowedSpeed(path: path, track: index, speed: speed)
    }
    demuxer.continueTimes(ofPictures: index)
    demuxer.keepOnly { $0 == index }
    let decoder = unsafe try Decoder(
      stream: stream, path: path, options: options, care: care)
    (self.decoder, self.options) = (decoder, options)
    self.care = decoder.care
    self.demuxer = demuxer
    self.streamIndex = index
    unsafe self.stream = unsafe stream
    start = KeylessStart(codec: unsafe stream.pointee.codecpar.pointee.codec_id)
    timelineOrigin = unsafe demuxer.timelineOrigin(timeBase: stream.pointee.time_base)
  }

  /// The stream to show: FFmpeg's choice among those that are not cover art.
  private static func pictureStream(of demuxer: Demuxer) throws(VideoError) -> Int {
    var kinds: [String] = []
    var candidates: [Int] = []
    for index in 0..<demuxer.streamCount {
      guard let stream = unsafe demuxer.stream(index) else { continue }
      let type = unsafe stream.pointee.codecpar.pointee.codec_type
      let isCover = unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
      if type == AVMEDIA_TYPE_VIDEO, !isCover {
        candidates.append(index)
      } else {
        let kind =
          switch type {
          case AVMEDIA_TYPE_VIDEO: "cover art"
          case AVMEDIA_TYPE_AUDIO: "sound"
          case AVMEDIA_TYPE_SUBTITLE: "subtitles"
          default: "data"
          }
        if !kinds.contains(kind) { kinds.append(kind) }
      }
    }
    guard let first = candidates.first else {
      let found = kinds.isEmpty ? nil : kinds.joined(separator: " and ")
      throw .noVideoStream(path: demuxer.path, found: found)
    }
    let best = Int(
      unsafe av_find_best_stream(demuxer.format, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0))
    return candidates.contains(best) ? best : first
  }

  /// The next picture; nil at the end, and where quick decoding meets damage (`needsCare`).
  func next() throws(VideoError) -> FrameHandle? {
    while !needsCare {
      switch try decoder.receive() {
      case .frame(let frame):
        faultsInARow = 0
        noteDamage(of: frame)
        if needsCare { return nil }
        try understand(frame)
        return frame
      case .end:
        needsCare = care == .quick && decoder.watch.settle(upTo: .max)
        if !needsCare {
          noteStart(with: nil)
          noteMissingPackets()
        }
        return nil
      case .fault(let reason):
        noteLoss(reason, timeMs: sentTimeMs)
        faultsInARow += 1
        if faultsInARow > Self.maximumFaults { return nil }
      case .needsPacket: feed()
      }
    }
    return nil
  }

  /// Whether the decoder met damage so far; for one of one thread.
  var hasMetDamage: Bool { needsCare || decoder.watch.settle(upTo: .max) }

  /// Takes note of a picture that was decoded, with whatever it depends on.
  private func noteDamage(of frame: borrowing FrameHandle) {
    let number = unsafe avo_number(frame.raw)
    if care == .quick {
      needsCare = frame.isDamaged || decoder.watch.settle(upTo: number)
      if needsCare { return }
    } else if decoder.watch.takeUnfinished(number) {
      frame.markDamaged()
    }
    noteStart(with: number)
    let pts = unsafe frame.raw.pointee.best_effort_timestamp
    if start.isIncomplete(frame) {
      frame.markDamaged()
      damage.note(KeylessStart.message, atMs: time(pts))
    }
    gaps.note(pts)
    lastTimeMs = time(pts) ?? lastTimeMs
    if frame.isDamaged {
      damage.framesDamaged += 1
      damage.note("a picture is damaged", atMs: lastTimeMs)
    }
  }

  /// Counts what is lost before the first key frame.
  private func noteStart(with number: Int64?) {
    // Some of them were counted when the decoder refused them.
    let lost = start.lost(with: number) - damage.framesLost
    guard lost > 0 else { return }
    damage.framesLost += lost
    damage.note(KeylessStart.message, atMs: start.firstPts.flatMap(time))
  }

  /// Sends one packet, or the end, to the decoder.
  private func feed() {
    guard !reachedEnd else {
      _ = unsafe decoder.send(nil)
      return
    }
    let reading = demuxer.read()
    if demuxer.takeSkipping() { gaps.suspect() }
    switch reading {
    case .packet(let packet):
      readFaultsInARow = 0
      guard Int(unsafe packet.pointee.stream_index) == streamIndex else { return }
      if unsafe packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { gaps.suspect() }
      if unsafe packet.pointee.flags & AV_PKT_FLAG_DISCARD == 0 { packetsRead += 1 }
      unsafe send(packet)
    case .fault(let reason):
      damage.note("the rest of the file cannot be read: \(reason)", atMs: latestReadMs)
      readFaultsInARow += 1
      if readFaultsInARow > Self.maximumFaults { reachedEnd = true }
    case .end:
      reachedEnd = true
    }
  }

  private func send(_ packet: UnsafeMutablePointer<AVPacket>) {
    let (pts, dts) = unsafe (packet.pointee.pts, packet.pointee.dts)
    if let timeMs = time(pts == avo_no_pts ? dts : pts) {
      sentTimeMs = timeMs
      latestReadMs = max(timeMs, latestReadMs ?? timeMs)
    }
    packetsSent += 1
    unsafe start.note(packet, number: packetsSent)
    // The decoder was empty, so it has room for one packet.
    switch unsafe decoder.send(packet, number: packetsSent) {
    case .taken, .full: break
    case .refused(let reason):
      if let firstShownPts, pts != avo_no_pts, pts < firstShownPts { return }
      noteLoss(reason, timeMs: sentTimeMs)
    }
  }

  // MARK: Places

  /// Continues from the key packet at this decoding time; false where the container cannot.
  ///
  /// Pictures shown before `pts` may lack what they depend on; that is no damage. A demuxer that
  /// seeks by presentation goes back to the key frame before: H.264 that begins at a recovery
  /// point may never show the clip's last picture.
  func seek(toDecodingTime dts: Int64, showingFrom pts: Int64) -> Bool {
    seek(to: dts, showingFrom: pts)
  }

  /// Continues from the key packet with these times and none before it, for one picture.
  func seek(toKeyPacket entry: (pts: Int64, dts: Int64)) -> Bool {
    seek(to: demuxer.seeksByPresentation ? entry.pts : entry.dts, showingFrom: entry.pts)
  }

  private func seek(to ticks: Int64, showingFrom pts: Int64) -> Bool {
    soughtAway = true
    firstShownPts = pts
    demuxer.stopContinuing()
    start.end()
    let code = unsafe av_seek_frame(
      demuxer.format, Int32(streamIndex), ticks, AVSEEK_FLAG_BACKWARD)
    decoder.flush()
    reachedEnd = false
    return code >= 0
  }

  /// Decodes on to the picture of the packet with this time, and what it depends on; nil where
  /// that does not go smoothly.
  func picture(shownAt pts: Int64) -> FrameHandle? {
    while case .packet(let packet) = demuxer.read() {
      guard Int(unsafe packet.pointee.stream_index) == streamIndex else { continue }
      let isWanted = unsafe packet.pointee.pts == pts
      decoder.leavesOutUnreferenced = !isWanted
      guard case .taken = unsafe decoder.send(packet) else { return nil }
      // The end makes a decoder that reorders pictures give away those it holds.
      if isWanted { _ = unsafe decoder.send(nil) }
      receiving: while true {
        guard let output = try? decoder.receive() else { return nil }
        switch consume output {
        case .frame(let frame):
          if frame.isDamaged { return nil }
          if unsafe frame.raw.pointee.best_effort_timestamp == pts {
            guard (try? understand(frame)) != nil else { return nil }
            return frame
          }
        case .needsPacket: break receiving
        case .fault: return nil
        case .end: return nil
        }
      }
    }
    return nil
  }

  /// Takes a picture for what was said of it.
  private func understand(_ frame: borrowing FrameHandle) throws(VideoError) {
    guard let matrix = options.reading.colourMatrix, !matrix.apply(to: frame) else { return }
    throw .unfitMatrix(
      path: demuxer.path, matrix: matrix.rawValue, pixelFormat: PixelLayout.name(of: frame.format))
  }

  // MARK: Damage

  private func time(_ pts: Int64) -> Double? {
    guard pts != avo_no_pts else { return nil }
    return Double(pts &- timelineOrigin) * 1000 * av_q2d(unsafe stream.pointee.time_base)
  }

  private func noteLoss(_ reason: String, timeMs: Double?) {
    needsCare = care == .quick
    damage.framesLost += 1
    damage.note(reason, atMs: timeMs)
  }

  /// Compares what was read with what the container promises, once the whole clip was read.
  private func noteMissingPackets() {
    guard reachedEnd, !soughtAway, !countedMissing else { return }
    countedMissing = true
    let isCutOff = ContainerEnd.isCutOff(path: demuxer.path)
    let unit = av_q2d(unsafe stream.pointee.time_base)
    if let listed = unsafe demuxer.listedPackets(of: stream), listed > packetsRead {
      damage.framesLost += listed - packetsRead
    } else if demuxer.skippedDamage || isCutOff, let usual = usualCount(), usual > packetsRead {
      damage.framesLost += usual - packetsRead
    } else if let missing = missingByTimes(unit) {
      // Some of them were counted when the decoder refused them.
      damage.framesLost = max(damage.framesLost, missing.frames)
    } else if !isCutOff {
      return
    }
    let begins = gaps.missing(unit: unit, everywhere: true).flatMap { time($0.from) }
    damage.note(
      isCutOff ? "the file is cut off" : "a part of the file is unreadable",
      atMs: isCutOff ? lastTimeMs : begins ?? lastTimeMs)
  }

  /// The frames for which there is time beside what was unreadable.
  private func missingByTimes(_ unit: Double) -> (frames: Int, from: Int64)? {
    let losesSynchronization =
      demuxer.formatName == "mpegts"
      && TransportStream.losesSynchronization(path: demuxer.path)
    guard gaps.isSuspected || losesSynchronization else { return nil }
    return gaps.missing(unit: unit, everywhere: losesSynchronization)
  }

  /// The frames that the container's header counts or, at the usual rate, has time for.
  private func usualCount() -> Int? {
    let counted = Int(unsafe stream.pointee.nb_frames)
    if counted > 0 { return counted }
    let rate = av_q2d(unsafe stream.pointee.avg_frame_rate)
    guard rate > 0, rate.isFinite,
      let seconds = unsafe ClipInfo.duration(demuxer: demuxer, stream: stream)
    else { return nil }
    return Int(min((seconds * rate).rounded(), 1e9))
  }
}
