internal import CFFmpeg

/// Takes the packets of a clip's sound and subtitles as they are and gives them out in step with the
/// pictures.
///
/// The clip is opened a second time for this, so that neither side waits for the other and no
/// more than one packet is held, however the input is interleaved.
@safe final class TrackCopy {
  /// Where a track goes in the output.
  private struct Target {
    var index: Int32
    /// What it is called in messages.
    var name: String
    /// Whether losing it is damage: subtitles may be left out with a note.
    var isSound: Bool
    /// The time, in seconds of the output, up to which packets were given out.
    var reachedSeconds = 0.0
    /// What the muxer takes off every time, in samples.
    ///
    /// Matroska notes the run-up of Opus as a delay, and readers subtract it; libavformat 59
    /// writes the delay, but not the times that go with it.
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

  private let demuxer: Demuxer
  private var targets: [Int: Target] = [:]
  private var window: Window?
  private var held: UnsafeMutablePointer<AVPacket>?
  private var reachedEnd = false

  init(path: String, limits: VideoLimits) throws(VideoError) {
    demuxer = try Demuxer(path: path, limits: limits)
  }

  deinit {
    unsafe av_packet_free(&held)
  }

  /// What is left out, in a line each.
  struct LeftOut {
    /// Sound, which who watches the clip misses.
    var sound: [String] = []
    /// Subtitles, and data such as a camera's.
    var others: [String] = []
  }

  /// What of the tracks is lost.
  private(set) var leftOut = LeftOut()

  /// Adds a stream for every track that the container can hold.
  func addStreams(
    to output: UnsafeMutablePointer<AVFormatContext>, container: OutputContainer,
    keepsMetadata: Bool
  ) throws(VideoError) {
    for index in 0..<demuxer.streamCount {
      guard let stream = unsafe demuxer.stream(index),
        let parameters = unsafe stream.pointee.codecpar,
        let kind = Self.kind(unsafe parameters.pointee.codec_type)
      else { continue }
      let codec = unsafe parameters.pointee.codec_id
      let isSound = unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      let codecName = unsafe String(cString: avcodec_get_name(codec))
      let name =
        "\(kind) track \(index)" + (codec == AV_CODEC_ID_NONE ? "" : " (\(codecName))")
      if case .refused(let reason) = unsafe TrackFit.of(stream, in: container) {
        lose("\(name) is left out: \(reason)", isSound: isSound)
        continue
      }
      let added = unsafe try Self.add(stream, parameters, to: output, keepsMetadata)
      let isDelayed = codec == AV_CODEC_ID_OPUS && !container.storesNegativeTimes
      let delay = isDelayed ? unsafe parameters.pointee.initial_padding : 0
      targets[index] = unsafe Target(
        index: added.pointee.index, name: name, isSound: isSound,
        delay: AVRational(num: max(0, delay), den: max(1, parameters.pointee.sample_rate)))
    }
    demuxer.keepOnly { targets[$0] != nil }
  }

  /// What a track that goes along is called; nil for pictures and attached files.
  private static func kind(_ type: AVMediaType) -> String? {
    switch type {
    case AVMEDIA_TYPE_AUDIO: "sound"
    case AVMEDIA_TYPE_SUBTITLE: "subtitle"
    case AVMEDIA_TYPE_DATA: "data"
    default: nil
    }
  }

