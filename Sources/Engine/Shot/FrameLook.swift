package import Timelines

/// What a frame's picture tells of its subjects: found once a frame, shared by all that is drawn on them.
package struct FrameLook: Sendable {
  /// What lies on the cards, and the light on them, by their identities.
  package var cards: [Int: CardInShot] = [:]
  /// The light on faces, by their identities.
  package var faces: [Int: FaceLight] = [:]

  package init() {}

  /// Takes what other frames tell.
  package init(of state: FrameState) { faces = state.light?.faces ?? [:] }
}
