import Filters
import Placement
import Recipe
import Timelines

/// Gives the picture its look, avatars and all.
struct FilterPass: Pass {
  private var painter: FilterPainter

  init?(_ setup: PassSetup) {
    guard let filter = setup.options.filter, !filter.isIdentity else { return nil }
    painter = FilterPainter(filter)
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