  private static func add(
    _ stream: UnsafeMutablePointer<AVStream>, _ parameters: UnsafeMutablePointer<AVCodecParameters>,
    to output: UnsafeMutablePointer<AVFormatContext>, _ keepsMetadata: Bool
  ) throws(VideoError) -> UnsafeMutablePointer<AVStream> {
    guard let added = unsafe avformat_new_stream(output, nil) else {
      throw LibAV.outOfMemory("avformat_new_stream")
    }
    let code = unsafe avcodec_parameters_copy(added.pointee.codecpar, parameters)
    if code < 0 { throw LibAV.failure("avcodec_parameters_copy", code) }
    unsafe added.pointee.codecpar.pointee.codec_tag = 0
    unsafe added.pointee.time_base = unsafe stream.pointee.time_base
    unsafe added.pointee.disposition = unsafe stream.pointee.disposition
    let tags = unsafe OptionDictionary.entries(of: stream.pointee.metadata)
    for tag in tags where keepsMetadata || tag.key == "language" {
      _ = unsafe av_dict_set(&added.pointee.metadata, tag.key, tag.value, 0)
    }
    return unsafe added
  }

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
      lose(
        "\(target.name) is damaged at \(atMs) ms and copied up to there", isSound: target.isSound)
    }
    demuxer.keepOnly { targets[$0] != nil }
    return !lost.isEmpty
  }

  private func lose(_ line: String, isSound: Bool) {
    if isSound { leftOut.sound.append(line) } else { leftOut.others.append(line) }
  }

  /// Fixes what is 0 in the output; called once, before the first `deliver`.
  func begin(_ window: Window) { self.window = window }

  /// Gives out the packets that begin before `limit` seconds in the output; nil is all that remain.
  ///
  /// - Parameters:
  ///   - streams: The output, whose streams tell the time bases.
  ///   - write: Takes a packet over.
  func deliver(
    before limit: Double?, streams: UnsafeMutablePointer<AVFormatContext>,
    write: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(VideoError) {
    guard let window, !targets.isEmpty else { return }
    while true {
      guard let packet = unsafe nextPacket(window) else { return }
      let place = Int(unsafe packet.pointee.stream_index)
      guard let source = unsafe demuxer.stream(place), let target = targets[place],
        let stream = unsafe avo_stream(streams, UInt32(target.index))
      else {
        // Of a track that was given up.
        unsafe av_packet_free(&held)
        continue
      }
      let seconds =
        Double(unsafe packet.pointee.dts) * av_q2d(unsafe source.pointee.time_base)
      if let limit, seconds >= limit { return }
      if seconds < Double(Ticks.longest) {
        targets[place]?.reachedSeconds = max(target.reachedSeconds, seconds)
      }
      unsafe av_packet_rescale_ts(packet, source.pointee.time_base, stream.pointee.time_base)
      let delay = unsafe av_rescale_q(1, target.delay, stream.pointee.time_base)
      // Saturated where the time does not fit the output's unit; the muxer then refuses it.
      unsafe packet.pointee.pts &+= delay
      unsafe packet.pointee.dts &+= delay
      unsafe packet.pointee.stream_index = target.index
      unsafe packet.pointee.pos = -1
      let result = Result { () throws(VideoError) in unsafe try write(packet) }
      unsafe av_packet_free(&held)
      try result.get()
    }
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
        reachedEnd = faults > 64
      case .end: reachedEnd = true
      }
    }
    return nil
  }

  private func accept(_ packet: UnsafeMutablePointer<AVPacket>, _ window: Window) -> Bool {
    guard let target = targets[Int(unsafe packet.pointee.stream_index)],
      let stream = unsafe demuxer.stream(Int(packet.pointee.stream_index))
    else { return false }
    let shift = Ticks.rescaled(
      window.start.ticks, from: window.start.timeBase, to: unsafe stream.pointee.time_base)
    if unsafe packet.pointee.pts == avo_no_pts {
      unsafe packet.pointee.pts = unsafe packet.pointee.dts
    }
    guard unsafe packet.pointee.pts != avo_no_pts else { return false }
    let pts = unsafe Ticks.time(packet.pointee.pts) - shift
    unsafe packet.pointee.pts = pts
    unsafe packet.pointee.dts = pts
    let duration = unsafe Ticks.duration(packet.pointee.duration)
    unsafe packet.pointee.duration = duration
    guard pts < 0 else { return true }
    if window.keepsRunUp {
      // A transform codec needs the packet before the first audible one; the edit list hides both.
      return !window.trims || pts + 2 * duration > 0
    }
    let delay = unsafe av_rescale_q(1, target.delay, stream.pointee.time_base)
    if !window.trims, pts >= -delay { return true }
    guard !window.trims, pts + duration > 0 else { return false }
    // A packet that lies across 0 is heard from 0 on, early by a part of its own length.
    unsafe packet.pointee.pts = 0
    unsafe packet.pointee.dts = 0
    return true
  }
}
