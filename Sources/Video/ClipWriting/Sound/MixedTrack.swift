internal import CFFmpeg
internal import ClipReading
internal import Containers
internal import Frames
package import Sound

/// What becomes of the sound of the clip that pictures come from.
package enum ClipSoundUse: Sendable {
  /// It is copied, or converted where the container cannot hold it.
  case copied
  /// The output has none.
  case none
  /// The first track is mixed with other sound; further ones are copied. Another sound may take the first track's
  /// place.
  case mixed(SoundMix, own: OwnSoundOpener? = nil)
}

/// The track of a mix in an output.
final class MixedTrack {
  private let mix: SoundMix
  private let clip: Demuxer?
  private let own: OwnSoundOpener?
  private let limits: VideoLimits
  private let encoder: SoundEncoder
  private let index: Int32
  private let delay: AVRational
  private let speed: PlaybackSpeed
  private var sound: MixedSound?
  private var taken: Int64 = 0
  /// The place of the clip's track that is in the mix; nil where it has none.
  let ownTrack: Int?

  /// Adds the stream.
  ///
  /// - Parameters:
  ///   - clip: what the clip's own sound is in; nil where there is none.
  ///   - own: the sound that takes its place; nil for none.
  init(
    _ mix: SoundMix, of clip: Demuxer?, own: OwnSoundOpener? = nil, limits: VideoLimits,
    to output: Muxer, beside codec: EncoderSettings.Codec, speed: PlaybackSpeed
  ) throws(VideoError) {
    let name = output.container.mixEncoder(beside: codec)
    guard let encoder = SoundEncoder(stereo: name) else { throw .noEncoder(codec: name) }
    (self.mix, self.clip, self.limits, self.encoder) = (mix, clip, limits, encoder)
    (self.own, self.speed) = (own, speed)
    let stream = unsafe try output.addStream(of: encoder)
    unsafe index = stream.pointee.index
    delay = unsafe output.delay(of: stream.pointee.codecpar)
    ownTrack = try clip.flatMap { clip throws(VideoError) in
      try ClipSound(of: clip, limits: limits, startTicks: 0, Rational.one.raw)?.track
    }
  }

  /// Fixes what is 0 in the output, and finds the loudness of the whole; called once, before `deliver`.
  func begin(_ window: TrackCopy.Window) throws(VideoError) {
    let (ticks, timeBase) = (window.start.ticks, window.start.timeBase)
    encoder.begin(at: 0)
    sound = try MixedSound.levelled(
      mix,
      origin: Ticks.rescaled(
        ticks &- Ticks.rescaled(mix.zero.ticks, from: mix.zero.timeBase.raw, to: timeBase),
        from: timeBase, to: AVRational(num: 1, den: Int32(StereoSound.rate))),
      keepsOwnEnd: !window.trims, speed: speed
    ) { () throws(VideoError) in
      if let own { return try own() }
      return mix.voice.heard(
        try clip.flatMap { clip throws(VideoError) in
          try ClipSound(of: clip, limits: limits, startTicks: ticks, timeBase)
        })
    }
  }

  /// Writes what begins before `limit` seconds in the output; nil is all that remains.
  func deliver(before limit: Double?, in output: Muxer) throws(VideoError) {
    guard let sound else { return }
    let end = limit.flatMap { Int64(exactly: ($0 * Double(StereoSound.rate)).rounded()) }
    var isLast = false
    while !isLast, end.map({ taken < $0 }) ?? true {
      if let samples = try sound.next() {
        taken += Int64(samples.count / 2)
        try encoder.append(samples)
      } else {
        isLast = true
      }
      if isLast, end != nil { break }
      unsafe try encoder.encode(upTo: nil, isLast: isLast) { packet throws(VideoError) in
        unsafe try output.write(
          packet, of: index, unit: AVRational(num: 1, den: encoder.rate), delay: delay)
      }
    }
  }

  /// What was lost of the clip's own sound, in a line; nil where it is whole.
  var damage: String? { sound?.damage ?? undecoded }

  /// Said where the clip's own sound is not in the mix.
  private var undecoded: String? {
    guard ownTrack == nil, let track = clip?.firstSound,
      let stream = unsafe clip?.stream(track)
    else { return nil }
    return
      unsafe "\(LeftOutTrack.name(of: stream, track)) is not in the mix: no decoder takes its codec or its rate"
  }
}
