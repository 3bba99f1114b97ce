internal import CFeatures

/// A grey picture, rows of bytes without padding; the first pixel's middle is (0.5, 0.5).
public struct GreyPicture: Hashable, Sendable {
  /// Columns and rows; at least 1.
  public let width, height: Int
  /// The brightness of each pixel, row by row.
  package let bytes: [UInt8]

  /// Makes a picture; nil where the bytes are not one a pixel, or there is no pixel.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    guard width > 0, height > 0, bytes.count == width * height else { return nil }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  private init(_ width: Int, _ height: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    (self.width, self.height) = (width, height)
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
      if let base = buffer.baseAddress { unsafe fill(base) }
      count = width * height
    }
  }

  /// The luma of a picture of three bytes a pixel, red, green and blue; nil where the bytes are not three a
  /// pixel.
  public init?(width: Int, height: Int, rgb: [UInt8]) {
    self.init(width: width, height: height, pixels: rgb, bytesPerPixel: 3)
  }

  /// The luma of a picture of four bytes a pixel, the last one for its opacity, which is not looked at; nil
  /// where the bytes are not four a pixel.
  public init?(width: Int, height: Int, rgba: [UInt8]) {
    self.init(width: width, height: height, pixels: rgba, bytesPerPixel: 4)
  }

  private init?(width: Int, height: Int, pixels: [UInt8], bytesPerPixel: Int) {
    guard width > 0, height > 0, pixels.count == bytesPerPixel * width * height else { return nil }
    unsafe self.init(width, height) {
      unsafe cf_grey_of_rgb(pixels, bytesPerPixel, width * height, $0)
    }
  }

  /// Does something with the picture as the kernels take it.
  func withKernel<Result>(_ body: (cf_grey) throws -> Result) rethrows -> Result {
    func call(_ bytes: UnsafePointer<UInt8>) throws -> Result {
      try unsafe body(cf_grey(bytes: bytes, width: Int32(width), height: Int32(height)))
    }
    return try unsafe call(bytes)
  }

  /// The picture at half its size; nil where a side would vanish.
  package var half: GreyPicture? {
    guard width >= 2, height >= 2 else { return nil }
    return unsafe withKernel { grey in
      unsafe GreyPicture(width / 2, height / 2) { unsafe cf_half(grey, $0) }
    }
  }

  /// The picture in another size, taken between its pixels.
  package func stretched(width: Int, height: Int) -> GreyPicture {
    let (width, height) = (max(width, 1), max(height, 1))
    var places = [UInt32](repeating: 0, count: width)
    var rows = [UInt16](repeating: 0, count: 2 * width)
    return unsafe withKernel { grey in
      unsafe GreyPicture(width, height) {
        unsafe cf_stretched(grey, Int32(width), Int32(height), &places, &rows, $0)
      }
    }
  }

  /// The picture in a size that is at most its own, by halves and then between pixels.
  package func reduced(width: Int, height: Int) -> GreyPicture {
    var picture = self
    while picture.width >= 2 * width, picture.height >= 2 * height, let half = picture.half {
      picture = half
    }
    guard picture.width != width || picture.height != height else { return picture }
    return picture.stretched(width: width, height: height)
  }

  /// The mean of the picture in each cell of a grid, row by row.
  func means(columns: Int, rows: Int) -> [Float] {
    unsafe withKernel { grey in
      unsafe [Float](unsafeUninitializedCapacity: columns * rows) { buffer, count in
        if let base = buffer.baseAddress {
          unsafe cf_scaled(grey, Int32(columns), Int32(rows), base)
        }
        count = columns * rows
      }
    }
  }

  /// The picture flipped left to right.
  package var flipped: GreyPicture {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height)
    for row in 0..<height {
      bytes.append(contentsOf: self.bytes[(row * width)..<((row + 1) * width)].reversed())
    }
    return GreyPicture(width, height, bytes)
  }

  /// One pixel.
  package init(uniform brightness: UInt8) {
    self.init(1, 1, [brightness])
  }

  private init(_ width: Int, _ height: Int, _ bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }
}

/// A picture and its halves, each the mean of four pixels of the one before.
package struct GreyPyramid: Sendable {
  /// The picture first.
  package let levels: [GreyPicture]

  /// Makes the halves of a picture down to a shorter side of 24 pixels.
  package init(_ picture: GreyPicture) {
    var levels = [picture]
    while let last = levels.last, min(last.width, last.height) >= 48, let half = last.half {
      levels.append(half)
    }
    self.levels = levels
  }

  /// The picture itself.
  package var picture: GreyPicture { levels[0] }
  package var byteCount: Int { levels.reduce(0) { $0 + $1.bytes.count } }
}
