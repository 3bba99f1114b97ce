import Compositing
import Geometry
import Imaging

/// A picture of any format that owns its bytes.
struct TestPicture: Equatable {
  let format: PixelFormat
  let width: Int
  let height: Int
  var planes: [[UInt8]]

  /// Columns and rows of a plane, and bytes a sample.
  func layout(_ plane: Int) -> PixelFormat.PlaneShape {
    format.shape(ofPlane: plane, width: width, height: height)
  }

  /// Makes a canvas with a byte for each place: plane, byte of a row, row.
  init(
    _ format: PixelFormat, _ width: Int, _ height: Int, fill: (Int, Int, Int) -> UInt8
  ) {
    (self.format, self.width, self.height, planes) = (format, width, height, [])
    for plane in 0..<format.planeCount {
      let size = layout(plane)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(size.width * size.height * size.bytes)
      for y in 0..<size.height {
        for x in 0..<(size.width * size.bytes) { bytes.append(fill(plane, x, y)) }
      }
      planes.append(bytes)
    }
  }

  /// A canvas of one colour, a level for each of the format's channels.
  init(_ format: PixelFormat, _ width: Int, _ height: Int, of levels: [UInt16]) {
    self.init(format, width, height) { _, _, _ in 0 }
    for plane in planes.indices {
      let row = format.channels(ofPlane: plane).map { levels[$0] }
      let count = samples(ofPlane: plane).count
      replaceSamples(ofPlane: plane, by: (0..<count).map { row[$0 % row.count] })
    }
  }

  /// A canvas of random levels, opaque where it has alpha.
  init(
    random format: PixelFormat, _ width: Int, _ height: Int,
    using generator: inout some RandomNumberGenerator
  ) {
    self.init(format, width, height) { _, _, _ in 0 }
    for plane in planes.indices {
      let channels = format.channels(ofPlane: plane)
      let random = samples(ofPlane: plane).indices.map { i in
        let level = UInt16.random(in: 0...format.largestLevel, using: &generator)
        return channels[i % channels.count] == 3 ? 255 : level
      }
      replaceSamples(ofPlane: plane, by: random)
    }
  }

  /// The levels of a plane, row by row, those of its channels in turn.
  func samples(ofPlane plane: Int) -> [UInt16] {
    guard case .yuv(let layout, _) = format, layout.bytesPerSample == 2 else {
      return planes[plane].map(UInt16.init)
    }
    let bytes = planes[plane]
    return stride(from: 0, to: bytes.count, by: 2).map {
      (UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) >> layout.paddingBits
    }
  }

  /// Writes the levels of a plane.
  mutating func replaceSamples(ofPlane plane: Int, by levels: [UInt16]) {
    guard case .yuv(let layout, _) = format, layout.bytesPerSample == 2 else {
      planes[plane] = levels.map { UInt8($0) }
      return
    }
    planes[plane] = levels.flatMap {
      let word = $0 << layout.paddingBits
      return [UInt8(word & 255), UInt8(word >> 8)]
    }
  }

  /// Lends the canvas.
  mutating func withPicture(_ body: (MutablePicture) throws -> Void) throws {
    let size = PixelSize<OutputSpace>(width: width, height: height)
    guard let size else { return }
    // A block for each plane, no byte longer than it must be, so that the address sanitizer sees a
    // read behind it; rows have slack that must stay as it is.
    var blocks: [UnsafeMutableBufferPointer<UInt8>] = []
    defer { for block in blocks { block.deallocate() } }
    var views: [MutablePlane] = []
    for plane in planes.indices {
      let layout = layout(plane)
      let (row, stride) = (layout.width * layout.bytes, layout.width * layout.bytes + Self.slack)
      let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: stride * layout.height)
      block.initialize(repeating: Self.untouched)
      for y in 0..<layout.height {
        _ = block[(y * stride)...].update(
          fromContentsOf: planes[plane][(y * row)..<((y + 1) * row)])
      }
      blocks.append(block)
      guard let base = block.baseAddress else { return }
      views.append(
        MutablePlane(base: base, stride: stride, width: layout.width, height: layout.height))
    }
    let lent = MutablePlanes(
      views[0], views.count > 1 ? views[1] : nil, views.count > 2 ? views[2] : nil)
    try body(MutablePicture(format: format, size: size, planes: lent))
    for (plane, view) in views.enumerated() {
      let row = view.stride - Self.slack
      for y in 0..<view.height {
        let start = y * view.stride
        planes[plane].replaceSubrange(
          (y * row)..<((y + 1) * row), with: blocks[plane][start..<(start + row)])
        guard
          blocks[plane][(start + row)..<(start + view.stride)]
            .allSatisfy({ $0 == Self.untouched })
        else { throw WroteBeyondRow(plane: plane, row: y) }
      }
    }
  }

  /// Bytes behind every row, and what they hold.
  private static let slack = 5
  private static let untouched: UInt8 = 0xa5

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

