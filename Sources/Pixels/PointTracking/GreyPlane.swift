internal import CFeatures
package import Features
package import Geometry

extension GreyPicture {
  /// Whether a point lies in the picture, two pixels from its border.
  package func contains(_ point: SIMD2<Double>) -> Bool {
    point.x >= 2 && point.y >= 2 && point.x <= Double(width) - 2 && point.y <= Double(height) - 2
  }

  /// A window of the picture as another one shows it: the pixel at `origin + (x, y)` is taken from
  /// where `map` brings it; beyond the border the last pixels repeat.
  package func window(
    from origin: SIMD2<Int>, width: Int, height: Int, through map: PictureSimilarity
  ) -> GreyPlane {
    let (spin, shift) = (map.spin, map(SIMD2(Double(origin.x), Double(origin.y))))
    return plane(
      width: width, height: height,
      through: [spin.x, -spin.y, shift.x, spin.y, spin.x, shift.y, 0, 0, 1])
  }

  /// A plane that shows the picture where a map brings its pixels, from the outer corner of the first on.
  package func plane<From: CoordinateSpace, To: CoordinateSpace>(
    width: Int, height: Int, through h: Homography<From, To>
  ) -> GreyPlane {
    plane(
      width: width, height: height,
      through: [h.h0, h.h1, h.h2, h.h3, h.h4, h.h5, h.h6, h.h7, h.h8])
  }

  private func plane(width: Int, height: Int, through map: [Double]) -> GreyPlane {
    func fill(_ bytes: UnsafePointer<UInt8>, _ values: UnsafeMutablePointer<Float>) {
      let grey = unsafe cf_grey(
        bytes: bytes, width: Int32(self.width), height: Int32(self.height))
      unsafe cf_seen_through(grey, map, Int32(width), Int32(height), values)
    }
    return unsafe GreyPlane(width: width, height: height) { unsafe fill(bytes, $0) }
  }
}

/// A window's brightness as floats, 0 to 255.
package struct GreyPlane: Sendable {
  package let width: Int
  package let height: Int
  // With some behind the last row, which kernels read.
  private let values: [Float]

  /// Makes a plane of values that are filled in, row by row.
  init(width: Int, height: Int, _ fill: (UnsafeMutablePointer<Float>) -> Void) {
    (self.width, self.height) = (width, height)
    let (count, slack) = (width * height, Int(CF_PLANE_SLACK))
    values = unsafe [Float](unsafeUninitializedCapacity: count + slack) { buffer, filled in
      if let base = buffer.baseAddress {
        unsafe fill(base)
        unsafe (base + count).initialize(repeating: 0, count: slack)
      }
      filled = count + slack
    }
  }

  /// The brightness, row by row.
  package var pixels: ArraySlice<Float> { values.prefix(width * height) }

  /// Does something with the plane as the kernels take it.
  func withKernel<Result>(_ body: (cf_grey_plane) -> Result) -> Result {
    func call(_ values: UnsafePointer<Float>) -> Result {
      unsafe body(cf_grey_plane(values: values, width: Int32(width), height: Int32(height)))
    }
    return unsafe call(values)
  }

  /// The plane at half the size, its pixel x in the middle of pixel 2 x here.
  private func halved() -> GreyPlane {
    let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
    var memory = [Float](repeating: 0, count: columns * height)
    return unsafe withKernel { plane in
      unsafe GreyPlane(width: columns, height: rows) { unsafe cf_plane_half(plane, &memory, $0) }
    }
  }

  /// The plane and its halves, for windows of a radius.
  package func pyramid(levels: Int, radius: Int) -> [GreyPlane] {
    var planes = [self]
    while planes.count < levels, let last = planes.last, min(last.width, last.height) >= 4 * radius
    {
      planes.append(last.halved())
    }
    return planes
  }
}
