package import AvatarFiles
package import Avatars
import Placement
package import SceneFiles
package import Scenes
import Sound
import Text
import Timelines

/// The decoded sounds of avatars.
package enum AvatarVoices {
  /// Decodes a file of an avatar's sounds.
  static func read(
    _ file: String, of package: AvatarPackage
  ) throws(AvatarPackageError) -> StereoSound {
    do throws(SoundError) {
      return try PackageVoice.read(file, package.sounds, SoundLimits.sceneSeconds)
    } catch {
      throw .faulty(
        path: package.path, AvatarFaults([AvatarFault(AvatarFault.Kind(error), file: file)]))
    }
  }

  /// What is to be said against the sounds of a package, beside what reading it tells.
  package static func lint(path: String) throws(AvatarPackageError) -> [AvatarFault] {
    guard let package = try? AvatarPackage.load(path: path, decoding: .later) else { return [] }
    return PackageVoice.lint(
      package.sounds, uses: package.avatar.sounds.map { ($0.file, $0.gain) },
      seconds: { _ in SoundLimits.sceneSeconds }
    ).map { AvatarFault($0.kind, severity: $0.severity, file: $0.file) }
  }
}

/// The decoded sounds of scenes.
package enum SceneVoices {
  /// Decodes a file of a scene's sounds.
  static func read(
    _ file: String, of package: ScenePackage
  ) throws(ScenePackageError) -> StereoSound {
    do throws(SoundError) {
      return try PackageVoice.read(file, package.sounds, seconds(file, of: package.scene))
    } catch {
      throw .faulty(
        path: package.path,
        SceneFaults([SceneFault(.package(AvatarFault.Kind(error)), file: file)]))
    }
  }

  private static func seconds(_ file: String, of scene: Scene) -> Double {
    file == scene.greeting ? SoundLimits.greetingSeconds : SoundLimits.sceneSeconds
  }

  /// What is to be said against the sounds of a package, beside what reading it tells; and its greeting.
  package static func lint(path: String) throws(ScenePackageError) -> [SceneFault] {
    guard let package = try? ScenePackage.load(path: path, checksPictures: false) else { return [] }
    let scene = package.scene
    return PackageVoice.lint(
      package.sounds, uses: scene.sounds.map { ($0.file, $0.gain) },
      greeting: scene.greeting, isSpoken: scene.textFields.contains(SceneSounds.greetingField),
      seconds: { seconds($0, of: scene) }
    ).map { SceneFault(.package($0.kind), severity: $0.severity, file: $0.file) }
  }
}

/// What the sounds of avatars and of scenes have in common.
private enum PackageVoice {
  typealias Fault = (kind: AvatarFault.Kind, severity: AvatarFault.Severity, file: String)

  static func read(
    _ file: String, _ sounds: [String: [UInt8]], _ seconds: Double
  ) throws(SoundError) -> StereoSound {
    guard let bytes = sounds[file] else {
      throw .unreadable(path: file, reason: "the file is not in the package")
    }
    return try SoundFile.read(bytes, named: file, seconds: seconds)
  }

  /// - Parameters:
  ///   - uses: the files with the gains that they are heard at.
  ///   - greeting: the file that is spoken; nil for none.
  ///   - isSpoken: whether something speaks it.
  static func lint(
    _ sounds: [String: [UInt8]], uses: [(file: String, gain: Double)], greeting: String? = nil,
    isSpoken: Bool = true, seconds: (String) -> Double
  ) -> [Fault] {
    sounds.keys.sorted().flatMap { file -> [Fault] in
      let sound: StereoSound
      do throws(SoundError) {
        sound = try read(file, sounds, seconds(file))
      } catch {
        return [(AvatarFault.Kind(error), .error, file)]
      }
      var found: [Fault] = uses.filter { $0.file == file }.compactMap { _, gain in
        let peak = sound.peak * StereoSound.factor(ofDecibels: gain)
        guard peak > 1 else { return nil }
        let times = (Double(peak) * 100).rounded() / 100
        return (
          .sound(
            "its largest sample is \(times) times full scale at a gain of \(gain) dB; expected at most 1: make"
              + " it softer, so that it is not distorted where little else is heard"), .warning,
          file
        )
      }
      if file == greeting {
        let length = Shown.number((sound.milliseconds / 100).rounded() / 10)
        let gap =
          isSpoken
          ? "" : "; no text has the field \"\(SceneSounds.greetingField)\", with which it is spoken"
        found.append(
          (.sound("the spoken greeting, \(length) s\(gap)"), isSpoken ? .note : .warning, file))
      }
      return found
    }
  }
}

extension AvatarFault.Kind {
  fileprivate init(_ error: SoundError) {
    switch error {
    case .tooLong(_, let limit):
      self = .overLimit(
        what: "the sound", found: "more than \(limit) s", limit: "\(limit) s")
    default: self = .unreadableFile(reason: error.reason)
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
