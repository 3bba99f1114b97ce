internal import CKernels
package import Geometry
package import Imaging

/// A shape for small sprites: how much it covers, made for each size once.
package final class SpriteShape {
  private let coverage: (_ u: Double, _ v: Double) -> Double
  private var made: [Int: [UInt8]] = [:]

  /// The sides that shapes are made of, in texels: each pixel then takes one sample.
  private static let sides = [2, 3, 4, 6, 8, 11, 16, 22, 32, 45, 64, 90, 128, 180, 256]
  /// Samples of a texel, each way.
  private static let samples = 4

  /// Makes a shape.
  ///
  /// - Parameter coverage: how much is covered at a place from -1 to 1 each way, 0 to 1.
  package init(coverage: @escaping (_ u: Double, _ v: Double) -> Double) {
    self.coverage = coverage
  }

  /// The texels with which a sprite of some pixels is drawn, with a border, and their side.
  func texels(forPixels length: Double) -> (side: Int, texels: [UInt8]) {
    let side = Self.sides.first { Double($0) >= length } ?? Self.sides[Self.sides.count - 1]
    if let known = made[side] { return (side, known) }
    var texels = [UInt8](repeating: 0, count: (side + 2) * (side + 2))
    for y in 0..<side {
      for x in 0..<side { texels[(y + 1) * (side + 2) + x + 1] = texel(x, y, side) }
    }
    made[side] = texels
    return (side, texels)
  }

  private func texel(_ x: Int, _ y: Int, _ side: Int) -> UInt8 {
    var sum = 0.0
    for sample in 0..<(Self.samples * Self.samples) {
      func place(_ texel: Int, _ part: Int) -> Double {
        (Double(texel) + (Double(part) + 0.5) / Double(Self.samples)) / Double(side) * 2 - 1
      }
      sum += coverage(place(x, sample % Self.samples), place(y, sample / Self.samples))
    }
    let mean = sum / Double(Self.samples * Self.samples)
    return UInt8((min(max(mean, 0), 1) * 255).rounded())
  }
}

