import SceneFiles
import Scenes

/// A sound that the scene of a printed picture names, as it is told to people and programs.
public struct NamedSound: Hashable, Sendable, Encodable {
  /// The name of the scene.
  public var scene: String
  /// The path of its file inside the package.
  public var file: String
  /// What it begins with, such as `seen` or `cue tap`.
  public var on: String
  /// How much louder it is, in dB.
  public var gain: Double
}

extension SceneSelection {
  /// The sounds of the scenes of some printed pictures.
  public func sounds(showing names: Set<String>) throws -> [NamedSound] {
    try paths(showing: names).flatMap { _, path -> [NamedSound] in
      let scene = try SceneCache.scene(path: path)
      let greeting = scene.greeting.map {
        NamedSound(
          scene: scene.id, file: $0, on: "the text of the field greeting", gain: 0)
      }
      return scene.sounds.map { sound in
        let on =
          switch sound.start {
          case .seen: "seen"
          case .after(let item):
            "after \(scene.items.indices.contains(item) ? scene.items[item].name : "")"
          case .cue(let cue): "cue \(cue)"
          case .gesture(let name, let near): "gesture \(name)\(near ? " near the card" : "")"
          }
        return NamedSound(scene: scene.id, file: sound.file, on: on, gain: sound.gain)
      } + [greeting].compactMap(\.self)
    }
  }
}
