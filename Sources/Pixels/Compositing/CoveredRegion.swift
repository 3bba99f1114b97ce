/// The part of a plane that a texture can touch: a convex polygon, given out row by row.
///
/// The outline is cut in homogeneous coordinates, at the horizon and at the plane's edges, before
/// it is divided by the weight; so corners behind the camera or a billion pixels away do no harm.
/// Pixels of the polygon's surroundings that it does not touch only cost time, never a change.
@unsafe struct CoveredRegion {
  /// Room for the octagon and one more corner for each of the five cuts, and to spare.
  static let capacity = 24

  /// How far beyond the outline a pixel can be touched: half a pixel by its taps, and 1.5 texels
  /// of a level by bilinear sampling, which are at most 1.2 pixels where a level is chosen by the
  /// pixel's short side. (A layer seen from its edge, 32 times longer than wide, is blurred
  /// further; what lies beyond is left out.)
  private static let reach = 2.0

  private let corners: UnsafeMutableBufferPointer<SIMD3<Double>>
  private let count: Int
  private let width: Int
  /// The rows that may be touched.
  let rows: Range<Int>

  /// Finds the region; both buffers have room for `capacity` corners and outlive the region.
  init(
    outline: Outline, map: PlaneMap, width: Int, height: Int,
    buffers: (UnsafeMutableBufferPointer<SIMD3<Double>>, UnsafeMutableBufferPointer<SIMD3<Double>>)
  ) {
    var (polygon, other) = unsafe buffers
    var count = outline.corners.count
    for i in 0..<count {
      let corner = outline.corners[i]
      unsafe polygon[i] = map.forward * SIMD3(corner.x, corner.y, 1)
    }
    let (right, bottom) = unsafe (Double(width) + Self.reach, Double(height) + Self.reach)
    // Nearer to the horizon than this the artwork is magnified or shrunk a million times.
    let horizon = 1e-6
    let cuts: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) = unsafe (
      [0, 0, 1, -horizon], [1, 0, Self.reach, 0], [-1, 0, right, 0], [0, 1, Self.reach, 0],
      [0, -1, bottom, 0]
    )
    func cut(_ plane: SIMD4<Double>) {
      count = unsafe Self.cut(polygon, count, by: plane, into: other)
      unsafe swap(&polygon, &other)
    }
    cut(cuts.0)
    cut(cuts.1)
    cut(cuts.2)
    cut(cuts.3)
    cut(cuts.4)
    // Numbers near the ends of what a double holds may have spoiled a corner; then the region is
    // the whole plane.
    if (0..<count).contains(where: { unsafe !Self.isSound(polygon[$0]) }) {
      let frame: [SIMD2<Double>] = [[0, 0], [right, 0], [right, bottom], [0, bottom]]
      count = frame.count
      for i in 0..<count { unsafe polygon[i] = SIMD3(frame[i].x, frame[i].y, 1) }
    }
    var (top, low) = (Double.infinity, -Double.infinity)
    for i in 0..<count {
      let corner = unsafe polygon[i] / polygon[i].z
      // Cut already, but for rounding.
      let x = unsafe min(max(corner.x, -Self.reach), right)
      let y = unsafe min(max(corner.y, -Self.reach), bottom)
      unsafe polygon[i] = SIMD3(x, y, 1)
      (top, low) = (min(top, y), max(low, y))
    }
    unsafe corners = unsafe polygon
    unsafe self.count = count
    unsafe self.width = width
    if top <= low {
      let first = unsafe max(0, Int((top - Self.reach).rounded(.down)))
      let end = unsafe min(height, Int((low + Self.reach).rounded(.up)))
      unsafe rows = first < end ? first..<end : 0..<0
    } else {
      unsafe rows = 0..<0
    }
  }

  /// Whether a corner lies before the horizon, at a place that can be told.
  private static func isSound(_ corner: SIMD3<Double>) -> Bool {
    corner.z > 0 && (corner.x / corner.z).isFinite && (corner.y / corner.z).isFinite
  }

  /// The columns of rows, taken together, that may be touched.
  func columns(rows: Range<Int>) -> Range<Int> {
    let top = unsafe Double(rows.lowerBound) - Self.reach
    let bottom = unsafe Double(rows.upperBound) + Self.reach
    var (left, right) = (Double.infinity, -Double.infinity)
    for i in unsafe 0..<count {
      let a = unsafe corners[i]
      let b = unsafe corners[i + 1 < count ? i + 1 : 0]
      if min(a.y, b.y) > bottom || max(a.y, b.y) < top { continue }
      let slope = a.y == b.y ? 0 : (b.x - a.x) / (b.y - a.y)
      // The edge's ends, each moved along the edge into the strip of the rows.
      let atA = a.x + (min(max(a.y, top), bottom) - a.y) * slope
      let atB = b.x + (min(max(b.y, top), bottom) - b.y) * slope
      left = min(left, atA, atB)
      right = max(right, atA, atB)
    }
    guard left <= right else { return 0..<0 }
    let first = unsafe max(0, Int((max(left, 0) - Self.reach).rounded(.down)))
    let end = unsafe min(width, Int((min(right, Double(width)) + Self.reach).rounded(.up)))
    return first < end ? first..<end : 0..<0
  }

  /// Cuts off the part of a polygon where `plane.xyz . corner + plane.w` is negative.
  private static func cut(
    _ polygon: UnsafeMutableBufferPointer<SIMD3<Double>>, _ count: Int, by plane: SIMD4<Double>,
    into cut: UnsafeMutableBufferPointer<SIMD3<Double>>
  ) -> Int {
    var kept = 0
    func keep(_ corner: SIMD3<Double>) {
      guard unsafe kept < capacity else { return }
      unsafe cut[kept] = corner
      kept += 1
    }
    let normal = SIMD3(plane.x, plane.y, plane.z)
    for i in 0..<count {
      let a = unsafe polygon[i]
      let b = unsafe polygon[i + 1 < count ? i + 1 : 0]
      let (inA, inB) = ((normal * a).sum() + plane.w, (normal * b).sum() + plane.w)
      if inA >= 0 { keep(a) }
      if (inA >= 0) != (inB >= 0) { keep(a + (b - a) * (inA / (inA - inB))) }
    }
    return kept
  }
}
