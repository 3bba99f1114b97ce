import Avatars
import Drawing
import Foundation
package import Geometry
import Hud
import Placement
import Recipe
import Session
package import Timelines
import Tracking

/// Writes what the annotations have to say, in the finished picture: it is readable in a mirrored one
/// too.
package struct LetteringPass: Pass {
  private let annotations: Annotations
  private let blendshapes: BlendshapeChoice
  /// The theme of the HUD, which is drawn afterwards; nil without one.
  private let hudTheme: HudTheme?
  private var stamps = AnnotationText.Stamps()

  package init?(_ setup: PassSetup) throws {
    annotations = setup.options.annotations
    blendshapes = setup.options.blendshapes
    if annotations.isSubset(of: [.landmarks, .hud]) { return nil }
    hudTheme = annotations.contains(.hud) ? try setup.options.hud.theme.load() : nil
  }

  package mutating func draw<Target: FrameSurface & ~Copyable>(
    _ state: FrameState, on surface: inout Target
  ) throws -> PixelArea? {
    let (text, bars) = try lettering(of: state)
    guard let box = text.box, let area = PixelArea(box, margin: 2, in: state.output.output) else {
      return nil
    }
    for bar in bars {
      guard let area = PixelArea(bar.room, margin: 2, in: state.output.output) else { continue }
      let canvas = try AnnotationCanvas(area)
      try bar.draw(on: canvas)
      try canvas.draw(on: &surface)
    }
    try text.draw(on: &surface, &stamps)
    return area
  }

  /// Where the lines and lists of a frame lie.
  package func boxes(of state: FrameState) throws -> [Rectangle<OutputSpace>] {
    try lettering(of: state).text.boxes
  }

  /// What is written, in the order in which it finds room: what belongs to one place only comes first.
  private func lettering(
    of state: FrameState
  ) throws -> (text: AnnotationText, bars: [BlendshapeBars]) {
    var text = AnnotationText(
      on: state.output.output,
      beside: state.faces.compactMap { FaceAnnotation.covered(by: $0, at: state) })
    if let hudTheme, state.session != nil {
      let place = state.hudPlace?.arrangement ?? .standard
      for area in HudAreas.all(hudTheme, on: state.output.output, place) { text.keepOff(area) }
    }
    if annotations.contains(.timing) { try tellTime(of: state, in: &text) }
    let bars =
      annotations.contains(.blendshapes)
      ? state.faces.compactMap { BlendshapeBars($0, blendshapes, at: state, among: &text) } : []
    if annotations.contains(.quads) {
      for face in state.faces { try name(face, at: state, in: &text) }
      try nameLayers(at: state, in: &text)
    }
    if annotations.contains(.axes) {
      for face in state.faces { try tellPose(of: face, at: state, in: &text) }
    }
    if !annotations.isDisjoint(with: [.hands, .gestures]) {
      for hand in state.hands { try name(hand, at: state, in: &text) }
    }
    if annotations.contains(.cards) {
      for image in state.images { try name(image, at: state, in: &text) }
    }
    return (text, bars)
  }

  /// In the upper left corner: the time, how long ago the tracker's last sample was, and the session's
  /// state.
  private func tellTime(
    of state: FrameState, in text: inout AnnotationText
  ) throws(DrawingError) {
    var words = [String(format: "%.3f s", state.timeMs / 1000)]
    if let sampleMs = state.sampleMs {
      words.append("sample \(String(format: "%.0f", max(0, state.timeMs - sampleMs))) ms ago")
    } else {
      words.append("no sample yet")
    }
    if let session = SessionState.allCases.map(\.rawValue).first(where: {
      state.moment["session.\($0)"] > 0
    }) {
      words.append(session)
    }
    if state.moment["session.asksForTeeth"] > 0 {
      let share = state.moment["session.teethVisible"]
      words.append(share < 0 ? "teeth unseen" : "teeth \(Int((share * 100).rounded())) %")
    }
    try text.add(words.joined(separator: " · "), above: Point2(0, 0), Colour(0xFFFFFF))
  }

  /// Above a face: how its head is turned.
  private func tellPose(
    of face: TimedFace, at state: FrameState, in text: inout AnnotationText
  ) throws(DrawingError) {
    guard let axes = PoseAxes(face, at: state) else { return }
    let corner = Self.corner(of: axes.box, at: state)
    let angles = [("yaw", axes.yaw), ("pitch", axes.pitch), ("roll", axes.roll)]
    // A whole number that is 0 has no sign.
    let words = angles.map { "\($0) \(Int($1.rounded()))°" }
    try text.add(
      words.joined(separator: " · "), above: corner, Colour(0xFFFFFF),
      naming: state.output.finished(axes.origin))
  }

  /// Above a hand: whose it is, and what it shows.
  private func name(
    _ seen: SeenHand, at state: FrameState, in text: inout AnnotationText
  ) throws(DrawingError) {
    guard let found = HandAnnotation(seen, at: state) else { return }
    var words: [String] = []
    if annotations.contains(.hands) {
      words.append("\(seen.hand.handedness?.rawValue.lowercased() ?? "a") hand")
    }
    // That a hand shows no gesture needs no label.
    if annotations.contains(.gestures), seen.gesture.categoryName != Self.noGesture {
      let percent = Int((min(max(seen.gesture.score, 0), 1) * 100).rounded())
      words.append("\(seen.gesture.categoryName) \(percent) %")
    }
    guard !words.isEmpty else { return }
    let corner = Self.corner(of: found.box, at: state)
    try text.add(
      words.joined(separator: " · "), above: Point2(corner.x, corner.y - text.padding),
      Colour(0xFFFFFF, 0.4 + 0.6 * seen.opacity), naming: state.output.finished(found.box.center))
  }

  /// The category of hands that show no gesture, as recognisers and rules name it.
  private static let noGesture = "None"

  /// Above a printed picture: its name, which one it is, and the part of it that agrees.
  private func name(
    _ image: TimedImage, at state: FrameState, in text: inout AnnotationText
  ) throws(DrawingError) {
    guard let found = CardAnnotation(image, at: state) else { return }
    let corner = Self.corner(of: found.box, at: state)
    let percent = Int((min(max(image.image.score, 0), 1) * 100).rounded())
    try text.add(
      "\(image.image.name) · \(image.identity) · \(percent) %",
      above: Point2(corner.x, corner.y - text.padding), Colour(0xFFFFFF, 0.4 + 0.6 * image.opacity))
  }

  /// The upper left corner of what lies in a box before the mirror.
  private static func corner(
    of box: Rectangle<OutputSpace>, at state: FrameState
  ) -> Point2<OutputSpace> {
    let sides = [box.left, box.right].map { state.output.finished(Point2($0, box.top)).x }
    return Point2(min(sides[0], sides[1]), box.top)
  }

  /// The layers' names at the edges of the picture, one below the other by the heights of what they name.
  private func nameLayers(
    at state: FrameState, in text: inout AnnotationText
  ) throws(DrawingError) {
    struct Name {
      var placement: LayerPlacement
      var place: Point2<OutputSpace>
      var isAtLeft: Bool
    }
    let size = state.output.output
    let names = state.placements.compactMap { placement -> Name? in
      let corners = placement.corners.corners
      guard let box = Rectangle(around: corners) else { return nil }
      let isAtLeft = box.center.x < Double(size.width) / 2
      // The corner that is next to the edge, so that no leader crosses the face.
      let place = corners.min {
        isAtLeft ? ($0.x, $0.y) < ($1.x, $1.y) : (-$0.x, $0.y) < (-$1.x, $1.y)
      }
      return place.map { Name(placement: placement, place: $0, isAtLeft: isAtLeft) }
    }
    let ordered = names.enumerated().sorted {
      ($0.element.place.y, $0.offset) < ($1.element.place.y, $1.offset)
    }
    for name in ordered.map(\.element) {
      let percent = Int((name.placement.opacity * 100).rounded())
      try text.addAtEdge(
        percent < 100 ? "\(name.placement.layer) \(percent) %" : name.placement.layer,
        LayerOutline.colour(ofLayer: name.placement.layerIndex), naming: name.place,
        atLeft: name.isAtLeft)
    }
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
      Colour(0xFFFFFF),
      naming: Point2((corners[0].x + corners[1].x) / 2, found.box.bottom))
  }
}
