import ClipReading
package import ClipWriting
package import Isolation
import Passes
import Placement
import Recipe
import SceneFiles
import Scenes
import Sound
import Timelines

extension OpenRecording {
  /// What becomes of the clip's sound: it is copied where nothing else is heard.
  ///
  /// The whole of a plan's parts is heard as this tells it, whichever part is rendered.
  ///
  /// - Throws: `SoundError`, and `ScenePackageError` for sounds of scenes.
  package func sound(_ cancellation: Cancellation) throws -> ClipSoundUse {
    let choice = settings.sound
    guard choice.isKept else { return .none }
    let names = scenes.packages.contains { !$0.scene.sounds.isEmpty }
    guard names || greetings.contains(where: { $0 != nil }) || choice.music != nil,
      !clip.isOfStills || clip.info.frameCount ?? 1 > 1
    else { return .copied }
    let music = try choice.music.map {
      try SoundFile.read(path: $0, seconds: SoundLimits.musicSeconds)
    }
    let endMs = try clip.frameTable().endMs
    let (sounds, events) = try sceneEvents(endMs: endMs)
    if events.isEmpty, music == nil { return .copied }
    guard endMs / 1000 <= SoundLimits.clipSeconds, let end = StereoSound.place(ofMs: endMs) else {
      throw SoundError.tooMany(
        what: "seconds of a clip in which sound is mixed", found: "\((endMs / 1000).rounded())",
        limit: "\(Int(SoundLimits.clipSeconds))")
    }
    var mix = SoundMix(sounds: sounds, events: events, music: music, end: end)
    mix.zero = (clip.info.timelineOrigin, clip.info.timeBase)
    mix.isCancelled = { cancellation.isRequested }
    return .mixed(mix)
  }

  private func sceneEvents(
    endMs: Double
  ) throws -> (sounds: [StereoSound], events: [SoundMix.Event]) {
    let heard = try timelines.sceneSounds(endMs: endMs, most: SoundLimits.events)?.heard ?? []
    guard heard.count <= SoundLimits.events else {
      throw SoundError.tooMany(
        what: "sounds of scenes that are heard in the clip", found: "more",
        limit: "\(SoundLimits.events)")
    }
    var sounds: [StereoSound] = []
    var places: [SceneSounds.Source: Int] = [:]
    var files: [String: Int] = [:]
    var spokenUntil = Int64.min
    var events: [SoundMix.Event] = []
    for event in heard {
      guard let start = StereoSound.place(ofMs: event.startMs) else { continue }
      let place: Int
      var (decibels, isVoice) = (0.0, false)
      switch event.source {
      case .greeting(let scene):
        // One voice does not speak over another.
        guard let greeting = greetings[scene], start >= spokenUntil else { continue }
        place = places[event.source] ?? sounds.count
        if place == sounds.count { sounds.append(greeting) }
        (spokenUntil, isVoice) = (start + Int64(greeting.count), true)
      case .sound(let scene, let index):
        let package = scenes.packages[scene]
        let sound = package.scene.sounds[index]
        decibels = sound.gain
        let file = "\(scene)/\(sound.file)"
        place = files[file] ?? sounds.count
        if place == sounds.count {
          sounds.append(try SceneVoices.read(sound.file, of: package))
          files[file] = place
          try Self.check(sounds)
        }
      }
      places[event.source] = place
      events.append(
        SoundMix.Event(
          sound: place, start: start, fade: event.endMs.flatMap(StereoSound.place),
          factor: StereoSound.factor(ofDecibels: decibels), isVoice: isVoice))
    }
    return (sounds, events)
  }

  /// Refuses sounds that would fill the memory.
  private static func check(_ sounds: [StereoSound]) throws(SoundError) {
    let seconds = sounds.reduce(0) { $0 + $1.milliseconds } / 1000
    guard seconds > SoundLimits.scenesSeconds else { return }
    throw .tooMany(
      what: "all sounds of the scenes together", found: "\(Int(seconds.rounded(.up))) s",
      limit: "\(Int(SoundLimits.scenesSeconds)) s")
  }
}
