internal import CFFmpeg
internal import ClipReading
internal import Containers
internal import Frames
internal import Sound

/// Takes the packets of a clip's sound and subtitles and gives them out in step with the pictures: as
/// they are, or converted where the output's container cannot hold the sound.
///
/// The clip is opened a second time for this, so that neither side waits for the other and no
/// more than one packet is held, however the input is interleaved.
@safe final class TrackCopy {
  /// Where a track goes in the output.
  struct Target {
    var index: Int32
    /// What it is called in messages.
    var name: String
    /// Whether losing it is damage: subtitles may be left out with a note.
    var isSound: Bool
    /// What converts it; nil where it is copied.
    var conversion: SoundConversion?
    /// The time, in seconds of the output, up to which packets were given out.
    var reachedSeconds = 0.0
    /// Where the last packet ends that was given out, in ticks of the clip's; nil before the first.
    var endTicks: Int64?
    /// What the muxer takes off every time, in samples.
    ///
    /// Matroska notes the run-up of Opus as a delay, and readers subtract it; libavformat 59, but no
    /// later one, writes the delay without the times that go with it.
    var delay: AVRational
  }

  /// Which packets are kept.
  struct Window {
    /// The clip's time, in seconds, that is 0 in the output.
    var start: Rational64
    /// Whether what lies before the start is left out, as for a part of a clip.
    var trims: Bool
    /// Whether the output can hold packets from before 0 that are decoded and not played.
    var keepsRunUp: Bool
  }

  /// A time as ticks of a time base.
  struct Rational64 {
    var ticks: Int64
    var timeBase: AVRational
  }

  let demuxer: Demuxer
  /// How fast the tracks are heard and shown.
  let speed: PlaybackSpeed
  let limits: VideoLimits
  var targets: [Int: Target] = [:]
  private var window: Window?
  private var held: UnsafeMutablePointer<AVPacket>?
  private var reachedEnd = false

  /// Opens a clip's file once more.
  ///
  /// - Parameter known: what was opened of it already.
  init(known: Demuxer, limits: VideoLimits, speed: PlaybackSpeed) throws(VideoError) {
    demuxer = try Demuxer(path: known.path, limits: limits, probing: .known(known))
    demuxer.continueTimes(ofPictures: known.pictures)
    (self.limits, self.speed) = (limits, speed)
  }

  deinit {
    unsafe av_packet_free(&held)
  }

  /// What is left out, in a line each.
  struct LeftOut {
    /// Sound, which a viewer of the clip misses.
    var sound: [String] = []
    /// Subtitles, and data such as a camera's.
    var others: [String] = []
  }

  /// What of the tracks is lost.
  private(set) var leftOut = LeftOut()
  /// What was converted, in a line each.
  var conversionNotes: [String] = []

  /// Gives a track up from where it is on, as the container does not take what comes: it is damaged.
  ///
  /// - Parameter index: the stream in the output; nil is all tracks, where a muxer that holds packets
  ///   back does not say which of them it refuses.
  /// - Returns: whether there was a track to give up.
  func giveUp(outputStream index: Int32?) -> Bool {
    let lost = targets.filter { index == nil || $0.value.index == index }
    for (source, target) in lost.sorted(by: { $0.key < $1.key }) {
      targets[source] = nil
      let atMs = Int((target.reachedSeconds * 1000).rounded())
      let kept = target.conversion == nil ? "copied" : "converted"
      lose(
        "\(target.name) is damaged at \(atMs) ms and \(kept) up to there", isSound: target.isSound)
    }
    demuxer.keepOnly { targets[$0] != nil }
    return !lost.isEmpty
  }

  func lose(_ line: String, isSound: Bool) {
    if isSound { leftOut.sound.append(line) } else { leftOut.others.append(line) }
  }

  /// Fixes what is 0 in the output; called once, before the first `deliver`.
  func begin(_ window: Window) { self.window = window }

  /// Writes the packets that begin before `limit` seconds in the output; nil is all that remain.
  func deliver(before limit: Double?, in output: Muxer) throws(VideoError) {
    guard let window else { return }
    while let packet = unsafe nextPacket(window) {
      let place = Int(unsafe packet.pointee.stream_index)
      guard let source = unsafe demuxer.stream(place), let target = targets[place] else {
        // Of a track that was given up.
        unsafe av_packet_free(&held)
        continue
      }
      let unit = unsafe source.pointee.time_base
      let (dts, hasTime) = unsafe (packet.pointee.dts, packet.pointee.dts != avo_no_pts)
      let seconds = hasTime ? Double(dts) * av_q2d(unit) / speed.value : target.reachedSeconds
      if let limit, seconds >= limit { break }
      if seconds < Double(Ticks.longest) {
        targets[place]?.reachedSeconds = max(target.reachedSeconds, seconds)
      }
      let result = Result { () throws(VideoError) in
        if let conversion = target.conversion {
          unsafe try conversion.take(packet, before: limit) { packet throws(VideoError) in
            unsafe try emit(packet, of: place, from: conversion.unit, to: output)
          }
        } else {
          unsafe try emit(packet, of: place, from: scaled(unit), to: output)
        }
      }
      unsafe av_packet_free(&held)
      try result.get()
    }
    for (place, target) in targets.sorted(by: { $0.key < $1.key }) {
      guard let conversion = target.conversion else { continue }
      unsafe try conversion.drain(before: limit) { packet throws(VideoError) in
        unsafe try emit(packet, of: place, from: conversion.unit, to: output)
      }
    }
  }

  /// Writes all that remains before the end in seconds of the output, and takes note of what could
  /// not be converted; nil is the tracks' own end.
  func finish(before end: Double?, in output: Muxer) throws(VideoError) {
    try deliver(before: end, in: output)
    for (place, target) in targets.sorted(by: { $0.key < $1.key }) {
      guard let conversion = target.conversion else { continue }
      unsafe try conversion.finish(before: end) { packet throws(VideoError) in
        unsafe try emit(packet, of: place, from: conversion.unit, to: output)
      }
      guard let seconds = conversion.damagedFromSeconds else { continue }
      let outcome =
        conversion.isOver
        ? "and converted up to there" : "and silent where it cannot be decoded"
      let at = "\(Int((min(seconds, Double(Ticks.longest)) * 1000).rounded())) ms"
      lose("\(target.name) is damaged at \(at) \(outcome)", isSound: true)
    }
  }

  /// The unit of a track's times, for a packet that is copied.
  private func scaled(_ unit: AVRational) -> AVRational {
    Rational(unit).map { speed.output($0).raw } ?? unit
  }

  /// Hands a packet of a track out, with its place and time in the output.
  private func emit(
    _ packet: UnsafeMutablePointer<AVPacket>, of place: Int, from unit: AVRational,
    to output: Muxer
  ) throws(VideoError) {
    guard let target = targets[place] else { return }
    unsafe try output.write(packet, of: target.index, unit: unit, delay: target.delay)
  }

  /// The held packet, or the next that lies in the window, with its times moved.
  private func nextPacket(_ window: Window) -> UnsafeMutablePointer<AVPacket>? {
    if let held = unsafe held { return unsafe held }
    var faults = 0
    while !reachedEnd {
      switch demuxer.read() {
      case .packet(let packet):
        if unsafe accept(packet, window) {
          unsafe held = unsafe av_packet_clone(packet)
          return unsafe held
        }
      case .fault:
        faults += 1
        reachedEnd = faults > TrackLimits.faults
      case .end: reachedEnd = true
      }
    }
    return nil
  }
}
