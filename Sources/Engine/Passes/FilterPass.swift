import Filters
import Placement
import Recipe
import Timelines

/// Gives the picture its looks, avatars and all, one after the other.
struct FilterPass: Pass {
  private var painter: ChainPainter

  init?(_ setup: PassSetup) {
    painter = ChainPainter(setup.options.filters)
    if painter.isIdentity { return nil }
  }

  mutating func draw<Target: FrameSurface & ~Copyable>(
    _ state: FrameState, on surface: inout Target
  ) throws -> PixelArea? {
    try unsafe surface.withFinishedPixels { planes in
      try unsafe painter.apply(to: planes, atMs: state.timeMs)
    } colours: { picture, matrix in
      try painter.apply(to: &picture, atMs: state.timeMs, matrix: matrix)
    }
    return PixelArea(state.output.output)
  }
}
