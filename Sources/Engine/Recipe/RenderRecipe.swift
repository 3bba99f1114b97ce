package import Avatars
package import Placement

/// A request that was resolved: what its frames look like, with what its packages and files hold.
///
/// Timelines read it; what is drawn with it are the textures of the same packages.
@dynamicMemberLookup
package struct RenderRecipe: Sendable {
  package var appearance: Appearance
  /// The avatars that faces wear, from left to right, and behind them those that are put on later.
  package var avatars: [MeasuredAvatar]
  /// How many of these faces get on their own; nil for all.
  package var givenAvatars: Int?
  /// What users did to avatars.
  package var avatarCues: [AvatarCue] = []
  /// The places of the avatars that swipes go through, in their order; nil where hands do nothing to avatars.
  package var swipedAvatars: [Int]?
  /// How avatars sit on faces.
  package var profile = FitProfile()
  /// What is drawn on cards; nil for nothing.
  package var scenes: ScenePlan?
  /// The session that avatars follow; nil for none, and then hands alone are followed.
  package var session: SessionPlan?

  package init(_ appearance: Appearance = Appearance(), avatars: [MeasuredAvatar] = []) {
    (self.appearance, self.avatars) = (appearance, avatars)
  }

  /// A member of what is asked for.
  package subscript<Value>(dynamicMember member: KeyPath<Appearance, Value>) -> Value {
    appearance[keyPath: member]
  }

  /// Whether the state of the session that is asked for is written into the picture.
  package var namesSession: Bool { session != nil && passes.annotations.contains(.timing) }

  /// Whether the session is drawn: the one that is asked for, or the game's own.
  package var showsSession: Bool { passes.annotations.contains(.hud) }

  /// Whether anything drawn depends on the session.
  package var followsSession: Bool {
    namesSession || showsSession || avatars.contains(where: \.avatar.followsRecording)
  }

  /// Whether something is drawn of the hands, or of the samples' ages: hands keep when their samples were taken.
  package var followsHands: Bool { passes.followsSamples || appearance.replay == .both }

  /// Whether cards hide what faces behind them wear.
  package var cardsHideAvatars: Bool { passes.occluders.contains(.cards) }

  /// Whether faces without a matrix need one that is solved from their landmarks.
  package var needsPoses: Bool {
    if passes.puppet { return true }
    let measuresByPose = avatars.lazy.flatMap(\.avatar.layers).contains {
      $0.scaleReference == .pose
    }
    return switch appearance.placement.mode {
    case .matrix: true
    case .auto: measuresByPose || avatars.contains(where: \.avatar.hasVolume)
    case .landmarks: measuresByPose
    }
  }

  /// Whether printed pictures are drawn.
  package var followsImages: Bool { passes.annotations.contains(.cards) }

  private var passes: PassOptions { appearance.passes }
}
