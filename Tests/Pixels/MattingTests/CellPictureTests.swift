import Geometry
import Imaging
import Matting
import TestSupport
import Testing

/// Pictures of cells, against means in whole numbers; what stands still, against sorted numbers.
@Suite struct CellPictureTests {
  private static let identity = AffineMap<OutputSpace, OutputSpace>(1, 0, 0, 0, 1, 0)

  private func cells(_ planes: Planes, side: Int) throws -> CellPicture {
    var planes = planes
    return try #require(planes.withPicture { CellPicture($0, side: side) })
  }

  /// Cells of whole samples are the nearest whole number to the mean.
  @Test(arguments: [1, 2, 3])
  func `a cell is the mean of its pixels`(side: Int) throws {
    var random = SplitMix64(state: 5)
    let planes = Planes(.yuv(.yuv444p, Planes.yuv), 12 * side, 6 * side) {
      UInt8.random(in: 0...255, using: &random)
    }
    let cells = try cells(planes, side: side)
    #expect(cells.columns == 12 && cells.rows == 6)
    var sums = [Int](repeating: 0, count: 3 * 12 * 6)
    for sample in planes.samples {
      let (x, y) = (sample.columns.lowerBound / side, sample.rows.lowerBound / side)
      sums[3 * (y * 12 + x) + sample.plane] += planes[sample.index]
    }
    for cell in 0..<12 * 6 {
      for component in 0..<3 {
        let mean = Double(sums[3 * cell + component]) / Double(side * side)
        let found = Double(cells[cell % 12, cell / 12, component])
        #expect(abs(mean - found) <= 0.5 + 1e-3)
      }
    }
  }

  /// Both ways to take means: of even cells at once, and of any.
  @Test(arguments: Planes.formats)
  func `even cells have the means of any others`(format: PixelFormat) throws {
    var random = SplitMix64(state: 6)
    let planes = Planes(format, 33, 21) { UInt8.random(in: 0...255, using: &random) }
    let odd = try cells(planes, side: 2)
    // The same pixels in a picture of even sides.
    var even = Planes(format, 32, 20)
    for sample in even.samples {
      let same = planes.samples.first {
        $0.plane == sample.plane && $0.component == sample.component
          && $0.columns.lowerBound == sample.columns.lowerBound
          && $0.rows.lowerBound == sample.rows.lowerBound
      }
      even[sample.index] = planes[try #require(same).index]
    }
    let other = try cells(even, side: 2)
    for y in 0..<other.rows {
      for x in 0..<other.columns {
        for component in 0..<3 { #expect(odd[x, y, component] == other[x, y, component]) }
      }
    }
  }

  @Test func `what stands still is the median of the frames that show it`() throws {
    var random = SplitMix64(state: 7)
    let size = PixelSize<OutputSpace>(clamping: 16, 8)
    var pictures: [CellPicture] = []
    var isHidden: [[Bool]] = []
    for _ in 0..<9 {
      let planes = Planes(.yuv(.yuv444p, Planes.yuv), 16, 8) {
        UInt8.random(in: 0...255, using: &random)
      }
      var cells = try cells(planes, side: 1)
      let grid = try #require(
        MatteGrid(
          over: Rectangle(size), of: size, side: 1, origin: Point2(0, 0), unit: SIMD2(1, 1)))
      let hidden = (0..<16 * 8).map { _ in Int.random(in: 0..<3, using: &random) == 0 }
      var field = [Float](repeating: 0, count: grid.count)
      for cell in hidden.indices where hidden[cell] {
        field[cell / 16 * grid.stride + cell % 16] = 1
      }
      cells.hide(field, above: 0.5, on: grid, as: .outline)
      pictures.append(cells)
      isHidden.append(hidden)
    }
    let still = try #require(CellPicture(stillIn: pictures, .outline))
    for cell in 0..<16 * 8 {
      let (x, y) = (cell % 16, cell / 16)
      let lumas = pictures.indices.filter { !isHidden[$0][cell] }.map { pictures[$0][x, y, 0] }
        .sorted()
      let place = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
      #expect(still.isHidden(at: place, .outline) == (lumas.count < 3))
      if lumas.count >= 3 { #expect(still[x, y, 0] == lumas[lumas.count / 2]) }
    }
    // The other judgement hides nothing.
    let all = try #require(CellPicture(stillIn: pictures, .cut))
    #expect(!all.isHidden(at: SIMD2(0.5, 0.5), .cut))
    #expect(CellPicture(stillIn: Array(pictures.prefix(2)), .cut) == nil)
  }

  /// An outline that is wrong by some pixels, before a picture with a clear edge.
  @Test func `a coverage follows the picture's edge`() throws {
    let (width, height, edge) = (320, 60, 150)
    let size = PixelSize<OutputSpace>(clamping: width, height)
    var planes = Planes(.opaqueRGB8, width, height)
    for sample in planes.samples {
      planes[sample.index] = sample.columns.lowerBound < edge ? 60 : 190
    }
    let grid = try #require(
      MatteGrid(
        over: Rectangle(Point2(0, 0), Point2(Double(width), Double(height))), of: size,
        side: 1, origin: Point2(0, 0), unit: SIMD2(1, 1)))
    var shape = ShapeField(grid, reach: 1000)
    // It ends 4 pixels before the edge.
    let end = Float(edge) - 4
    shape.add(
      ShapeField.Capsule(SIMD2(end - 200, -5000), SIMD2(end - 200, 5000), radii: (200, 200)))
    let cover = CoverageField(
      ScoreMap(shape, arm: ShapeField(grid)), shape, core: 3, hole: 0,
      reach: 6)
    var matte = Matte(columns: 0..<width, rows: 0..<height)
    planes.withPicture { cover.cover(&matte, of: $0, by: Self.identity) }
    let row = height / 2
    // Outside the outline, on this side of the edge and on that.
    #expect(matte[edge - 2, row] > matte[edge + 1, row] + 60)
    #expect(matte[edge + 3, row] < 40)
    #expect(matte[edge - 40, row] == 255 && matte[edge + 40, row] == 0)
  }

  @Test func `what does not hang together with the core is left out, and holes are filled`() throws
  {
    let size = PixelSize<OutputSpace>(clamping: 80, 40)
    let grid = try #require(
      MatteGrid(
        over: Rectangle(size), of: size, side: 1, origin: Point2(0, 0), unit: SIMD2(1, 1)))
    var shape = ShapeField(grid)
    shape.add(ShapeField.Capsule(SIMD2(20, 20), SIMD2(20, 20), radii: (12, 12)))
    var scores = ScoreMap(shape, arm: ShapeField(grid))
    // A hole of 9 cells, one of 49, and a speck apart.
    for y in 0..<40 {
      for x in 0..<80 {
        let at = y * grid.stride + x
        if (13...15).contains(x), (19...21).contains(y) { scores.values[at] = -5 }
        if (19...25).contains(x), (17...23).contains(y) { scores.values[at] = -5 }
        if (60...64).contains(x), (18...22).contains(y) { scores.values[at] = 5 }
      }
    }
    let cover = CoverageField(scores, shape, core: 3, hole: 20, reach: 2)
    var matte = Matte(columns: 0..<80, rows: 0..<40)
    var grey = Planes(.opaqueRGB8, 80, 40) { 128 }
    grey.withPicture { cover.cover(&matte, of: $0, by: Self.identity) }
    #expect(matte[14, 20] > 200)
    #expect(matte[22, 20] < 40)
    #expect(matte[62, 20] == 0)
  }
}
