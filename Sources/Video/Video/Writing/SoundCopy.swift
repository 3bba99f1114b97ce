internal import CFFmpeg

/// Takes the sound packets of a clip as they are and gives them out in step with the pictures.
///
/// The clip is opened a second time for this, so that neither side waits for the other and no
/// more than one packet is held, however the input is interleaved.
@safe final class SoundCopy {
  /// Where a sound stream goes in the output.
  private struct Target {
    var index: Int32
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

  /// Adds a stream for every sound track that the container can hold; returns what is left out.
  func addStreams(
    to output: UnsafeMutablePointer<AVFormatContext>, container: OutputContainer,
    keepsMetadata: Bool
  ) throws(VideoError) -> [String] {
    var leftOut: [String] = []
    for index in 0..<demuxer.streamCount {
      guard let stream = unsafe demuxer.stream(index),
        let parameters = unsafe stream.pointee.codecpar,
        unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      else { continue }
      let codec = unsafe parameters.pointee.codec_id
      let fits = unsafe avformat_query_codec(
        output.pointee.oformat, codec, FF_COMPLIANCE_NORMAL)
      // The end of a broadcast can hold too little sound to tell its rate by; no muxer takes that.
      let hasRate = unsafe parameters.pointee.sample_rate > 0
      guard fits == 1, hasRate else {
        let name = unsafe String(cString: avcodec_get_name(codec))
        let reason =
          hasRate ? ".\(container.rawValue) cannot hold it" : "its sample rate is not known"
        leftOut.append("sound track \(index) (\(name)) is left out: \(reason)")
        continue
      }
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
      let isDelayed = codec == AV_CODEC_ID_OPUS && !container.storesNegativeTimes
      let delay = isDelayed ? unsafe parameters.pointee.initial_padding : 0
      targets[index] = unsafe Target(
        index: added.pointee.index,
        delay: AVRational(num: max(0, delay), den: max(1, parameters.pointee.sample_rate)))
    }
    demuxer.keepOnly { targets[$0] != nil }
    return leftOut
  }

  var isEmpty: Bool { targets.isEmpty }

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
      guard let source = unsafe demuxer.stream(Int(packet.pointee.stream_index)),
        let target = targets[Int(unsafe packet.pointee.stream_index)],
        let stream = unsafe avo_stream(streams, UInt32(target.index))
      else { return }
      let seconds =
        Double(unsafe packet.pointee.dts) * av_q2d(unsafe source.pointee.time_base)
      if let limit, seconds >= limit { return }
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
