import Avatars
import FaceModel
import Foundation
import Geometry

/// The chain from the artwork to the output once more, step by step in plain numbers, as
/// the formulas stand in the specification: no maps, no types, no matrices joined.
struct ReferenceChain {
  typealias Pair = (x: Double, y: Double)

  /// The tracker's picture.
  var w, h: Double
  var rotation = 0
  var mirroredTracker = false
  var sceneW, sceneH: Double
  /// The output.
  var outW, outH: Double
  var mirroredOutput = false
  /// In the scene as the viewer sees it.
  var crop: (x: Double, y: Double, width: Double, height: Double)
  /// What the file says.
  var landmarks: [Pair] = []
  var matrix: [Double]?
  var snap = true
  /// The header's fx, fy, cx and cy; nil for 63 degrees.
  var intrinsics: [Double]?

  func landmark(_ i: Int) -> Pair {
    guard mirroredTracker else { return landmarks[i] }
    let seen = landmarks[FaceTopology.mirrorIndex[i]]
    return (w - seen.x, seen.y)
  }

  func scene(_ p: Pair) -> Pair {
    let turned: (Pair, Double, Double) =
      switch rotation {
      case 90: ((h - p.y, p.x), h, w)
      case 180: ((w - p.x, h - p.y), w, h)
      case 270: ((p.y, w - p.x), h, w)
      default: (p, w, h)
      }
    return (turned.0.x * sceneW / turned.1, turned.0.y * sceneH / turned.2)
  }

  func output(_ p: Pair) -> Pair {
    let x = mirroredOutput ? sceneW - p.x : p.x
    return ((x - crop.x) * outW / crop.width, (p.y - crop.y) * outH / crop.height)
  }

  private func mean(_ points: [Pair]) -> Pair {
    let n = Double(points.count)
    return (points.reduce(0) { $0 + $1.x } / n, points.reduce(0) { $0 + $1.y } / n)
  }

  func anchorInScene(_ numbers: [Int]) -> Pair {
    mean(numbers.map { scene(landmark($0)) })
  }

  /// f of a picture point, in eye distances.
  func face(_ p: Pair, _ layer: Layer, iw: Double, ih: Double) -> (Double, Double, Double) {
    let k: Double = mirroredOutput && layer.mirror == .keep ? -1 : 1
    let u = k * (p.x - layer.pivot.x * iw) * layer.scale / iw
    let v = -(p.y - layer.pivot.y * ih) * layer.scale / iw
    let r = layer.rotation * Double.pi / 180
    let turnedU = u * cos(r) + v * sin(r)
    let turnedV = -u * sin(r) + v * cos(r)
    return (turnedU + layer.offset.x, turnedV + layer.offset.y, layer.offset.z)
  }

  func byLandmarks(_ p: Pair, _ layer: Layer, iw: Double, ih: Double) -> Pair {
    byLandmarks(face(p, layer, iw: iw, ih: ih), layer)
  }

  func byLandmarks(_ f: (Double, Double, Double), _ layer: Layer) -> Pair {
    let eR = anchorInScene([33, 133])
    let eL = anchorInScene([263, 362])
    let phi = atan2(eL.y - eR.y, eL.x - eR.x)
    var d = hypot(eL.x - eR.x, eL.y - eR.y)
    if layer.scaleReference == .faceWidth {
      let (l, r) = (scene(landmark(454)), scene(landmark(234)))
      d = hypot(l.x - r.x, l.y - r.y) / 2.432189
    }
    let a = anchorInScene(layer.anchor.landmarks)
    let (dx, dy) = (f.0, -f.1)
    return (a.x + d * (cos(phi) * dx - sin(phi) * dy), a.y + d * (sin(phi) * dx + cos(phi) * dy))
  }

  /// f of a picture point on a curved surface, raised by so much along its normal.
  func bent(
    _ p: Pair, _ layer: Layer, _ curve: SurfaceCurve, raised h: Double, iw: Double, ih: Double
  ) -> (Double, Double, Double) {
    var flat = layer
    flat.offset = .zero
    var (u, v, _) = face(p, flat, iw: iw, ih: ih)
    if curve.centre == .anchor { (u, v) = (u + layer.offset.x, v + layer.offset.y) }
    let a = curve.radiusX.map { u / $0 } ?? 0
    let b = curve.radiusY.map { v / $0 } ?? 0
    let (rx, ry) = (curve.radiusX ?? 0, curve.radiusY ?? 0)
    var x = curve.radiusX == nil ? u : rx * sin(a)
    var y = curve.radiusY == nil ? v : ry * sin(b)
    var z = rx * (cos(a) - 1) + ry * (cos(b) - 1) + layer.offset.z
    if curve.centre == .pivot { (x, y) = (x + layer.offset.x, y + layer.offset.y) }
    let n = (sin(a) * cos(b), cos(a) * sin(b), cos(a) * cos(b))
    let length = (n.0 * n.0 + n.1 * n.1 + n.2 * n.2).squareRoot()
    (x, y, z) = (x + h * n.0 / length, y + h * n.1 / length, z + h * n.2 / length)
    return (x, y, z)
  }

  /// A point of the canonical face in the scene, and its depth in centimetres.
  func project(_ m: (Double, Double, Double)) -> (Pair, depth: Double) {
    var rows = matrix ?? []
    if mirroredTracker {
      for i in [1, 2, 3, 4, 8] { rows[i] = -rows[i] }
    }
    let cam = [0, 4, 8].map { r -> Double in
      let turned: Double = rows[r] * m.0 + rows[r + 1] * m.1 + rows[r + 2] * m.2
      return turned + rows[r + 3]
    }
    let focal = h / (2 * tan(31.5 * Double.pi / 180))
    let k = intrinsics ?? [focal, focal, w / 2, h / 2]
    let ahead = mirroredTracker ? w - k[2] : k[2]
    let seen: Pair = (ahead + k[0] * cam[0] / -cam[2], k[3] - k[1] * cam[1] / -cam[2])
    return (scene(seen), -cam[2])
  }

  func anchorOnFace(_ numbers: [Int]) -> (Double, Double, Double) {
    let v = numbers.map { CanonicalFace.vertices[$0] }
    let n = Double(v.count)
    return (
      v.reduce(0) { $0 + $1.x } / n, v.reduce(0) { $0 + $1.y } / n, v.reduce(0) { $0 + $1.z } / n
    )
  }

  /// How far the snap moves the layer.
  func move(_ layer: Layer) -> Pair {
    guard snap, !landmarks.isEmpty else { return (0, 0) }
    let target = anchorInScene(layer.anchor.landmarks)
    let seen = project(anchorOnFace(layer.anchor.landmarks)).0
    return (target.x - seen.x, target.y - seen.y)
  }

  func byMatrix(_ p: Pair, _ layer: Layer, iw: Double, ih: Double) -> (Pair, depth: Double) {
    byMatrix(face(p, layer, iw: iw, ih: ih), layer)
  }

  func byMatrix(_ f: (Double, Double, Double), _ layer: Layer) -> (Pair, depth: Double) {
    let a = anchorOnFace(layer.anchor.landmarks)
    let kappa = 6.302291
    let (point, depth) = project((a.0 + kappa * f.0, a.1 + kappa * f.1, a.2 + kappa * f.2))
    let move = move(layer)
    return ((point.x + move.x, point.y + move.y), depth)
  }
}
