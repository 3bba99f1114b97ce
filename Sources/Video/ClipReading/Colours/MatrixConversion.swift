internal import CFFmpeg
internal import Frames
internal import Imaging

/// How the samples of a picture are brought to a matrix that is drawn in.
enum MatrixConversion: Hashable {
  /// Each by sums of the three.
  case linear(LinearMatrix)
  /// By the light that they stand for, which takes chroma for each pixel.
  case constantLuminance(ConstantLuminance)

  /// Whether chroma has to be there for each pixel.
  var needsFullChroma: Bool {
    if case .constantLuminance = self { true } else { false }
  }

  /// Converts a picture of its own memory, which has three planes.
  func apply(to picture: borrowing FrameHandle, siting: YUVEncoding.ChromaSiting, fullRange: Bool) {
    guard let layout = YUVLayout(picture.format), !layout.isSemiPlanar else { return }
    let size = (width: picture.width, height: picture.height)
    let encoding = YUVEncoding(matrix: .bt709, fullRange: fullRange, chromaSiting: siting)
    let levels = SampleLevels(layout, encoding)
    if layout.bytesPerSample == 1 {
      convert(SamplePlane<UInt8>.all(of: picture), layout, encoding, levels, size)
    } else {
      convert(SamplePlane<UInt16>.all(of: picture), layout, encoding, levels, size)
    }
  }

  private func convert<Sample: FixedWidthInteger & UnsignedInteger>(
    _ planes: [SamplePlane<Sample>], _ layout: YUVLayout, _ encoding: YUVEncoding,
    _ levels: SampleLevels, _ size: (width: Int, height: Int)
  ) {
    guard planes.count == 3 else { return }
    switch self {
    case .linear(let matrix):
      matrix.convert(planes, ChromaGrid(layout, encoding.chromaOrigin(layout), size), levels)
    case .constantLuminance(let light): light.convert(planes, levels, size)
    }
  }
}

/// Where chroma lies among the pixels of a picture.
struct ChromaGrid {
  /// The chroma samples before and behind a pixel, and how much of the latter counts.
  typealias Place = (first: Int, second: Int, share: Float)
  /// By column and by row.
  let columns, rows: [Place]
  /// The size of a plane of chroma.
  let width, height: Int

  init(_ layout: YUVLayout, _ origin: SIMD2<Double>, _ size: (width: Int, height: Int)) {
    width = (size.width + layout.subsamplingX - 1) / layout.subsamplingX
    height = (size.height + layout.subsamplingY - 1) / layout.subsamplingY
    columns = Self.places(size.width, layout.subsamplingX, origin.x, width)
    rows = Self.places(size.height, layout.subsamplingY, origin.y, height)
  }

  private static func places(_ count: Int, _ step: Int, _ origin: Double, _ last: Int) -> [Place] {
    (0..<count).map { pixel in
      let place = min(max((Double(pixel) + 0.5 - origin) / Double(step), 0), Double(last - 1))
      let first = Int(place)
      return (first, min(first + 1, last - 1), Float(place - Double(first)))
    }
  }
}

/// A matrix by which luma and chroma of one kind become those of another, where grey is the same in
/// both: chroma then follows from chroma alone, and keeps its places.
///
///     Y'  = Y + l . C          C' = (b . C, r . C)
struct LinearMatrix: Hashable {
  /// What of the two chroma samples goes into luma and into each of the new ones.
  let luma, blue, red: SIMD2<Double>

  /// - Parameters:
  ///   - r: what of chroma red has beyond luma; g and b likewise.
  init(
    red r: SIMD2<Double>, green g: SIMD2<Double>, blue b: SIMD2<Double>,
    to matrix: YUVEncoding.Matrix
  ) {
    let (kr, kb) = (matrix.red, matrix.blue)
    luma = kr * r + (1 - kr - kb) * g + kb * b
    blue = (b - luma) / (2 * (1 - kb))
    red = (r - luma) / (2 * (1 - kr))
  }

  /// ITU-T H.273, equations 56 to 61: R = Y - Cg + Co, G = Y + Cg, B = Y - Cg - Co.
  ///
  /// In limited range, chroma is taken to have 224 levels as by all other matrices. H.273 itself makes it of R, G
  /// and B of 219 levels; encoders write both, which differ by 5 levels of 255 for the most saturated colours.
  static func fromYCgCo(to matrix: YUVEncoding.Matrix) -> LinearMatrix {
    LinearMatrix(red: [-1, 1], green: [1, 0], blue: [-1, -1], to: matrix)
  }

  /// Between two sets of luma coefficients.
  static func between(red kr: Double, blue kb: Double, and matrix: YUVEncoding.Matrix) -> Self {
    let (r, b) = (2 * (1 - kr), 2 * (1 - kb))
    let kg = 1 - kr - kb
    return LinearMatrix(
      red: [0, r], green: [-kb * b / kg, -kr * r / kg], blue: [b, 0], to: matrix)
  }

  /// Converts planes in place: luma first, by the chroma that is still there.
  func convert<Sample: FixedWidthInteger & UnsignedInteger>(
    _ planes: [SamplePlane<Sample>], _ grid: ChromaGrid, _ levels: SampleLevels
  ) {
    let toLuma = SIMD2<Float>(luma) * (levels.lumaScale / levels.chromaScale)
    let middle = SIMD2<Float>(repeating: levels.chromaOffset)
    // What chroma adds to luma, at the places of a row of chroma.
    var added = (0..<2).map { _ in [Float](repeating: 0, count: grid.width) }
    for (y, place) in grid.rows.enumerated() {
      for (row, chromaRow) in [place.first, place.second].enumerated() {
        let (first, second) = unsafe (planes[1].row(chromaRow), planes[2].row(chromaRow))
        for x in 0..<grid.width {
          let chroma = unsafe SIMD2<Float>(Float(first[x]), Float(second[x])) - middle
          added[row][x] = (chroma * toLuma).sum()
        }
      }
      let line = zip(added[0], added[1]).map { $0 + ($1 - $0) * place.share }
      let samples = unsafe planes[0].row(y)
      for (x, place) in grid.columns.enumerated() {
        let sum = line[place.first] + (line[place.second] - line[place.first]) * place.share
        unsafe samples[x] = levels.sample(Float(samples[x]) + sum)
      }
    }
    let (toBlue, toRed) = (SIMD2<Float>(blue), SIMD2<Float>(red))
    for y in 0..<grid.height {
      let (first, second) = unsafe (planes[1].row(y), planes[2].row(y))
      for x in 0..<grid.width {
        let chroma = unsafe SIMD2<Float>(Float(first[x]), Float(second[x])) - middle
        unsafe first[x] = levels.sample(levels.chromaOffset + (chroma * toBlue).sum())
        unsafe second[x] = levels.sample(levels.chromaOffset + (chroma * toRed).sum())
      }
    }
  }
}
