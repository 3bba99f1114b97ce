import Geometry
import Placement
import Recipe
import Timelines

/// Draws the shapes of the annotations: faces, hands and printed pictures as the tracker saw them, poses, and the layers'
/// outlines.
struct ShapesPass: Pass {
  private let annotations: Annotations

  init?(_ setup: PassSetup) {
    annotations = setup.options.annotations
    if annotations.isDisjoint(with: [.landmarks, .quads, .hands, .axes, .cards]) { return nil }
  }

  mutating func draw<Target: FrameSurface & ~Copyable>(
    _ state: FrameState, on surface: inout Target
  ) throws -> PixelArea? {
    let faces =
      annotations.contains(.landmarks)
      ? state.faces.compactMap { FaceAnnotation($0, at: state) } : []
    let outlines =
      annotations.contains(.quads)
      ? state.placements.map { LayerOutline($0, at: state) } : []
    let axes =
      annotations.contains(.axes) ? state.faces.compactMap { PoseAxes($0, at: state) } : []
    let hands =
      annotations.contains(.hands) ? state.hands.compactMap { HandAnnotation($0, at: state) } : []
    let cards =
      annotations.contains(.cards) ? state.images.compactMap { CardAnnotation($0, at: state) } : []
    let boxes =
      faces.map(\.box) + outlines.compactMap(\.box) + axes.map(\.box) + hands.map(\.box)
      + cards.map(\.box)
    guard let first = boxes.first,
      let area = PixelArea(
        boxes.dropFirst().reduce(first) { $0.union($1) }, margin: Self.margin,
        in: state.output.output)
    else { return nil }
    if faces.count + outlines.count + axes.count + cards.count > 0 {
      let canvas = try AnnotationCanvas(area)
      for card in cards { card.draw(on: canvas) }
      for face in faces { face.draw(on: canvas) }
      for outline in outlines { outline.draw(on: canvas) }
      for pose in axes { pose.draw(on: canvas) }
      try canvas.draw(on: &surface)
    }
    for hand in hands {
      // By itself: two hands are often far apart, and between them is nothing.
      guard let area = PixelArea(hand.box, margin: Self.margin, in: state.output.output) else {
        continue
      }
      let canvas = try AnnotationCanvas(area)
      hand.draw(on: canvas)
      try canvas.draw(on: &surface)
    }
    return area
  }

  /// How far lines and dots reach beyond the points that they join, and chroma beyond them, in pixels.
  private static let margin = 16.0
}
