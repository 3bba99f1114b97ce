import Drawing
import FaceModel
import Foundation
import Geometry

// The girl's hair: a smooth cap parted in the middle, a fringe of locks, and two pigtails.

extension HeadView {
  /// The lowest point of the girl's hair in a direction about the head.
  private static func pigtailHairline(_ degrees: Double) -> Double {
    let turn = abs(degrees > 180 ? degrees - 360 : degrees)
    // The fringe, then up over the ear, then down to the nape.
    let fringe = 6.6
    let temple = 3.4
    let nape = -4.2
    if turn < 60 { return fringe + (temple - fringe) * smoothStep(34, 60, turn) }
    return temple + (nape - temple) * smoothStep(98, 140, turn)
  }

  private static let wholeCap = Scalp.cap(
    from: -180, to: 180, step: 10, hairline: pigtailHairline)
  private static let rearCap = Scalp.cap(from: 96, to: 264, step: 8, hairline: pigtailHairline)
  private static let frontCap = Scalp.cap(from: -100, to: 100, step: 5, hairline: pigtailHairline)

  /// What lies behind the face: the far side of the cap.
  func drawPigtailBack(on canvas: borrowing Canvas) {
    let area = Self.wholeCap.area(head, .both)
    canvas.stroke(Self.wholeCap.contour(head), palette.hairShadow, width: 0.3 * unit)
    canvas.fill(area, palette.hairShadow.mixed(with: palette.hair, 0.25))
    canvas.fill(Self.rearCap.area(head, .front), hairSheen)
  }

  /// Both pigtails with their ribbons; drawn over the jacket.
  func drawPigtails(on canvas: borrowing Canvas) {
    for side in [-nearSide, nearSide] {
      let root = Point3<CanonicalSpace>(side * 8.6, -1.2, -5.6)
      let knot = head(root)
      let scale = head.unit(at: root)
      // It hangs: straight down in the picture, thrown outwards by the head's tilt and turn.
      let swing = side * 1.5 + pose.roll * 0.03 - pose.yaw * 0.02
      func hang(_ down: Double, _ out: Double) -> PicturePoint {
        PicturePoint(
          knot.x + (side * out + swing * down / 9) * scale, knot.y + down * scale)
      }
      let line = [
        hang(-0.6, -0.6), hang(1.2, 0.5), hang(4, 1.2), hang(7, 1), hang(9.6, 0.3),
        hang(11.6, -0.5),
      ]
      let widths = [1.8, 3.2, 4.6, 4.2, 2.5, 0.15]
      let shape = Path.brush(line, widths: widths.map { $0 * scale })
      canvas.stroke(shape, palette.hairShadow, width: 0.3 * unit)
      canvas.fill(
        shape,
        .linear(
          from: hang(3, -2.5), to: hang(5, 3.5),
          [
            (0, palette.hair.mixed(with: palette.hairLight, 0.25)), (0.5, palette.hair),
            (1, palette.hairShadow),
          ]))
      canvas.clipped(to: shape) {
        for strand in [-0.9, -0.1, 0.8] {
          let points = zip(line, widths).map { point, width in
            PicturePoint(point.x + strand * width * 0.36 * scale, point.y)
          }
          canvas.fill(
            .taper(points, width: 0.22 * scale, peak: 0.4),
            strand < 0 ? palette.hairLight.opacity(0.75) : palette.hairShadow.opacity(0.6))
        }
      }
      drawRibbon(at: hang(0.4, 0.1), scale: scale, on: canvas)
    }
  }

  /// What lies before the face: the front of the cap, the fringe and its shine.
  func drawPigtailFront(on canvas: borrowing Canvas) {
    let fall = PictureVector(0.25 * unit, 0.75 * unit)
    var shadow = Path()
    for lock in Self.fringe {
      if let seen = lock.seen(head, offset: fall) { shadow.append(seen.area) }
    }
    // The fringe throws a soft shadow on the forehead.
    canvas.clipped(to: faceHull) {
      canvas.fill(shadow, palette.skinShadow.opacity(0.28))
    }
    let area = Self.frontCap.area(head, .front)
    canvas.fill(area, hairSheen)
    // Locks stand off the scalp a little, but do not break its outline.
    let outline = convexHull(Self.wholeCap.hull(head) + landmarks(FaceTopology.faceOval))
    canvas.clipped(to: .polygon(outline)) {
      drawShine(on: canvas)
      drawFringe(on: canvas)
    }
  }

