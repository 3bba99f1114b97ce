import AvatarFiles
import Avatars
import ClipReading
import ClipWriting
import Hud
package import Isolation
import Passes
import Placement
import Recipe
import SceneFiles
import Scenes
import Session
import Sound
import Timelines

extension OpenRecording {
  /// What becomes of the clip's sound: it is copied where nothing else is heard.
  ///
  /// The whole of a plan's parts is heard as this tells it, whichever part is rendered.
  ///
  /// - Throws: `SoundError`, and for sounds of packages `AvatarPackageError` and `ScenePackageError`.
  package func sound(_ cancellation: Cancellation) throws -> RecordingSound {
    let choice = settings.sound
    guard choice.isKept else { return RecordingSound(.none) }
    let names =
      scenes.packages.contains { !$0.scene.sounds.isEmpty }
      || textures.avatars.contains { !$0.avatar.sounds.isEmpty }
    guard
      names || choice.playsSession || greetings.contains(where: { $0 != nil })
        || choice.music != nil,
      !clip.isOfStills || clip.info.frameCount ?? 1 > 1
    else { return try unmixed(cancellation) }
    let music = try choice.music.map {
      try SoundFile.read(path: $0, seconds: SoundLimits.musicSeconds)
    }
    let table = try clip.frameTable()
    let seen = try timelines.sceneSounds(endMs: table.endMs, most: SoundLimits.events)
    var heard = HeardSounds(fromMs: table.timesMs.first ?? 0)
    var voices: [Int: [SoundMix.Event]] = [:]
    var absences = seen?.absences ?? [:]
    try add(seen, to: &heard, &voices, &absences)
    for cue in try timelines.avatarSounds(endMs: table.endMs) {
      let package = textures.package(ofAvatar: cue.avatar)
      let sound = package.avatar.sounds[cue.sound]
      try heard.add(
        .avatars, "avatar \(cue.avatar) \(sound.file)", startMs: cue.startMs, gain: sound.gain
      ) { try AvatarVoices.read(sound.file, of: package) }
    }
    if choice.playsSession {
      for cue in try timelines.sessionSounds(endMs: table.endMs, most: SoundLimits.events) {
        let name = cue.sound.rawValue
        try heard.add(.session, "session \(name)", startMs: cue.startMs) {
          try SoundFile.read(cue.sound.file, named: name, seconds: SoundLimits.sceneSeconds)
        }
      }
    }
    var sound = RecordingSound(.copied)
    sound.kinds = heard.kinds.union(music == nil ? [] : [.music])
    sound.notes = greetingNotes(
      voices, absences, startMs: table.timesMs.first ?? 0, endMs: table.endMs)
    if sound.kinds.isEmpty {
      sound.use = try unmixed(cancellation).use
      return sound
    }
    guard table.endMs / 1000 <= SoundLimits.clipSeconds,
      let end = StereoSound.place(ofMs: table.endMs)
    else {
      throw SoundError.tooMany(
        what: "seconds of a clip in which sound is mixed",
        found: "\((table.endMs / 1000).rounded())", limit: "\(Int(SoundLimits.clipSeconds))")
    }
    var mix = SoundMix(sounds: heard.sounds, events: heard.events, music: music, end: end)
    mix.zero = (clip.info.timelineOrigin, clip.info.timeBase)
    mix.isCancelled = { cancellation.isRequested }
    mix.voice = choice.voice
    sound.use = .mixed(mix)
    return sound
  }

  /// The clip's own sound alone.
  private func unmixed(_ cancellation: Cancellation) throws -> RecordingSound {
    switch settings.sound.voice {
    case .keep: return RecordingSound(.copied)
    case .mute: return RecordingSound(.none)
    case .shift:
      guard clip.isHeard, let end = StereoSound.place(ofMs: try clip.frameTable().endMs) else {
        return RecordingSound(.none)
      }
      var mix = SoundMix(sounds: [], events: [], end: end)
      mix.zero = (clip.info.timelineOrigin, clip.info.timeBase)
      mix.isCancelled = { cancellation.isRequested }
      mix.voice = .shift
      return RecordingSound(.mixed(mix))
    }
  }

  /// How long the greeting of a scene is spoken, in milliseconds; 0 where it has none.
  package func greetingMs(ofScene scene: Int) -> Double {
    greetings.indices.contains(scene) ? greetings[scene]?.milliseconds ?? 0 : 0
  }

  /// Adds what is heard of scenes.
  ///
  /// - Parameters:
  ///   - voices: the greetings that are spoken, by the place of the scene.
  ///   - absences: why others are not.
  private func add(
    _ seen: SceneSounds?, to heard: inout HeardSounds, _ voices: inout [Int: [SoundMix.Event]],
    _ absences: inout [Int: SceneSounds.Absence]
  ) throws {
    var spokenUntilMs = -Double.infinity
    for event in seen?.heard ?? [] {
      switch event.source {
      case .greeting(let scene):
        // One voice does not speak over another.
        guard let greeting = greetings[scene] else { continue }
        guard event.startMs >= spokenUntilMs else {
          absences[scene] = absences[scene] ?? .afterVoice(untilMs: spokenUntilMs)
          continue
        }
        try heard.add(
          .greeting, "greeting \(scene)", startMs: event.startMs, endMs: event.endMs
        ) { greeting }
        spokenUntilMs = event.startMs + greeting.milliseconds
        if let last = heard.events.last { voices[scene, default: []].append(last) }
      case .sound(let scene, let index):
        let package = scenes.packages[scene]
        let sound = package.scene.sounds[index]
        try heard.add(
          .scenes, "scene \(scene) \(sound.file)", startMs: event.startMs, endMs: event.endMs,
          gain: sound.gain
        ) { try SceneVoices.read(sound.file, of: package) }
      }
    }
  }
}
