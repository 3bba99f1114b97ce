internal import CFFmpeg
internal import ClipReading
internal import Containers
internal import Frames

/// Decodes a track to `StereoSound`: other rates are resampled, more channels are mixed down, and one channel is
/// heard on both sides as loud as it is.
@safe final class SampleDecoder {
  /// Samples that lie one after the other.
  struct Piece {
    /// The place of the first one.
    var start: Int64
    /// Left and right in turn.
    var samples: [Float]
  }

  /// What was decoded and not taken yet, by rising place.
  private(set) var pieces: [Piece] = []
  /// The seconds from which on sound was damaged; nil while it is whole.
  private(set) var damagedFromSeconds: Double?
  /// Whether nothing more is taken: the track goes on with channels whose places are unknown.
  private(set) var isOver = false

  private let decoder: SoundDecoder
  /// The rate, format and channels that the resampler takes.
  private let shape: UnsafeMutablePointer<AVFrame>
  private var resampler: OpaquePointer?
  private let timeBase: AVRational
  private let keepsTimes: Bool
  private let limits: VideoLimits
  /// The silence between samples so far, in seconds.
  private var filledSeconds = 0.0
  private var timeline = SoundTimeline(rate: Int32(StereoSound.rate))
  private var end: Int64 = 0
  private var skipped: Int64 = 0

  /// Samples further from 0 than this, and what is no number, are silenced: 120 dB over full scale.
  private static let loudestSample = 1e6

  /// Makes a decoder; nil where the track cannot be decoded.
  ///
  /// - Parameter keepsTimes: whether gaps between packets are silent; otherwise samples follow one another.
  init?(
    of stream: UnsafeMutablePointer<AVStream>, limits: VideoLimits, keepsTimes: Bool
  ) {
    guard let parameters = unsafe stream.pointee.codecpar,
      unsafe limits.soundRates.contains(Int(parameters.pointee.sample_rate)),
      unsafe Int(parameters.pointee.ch_layout.nb_channels) <= limits.maximumSoundChannels,
      let decoder = unsafe SoundDecoder(stream: stream, limits: limits)
    else { return nil }
    guard let shape = unsafe av_frame_alloc() else { return nil }
    self.decoder = decoder
    unsafe self.shape = unsafe shape
    timeBase = unsafe stream.pointee.time_base
    (self.keepsTimes, self.limits) = (keepsTimes, limits)
  }

  deinit {
    unsafe swr_free(&resampler)
    var shape: UnsafeMutablePointer<AVFrame>? = unsafe shape
    unsafe av_frame_free(&shape)
  }

  /// Takes the first of the pieces.
  func takePiece() -> Piece? { pieces.isEmpty ? nil : pieces.removeFirst() }

  /// Decodes a packet, whose times are those of the mix; nil says that no more will come.
  func take(_ packet: UnsafeMutablePointer<AVPacket>?) throws(VideoError) {
    guard !isOver else { return }
    unsafe try decoder.decode(packet) { frame throws(VideoError) in unsafe try take(frame) }
    if decoder.takeDamage() { noteDamage() }
    if unsafe packet == nil { unsafe try resample(nil) }
  }

  private func noteDamage() {
    damagedFromSeconds = damagedFromSeconds ?? Double(end) / Double(StereoSound.rate)
  }

  private func take(_ frame: UnsafeMutablePointer<AVFrame>) throws(VideoError) {
    guard !isOver else { return }
    let stated = unsafe frame.pointee.pts
    let unit = AVRational(num: 1, den: Int32(StereoSound.rate))
    let time =
      keepsTimes && stated != avo_no_pts
      ? Ticks.rescaled(stated, from: timeBase, to: unit) : nil
    let isFirst = timeline.end == nil
    let step = unsafe timeline.place(
      at: time, samples: frame.pointee.nb_samples, rate: frame.pointee.sample_rate)
    switch step {
    case .before: return
    case .follows: break
    case .overlap(let samples): skipped += samples
    case .gap(let samples):
      filledSeconds += unsafe Double(samples) / Double(max(frame.pointee.sample_rate, 1))
      guard filledSeconds <= limits.maximumFilledSilence else {
        isOver = true
        return noteDamage()
      }
      unsafe try resample(nil)
      end = max(end, time ?? end)
    }
    if isFirst {
      end = max(0, time ?? 0)
      guard Double(end) <= SoundLimits.clipSeconds * Double(StereoSound.rate) else {
        (end, isOver) = (0, true)
        return noteDamage()
      }
    }
    let beyond = unsafe avo_silence_beyond(frame, Self.loudestSample)
    if beyond < 0 { throw LibAV.outOfMemory("av_frame_make_writable") }
    if beyond > 0 { noteDamage() }
    unsafe try resample(frame)
  }

  /// Brings samples to the rate and channels of the mix; nil takes out what the resampler holds.
  private func resample(_ frame: UnsafeMutablePointer<AVFrame>?) throws(VideoError) {
    if let frame = unsafe frame, unsafe resampler == nil || !avo_is_sound_alike(frame, shape) {
      unsafe try resample(nil)
      unsafe av_frame_unref(shape)
      guard unsafe av_frame_copy_props(shape, frame) >= 0,
        unsafe av_channel_layout_copy(&shape.pointee.ch_layout, &frame.pointee.ch_layout) >= 0
      else { throw LibAV.outOfMemory("av_channel_layout_copy") }
      unsafe shape.pointee.format = unsafe frame.pointee.format
      unsafe shape.pointee.sample_rate = unsafe frame.pointee.sample_rate
      if unsafe avo_open_stereo(&resampler, frame, Int32(StereoSound.rate)) < 0 {
        unsafe swr_free(&resampler)
        isOver = true
        return noteDamage()
      }
    }
    guard let resampler = unsafe resampler else { return }
    let given = unsafe frame?.pointee.nb_samples ?? 0
    let room = unsafe swr_get_out_samples(resampler, given)
    guard room > 0 else { return }
    var samples = [Float](repeating: 0, count: 2 * Int(room))
    let count = unsafe avo_resample(resampler, &samples, room, frame)
    if count < 0 { throw LibAV.failure("swr_convert", count) }
    if unsafe frame == nil { unsafe swr_free(&self.resampler) }
    let leftOut = min(skipped, Int64(count))
    skipped -= leftOut
    guard count > leftOut else { return }
    pieces.append(
      Piece(start: end, samples: Array(samples[2 * Int(leftOut)..<2 * Int(count)])))
    end += Int64(count) - leftOut
  }
}
