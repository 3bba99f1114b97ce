import Sound

/// The sounds of a mix, each decoded once, and when they begin.
struct HeardSounds {
  private(set) var sounds: [StereoSound] = []
  private(set) var events: [SoundMix.Event] = []
  private(set) var kinds: Set<RecordingSound.Kind> = []
  private var places: [String: Int] = [:]
  /// The sample with which the output begins: what ends before it is not heard.
  private let first: Int64

  init(fromMs startMs: Double) { first = StereoSound.place(ofMs: startMs) ?? 0 }

  /// Adds a sound that is heard once.
  ///
  /// - Parameters:
  ///   - name: equal for equal sounds.
  ///   - endMs: when it begins to fade; nil where it is heard to its end.
  ///   - gain: how much louder it is, in dB.
  ///   - read: decodes it.
  mutating func add(
    _ kind: RecordingSound.Kind, _ name: String, startMs: Double, endMs: Double? = nil,
    gain: Double = 0, read: () throws -> StereoSound
  ) throws {
    guard let start = StereoSound.place(ofMs: startMs) else { return }
    guard events.count < SoundLimits.events else { throw Self.tooMany }
    let place = places[name] ?? sounds.count
    if place == sounds.count {
      sounds.append(try read())
      places[name] = place
      if kind != .greeting { try checkLength() }
    }
    // Of a greeting that is spoken before it is told that it is not heard.
    guard kind == .greeting || start + Int64(sounds[place].count) > first else { return }
    kinds.insert(kind)
    events.append(
      SoundMix.Event(
        sound: place, start: start, fade: endMs.flatMap(StereoSound.place),
        factor: StereoSound.factor(ofDecibels: gain), isVoice: kind == .greeting))
  }

  private static let tooMany = SoundError.tooMany(
    what: "sounds that are heard in the clip", found: "more", limit: "\(SoundLimits.events)")

  /// Refuses sounds that would fill the memory.
  private func checkLength() throws(SoundError) {
    let seconds = sounds.reduce(0) { $0 + $1.milliseconds } / 1000
    guard seconds > SoundLimits.scenesSeconds else { return }
    throw .tooMany(
      what: "all sounds of scenes and avatars together", found: "\(Int(seconds.rounded(.up))) s",
      limit: "\(Int(SoundLimits.scenesSeconds)) s")
  }
}
