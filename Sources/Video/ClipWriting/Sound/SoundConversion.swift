internal import CFFmpeg
internal import ClipReading
internal import Containers
internal import Frames
internal import Sound

/// Converts a sound track that the output's container cannot hold, or that is heard at another speed: decodes it,
/// brings it to a rate and channels of the encoder, and encodes it.
@safe final class SoundConversion {
  /// The time base of what is given out.
  var unit: AVRational { AVRational(num: 1, den: encoder.rate) }

  /// Samples further from 0 than this, and what is no number, are silenced: 120 dB over full scale.
  ///
  /// The encoder of AAC refuses a frame with one of them, and so would cost all that follows.
  private static let loudestSample = 1e6

  private let decoder: SoundDecoder
  let encoder: SoundEncoder
  private let resampler: OpaquePointer
  private let converted: UnsafeMutablePointer<AVFrame>
  private let silence: UnsafeMutablePointer<AVFrame>
  private var timeline: SoundTimeline
  private let speed: PlaybackSpeed
  /// What brings it to the speed; nil for the clip's own.
  private var stretch: TimeStretch?
  /// Samples of what comes next that are not stretched.
  private var skipped = 0
  private let timeBase: AVRational
  private let limits: VideoLimits
  private var filledSeconds = 0.0
  /// Where the sound was first damaged, in seconds of the output; nil while it is whole.
  private(set) var damagedFromSeconds: Double?
  /// Whether nothing more is taken: the track goes on with what cannot be joined to what it had.
  private(set) var isOver = false

  /// Makes a conversion; nil where the track cannot be decoded, or no encoder takes it.
  init?(
    of stream: UnsafeMutablePointer<AVStream>, to container: OutputContainer,
    beside codec: EncoderSettings.Codec, _ speed: PlaybackSpeed, limits: VideoLimits
  ) {
    guard let parameters = unsafe stream.pointee.codecpar,
      unsafe limits.soundRates.contains(Int(parameters.pointee.sample_rate)),
      unsafe Int(parameters.pointee.ch_layout.nb_channels) <= limits.maximumSoundChannels,
      let decoder = unsafe SoundDecoder(stream: stream, limits: limits),
      let encoder = unsafe SoundEncoder(
        for: parameters, in: container, beside: speed.isOwn ? nil : codec)
    else { return nil }
    var resampler = unsafe swr_alloc()
    var (converted, silence) = unsafe (av_frame_alloc(), av_frame_alloc())
    guard let readyResampler = unsafe resampler, let readyConverted = unsafe converted,
      let readySilence = unsafe silence
    else {
      unsafe swr_free(&resampler)
      unsafe av_frame_free(&converted)
      unsafe av_frame_free(&silence)
      return nil
    }
    (self.decoder, self.encoder) = (decoder, encoder)
    unsafe self.resampler = unsafe readyResampler
    unsafe self.converted = unsafe readyConverted
    unsafe self.silence = unsafe readySilence
    timeline = SoundTimeline(rate: encoder.rate)
    self.speed = speed
    if !speed.isOwn {
      stretch = TimeStretch(speed, channels: encoder.channels, rate: Int(encoder.rate))
    }
    timeBase = unsafe stream.pointee.time_base
    self.limits = limits
  }

  deinit {
    var resampler: OpaquePointer? = unsafe resampler
    unsafe swr_free(&resampler)
    var converted: UnsafeMutablePointer<AVFrame>? = unsafe converted
    unsafe av_frame_free(&converted)
    var silence: UnsafeMutablePointer<AVFrame>? = unsafe silence
    unsafe av_frame_free(&silence)
  }

