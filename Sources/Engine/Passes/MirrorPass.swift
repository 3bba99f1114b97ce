import Placement
import Recipe
import Timelines

/// Flips the picture left to right, as a selfie preview shows it.
struct MirrorPass: Pass {
  init?(_ setup: PassSetup) {
    guard setup.options.mirrored else { return nil }
  }

  mutating func draw<Target: FrameSurface & ~Copyable>(
    _ state: FrameState, on surface: inout Target
  ) throws -> PixelArea? {
    try surface.flipHorizontally()
    return PixelArea(state.output.output)
  }
}
