internal import CKernels
internal import Geometry
package import Imaging

/// A drawing that its caller owns, to be laid on a picture once, pixel on pixel: words of alpha, red,
/// green and blue from the highest byte down, of 8 bit each and premultiplied, in sRGB.
///
/// A texture of it takes longer to make than this takes to draw.
@unsafe package struct FlatDrawing {
  let pixels: UnsafePointer<UInt32>
  /// Words from row to row.
  let stride: Int
  let width, height: Int

  /// Makes a view of a drawing; the owner keeps the pixels alive for as long as it is used.
  package init(pixels: UnsafePointer<UInt32>, stride: Int, width: Int, height: Int) {
    unsafe (self.pixels, self.stride) = unsafe (pixels, stride)
    unsafe (self.width, self.height) = (width, height)
  }

  /// Whether pixels of a format take it as it is: in clips of other colours artwork has to be brought to
  /// those first, as textures are.
  package static func fits(_ format: PixelFormat) -> Bool {
    guard case .yuv(_, let encoding) = format else { return true }
    return ArtworkColour(for: encoding).isIdentity
  }

  /// The words of eight pixels, each `step` (1 or 2) after the one before; 0 beyond the edges.
  @inline(__always)
  fileprivate func words(_ x: Int, _ y: Int, step: Int) -> SIMD8<UInt32> {
    guard y >= 0, unsafe y < height else { return .zero }
    let row = unsafe pixels + y * stride
    if x >= 0, unsafe x + 8 * step <= width {
      let start = unsafe UnsafeRawPointer(row + x)
      return step == 1
        ? unsafe start.loadUnaligned(as: SIMD8<UInt32>.self)
        : unsafe start.loadUnaligned(as: SIMD16<UInt32>.self).evenHalf
    }
    var words = SIMD8<UInt32>.zero
    for lane in 0..<8 where unsafe x + lane * step >= 0 && x + lane * step < width {
      words[lane] = unsafe row[x + lane * step]
    }
    return words
  }

  /// Whether this many pixels from one of a row on are transparent; 8 at most.
  @inline(__always)
  fileprivate func isClear(_ x: Int, _ y: Int, count: Int) -> Bool {
    guard y >= 0, unsafe y < height else { return true }
    let row = unsafe pixels + y * stride
    if count == 8, x >= 0, unsafe x + 8 <= width {
      return unsafe UnsafeRawPointer(row + x).loadUnaligned(as: SIMD8<UInt32>.self) == .zero
    }
    return unsafe (max(x, 0)..<max(min(x + count, width), 0, x)).allSatisfy { unsafe row[$0] == 0 }
  }
}

extension Compositor {
  /// Lays a drawing over a picture, its upper left corner on a pixel's.
  ///
  /// A sample of subsampled chroma gets the mean over its own area.
  ///
  /// - Throws: `CompositingError.malformedPicture`.
  package func lay(
    _ drawing: FlatDrawing, left: Int, top: Int, onto picture: MutablePicture
  ) throws(CompositingError) {
    guard unsafe picture.isWellFormed else {
      throw unsafe .malformedPicture(picture.format, planes: picture.planes.count)
    }
    let kernels = unsafe kernelSet.kernels
    switch unsafe picture.format {
    case .yuv(let layout, let encoding):
      let (y, cb, cr) = LinearChannel.channels(
        of: encoding.coefficients(bitDepth: layout.bitDepth))
      let none = LinearChannel(weights: .zero, offset: 0)
      unsafe FlatSamples(drawing, left, top, [y], .own).lay(
        on: layout.lumaTarget(picture.planes, kernels), height: picture.size.height)
      unsafe FlatSamples(drawing, left, top, [cb, cr, none], .chroma(layout, encoding)).lay(
        on: layout.chromaTarget(picture.planes, kernels), height: picture.planes[1].height)
    case .premultipliedRGBA8, .opaqueRGB8, .premultipliedBGRA8, .opaqueBGR8:
      let colours = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].map {
        LinearChannel(weights: $0, offset: 0)
      }
      let format = unsafe picture.format
      let isReversed = format == .premultipliedBGRA8 || format == .opaqueBGR8
      unsafe FlatSamples(drawing, left, top, isReversed ? colours.reversed() : colours, .own).lay(
        on: format.packedTarget(picture.planes, kernels), height: picture.size.height)
    }
  }
}