  private func drawFringe(on canvas: borrowing Canvas) {
    for lock in Self.fringe.compactMap({ $0.seen(head) }) {
      // Ink and colour set in below the root, where the lock parts from the mass.
      let ink = palette.hairShadow
      canvas.stroke(
        lock.area,
        .linear(from: lock.root, to: lock.tip, [(0.12, ink.opacity(0)), (0.5, ink)]),
        width: 0.18 * unit)
      canvas.fill(
        lock.area,
        .linear(
          from: lock.root, to: lock.tip,
          [
            (0, palette.hair.opacity(0)), (0.3, palette.hair.mixed(with: palette.hairLight, 0.12)),
            (0.62, palette.hair.mixed(with: palette.hairLight, 0.75)), (0.78, palette.hair),
            (1, palette.hair.mixed(with: palette.hairShadow, 0.5)),
          ]))
    }
  }

  private func drawShine(on canvas: borrowing Canvas) {
    for degrees in stride(from: -96.0, through: 96, by: 12) {
      let parting = Lock(line: [(degrees, 10.5), (degrees, 6)], width: 0)
      guard parting.facing(head, at: 0) > 0.45 else { continue }
      let wave = 0.9 * sin(degrees * 0.21)
      let points = [0.12, 0.3, 0.5, 0.7, 0.9].map {
        head(Scalp.point(degrees + wave * 3, part: $0, downTo: Self.pigtailHairline(degrees)))
      }
      canvas.fill(.taper(points, width: 0.2 * unit), palette.hairShadow.opacity(0.4))
      let light = [0.36, 0.45, 0.56].map {
        head(Scalp.point(degrees + 5 + wave, part: $0 + 0.03 * wave, downTo: 6))
      }
      canvas.fill(.taper(light, width: 0.75 * unit), palette.hairLight.opacity(0.55))
    }
  }

  /// The colour of a rounded mass of hair that is lit from the upper left.
  var hairSheen: Paint {
    let lit = head(Point3(-3.5, 11, 2))
    return .radial(
      centre: lit, radius: 17 * unit,
      [
        (0, palette.hair.mixed(with: palette.hairLight, 0.55)), (0.3, palette.hair),
        (0.75, palette.hair.mixed(with: palette.hairShadow, 0.5)), (1, palette.hairShadow),
      ])
  }

  /// The locks on the forehead and before the ears, outer ones first.
  private static let fringe: [Lock] = {
    var locks: [Lock] = []
    for side in [-1.0, 1] {
      locks.append(
        Lock(
          line: [(side * 52, 10.4), (side * 66, 6), (side * 74, 2), (side * 72, -2.6)], width: 2.3,
          peak: 0.5, proud: 0.1))
      locks.append(
        Lock(
          line: [(side * 40, 11), (side * 54, 8), (side * 61, 5), (side * 62, 1.6)], width: 2.7,
          peak: 0.5))
      locks.append(
        Lock(
          line: [(side * 26, 11.6), (side * 38, 9), (side * 45, 6.6), (side * 48, 4)], width: 3.1,
          peak: 0.55))
      locks.append(
        Lock(
          line: [(side * 14, 12), (side * 24, 9.6), (side * 30, 7.4), (side * 33, 5)], width: 3.2,
          peak: 0.58))
    }
    locks.append(
      Lock(line: [(20, 12.2), (13, 10), (15, 7.6), (17, 5.3)], width: 3.2, peak: 0.58, proud: 0.3))
    locks.append(
      Lock(
        line: [(6, 12.4), (-12, 10), (-15, 7.6), (-16, 5.1)], width: 3.3, peak: 0.58, proud: 0.3))
    locks.append(
      Lock(line: [(8, 12.5), (2, 10), (0, 7.6), (-1, 5.5)], width: 3.2, peak: 0.6, proud: 0.4))
    return locks
  }()
}
