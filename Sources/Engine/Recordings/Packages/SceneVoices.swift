import AvatarFiles
import Avatars
import Placement
package import SceneFiles
package import Scenes
import Sound
import Timelines

/// The decoded sounds of scenes.
package enum SceneVoices {
  /// Decodes a file of a scene's sounds.
  static func read(
    _ file: String, of package: ScenePackage
  ) throws(ScenePackageError) -> StereoSound {
    do throws(SoundError) {
      guard let bytes = package.sounds[file] else {
        throw .unreadable(path: file, reason: "the file is not in the package")
      }
      return try SoundFile.read(bytes, named: file, seconds: seconds(file, of: package.scene))
    } catch {
      throw .faulty(path: package.path, SceneFaults([SceneFault(error, in: file)]))
    }
  }

  private static func seconds(_ file: String, of scene: Scene) -> Double {
    file == scene.greeting ? SoundLimits.greetingSeconds : SoundLimits.sceneSeconds
  }

  /// What is to be said against the sounds of a package, beside what reading it tells.
  package static func lint(path: String) throws(ScenePackageError) -> [SceneFault] {
    guard let package = try? ScenePackage.load(path: path, checksPictures: false) else { return [] }
    return package.sounds.keys.sorted().flatMap { file -> [SceneFault] in
      let sound: StereoSound
      do throws(SoundError) {
        sound = try SoundFile.read(
          package.sounds[file] ?? [], named: file, seconds: seconds(file, of: package.scene))
      } catch {
        return [SceneFault(error, in: file)]
      }
      return package.scene.sounds.filter { $0.file == file }.compactMap { use in
        let peak = sound.peak * StereoSound.factor(ofDecibels: use.gain)
        guard peak > 1 else { return nil }
        let found = (Double(peak) * 100).rounded() / 100
        return SceneFault(
          .sound(
            "its largest sample is \(found) times full scale at a gain of \(use.gain) dB; expected at most 1: make"
              + " it softer, so that it is not distorted where little else is heard"),
          severity: .warning, file: file)
      }
    }
  }
}

extension SceneFault {
  fileprivate init(_ error: SoundError, in file: String) {
    switch error {
    case .tooLong(_, let limit):
      self.init(
        .package(.overLimit(what: "the sound", found: "more than \(limit) s", limit: "\(limit) s")),
        file: file)
    default: self.init(.package(.unreadableFile(reason: error.reason)), file: file)
    }
  }
}

extension MeasuredScene {
  /// The scene with greetings that are drawn at least as long as they are spoken.
  func holdingGreeting(forMs spokenMs: Double) -> MeasuredScene {
    var held = scene
    for index in held.items.indices {
      guard case .text(let text) = held.items[index].content,
        text.field == SceneSounds.greetingField, held.items[index].durationMs > 0
      else { continue }
      held.items[index].durationMs = max(held.items[index].durationMs, spokenMs)
    }
    guard held != scene else { return self }
    var measured = MeasuredScene(held, printAspect: printAspect, pictures: pictures)
    measured.models = models
    return measured
  }
}
