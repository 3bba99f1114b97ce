import Drawing
import Foundation
import Geometry
import Placement
import Tracking

/// Writes what the annotations have to say, in the finished picture: it is readable in a mirrored one
/// too.
package struct LetteringPass: Pass {
  private let annotations: Annotations

  package init?(_ setup: PassSetup) {
    annotations = setup.options.annotations
    if !annotations.contains(.quads) { return nil }
  }

  package mutating func draw<Target: FrameSurface & ~Copyable>(
    _ state: FrameState, on surface: inout Target
  ) throws -> PixelArea? {
    var text = AnnotationText(on: state.output.output)
    for face in state.faces { try name(face, at: state, in: &text) }
    for placement in state.placements { try name(placement, in: &text) }
    guard let box = text.box, let area = PixelArea(box, margin: 2, in: state.output.output) else {
      return nil
    }
    let canvas = try AnnotationCanvas(area)
    try text.draw(on: canvas)
    try canvas.draw(on: &surface)
    return area
  }

  /// A layer's name, at the upper left of its outline.
  private func name(
    _ placement: LayerPlacement, in text: inout AnnotationText
  ) throws(DrawingError) {
    let corner = placement.corners.corners.min { ($0.x + $0.y, $0.x) < ($1.x + $1.y, $1.x) }
    guard let corner else { return }
    let percent = Int((placement.opacity * 100).rounded())
    try text.add(
      percent < 100 ? "\(placement.layer) \(percent) %" : placement.layer, above: corner,
      LayerOutline.colour(ofLayer: placement.layerIndex))
  }

  /// Under a face: which it is, where its sample comes from, and its residual.
  private func name(
    _ face: TimedFace, at state: FrameState, in text: inout AnnotationText
  ) throws(DrawingError) {
    guard let found = FaceAnnotation(face, at: state) else { return }
    let corners = [
      Point2<OutputSpace>(found.box.left, found.box.bottom),
      Point2<OutputSpace>(found.box.right, found.box.bottom),
    ].map(state.output.finished)
    let left = min(corners[0].x, corners[1].x)
    var words = ["face \(face.identity)", face.source.rawValue]
    if let residual = state.residual(of: face) {
      words.append("residual \(String(format: "%.1f", residual)) px")
    }
    try text.add(
      words.joined(separator: " · "), above: Point2(left, found.box.bottom + 2 * text.height),
      Colour(0xFFFFFF))
  }
}
