package import Geometry
package import Imaging

/// What is drawn beside a picture, changed there by light, glare and blur, and then laid over it.
///
/// It keeps its memory from one drawing to the next.
package struct OffscreenDrawing {
  /// Premultiplied words, of alpha, red, green and blue from the highest byte down.
  var words: [UInt32] = []
  /// The pixels of the picture that it stands for, which may lie beyond its edges.
  private(set) var (columns, rows) = (0..<0, 0..<0)
  private var blurred: [SIMD4<Float>] = []
  /// What meshes need while they are painted.
  var meshes = MeshBuffers()

  /// What layers are drawn as.
  package static let format = PixelFormat.premultipliedBGRA8

  package init() {}

  /// Begins with nothing drawn.
  ///
  /// - Parameters:
  ///   - columns: those of the picture that it stands for, which may lie beyond its edges.
  ///   - rows: the same.
  package mutating func begin(columns: Range<Int>, rows: Range<Int>) {
    (self.columns, self.rows) = (columns, rows)
    words.removeAll(keepingCapacity: true)
    words.append(contentsOf: repeatElement(0, count: columns.count * rows.count))
  }

  /// From the picture to the drawing.
  package var shift: AffineMap<OutputSpace, OutputSpace> {
    AffineMap(1, 0, -Double(columns.lowerBound), 0, 1, -Double(rows.lowerBound))
  }

  /// Lends the drawing to what draws on pictures.
  package mutating func withPicture(_ draw: (MutablePicture) throws -> Void) rethrows {
    guard let size = PixelSize<OutputSpace>(width: columns.count, height: rows.count) else {
      return
    }
    try unsafe words.withUnsafeMutableBytes { bytes in
      guard let base = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      let plane = unsafe MutablePlane(
        base: base, stride: 4 * size.width, width: size.width, height: size.height)
      try unsafe draw(
        MutablePicture(format: Self.format, size: size, planes: MutablePlanes(plane)))
    }
  }

  /// Lays the drawing over a picture.
  package func lay(
    onto picture: MutablePicture, blend: Compositor.BlendMode, by compositor: Compositor
  ) throws(CompositingError) {
    guard !words.isEmpty else { return }
    if blend == .normal, unsafe FlatDrawing.fits(picture.format) {
      let result = unsafe words.withUnsafeBufferPointer {
        words -> Result<Void, CompositingError> in
        guard let base = words.baseAddress else { return .success(()) }
        let drawing = unsafe FlatDrawing(
          pixels: base, stride: columns.count, width: columns.count, height: rows.count)
        do throws(CompositingError) {
          try unsafe compositor.lay(
            drawing, left: columns.lowerBound, top: rows.lowerBound, onto: picture)
          return .success(())
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }
    var straight = StraightRGBA8(size: PixelSize<ArtworkSpace>(clamping: columns.count, rows.count))
    for (index, word) in words.enumerated() where word != 0 {
      let alpha = UInt8(word >> 24)
      func part(_ shift: UInt32) -> UInt8 {
        PremultipliedRGBA8.unpremultiply(UInt8(word >> shift & 255), alpha: alpha)
      }
      straight[index % columns.count, index / columns.count] = RGBA8(
        part(16), part(8), part(0), alpha)
    }
    try unsafe compositor.draw(
      unsafe Texture(atItsOwnSize: straight, for: picture.format),
      at: Homography(1, 0, Double(columns.lowerBound), 0, 1, Double(rows.lowerBound), 0, 0, 1),
      blend: blend, onto: picture)
  }
}

// MARK: - Light

extension OffscreenDrawing {
  /// Multiplies the colours in linear light.
  ///
  /// - Parameters:
  ///   - field: the factors of red, green and blue.
  ///   - square: from the picture's pixels to the unit square over which the field is stretched.
  package mutating func multiply<Space: CoordinateSpace>(
    by field: FieldGrid, over square: Homography<OutputSpace, Space>
  ) {
    let tables = SRGBLevels.shared
    change(field, over: square) { word, factor in
      let alpha = word >> 24
      func lit(_ shift: UInt32, _ factor: Float) -> UInt32 {
        var level = word >> shift & 255
        if alpha < 255 { level = min((level * 255 + alpha / 2) / alpha, 255) }
        let lit = UInt32(tables.signal(tables.light[Int(level)] * factor))
        return (alpha < 255 ? (lit * alpha + 127) / 255 : lit) << shift
      }
      return alpha << 24 | lit(16, factor.x) | lit(8, factor.y) | lit(0, factor.z)
    }
  }

  /// Mixes the colours with white by a share, the first component of a field.
  ///
  /// - Parameters:
  ///   - field: how much of a place is white, 0 to 1.
  ///   - square: from the picture's pixels to the unit square over which the field is stretched.
  package mutating func whiten<Space: CoordinateSpace>(
    by field: FieldGrid, over square: Homography<OutputSpace, Space>
  ) {
    change(field, over: square) { word, share in
      let alpha = word >> 24
      let part = UInt32((min(max(share.x, 0), 1) * 256).rounded())
      guard part > 0 else { return word }
      func mixed(_ shift: UInt32) -> UInt32 {
        let level = word >> shift & 255
        return ((level * (256 - part) + alpha * part + 128) >> 8) << shift
      }
      return alpha << 24 | mixed(16) | mixed(8) | mixed(0)
    }
  }

  @inline(__always)
  private mutating func change<Space: CoordinateSpace>(
    _ field: FieldGrid, over square: Homography<OutputSpace, Space>,
    _ body: (UInt32, SIMD4<Float>) -> UInt32
  ) {
    guard square.isFinite else { return }
    let (columns, rows) = (columns, rows)
    unsafe words.withUnsafeMutableBufferPointer { words in
      for row in rows {
        let y = Double(row) + 0.5
        let start = (row - rows.lowerBound) * columns.count
        let u = square.h1 * y + square.h2
        let v = square.h4 * y + square.h5
        let w = square.h7 * y + square.h8
        for column in columns {
          let at = start + column - columns.lowerBound
          let word = unsafe words[at]
          guard word != 0 else { continue }
          let x = Double(column) + 0.5
          let weight = square.h6 * x + w
          guard weight != 0 else { continue }
          unsafe words[at] = body(
            word,
            field.value(
              Float((square.h0 * x + u) / weight), Float((square.h3 * x + v) / weight)))
        }
      }
    }
  }
}

/// The sRGB curve both ways.
private struct SRGBLevels: Sendable {
  static let shared = SRGBLevels()

  /// The light of a level of 8 bit, 0 to 1.
  let light: [Float]
  private let levels: [UInt8]
  private static let steps = 4096

  private init() {
    light = (0...255).map { Float(SRGB.light(ofSignal: Double($0) / 255)) }
    levels = (0...Self.steps).map {
      UInt8((SRGB.signal(ofLight: Double($0) / Double(Self.steps)) * 255).rounded())
    }
  }

  /// The level of a light; of what is no number, 0.
  @inline(__always)
  func signal(_ light: Float) -> UInt8 {
    let step = light * Float(Self.steps) + 0.5
    return levels[step > 0 ? Int(min(step, Float(Self.steps))) : 0]
  }
}

// MARK: - Shadow

extension OffscreenDrawing {
  /// Lines of a row whose parts within an outline are summed.
  private static let linesOfRow = 4

  /// Leaves black, of the drawing's coverage times a strength, within an outline, whose edge is antialiased.
  ///
  /// - Parameters:
  ///   - strength: 0 to 1.
  ///   - outline: a closed line in the picture.
  package mutating func leaveShadow(_ strength: Double, within outline: [Point2<OutputSpace>]) {
    let width = columns.count
    var covered = [Float](repeating: 0, count: width)
    let left = Double(columns.lowerBound)
    for row in rows {
      for column in 0..<width { covered[column] = 0 }
      for line in 0..<Self.linesOfRow {
        let y = Double(row) + (Double(line) + 0.5) / Double(Self.linesOfRow)
        let crossings = Self.crossings(outline, atY: y).sorted()
        for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
          let from = min(max(crossings[pair] - left, 0), Double(width))
          let to = min(max(crossings[pair + 1] - left, 0), Double(width))
          for column in Int(from)..<max(Int(from), Int(to.rounded(.up))) where column < width {
            covered[column] += Float(
              min(to, Double(column) + 1) - max(from, Double(column)))
          }
        }
      }
      let start = (row - rows.lowerBound) * width
      for column in 0..<width {
        let alpha = Float(words[start + column] >> 24) * Float(strength)
        words[start + column] =
          UInt32(alpha * covered[column] / Float(Self.linesOfRow) + 0.5) << 24
      }
    }
  }

  private static func crossings(_ outline: [Point2<OutputSpace>], atY y: Double) -> [Double] {
    outline.indices.compactMap { index in
      let (a, b) = (outline[index], outline[(index + 1) % outline.count])
      guard (a.y <= y) != (b.y <= y) else { return nil }
      return a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
    }
  }
}

// MARK: - Blur

extension OffscreenDrawing {
  /// The most pixels whose memory is kept from one blur to the next.
  private static let mostKept = 1 << 21

  /// The least blur that changes a pixel noticeably, in pixels.
  package static let leastBlur: Float = 0.3

  /// How far a blur reaches, in pixels.
  package static func reach(ofBlur sigma: SIMD2<Float>) -> SIMD2<Double> {
    SIMD2(Double((3 * sigma.x).rounded(.up)), Double((3 * sigma.y).rounded(.up)))
  }

  /// Blurs the drawing along both axes: three box filters, whose edges have parts of a pixel.
  ///
  /// P. Gwosdek and others, "Theoretical Foundations of Gaussian Convolution by Extended Box Filtering" (2011).
  ///
  /// - Parameter sigma: the standard deviation along x and y, in pixels.
  package mutating func blur(_ sigma: SIMD2<Float>) {
    let (width, height) = (columns.count, rows.count)
    guard width > 0, height > 0, max(sigma.x, sigma.y) >= Self.leastBlur else { return }
    blurred.removeAll(keepingCapacity: true)
    blurred.append(
      contentsOf: words.lazy.map { word in
        SIMD4<Float>(
          SIMD4<UInt32>(word >> 24, word >> 16 & 255, word >> 8 & 255, word & 255))
      })
    if sigma.x >= Self.leastBlur {
      for row in 0..<height { boxes(from: row * width, step: 1, count: width, sigma.x) }
    }
    if sigma.y >= Self.leastBlur {
      for column in 0..<width { boxes(from: column, step: width, count: height, sigma.y) }
    }
    for (index, value) in blurred.enumerated() {
      let rounded = SIMD4<UInt32>(
        (value + 0.5).clamped(
          lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255)))
      words[index] = rounded.x << 24 | rounded.y << 16 | rounded.z << 8 | rounded.w
    }
    if blurred.count > Self.mostKept { blurred = [] }
  }

  /// Filters one line three times; what lies beyond its ends is transparent.
  private mutating func boxes(from start: Int, step: Int, count: Int, _ sigma: Float) {
    // The variance of a box of 2 r + 1 whole samples and two parts a of one is a third of the whole.
    let variance = sigma * sigma / 3
    let radius = Int(((1 + 12 * variance).squareRoot() - 1) / 2)
    let r = Float(radius)
    let part =
      (2 * r + 1) * (r * (r + 1) - 3 * variance)
      / (6 * (variance - (r + 1) * (r + 1)))
    let scale = 1 / (2 * r + 1 + 2 * part)
    unsafe withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: count) { line in
      unsafe blurred.withUnsafeMutableBufferPointer { values in
        for _ in 0..<3 {
          for at in 0..<count { unsafe line[at] = unsafe values[start + at * step] }
          func sample(_ at: Int) -> SIMD4<Float> {
            at >= 0 && at < count ? unsafe line[at] : .zero
          }
          var sum = SIMD4<Float>.zero
          for at in -radius...radius { sum += sample(at) }
          for at in 0..<count {
            let edges = sample(at - radius - 1) + sample(at + radius + 1)
            unsafe values[start + at * step] = (sum + edges * part) * scale
            sum += sample(at + radius + 1) - sample(at - radius)
          }
        }
      }
    }
  }
}