/// The samples of a drawing that are put on at once.
private let longestFlatRun = Tile.width

/// A drawing as the samples of a plane.
@unsafe private struct FlatSamples {
  /// Which pixels a sample is the mean of, along one side: some from the first on, each with its part in
  /// a quarter.
  struct Taps {
    /// Pixels from sample to sample.
    let step: Int
    /// Where the first pixel lies, from `step` times the sample's place.
    let first: Int
    let weights: SIMD4<UInt32>
    /// How many weights there are.
    let count: Int

    static let own = Taps(step: 1, first: 0, weights: [4, 0, 0, 0], count: 1)
    /// Two pixels, between which the sample lies.
    static let between = Taps(step: 2, first: 0, weights: [2, 2, 0, 0], count: 2)
    /// A pixel, on which the sample lies, and half of each of its neighbours.
    static let around = Taps(step: 2, first: -1, weights: [1, 2, 1, 0], count: 3)
  }

  struct Grid {
    let across, down: Taps

    static let own = Grid(across: .own, down: .own)

    static func chroma(_ layout: YUVLayout, _ encoding: YUVEncoding) -> Grid {
      // In pixels; the middle of the first one lies at a half.
      let origin = encoding.chromaOrigin(layout)
      func taps(_ step: Int, _ origin: Double) -> Taps {
        step == 1 ? .own : origin < 0.75 ? .around : .between
      }
      return Grid(
        across: taps(layout.subsamplingX, origin.x), down: taps(layout.subsamplingY, origin.y))
    }
  }

  private let drawing: FlatDrawing
  private let left, top: Int
  private let grid: Grid
  /// By what sixteenths of red, green, blue and alpha are multiplied for each colour of a sample.
  private let factors: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  /// The numbers of a sample: its colours, and alpha.
  private let components: Int

  init(
    _ drawing: FlatDrawing, _ left: Int, _ top: Int, _ colours: [LinearChannel], _ grid: Grid
  ) {
    unsafe self.drawing = unsafe drawing
    unsafe (self.left, self.top, self.grid) = (left, top, grid)
    let unit = Double(1 << CK_LEVEL_BITS) / 16
    func factor(_ place: Int) -> SIMD4<Float> {
      guard colours.indices.contains(place) else { return .zero }
      return SIMD4<Float>(SIMD4(colours[place].weights, colours[place].offset / 255) * unit)
    }
    unsafe factors = (factor(0), factor(1), factor(2))
    unsafe components = colours.count + 1
  }

