import Drawing
import FaceModel
import Foundation
import Geometry

extension HeadView {
  /// The nose: a soft tip, two nostrils, and a line on the side that is turned away.
  func drawNose(on canvas: borrowing Canvas) {
    let ink = palette.line.mixed(with: palette.skinShadow, 0.45)
    for left in [false, true] {
      let nostril = landmarks(left ? [290, 328, 326] : [60, 99, 97])
      canvas.fill(.taper(nostril, width: 0.24 * unit, peak: 0.55), ink.opacity(0.7))
      let wing = landmarks(left ? [279, 278, 294, 327] : [49, 48, 64, 98])
      canvas.fill(.taper(wing, width: 0.16 * unit, peak: 0.6), ink.opacity(0.5))
    }
    let tip = landmark(4)
    canvas.glow(
      PicturePoint(tip.x - 0.25 * unit, tip.y - 0.25 * unit), 0.75 * unit,
      palette.skinLight.opacity(0.85))
  }

  /// The mouth: its inside with teeth and tongue, and the lips.
  func drawMouth(on canvas: borrowing Canvas) {
    let inner = FaceTopology.innerLips
    let outer = FaceTopology.outerLips
    // Each loop runs along the lower lip first, from the subject's right corner.
    let (lowerEdge, upperEdge) = (inner[0...10], Array(inner[10...]) + [inner[0]])
    let opening = Path.shape([landmarks(Array(lowerEdge)), landmarks(upperEdge)])
    let lips = Path.shape([
      landmarks(Array(outer[0...10])), landmarks(Array(outer[10...]) + [outer[0]]),
    ])
    canvas.fill(lips, palette.lips.opacity(0.18 + 0.26 * pose.expression.jawOpen))
    if pose.expression.jawOpen > 0.02 {
      canvas.fill(opening, Colour(0x5A1C24))
      canvas.clipped(to: opening) { drawTeeth(on: canvas) }
    }
    let ink = palette.line
    let seam = landmarks(upperEdge)
    canvas.fill(.taper(seam, width: 0.26 * unit), ink.opacity(0.95))
    canvas.fill(
      .taper(landmarks(Array(outer[3...7])), width: 0.14 * unit),
      palette.skinShadow.mixed(with: ink, 0.3).opacity(0.6))
    for corner in [61, 291] {
      let spot = landmark(corner)
      canvas.glow(spot, 0.3 * unit, palette.line.opacity(0.22))
    }
  }

  private func drawTeeth(on canvas: borrowing Canvas) {
    let open = pose.expression.jawOpen
    func jaw(_ x: Double, _ y: Double, _ z: Double) -> PicturePoint {
      head(ExpressionMesh.jawTurned(Point3(x, y, z), open: open))
    }
    // The tongue lies on the lower jaw.
    canvas.fill(
      .loop([
        jaw(-1.5, -5.6, 3.4), jaw(-1.2, -4.6, 4), jaw(-0.4, -4.35, 4.4), jaw(0, -4.45, 4.5),
        jaw(0.4, -4.35, 4.4), jaw(1.2, -4.6, 4), jaw(1.5, -5.6, 3.4),
      ]), Colour(0xD8606A))
    let arch = stride(from: -60.0, through: 60, by: 20).map { $0 * Double.pi / 180 }
    let gums = arch.map { head(2.1 * sin($0), -3.6, 2.7 + 2.1 * cos($0)) }
    let edge = arch.map { head(2.1 * sin($0), -4.78, 2.75 + 2.1 * cos($0)) }
    canvas.fill(.shape([gums, edge.reversed()]), Colour(0xFFFDF6))
    let lowerGums = arch.map { jaw(1.9 * sin($0), -5.6, 2.5 + 2 * cos($0)) }
    let lowerEdge = arch.map { jaw(1.9 * sin($0), -4.72, 2.5 + 2 * cos($0)) }
    canvas.fill(.shape([lowerEdge, lowerGums.reversed()]), Colour(0xF4ECDD))
    for index in edge.indices.dropFirst().dropLast() {
      canvas.stroke(
        .line(through: [gums[index], edge[index]]), Colour(0xC9A9A0, 0.5), width: 0.05 * unit)
    }
  }
}