/// Small shapes of one colour each that are drawn together, in their order.
package struct SpriteBatch {
  private struct Sprite {
    let shape: SpriteShape
    let corners: Quad<OutputSpace>
    let colour: SIMD3<Double>
    let opacity: Int32
  }

  private var sprites: [Sprite] = []

  /// Sprites that are larger are drawn as layers are, in perspective, in pixels.
  package static let largest = 96.0

  /// Makes a batch of none.
  package init() {}

  /// Whether sprites can be drawn on pictures of a format: 8 bit, in the colours of sRGB.
  package static func draws(on format: PixelFormat) -> Bool {
    switch format {
    case .premultipliedRGBA8, .premultipliedBGRA8: true
    case .opaqueRGB8, .opaqueBGR8: true
    case .yuv(let layout, let encoding):
      layout.bitDepth == 8 && encoding.transfer == .sdr && encoding.primaries == .bt709
    }
  }

  /// Takes all sprites off, and keeps their memory.
  package mutating func removeAll() { sprites.removeAll(keepingCapacity: true) }

  /// The same sprites elsewhere.
  package func moved(by shift: AffineMap<OutputSpace, OutputSpace>) -> SpriteBatch {
    var moved = self
    moved.sprites = sprites.map { sprite in
      Sprite(
        shape: sprite.shape, corners: sprite.corners.map { shift($0) }, colour: sprite.colour,
        opacity: sprite.opacity)
    }
    return moved
  }

  /// Puts a sprite on top.
  ///
  /// - Parameters:
  ///   - corners: in the picture's pixels.
  ///   - colour: R, G and B, 0 to 1.
  ///   - opacity: 0 to 1.
  package mutating func append(
    _ shape: SpriteShape, corners: Quad<OutputSpace>, colour: SIMD3<Double>, opacity: Double
  ) {
    let parts = Int32((min(max(opacity, 0), 1) * 256).rounded())
    guard parts > 0 else { return }
    sprites.append(Sprite(shape: shape, corners: corners, colour: colour, opacity: parts))
  }

  /// Draws the sprites on a picture of a format that they can be drawn on.
  package func draw(onto picture: MutablePicture) {
    guard !sprites.isEmpty, unsafe picture.isWellFormed else { return }
    switch unsafe picture.format {
    case .premultipliedRGBA8, .opaqueRGB8: unsafe draw(onto: picture, packed: SIMD3(0, 1, 2))
    case .premultipliedBGRA8, .opaqueBGR8: unsafe draw(onto: picture, packed: SIMD3(2, 1, 0))
    case .yuv(let layout, let encoding): unsafe draw(onto: picture, layout, encoding)
    }
  }

  private func draw(onto picture: MutablePicture, packed order: SIMD3<Int>) {
    let plane = unsafe picture.planes[0]
    let isTransparent = unsafe picture.format.shape(ofPlane: 0, width: 1, height: 1).bytes == 4
    let grid = Grid(step: SIMD2(1, 1), origin: SIMD2(0.5, 0.5))
    unsafe draw(on: plane, grid, step: isTransparent ? 4 : 3, channels: isTransparent ? 4 : 3) {
      colour in
      SIMD4(colour[order.x], colour[order.y], colour[order.z], 1) * 255
    }
  }

  private func draw(
    onto picture: MutablePicture, _ layout: YUVLayout, _ encoding: YUVEncoding
  ) {
    let coefficients = encoding.coefficients
    func levels(_ colour: SIMD3<Double>) -> (y: Double, cb: Double, cr: Double) {
      coefficients.levels(red: colour.x, green: colour.y, blue: colour.z)
    }
    let luma = Grid(step: SIMD2(1, 1), origin: SIMD2(0.5, 0.5))
    unsafe draw(on: picture.planes[0], luma, step: 1, channels: 1) { SIMD4(levels($0).y, 0, 0, 0) }
    let chroma = Grid(
      step: SIMD2(Double(layout.subsamplingX), Double(layout.subsamplingY)),
      origin: encoding.chromaOrigin(layout))
    if layout.isSemiPlanar {
      unsafe draw(on: picture.planes[1], chroma, step: 2, channels: 2) {
        SIMD4(levels($0).cb, levels($0).cr, 0, 0)
      }
    } else {
      unsafe draw(on: picture.planes[1], chroma, step: 1, channels: 1) {
        SIMD4(levels($0).cb, 0, 0, 0)
      }
      unsafe draw(on: picture.planes[2], chroma, step: 1, channels: 1) {
        SIMD4(levels($0).cr, 0, 0, 0)
      }
    }
  }

  /// Where the samples of a plane lie in the picture.
  private struct Grid {
    /// Pixels from sample to sample.
    let step: SIMD2<Double>
    /// The middle of the first one.
    let origin: SIMD2<Double>

    /// A point in samples, the middle of the first one at a half.
    func place(_ point: Point2<OutputSpace>) -> SIMD2<Double> {
      (SIMD2(point.x, point.y) - origin) / step + 0.5
    }
  }

  private func draw(
    on plane: MutablePlane, _ grid: Grid, step: Int32, channels: Int32,
    _ levels: (SIMD3<Double>) -> SIMD4<Double>
  ) {
    for sprite in sprites {
      let topLeft = grid.place(sprite.corners.topLeft)
      let topRight = grid.place(sprite.corners.topRight)
      let bottomRight = grid.place(sprite.corners.bottomRight)
      let bottomLeft = grid.place(sprite.corners.bottomLeft)
      // Perspective does not show within a few pixels: the parallelogram of the middles of the sides.
      let right = (topRight - topLeft + bottomRight - bottomLeft) / 2
      let down = (bottomLeft - topLeft + bottomRight - topRight) / 2
      let middle = (topLeft + topRight + bottomRight + bottomLeft) / 4
      let area = right.x * down.y - right.y * down.x
      let reach =
        (right.replacing(with: -right, where: right .< 0)
          + down.replacing(with: -down, where: down .< 0)) / 2 + 1
      let low = (middle - reach).rounded(.down)
      let high = (middle + reach).rounded(.up)
      guard abs(area) > 1.0 / 64, area.isFinite else { continue }
      let (left, top) = unsafe (Self.clamped(low.x, plane.width), Self.clamped(low.y, plane.height))
      let (end, bottom) = unsafe (
        Self.clamped(high.x, plane.width), Self.clamped(high.y, plane.height)
      )
      guard left < end, top < bottom else { continue }
      let longest = max((right * right).sum(), (down * down).sum()).squareRoot()
      let (side, texels) = sprite.shape.texels(forPixels: longest)
      // From samples to texels.
      let scale = Double(side) / area
      let (ux, uy) = (down.y * scale, -down.x * scale)
      let (vx, vy) = (-right.y * scale, right.x * scale)
      let from = SIMD2(Double(left) + 0.5, Double(top) + 0.5) - middle
      let half = Double(side) / 2 + 0.5
      let colour = levels(sprite.colour).clamped(
        lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
      unsafe texels.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        var native = unsafe ck_sprite(
          texels: base, side: Int32(side), left: Int32(left), top: Int32(top), right: Int32(end),
          bottom: Int32(bottom), u: Self.fixed(from.x * ux + from.y * uy + half),
          v: Self.fixed(from.x * vx + from.y * vy + half), ux: Self.fixed(ux), vx: Self.fixed(vx),
          uy: Self.fixed(uy), vy: Self.fixed(vy), opacity: sprite.opacity,
          colour: (
            UInt8(colour.x.rounded()), UInt8(colour.y.rounded()), UInt8(colour.z.rounded()),
            UInt8(colour.w.rounded())
          ))
        unsafe ck_draw_sprites(&native, 1, plane.base, plane.stride, step, 0, channels)
      }
    }
  }

  private static func clamped(_ number: Double, _ limit: Int) -> Int {
    Int(min(max(number, 0), Double(limit)))
  }

  /// In 1/65536; what lies far outside stays outside without an overflow.
  private static func fixed(_ number: Double) -> Int32 {
    Int32((min(max(number, -4096), 4096) * 65536).rounded())
  }
}
