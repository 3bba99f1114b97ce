import Avatars

/// When the sounds of avatars are heard that faces wear: each begins at the sample with which its avatar is worn and
/// the last of its conditions begins to hold, as a layer of the same conditions appears.
struct HeardAvatars: Sendable {
  /// The sounds of each avatar as layers, whose conditions they have.
  private let layers: [[Layer]]
  private var triggers: [Int: TriggerStates] = [:]
  /// By face: the sounds that hold, by avatar.
  private var holding: [Int: [Int: Set<Int>]] = [:]
  private(set) var heard: [AvatarSoundCue] = []

  /// Makes it; nil where no avatar has a sound.
  init?(_ avatars: [MeasuredAvatar]) {
    guard avatars.contains(where: { !$0.avatar.sounds.isEmpty }) else { return nil }
    layers = avatars.map { measured in
      measured.avatar.sounds.map { Layer(name: $0.file, image: "", scale: 1, when: $0.on) }
    }
  }

  /// Takes a face's next sample into account.
  ///
  /// - Parameters:
  ///   - avatars: those that the face wears or may put on.
  ///   - worn: the one that it wears.
  mutating func observe(
    _ face: Int, _ avatars: Set<Int>, worn: Int?, _ state: SceneFace, atMs timeMs: Double
  ) {
    for avatar in avatars.sorted() where !layers[avatar].isEmpty {
      let layers = layers[avatar]
      triggers[avatar, default: TriggerStates()].observe(
        face: face, layers: layers, state: state, atMs: timeMs)
      let now = Set(
        layers.indices.filter {
          avatar == worn
            && triggers[avatar]?.shows(layer: $0, of: layers, face: face) ?? false
        })
      let before = holding[face]?[avatar] ?? []
      heard += now.subtracting(before).sorted().map {
        AvatarSoundCue(avatar: avatar, sound: $0, startMs: timeMs)
      }
      holding[face, default: [:]][avatar] = now
    }
  }
}

/// A sound of an avatar that is heard once.
public struct AvatarSoundCue: Hashable, Sendable {
  /// The place of the avatar.
  public var avatar: Int
  /// The place of the sound among the avatar's.
  public var sound: Int
  /// When it begins, in milliseconds on the clip's timeline.
  public var startMs: Double
}
