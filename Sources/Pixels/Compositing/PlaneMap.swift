internal import Geometry

/// How texels of a texture's level 0 lie on one plane of a picture, and back.
///
/// Both matrices are scaled so that their sign and size mean something: the weight of what is
/// before the horizon is positive, and 1 everywhere for an affine map.
struct PlaneMap {
  /// A matrix by its rows: x, y, weight.
  ///
  /// Rows are written as calls: a list in brackets would be a heap allocation each, every frame.
  struct Matrix {
    var x, y, w: SIMD3<Double>

    static func * (a: Matrix, b: Matrix) -> Matrix {
      func row(_ r: SIMD3<Double>) -> SIMD3<Double> { b.x * r.x + b.y * r.y + b.w * r.z }
      return Matrix(x: row(a.x), y: row(a.y), w: row(a.w))
    }

    static func * (a: Matrix, p: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3((a.x * p).sum(), (a.y * p).sum(), (a.w * p).sum())
    }

    static func * (a: Matrix, scale: Double) -> Matrix {
      Matrix(x: a.x * scale, y: a.y * scale, w: a.w * scale)
    }

    /// The inverse times the determinant, and the determinant.
    var adjugate: (matrix: Matrix, determinant: Double) {
      func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
      }
      let (a, b, c) = (cross(y, w), cross(w, x), cross(x, y))
      return (
        Matrix(x: SIMD3(a.x, b.x, c.x), y: SIMD3(a.y, b.y, c.y), w: SIMD3(a.z, b.z, c.z)),
        (x * a).sum()
      )
    }
  }

  /// From texels of level 0 to the plane's pixels.
  let forward: Matrix
  /// From the plane's pixels to texels of level 0.
  let backward: Matrix

  /// Composes the map; nil where the homography is not finite or squeezes the plane flat.
  ///
  /// - Parameters:
  ///   - subsampling: pixels of the picture to one of the plane, each way.
  ///   - origin: where the middle of the plane's first pixel lies in the picture.
  init?(
    _ homography: Homography<ArtworkSpace, OutputSpace>, outline: Outline,
    subsampling: SIMD2<Double> = [1, 1], origin: SIMD2<Double> = [0.5, 0.5]
  ) {
    guard homography.isFinite else { return nil }
    let h = homography
    let artwork = Matrix(
      x: SIMD3(h.h0, h.h1, h.h2), y: SIMD3(h.h3, h.h4, h.h5), w: SIMD3(h.h6, h.h7, h.h8))
    let box = Matrix(
      x: SIMD3(1, 0, Double(outline.left)), y: SIMD3(0, 1, Double(outline.top)), w: SIMD3(0, 0, 1))
    let plane = Matrix(
      x: SIMD3(1 / subsampling.x, 0, 0.5 - origin.x / subsampling.x),
      y: SIMD3(0, 1 / subsampling.y, 0.5 - origin.y / subsampling.y), w: SIMD3(0, 0, 1))
    let composed = plane * artwork * box
    // A homography's scale has no meaning, nor has its sign. The side of the horizon that is
    // drawn is the one on which the middle of the artwork lies, whatever of it is transparent.
    let weight = (composed.w * SIMD3(outline.middle.x, outline.middle.y, 1)).sum()
    guard weight.isFinite, weight != 0 else { return nil }
    let scaled = composed * (1 / weight)
    let (adjugate, determinant) = scaled.adjugate
    guard determinant.isFinite, determinant.magnitude >= .leastNormalMagnitude else { return nil }
    forward = scaled
    backward = adjugate * (1 / determinant)
    guard (forward * SIMD3(1, 1, 1)).sum().isFinite, (backward * SIMD3(1, 1, 1)).sum().isFinite
    else { return nil }
  }

  /// How fast texels pass at a pixel of the plane; nil for one behind the horizon.
  func footprint(x: Double, y: Double) -> Footprint? {
    let p = backward * SIMD3(x, y, 1)
    guard p.z > 0 else { return nil }
    let (u, v) = (p.x / p.z, p.y / p.z)
    let right =
      SIMD2(
        backward.x.x - u * backward.w.x, backward.y.x - v * backward.w.x) / p.z
    let down =
      SIMD2(
        backward.x.y - u * backward.w.y, backward.y.y - v * backward.w.y) / p.z
    let footprint = Footprint(right: right, down: down)
    return footprint.isFinite ? footprint : nil
  }
}

/// What a pixel covers of a texture's level 0: a parallelogram, in texels.
struct Footprint {
  /// The step of one pixel to the right.
  var right: SIMD2<Double>
  /// The step of one pixel down.
  var down: SIMD2<Double>

  /// The parallelogram's area.
  var area: Double { (right.x * down.y - right.y * down.x).magnitude }

  /// Whether all numbers are finite, the area among them.
  var isFinite: Bool { area.isFinite && (right.x + right.y + down.x + down.y).isFinite }
}
