package import Recipe
package import Timelines

/// One step by which a frame is finished, such as its filter: a file of its own, and a line in
/// `PassList`.
///
/// What a pass makes of a surface depends on the surface and on the state of the recording at the
/// frame's time: never on which frames it was given before, or how many. It changes no pixel outside
/// the area that it states.
package protocol Pass: SendableMetatype {
  /// What it is drawn in.
  static var scope: PassScope { get }

  /// Makes the pass; nil where nothing is asked of it.
  init?(_ setup: PassSetup) throws

  /// Draws on a surface.
  ///
  /// - Parameter state: The state at the frame's time. Before the mirror pass, places on the surface
  ///   are those of `OutputMapping.toComposite`; after it, those of `OutputMapping.finished`.
  /// - Returns: the area that was touched; nil where there was nothing to do.
  mutating func draw<Target: FrameSurface & ~Copyable>(
    _ state: FrameState, on surface: inout Target
  ) throws -> PixelArea?
}

extension Pass {
  package static var scope: PassScope { .frame }
}

/// What a pass is drawn in.
package enum PassScope: Sendable {
  /// The frame, whose places it follows.
  case frame
  /// What is left of the frame in the end: it is laid out anew in a picture that was cut.
  case cutPicture
}

package struct PassSetup {
  package let options: PassOptions
  /// The avatars that faces wear, and their textures.
  package let avatars: LayerTextures
  /// The scenes on cards, and their textures.
  package let scenes: SceneTextures

  package init(
    _ options: PassOptions, avatars: LayerTextures, scenes: SceneTextures = SceneTextures()
  ) {
    (self.options, self.avatars, self.scenes) = (options, avatars, scenes)
  }
}
