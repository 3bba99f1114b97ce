import Foundation
import Geometry
import Imaging
import Matting
import TestSupport
import Testing

/// What colours say, and how they are read off pictures.
@Suite struct ColourEvidenceTests {
  private func grid(_ planes: Planes, side: Int, from: Int = 0) throws -> MatteGrid {
    let size = PixelSize<OutputSpace>(clamping: planes.width, planes.height)
    let part = Rectangle<OutputSpace>(
      Point2(Double(from), Double(from)), Point2(Double(planes.width), Double(planes.height)))
    return try #require(
      MatteGrid(over: part, of: size, side: side, origin: Point2(0, 0), unit: SIMD2(1, 1)))
  }

  private func colours(_ planes: Planes, _ grid: MatteGrid) throws -> CellColours {
    var planes = planes
    return try #require(planes.withPicture { CellColours(grid, of: $0) })
  }

  @Test(arguments: Planes.formats, [1, 2, 3, 4, 7])
  func `a cell's colour is the same whatever part is looked at`(
    format: PixelFormat, side: Int
  ) throws {
    var random = SplitMix64(state: 11)
    let planes = Planes(format, 61, 47) { UInt8.random(in: 0...255, using: &random) }
    let (whole, part) = try (grid(planes, side: side), grid(planes, side: side, from: 17))
    let (all, some) = try (colours(planes, whole), colours(planes, part))
    #expect(part.columns.lowerBound == 17 / side)
    #expect(part.columns.upperBound == whole.columns.upperBound)
    for row in part.rows {
      for column in part.columns {
        let a = all.numbers[row * whole.stride + column]
        let b = some.numbers[
          (row - part.rows.lowerBound) * part.stride + column - part.columns.lowerBound]
        #expect(a == b)
        #expect(Int(a) < CellColours.count)
      }
    }
  }

  /// A picture of four flat colours, well within the levels that are told apart.
  @Test func `a cell's colour is the same in every format`() throws {
    // Luma 16 n + 8, and differences in the middle of a level.
    let quarters: [(luma: Int, blue: Int, red: Int)] = [
      (168, 113, 148), (88, 138, 123), (40, 128, 128), (216, 118, 138),
    ]
    // Cells behind the rows' ends mean nothing.
    var found: [PixelFormat: [UInt16]] = [:]
    for layout in YUVLayout.allCases {
      var planes = Planes(.yuv(layout, Planes.yuv), 32, 32)
      let scale = layout.bitDepth == 10 ? 4 : 1
      for sample in planes.samples {
        let quarter = quarters[sample.columns.lowerBound / 16 + sample.rows.lowerBound / 16 * 2]
        let level =
          sample.plane == 0
          ? quarter.luma : sample.plane + sample.component == 1 ? quarter.blue : quarter.red
        planes[sample.index] = level * scale << layout.paddingBits
      }
      let grid = try grid(planes, side: 8)
      let numbers = try colours(planes, grid).numbers
      found[planes.format] = grid.rows.flatMap { row in
        numbers[row * grid.stride..<row * grid.stride + grid.columns.count]
      }
    }
    let first = try #require(found.values.first)
    #expect(found.values.allSatisfy { $0 == first })
    #expect(Set(first).count == 4)
  }

  @Test func `packed formats have the colours of the picture in memory`() throws {
    var random = SplitMix64(state: 4)
    let bytes = (0..<4 * 40 * 40).map { index -> UInt8 in
      index % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random)
    }
    let picture = try #require(StraightRGBA8(width: 40, height: 40, bytes: bytes))
    for format in Planes.formats.prefix(4) {
      var planes = Planes(format, 40, 40)
      let isReversed = format == .premultipliedBGRA8 || format == .opaqueBGR8
      for sample in planes.samples {
        let (x, y) = (sample.columns.lowerBound, sample.rows.lowerBound)
        let component =
          isReversed && sample.component < 3 ? 2 - sample.component : sample.component
        planes[sample.index] = Int(bytes[4 * (y * 40 + x) + component])
      }
      let grid = try grid(planes, side: 3)
      #expect(try colours(planes, grid).numbers == CellColours(grid, of: picture).numbers)
    }
  }

  @Test func `colours speak for what they are found in, and not at all where found in both`() throws
  {
    // Three stripes: the shape's, one that both have, the other's.
    var planes = Planes(.yuv(.yuv444p, Planes.yuv), 60, 30) { 128 }
    for sample in planes.samples where sample.plane == 0 {
      planes[sample.index] = [40, 120, 200][sample.columns.lowerBound / 20]
    }
    let grid = try grid(planes, side: 1)
    let evidence = ColourEvidence(try colours(planes, grid)) { cell in
      switch cell % grid.stride {
      case ..<20: true
      case 20..<40: cell / grid.stride < 15
      default: false
      }
    }
    let row = 7 * grid.stride
    #expect(evidence.values[row + 10] > 2)
    // Both have as many of it.
    #expect(abs(evidence.values[row + 30]) < 0.01)
    #expect(evidence.values[row + 50] < -2)
    #expect(evidence.values.allSatisfy { abs($0) <= ColourEvidence.most + 1e-5 })
    // Of nothing that surely is the shape, nothing is said.
    let none = ColourEvidence(try colours(planes, grid)) { _ in false }
    #expect(none.values.allSatisfy { $0 == 0 })
  }

  @Test func `the logarithm is the library's within its error`() {
    var number: Float = 1e-4
    while number < 1e4 {
      #expect(abs(ColourEvidence.naturalLogarithm(number) - log(number)) < 0.0002)
      number *= 1.003
    }
  }
}