extension PixelFormat {
  /// Which channels lie in turn in a plane: of R, G, B, A or of Y, Cb, Cr.
  func channels(ofPlane plane: Int) -> [Int] {
    switch self {
    case .premultipliedRGBA8: [0, 1, 2, 3]
    case .premultipliedBGRA8: [2, 1, 0, 3]
    case .opaqueRGB8: [0, 1, 2]
    case .opaqueBGR8: [2, 1, 0]
    case .yuv(let layout, _): plane == 1 && layout.isSemiPlanar ? [1, 2] : [plane]
    }
  }

  /// The largest level of a channel.
  var largestLevel: UInt16 {
    if case .yuv(let layout, _) = self { return 1 << layout.bitDepth - 1 }
    return 255
  }

  /// What is lost beside the rounding of the result: the engine works in 1/128 of a level of 8 bit,
  /// which is 1/32 of one of 10, and rounds a texel, two interpolations and what shows through: just
  /// under four of its units in both. (0.09 for 10 bit was exceeded by 0.002 in one of 20,000 rounds.)
  var slack: Double { largestLevel > 255 ? 0.12 : 0.03 }

}

/// The picture as a PNG can hold it; Y'CbCr by nearest chroma.
extension StraightRGBA8 {
  init(_ canvas: TestPicture) {
    let ground = [UInt8](repeating: 0, count: 4 * canvas.width * canvas.height)
    guard let blank = StraightRGBA8(width: canvas.width, height: canvas.height, bytes: ground)
    else { preconditionFailure("a canvas has pixels") }
    self = blank
    let levels = canvas.levels()
    for y in 0..<height {
      for x in 0..<width { self[x, y] = canvas.format.colour(levels[y * width + x]) }
    }
  }
}

extension TestPicture {
  /// The levels of each pixel's channels: R, G, B and, where there is one, A; or Y, Cb, Cr.
  func levels() -> [[Double]] {
    var levels = [[Double]](repeating: [255, 255, 255, 255], count: width * height)
    for plane in planes.indices {
      let size = layout(plane)
      let channels = format.channels(ofPlane: plane)
      let all = samples(ofPlane: plane)
      for y in 0..<height {
        for x in 0..<width {
          let i = y * size.height / height * size.width + x * size.width / width
          for (c, channel) in channels.enumerated() {
            levels[y * width + x][channel] = Double(all[i * channels.count + c])
          }
        }
      }
    }
    return levels
  }
}

extension PixelFormat {
  fileprivate func colour(_ p: [Double]) -> RGBA8 {
    func byte(_ v: Double) -> UInt8 { UInt8(min(max(v, 0), 255).rounded()) }
    guard case .yuv(let layout, let encoding) = self else {
      func c(_ k: Int) -> UInt8 {
        PremultipliedRGBA8.unpremultiply(UInt8(p[k]), alpha: UInt8(p[3]))
      }
      return RGBA8(c(0), c(1), c(2), UInt8(p[3]))
    }
    let unit = layout.bitDepth == 10 ? 0.25 : 1
    let c = encoding.coefficients(bitDepth: layout.bitDepth).colour(
      y: p[0] * unit, cb: p[1] * unit, cr: p[2] * unit)
    return RGBA8(byte(255 * c.red), byte(255 * c.green), byte(255 * c.blue))
  }
}
