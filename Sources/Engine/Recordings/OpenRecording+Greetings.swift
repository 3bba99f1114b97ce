import ClipReading
import Foundation
import Passes
import SceneFiles
import Scenes
import Sound
import Text
import Timelines

/// What is said of greetings that are not heard, or not to their end.
extension OpenRecording {
  /// A greeting, and the places of the scenes that may speak it.
  private struct Greeting {
    var name: String
    var scenes: [Int]
  }

  /// What is cut off goes unsaid up to so much: as long as sound that a clip has beyond its last frame.
  private static let unsaidSamples = Int64(StereoSound.rate) / 10

  /// The greeting that is given, or those of the scenes' packages.
  private var spoken: [Greeting] {
    if let given = settings.sound.greeting {
      let name = (given as NSString).lastPathComponent
      return [Greeting(name: Shown.text(name), scenes: Array(greetings.indices))]
    }
    return scenes.packages.enumerated().compactMap { place, package in
      package.scene.greeting.map {
        Greeting(name: "\(Shown.text(package.scene.id))/\(Shown.text($0))", scenes: [place])
      }
    }
  }

  private func isShown(_ greeting: Greeting) -> Bool {
    greeting.scenes.contains {
      scenes.packages[$0].scene.textFields.contains(SceneSounds.greetingField)
    }
  }

  private func line(_ greeting: Greeting, _ words: String) -> String {
    // The service calls its file by no other name.
    "the greeting\(greeting.name == "greeting" ? "" : " \(greeting.name)") is \(words)"
  }

  /// Said where a sound is given that nothing plays.
  var unheard: [String] {
    let sound = settings.sound
    guard sound.isKept else { return [] }
    if clip.isOfStills, clip.info.frameCount ?? 1 == 1 {
      return sound.music == nil && !sound.playsSession && spoken.isEmpty
        ? [] : ["music, greetings and the session are not heard: the recording is a still"]
    }
    return spoken.filter { !isShown($0) }.map {
      line(
        $0,
        "not heard: no scene of the recording's cards has a text of the field"
          + " \"\(SceneSounds.greetingField)\"")
    }
  }

  /// Said of each greeting of which nothing is heard, or not its end.
  ///
  /// - Parameters:
  ///   - voices: those that are in the mix, by the place of the scene.
  ///   - absences: why those that appear are not, likewise.
  ///   - startMs: when the first frame begins, in milliseconds on the clip's timeline.
  ///   - endMs: when the last one ends.
  func greetingNotes(
    _ voices: [Int: [SoundMix.Event]], _ absences: [Int: SceneSounds.Absence],
    startMs: Double, endMs: Double
  ) -> [String] {
    spoken.filter(isShown).compactMap { greeting in
      let parts = greeting.scenes.flatMap { scene in
        (voices[scene] ?? []).map {
          Part($0, count: Int64(greetings[scene]?.count ?? 0), startMs: startMs, endMs: endMs)
        }
      }
      guard let best = parts.max(by: { $0.heard < $1.heard }) else {
        let absence = greeting.scenes.lazy.compactMap { absences[$0] }.first
        return line(greeting, "not heard: \(Self.words(absence, endMs: endMs))")
      }
      guard best.heard > 0 else {
        return line(
          greeting, "not heard: it is spoken before the clip begins, at \(Self.seconds(startMs)) s")
      }
      guard best.count - best.heard > Self.unsaidSamples else { return nil }
      let (heard, all) = (Self.seconds(samples: best.heard), Self.seconds(samples: best.count))
      return line(greeting, "cut off: \(heard) of \(all) s are heard, \(best.end)")
    }
  }

  /// How much of a voice is heard.
  private struct Part {
    let heard, count: Int64
    /// What cuts it off.
    let end: String

    init(_ event: SoundMix.Event, count: Int64, startMs: Double, endMs: Double) {
      self.count = count
      let first = max(event.start, StereoSound.place(ofMs: startMs) ?? 0)
      let last = StereoSound.place(ofMs: endMs) ?? .max
      let own = event.start + count
      heard = max(0, min(own, event.fade ?? .max, last) - first)
      end =
        if let fade = event.fade, fade < min(own, last) {
          "then its card has left"
        } else if last < own {
          "then the clip ends"
        } else {
          "the clip begins within it"
        }
    }
  }

  private static func words(_ absence: SceneSounds.Absence?, endMs: Double) -> String {
    switch absence {
    case .afterEnd(let atMs):
      "its text appears at \(seconds(atMs)) s, the clip ends at \(seconds(endMs)) s"
    case .afterCard(let leftMs, let atMs):
      "its text appears at \(seconds(atMs)) s, its card has left at \(seconds(leftMs)) s"
    case .afterVoice(let untilMs): "another greeting is spoken until \(seconds(untilMs)) s"
    case nil: "nothing happens in the clip that its text begins with"
    }
  }

  private static func seconds(samples: Int64) -> String {
    seconds(Double(samples) * 1000 / Double(StereoSound.rate))
  }

  private static func seconds(_ ms: Double) -> String { Shown.number((ms / 100).rounded() / 10) }
}