  /// Puts the drawing on a plane, or on the planes that share their samples' places.
  ///
  /// - Parameter height: rows of the plane.
  func lay(on target: PlaneTarget, height: Int) {
    let (across, down) = unsafe (grid.across, grid.down)
    let columns = unsafe Self.samples(left, drawing.width, across, of: target.width)
    let rows = unsafe Self.samples(top, drawing.height, down, of: height)
    let components = unsafe components
    let capacity = components * (longestFlatRun + Int(CK_SLACK))
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: capacity) { samples in
      guard let base = samples.baseAddress else { return }
      unsafe samples.initialize(repeating: 0)
      for row in rows {
        var column = columns.lowerBound
        while column < columns.upperBound {
          let (start, end) = unsafe run(from: column, before: columns.upperBound, row)
          guard start < end else { break }
          for place in stride(from: start, to: end, by: 8) {
            unsafe put(place, row, into: base + components * (place - start))
          }
          unsafe target.put(base, column: start, row: row, count: end - start)
          column = end
        }
      }
    }
  }

  /// The samples of a plane that a side of the drawing reaches.
  private static func samples(
    _ start: Int, _ length: Int, _ taps: Taps, of count: Int
  ) -> Range<Int> {
    let first = (start - taps.first - taps.count) / taps.step
    let last = (start + length - taps.first) / taps.step
    let range = max(first, 0)..<max(min(last + 1, count), first, 0)
    return range.clamped(to: 0..<count)
  }

  /// The next samples that are not all transparent, from a column on; empty where there are none.
  private func run(from column: Int, before end: Int, _ row: Int) -> (Int, Int) {
    let span = unsafe 8 / grid.across.step
    var start = column
    while start < end, unsafe isClear(start, row) { start += span }
    guard start < end else { return (end, end) }
    var stop = start
    let limit = min(end, start + longestFlatRun)
    while stop < limit, unsafe !isClear(stop, row) { stop += span }
    return (start, min(stop, limit))
  }

  /// Whether the pixels of some samples are transparent: those of eight pixels, from one on.
  private func isClear(_ column: Int, _ row: Int) -> Bool {
    let (across, down) = unsafe (grid.across, grid.down)
    let x = unsafe column * across.step + across.first - left
    let y = unsafe row * down.step + down.first - top
    for line in 0..<down.count {
      guard unsafe drawing.isClear(x, y + line, count: 8) else { return false }
      // Those of the last sample that reach further.
      let further = across.count - across.step
      if further > 0, unsafe !drawing.isClear(x + 8, y + line, count: further) { return false }
    }
    return true
  }

  /// Writes eight samples: of each its colours, then its alpha.
  @inline(__always)
  private func put(_ column: Int, _ row: Int, into samples: UnsafeMutablePointer<Int16>) {
    let sums = unsafe sixteenths(column, row)
    let alpha = sums.alpha &<< UInt32(CK_LEVEL_BITS - 4)
    let start = UnsafeMutableRawPointer(samples)
    // The lower half of a word comes first.
    if unsafe components == 2 {
      unsafe start.storeBytes(
        of: sums.colour(factors.0) | alpha &<< 16, as: SIMD8<UInt32>.self)
      return
    }
    let firsts = unsafe sums.colour(factors.0) | sums.colour(factors.1) &<< 16
    let seconds = unsafe sums.colour(factors.2) | alpha &<< 16
    var quads = SIMD16<UInt32>()
    (quads.evenHalf, quads.oddHalf) = (firsts, seconds)
    unsafe start.storeBytes(of: quads, as: SIMD16<UInt32>.self)
  }

  /// The sums of eight samples' pixels, each times its part in sixteen.
  @inline(__always)
  private func sixteenths(_ column: Int, _ row: Int) -> Sums {
    let (across, down) = unsafe (grid.across, grid.down)
    let x = unsafe column * across.step + across.first - left
    let y = unsafe row * down.step + down.first - top
    var sums = Sums()
    for line in 0..<down.count {
      for place in 0..<across.count {
        let words = unsafe drawing.words(x + place, y + line, step: across.step)
        sums.add(words, times: down.weights[line] &* across.weights[place])
      }
    }
    return sums
  }

  /// Sums of eight pixels' numbers, two in a word: at most 16 times 255 each.
  private struct Sums {
    private var redAndBlue = SIMD8<UInt32>.zero
    private var alphaAndGreen = SIMD8<UInt32>.zero

    var alpha: SIMD8<UInt32> { alphaAndGreen &>> 16 }

    @inline(__always)
    mutating func add(_ words: SIMD8<UInt32>, times weight: UInt32) {
      redAndBlue &+= (words & 0x00FF_00FF) &* weight
      alphaAndGreen &+= (words &>> 8 & 0x00FF_00FF) &* weight
    }

    /// A colour of the samples, by what red, green, blue and alpha are multiplied.
    @inline(__always)
    func colour(_ factor: SIMD4<Float>) -> SIMD8<UInt32> {
      let value =
        Self.float(redAndBlue &>> 16) * factor.x + Self.float(alphaAndGreen & 0xFFFF) * factor.y
        + Self.float(redAndBlue & 0xFFFF) * factor.z + Self.float(alpha) * factor.w
      return unsafe unsafeBitCast(value + Self.large, to: SIMD8<UInt32>.self) & 0xFFFF
    }

    /// 2^23, above which numbers are whole: the lowest bits of a sum are what was added, rounded.
    ///
    /// Swift's own conversion of vectors took longer than all else together.
    private static let large: Float = 8_388_608

    /// Numbers of up to 23 bits.
    @inline(__always)
    private static func float(_ words: SIMD8<UInt32>) -> SIMD8<Float> {
      unsafe unsafeBitCast(words | large.bitPattern, to: SIMD8<Float>.self) - large
    }
  }
}
