import Compositing
import Geometry
import Imaging

/// A picture of either format that owns its bytes.
struct Canvas: Equatable {
  let format: PixelFormat
  let width: Int
  let height: Int
  var planes: [[UInt8]]

  /// Columns and rows of a plane, and bytes a sample.
  func layout(_ plane: Int) -> (width: Int, height: Int, bytes: Int) {
    switch format {
    case .premultipliedRGBA8: (width, height, 4)
    case .yuv420p8: plane == 0 ? (width, height, 1) : ((width + 1) / 2, (height + 1) / 2, 1)
    }
  }

  /// Makes a canvas with a byte for each place: plane, byte of a row, row.
  init(
    _ format: PixelFormat, _ width: Int, _ height: Int, fill: (Int, Int, Int) -> UInt8
  ) {
    (self.format, self.width, self.height, planes) = (format, width, height, [])
    for plane in 0..<(format == .premultipliedRGBA8 ? 1 : 3) {
      let size = layout(plane)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(size.width * size.height * size.bytes)
      for y in 0..<size.height {
        for x in 0..<(size.width * size.bytes) { bytes.append(fill(plane, x, y)) }
      }
      planes.append(bytes)
    }
  }

  /// A canvas of one R, G, B, A (premultiplied), or one Y, Cb, Cr.
  init(_ format: PixelFormat, _ width: Int, _ height: Int, of levels: [UInt8]) {
    self.init(format, width, height) { plane, x, _ in
      format == .premultipliedRGBA8 ? levels[x % 4] : levels[plane]
    }
  }

  /// A canvas of random bytes, opaque where it is RGBA.
  init(
    random format: PixelFormat, _ width: Int, _ height: Int,
    using generator: inout some RandomNumberGenerator
  ) {
    var local = generator
    self.init(format, width, height) { _, x, _ in
      let byte = UInt8.random(in: 0...255, using: &local)
      return format == .premultipliedRGBA8 && x % 4 == 3 ? 255 : byte
    }
    generator = local
  }

  /// Lends the canvas.
  mutating func withPicture(_ body: (MutablePicture) throws -> Void) throws {
    let size = PixelSize<OutputSpace>(width: width, height: height)
    guard let size else { return }
    let layouts = planes.indices.map { layout($0) }
    // One block for all planes, as a decoder's frame has; rows have slack that must stay as it is.
    let slack = 5
    var block: [UInt8] = []
    var starts: [Int] = []
    for (plane, layout) in zip(planes, layouts) {
      starts.append(block.count)
      for y in 0..<layout.height {
        let row = layout.width * layout.bytes
        block += plane[(y * row)..<((y + 1) * row)]
        block += [UInt8](repeating: 0xa5, count: slack)
      }
    }
    try block.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let views = zip(starts, layouts).map { start, layout in
        MutablePlane(
          base: base + start, stride: layout.width * layout.bytes + slack, width: layout.width,
          height: layout.height)
      }
      try body(MutablePicture(format: format, size: size, planes: views))
    }
    for (index, layout) in layouts.enumerated() {
      let row = layout.width * layout.bytes
      for y in 0..<layout.height {
        let start = starts[index] + y * (row + slack)
        planes[index].replaceSubrange(
          (y * row)..<((y + 1) * row), with: block[start..<(start + row)])
        guard block[(start + row)..<(start + row + slack)].allSatisfy({ $0 == 0xa5 }) else {
          throw WroteBeyondRow(plane: index, row: y)
        }
      }
    }
  }

  /// Draws a picture.
  mutating func draw(
    _ texture: Texture, at homography: Homography<ArtworkSpace, OutputSpace>, opacity: Double = 1,
    blend: Compositor.BlendMode = .normal, rows: Range<Int>? = nil, isa: String? = nil
  ) throws {
    let compositor = try Compositor(instructionSet: isa)
    try withPicture {
      try compositor.draw(
        texture, at: homography, opacity: opacity, blend: blend, onto: $0, rows: rows)
    }
  }
}

/// A kernel wrote into the slack behind a row.
struct WroteBeyondRow: Error {
  let plane: Int
  let row: Int
}

/// The picture as a PNG can hold it; Y'CbCr by nearest chroma.
extension StraightRGBA8 {
  init(_ canvas: Canvas) {
    let ground = [UInt8](repeating: 0, count: 4 * canvas.width * canvas.height)
    guard let blank = StraightRGBA8(width: canvas.width, height: canvas.height, bytes: ground)
    else { preconditionFailure("a canvas has pixels") }
    self = blank
    for y in 0..<height {
      for x in 0..<width {
        switch canvas.format {
        case .premultipliedRGBA8:
          let i = 4 * (y * width + x)
          let p = canvas.planes[0][i..<(i + 4)].map { $0 }
          func c(_ k: Int) -> UInt8 { PremultipliedRGBA8.unpremultiply(p[k], alpha: p[3]) }
          self[x, y] = RGBA8(c(0), c(1), c(2), p[3])
        case .yuv420p8(let encoding):
          let at = y / 2 * ((width + 1) / 2) + x / 2
          let c = encoding.coefficients.colour(
            y: Double(canvas.planes[0][y * width + x]), cb: Double(canvas.planes[1][at]),
            cr: Double(canvas.planes[2][at]))
          func byte(_ v: Double) -> UInt8 { UInt8(min(max(v * 255, 0), 255).rounded()) }
          self[x, y] = RGBA8(byte(c.red), byte(c.green), byte(c.blue))
        }
      }
    }
  }
}
