package import Frames

/// What is heard in a clip beside its own sound, and when.
package struct SoundMix: Sendable {
  /// A sound that is heard once.
  package struct Event: Hashable, Sendable {
    /// Its place among the sounds.
    package var sound: Int
    /// The sample of the clip's timeline at which it begins.
    package var start: Int64
    /// The sample at which it begins to fade; nil where it is heard to its end.
    package var fade: Int64?
    /// What its samples are multiplied by.
    package var factor: Float
    /// Whether all else is softer meanwhile.
    package var isVoice: Bool

    /// Makes an event.
    package init(
      sound: Int, start: Int64, fade: Int64? = nil, factor: Float = 1, isVoice: Bool = false
    ) {
      (self.sound, self.start, self.fade) = (sound, start, fade)
      (self.factor, self.isVoice) = (factor, isVoice)
    }
  }

  package private(set) var sounds: [StereoSound]
  /// By rising start.
  package private(set) var events: [Event]
  /// What is heard from the begin of the output to its end, again and again; nil for none.
  package private(set) var music: StereoSound?
  /// The sample of the clip's timeline at which the last frame ends, and music with it.
  package private(set) var end: Int64
  /// What becomes of the clip's own sound, with which it is mixed.
  package var voice = VoiceChoice.keep
  /// The clip's tick that is 0 on its timeline, and the seconds of a tick.
  package var zero: (ticks: Int64, timeBase: Rational) = (0, .one)
  /// Whether the job is cancelled, so that its loudness is not looked for any longer.
  package var isCancelled: @Sendable () -> Bool = { false }
  private var voices: [Range<Int64>]

  /// Samples of a ramp under a voice, and of the fade of a sound whose scene ends: 200 ms.
  package static let ramp = Int64(StereoSound.rate) / 5
  /// Samples of the fade of music at its end: two seconds.
  package static let musicFade = Int64(StereoSound.rate) * 2
  /// What a voice leaves of all else: 9 dB less.
  package static let ducked = StereoSound.factor(ofDecibels: -9)

  /// Makes a mix; events in the order in which they are given are added at each sample.
  package init(
    sounds: [StereoSound], events: [Event], music: StereoSound? = nil, end: Int64
  ) {
    self.sounds = sounds
    self.events = events.filter { sounds.indices.contains($0.sound) && sounds[$0.sound].count > 0 }
      .enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
    self.music = music.flatMap { $0.count > 0 ? $0 : nil }
    self.end = end
    voices = self.events.filter(\.isVoice).map { event in
      event.start..<Self.end(of: event, sounds[event.sound])
    }
  }

  /// The same at a speed, parted: what is heard with the clip, at its own speed, and the music from 0 of the output
  /// on, which is never stretched.
  ///
  /// - Parameter origin: the sample of the clip's timeline at which the output begins.
  func parted(at speed: PlaybackSpeed, origin: Int64) -> (clip: SoundMix, music: SoundMix?) {
    var (clip, alone) = (self, self)
    clip.music = nil
    guard music != nil else { return (clip, nil) }
    func output(_ place: Int64) -> Int64 { speed.output(samples: place - origin) }
    (alone.sounds, alone.events, alone.end) = ([], [], output(end))
    alone.voices = voices.map { output($0.lowerBound)..<output($0.upperBound) }
    return (clip, alone)
  }

  /// Whether there is nothing to hear.
  package var isEmpty: Bool { events.isEmpty && music == nil }

  /// The sample behind an event's last.
  private static func end(of event: Event, _ sound: StereoSound) -> Int64 {
    let end = event.start + Int64(sound.count)
    return max(event.start, min(end, event.fade.map { max($0, event.start) + ramp } ?? end))
  }

  /// Adds what is heard to samples of the clip's own sound.
  ///
  /// Each sample is a function of its place alone, whatever the pieces.
  ///
  /// - Parameters:
  ///   - place: the sample of the clip's timeline at which they begin.
  ///   - origin: the one at which the output begins, and music with it.
  package func add(to samples: inout [Float], at place: Int64, origin: Int64) {
    let count = samples.count / 2
    let span = place..<(place + Int64(count))
    var sums = samples.map { Double($0) }
    if let music {
      let length = Int64(music.count)
      for offset in 0..<max(0, min(Int64(count), end - place)) where place + offset >= origin {
        let factor = Float(min(end - place - offset, Self.musicFade)) / Float(Self.musicFade)
        let from = 2 * Int((place + offset - origin) % length)
        Self.add(music.samples, from, factor, to: &sums, 2 * Int(offset))
      }
    }
    var spoken: [Event] = []
    for event in events {
      if event.start >= span.upperBound { break }
      if event.isVoice { spoken.append(event) } else { add(event, to: &sums, span) }
    }
    duck(&sums, span)
    for event in spoken { add(event, to: &sums, span) }
    for index in samples.indices { samples[index] = Float(sums[index]) }
  }

  private static func add(
    _ samples: [Float], _ from: Int, _ factor: Float, to sums: inout [Double], _ to: Int
  ) {
    sums[to] += Double(samples[from] * factor)
    sums[to + 1] += Double(samples[from + 1] * factor)
  }

  private func add(_ event: Event, to sums: inout [Double], _ span: Range<Int64>) {
    let sound = sounds[event.sound]
    let heard = (event.start..<Self.end(of: event, sound)).clamped(to: span)
    for place in heard {
      var factor = event.factor
      if let fade = event.fade, place >= fade {
        factor *= Float(Self.ramp - min(Self.ramp, place - fade)) / Float(Self.ramp)
      }
      Self.add(
        sound.samples, 2 * Int(place - event.start), factor, to: &sums,
        2 * Int(place - span.lowerBound))
    }
  }

  /// Makes all that is no voice softer while one is heard, with ramps from its begin and from its end on.
  private func duck(_ sums: inout [Double], _ span: Range<Int64>) {
    let near = voices.filter {
      $0.lowerBound < span.upperBound && $0.upperBound + Self.ramp > span.lowerBound
    }
    guard !near.isEmpty else { return }
    for place in span {
      let depth = near.reduce(0) { max($0, Self.depth(at: place, of: $1)) }
      let factor = 1 - (1 - Double(Self.ducked)) * Double(depth) / Double(Self.ramp)
      let index = 2 * Int(place - span.lowerBound)
      sums[index] *= factor
      sums[index + 1] *= factor
    }
  }

  /// How far a voice ducks the rest at a sample, 0 to `ramp`.
  private static func depth(at place: Int64, of voice: Range<Int64>) -> Int64 {
    let reached = min(min(place, voice.upperBound) - voice.lowerBound, ramp)
    return max(0, reached - max(0, place - voice.upperBound))
  }
}
