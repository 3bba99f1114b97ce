import FaceModel

/// The opening between the inner lips, cut into columns from one corner of the mouth to the other.
///
/// A column and a row lead to the same place of the mouth whichever way the head is turned or rolled, and places
/// move evenly with the landmarks: a mirrored tracker's landmarks give the same sums.
struct MouthOpening {
  /// Places that are looked at each way.
  static let (columns, rows) = (40, 16)

  /// From one corner of the inner lips to the other, in pixels.
  let width: Float
  private let (origin, across, down): (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)
  /// Where each column begins, and how high it is, in pixels; 0 where lips touch.
  private let tops: [Float]
  let heights: [Float]

  /// The inner lips from the subject's right corner to the left, in the order of `FaceTopology.innerLips`.
  private static let lower = Array(FaceTopology.innerLips[0...10])
  private static let upper =
    FaceTopology.innerLips[...0] + FaceTopology.innerLips[10...].reversed()

  /// Makes the opening of a face; nil where it has no landmarks, or its mouth no width.
  ///
  /// - Parameter place: where a landmark is in the picture, in pixels.
  init?(_ place: (Int) -> SIMD2<Float>?) {
    let (lower, upper) = (Self.lower.compactMap(place), Self.upper.compactMap(place))
    guard lower.count == Self.lower.count, upper.count == Self.upper.count else { return nil }
    let (right, left) = (lower[0], lower[lower.count - 1])
    let length = ((left - right) * (left - right)).sum().squareRoot()
    guard length >= 1 else { return nil }
    (width, origin) = (length, right)
    across = (left - right) / length
    down = SIMD2(-across.y, across.x)
    let sides = [upper, lower].map { [across, down] path in
      Self.heights(
        path.map { SIMD2((($0 - right) * across).sum(), (($0 - right) * down).sum()) },
        width: length)
    }
    tops = sides[0]
    // Landmarks of closed lips may lie a little beyond each other.
    heights = zip(sides[0], sides[1]).map { max($1 - $0, 0) }
  }

  /// How far down a line is in the middle of each column; where it turns back, its part that comes first counts.
  private static func heights(_ path: [SIMD2<Float>], width: Float) -> [Float] {
    var (heights, index) = ([Float](), 0)
    for column in 0..<columns {
      let x = (Float(column) + 0.5) / Float(columns) * width
      while index + 2 < path.count, path[index + 1].x < x { index += 1 }
      let (a, b) = (path[index], path[index + 1])
      let part = b.x > a.x ? min(max((x - a.x) / (b.x - a.x), 0), 1) : 1
      heights.append(a.y + (b.y - a.y) * part)
    }
    return heights
  }

  /// A place in a column, from its top down.
  @inline(__always) func place(_ column: Int, _ row: Int) -> SIMD2<Float> {
    let x = (Float(column) + 0.5) / Float(Self.columns) * width
    let part = (Float(row) + 0.5) / Float(Self.rows)
    return origin + across * x + down * (tops[column] + heights[column] * part)
  }

  /// The area that a place of a column stands for, in pixels.
  @inline(__always) func area(_ column: Int) -> Float {
    heights[column] * width / Float(Self.columns * Self.rows)
  }
}