  /// Takes a packet, whose times are those of the output, and gives out what is encoded.
  func take(
    _ packet: UnsafeMutablePointer<AVPacket>, before limit: Double?,
    deliver: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(VideoError) {
    guard !isOver else { return }
    unsafe try decoder.decode(packet) { frame throws(VideoError) in
      unsafe try take(frame, before: limit, deliver)
    }
    if decoder.takeDamage() { noteDamage(unsafe packet.pointee.pts) }
    unsafe try encoder.encode(upTo: samples(limit), isLast: false, deliver: deliver)
  }

  /// Gives out what lies before a time and was held back.
  func drain(
    before limit: Double?,
    deliver: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(VideoError) {
    unsafe try encoder.encode(upTo: samples(limit), isLast: false, deliver: deliver)
  }

  /// Gives out all that remains before the end; nil is the track's own.
  func finish(
    before end: Double?,
    deliver: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(VideoError) {
    if !isOver {
      unsafe try decoder.decode(nil) { frame throws(VideoError) in
        unsafe try take(frame, before: end, deliver)
      }
      if decoder.takeDamage() { noteDamage(avo_no_pts) }
      unsafe try resample(nil)
      if let rest = stretch?.finish(), !rest.isEmpty { try encoder.append(rest) }
    }
    unsafe try encoder.encode(upTo: samples(end), isLast: true, deliver: deliver)
  }

  private func samples(_ seconds: Double?) -> Int64? {
    guard let seconds else { return nil }
    // A time beyond what can be counted is none.
    return Int64(exactly: (seconds * Double(encoder.rate)).rounded())
  }

  private func noteDamage(_ pts: Int64) {
    guard damagedFromSeconds == nil else { return }
    let reached = Double(timeline.end ?? 0) / Double(encoder.rate)
    let seconds = pts == avo_no_pts ? reached : Double(pts) * av_q2d(timeBase)
    damagedFromSeconds = max(0, seconds / speed.value)
  }

  private func take(
    _ frame: UnsafeMutablePointer<AVFrame>, before limit: Double?,
    _ deliver: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(VideoError) {
    guard !isOver else { return }
    let stated = unsafe frame.pointee.pts
    let time = stated == avo_no_pts ? nil : Ticks.rescaled(stated, from: timeBase, to: unit)
    let isFirst = timeline.end == nil
    let step = unsafe timeline.place(
      at: time, samples: frame.pointee.nb_samples, rate: frame.pointee.sample_rate)
    switch step {
    case .before: return
    case .follows: break
    case .overlap(let samples):
      if stretch == nil { encoder.skip(samples) } else { skipped += Int(clamping: samples) }
    case .gap(let samples):
      filledSeconds += Double(samples) / Double(unsafe frame.pointee.sample_rate)
      guard filledSeconds <= limits.maximumFilledSilence else {
        isOver = true
        noteDamage(stated)
        return
      }
      unsafe try fill(samples, like: frame, before: limit, deliver)
    }
    if isFirst { encoder.begin(at: speed.output(samples: max(0, time ?? 0))) }
    let beyond = unsafe avo_silence_beyond(frame, Self.loudestSample)
    if beyond < 0 { throw LibAV.outOfMemory("av_frame_make_writable") }
    if beyond > 0 { noteDamage(stated) }
    unsafe try resample(frame)
  }

  /// Fills a gap, a second of silence at a time.
  private func fill(
    _ samples: Int64, like frame: UnsafeMutablePointer<AVFrame>, before limit: Double?,
    _ deliver: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(VideoError) {
    var missing = samples
    while missing > 0 {
      unsafe av_frame_unref(silence)
      let count = unsafe min(missing, Int64(frame.pointee.sample_rate))
      unsafe silence.pointee.format = unsafe frame.pointee.format
      unsafe silence.pointee.sample_rate = unsafe frame.pointee.sample_rate
      unsafe silence.pointee.nb_samples = Int32(count)
      guard
        unsafe av_channel_layout_copy(&silence.pointee.ch_layout, &frame.pointee.ch_layout) >= 0,
        unsafe av_frame_get_buffer(silence, 0) >= 0, unsafe avo_silence(silence) >= 0
      else { throw LibAV.outOfMemory("av_frame_get_buffer") }
      unsafe try resample(silence)
      missing -= count
      unsafe try encoder.encode(upTo: self.samples(limit), isLast: false, deliver: deliver)
    }
  }

  /// Brings samples to the encoder's rate and channels; nil takes out what the resampler holds.
  private func resample(_ frame: UnsafeMutablePointer<AVFrame>?) throws(VideoError) {
    // Nothing was ever put in.
    if unsafe frame == nil, unsafe swr_is_initialized(resampler) == 0 { return }
    unsafe describe(converted)
    var code = unsafe swr_convert_frame(resampler, converted, frame)
    if code == avo_error_input_changed {
      // The track changes its rate or channels.
      unsafe try resample(nil)
      unsafe swr_close(resampler)
      unsafe describe(converted)
      code = unsafe swr_config_frame(resampler, converted, frame)
      if code >= 0 { code = unsafe swr_convert_frame(resampler, converted, frame) }
    }
    guard code >= 0 else {
      // The track goes on with channels whose places are unknown.
      isOver = true
      noteDamage(avo_no_pts)
      return
    }
    guard stretch != nil else { return unsafe try encoder.append(converted) }
    let samples = unsafe avo_samples(converted)
    let all = unsafe UnsafeBufferPointer(
      start: samples, count: Int(converted.pointee.nb_samples) * encoder.channels)
    let leftOut = min(skipped, all.count / encoder.channels)
    skipped -= leftOut
    if let made = unsafe stretch?.take(all.dropFirst(leftOut * encoder.channels)), !made.isEmpty {
      try encoder.append(made)
    }
  }

  /// Prepares a frame to be filled by the resampler: with what the encoder takes, or the stretch.
  private func describe(_ frame: UnsafeMutablePointer<AVFrame>) {
    unsafe av_frame_unref(frame)
    unsafe encoder.describe(frame)
    if stretch != nil { unsafe frame.pointee.format = AV_SAMPLE_FMT_FLT.rawValue }
  }
}
