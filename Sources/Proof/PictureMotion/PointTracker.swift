/// Finds points of one picture in another: pyramidal Lucas and Kanade (Bouguet 2000).
///
/// Windows of 21 pixels on up to four levels, so that points are found some 80 pixels away, or of
/// another size.
struct PointTracker {
  static let levels = 4
  private static let iterations = 12
  /// A step below which a point is found, in pixels.
  private static let precision = 0.01
  /// The least mean square of the brightness's slope, along the direction that has least, in square
  /// levels a pixel: below it a window holds nothing but noise.
  private static let leastTexture: Float = 0.5

  /// The pixels of a window on each side of its point.
  private let radius: Int
  private let first: [GreyPlane]
  private let second: [GreyPlane]

  init(_ first: GreyPlane, _ second: GreyPlane, radius: Int = 10) {
    self.radius = radius
    (self.first, self.second) = (
      Self.pyramid(first, radius: radius), Self.pyramid(second, radius: radius)
    )
  }

  private static func pyramid(_ plane: GreyPlane, radius: Int) -> [GreyPlane] {
    var planes = [plane]
    while planes.count < levels, let last = planes.last,
      min(last.width, last.height) >= 4 * radius
    {
      planes.append(last.halved())
    }
    return planes
  }

  /// Where a point of the first window is in the second, and how far from it the way back ends, in
  /// pixels, from the centre of the top-left pixel; nil where it is lost.
  func find(_ point: SIMD2<Double>) -> (place: SIMD2<Double>, error: Double)? {
    guard let there = track(point, from: first, to: second),
      let back = track(there, from: second, to: first)
    else { return nil }
    let way = back - point
    return (there, (way * way).sum().squareRoot())
  }

  private func track(
    _ point: SIMD2<Double>, from: [GreyPlane], to: [GreyPlane]
  ) -> SIMD2<Double>? {
    var move = SIMD2<Double>.zero
    for level in stride(from: from.count - 1, through: 0, by: -1) {
      let scale = Double(1 << level)
      if let found = step(point / scale, from: from[level], to: to[level], move: move / scale) {
        move = found * scale
      } else if level == 0 {
        return nil
      }
    }
    return point + move
  }

  /// One level: the move that makes the window alike, by Gauss and Newton.
  private func step(
    _ point: SIMD2<Double>, from: GreyPlane, to: GreyPlane, move start: SIMD2<Double>
  ) -> SIMD2<Double>? {
    let side = 2 * radius + 1
    // One pixel more on each side for the slopes.
    guard let wide = Self.patch(from, at: point, radius: radius + 1) else { return nil }
    var (slopesX, slopesY) = ([Float](), [Float]())
    var template = [Float]()
    slopesX.reserveCapacity(side * side)
    slopesY.reserveCapacity(side * side)
    template.reserveCapacity(side * side)
    var (xx, xy, yy) = (Float(0), Float(0), Float(0))
    for row in 1...side {
      for column in 1...side {
        let i = row * (side + 2) + column
        let gx = (wide[i + 1] - wide[i - 1]) / 2
        let gy = (wide[i + side + 2] - wide[i - side - 2]) / 2
        slopesX.append(gx)
        slopesY.append(gy)
        template.append(wide[i])
        xx += gx * gx
        xy += gx * gy
        yy += gy * gy
      }
    }
    let determinant = xx * yy - xy * xy
    let spread = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
    guard (xx + yy - spread) / 2 > Self.leastTexture * Float(side * side), determinant > 0 else {
      return nil
    }
    var move = start
    for _ in 0..<Self.iterations {
      guard let seen = Self.patch(to, at: point + move, radius: radius) else { return nil }
      var (bx, by) = (Float(0), Float(0))
      for i in template.indices {
        let difference = template[i] - seen[i]
        bx += difference * slopesX[i]
        by += difference * slopesY[i]
      }
      let change = SIMD2(
        Double((yy * bx - xy * by) / determinant), Double((xx * by - xy * bx) / determinant))
      move += change
      if (change * change).sum() < Self.precision * Self.precision { break }
    }
    return move
  }

  /// The pixels around a point, linear between those of the plane; nil where they leave it.
  private static func patch(
    _ plane: GreyPlane, at point: SIMD2<Double>, radius: Int
  ) -> [Float]? {
    let reach = Double(radius)
    guard point.x - reach >= 0, point.y - reach >= 0,
      point.x + reach < Double(plane.width - 1), point.y + reach < Double(plane.height - 1)
    else { return nil }
    let (left, top) = (Int(point.x - reach), Int(point.y - reach))
    let u = Float(point.x - reach - Double(left))
    let v = Float(point.y - reach - Double(top))
    let weights = SIMD4((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)
    let side = 2 * radius + 1
    var result = [Float]()
    result.reserveCapacity(side * side)
    for row in 0..<side {
      let start = (top + row) * plane.width + left
      let next = start + plane.width
      for column in 0..<side {
        let (i, below) = (start + column, next + column)
        let upper = plane.values[i] * weights.x + plane.values[i + 1] * weights.y
        let lower = plane.values[below] * weights.z + plane.values[below + 1] * weights.w
        result.append(upper + lower)
      }
    }
    return result
  }
}
