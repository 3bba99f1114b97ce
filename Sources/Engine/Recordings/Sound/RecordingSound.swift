package import ClipWriting

/// What becomes of the sound of a recording's clip.
package struct RecordingSound: Sendable {
  /// What may be mixed with a clip's own sound.
  package enum Kind: CaseIterable, Sendable {
    case scenes, avatars, session, greeting, music
  }

  package var use: ClipSoundUse
  /// What is mixed with it.
  package var kinds: Set<Kind> = []
  /// What a person should know of greetings, a line each.
  package var notes: [String] = []

  package init(_ use: ClipSoundUse) { self.use = use }
}
