package import Timelines

/// The passes that finish a frame, in their order: the one recipe of clips, pictures, avatars alone and
/// single frames, which differ in their surfaces.
package struct PassList {
  /// Every pass that there is, first to last.
  ///
  /// Shapes are drawn before the mirror, so that a mirrored output is the plain one flipped;
  /// lettering after it, so that it stays readable.
  package static let all: [any Pass.Type] = [
    AvatarPass.self,
    FilterPass.self,
    ShapesPass.self,
    MirrorPass.self,
    LetteringPass.self,
    HudPass.self,
  ]

  /// Those of which something is asked.
  package var passes: [any Pass]

  /// Makes the passes that a setup asks for.
  ///
  /// - Parameter scope: that of the passes; nil for all of them.
  package init(_ setup: PassSetup, in scope: PassScope? = nil) throws {
    passes = try Self.all.filter { scope == nil || $0.scope == scope }.compactMap {
      try $0.init(setup)
    }
  }

  /// Finishes a frame.
  package mutating func draw<Target: FrameSurface & ~Copyable>(
    _ state: FrameState, on surface: inout Target
  ) throws {
    for index in passes.indices { _ = try passes[index].draw(state, on: &surface) }
  }
}
