import Geometry
import Imaging
import Matting
import TestSupport
import Testing

/// Bringing pixels back by a matte, against the formula in whole numbers.
@Suite struct KeptPixelsTests {
  /// A matte of an area, of a band that is covered in part.
  private func matte(columns: Range<Int>, rows: Range<Int>, opacity: Double = 1) throws -> Matte {
    let size = PixelSize<OutputSpace>(clamping: 61, 47)
    let grid = try #require(
      MatteGrid(
        over: Rectangle(size), of: size, side: 1, origin: Point2(30, 24), unit: SIMD2(1, 1)))
    var field = ShapeField(grid, reach: 60)
    field.add(ShapeField.Capsule(SIMD2(-20, -8), SIMD2(15, 9), radii: (6, 11)))
    let scores = ScoreMap(field, arm: ShapeField(grid))
    let cover = CoverageField(
      scores, field, core: 3, hole: 0, reach: 3, opacity: opacity)
    var matte = Matte(columns: columns, rows: rows)
    var grey = Planes(.opaqueRGB8, 61, 47) { 128 }
    grey.withPicture { cover.cover(&matte, of: $0, by: AffineMap(1, 0, 0, 0, 1, 0)) }
    return matte
  }

  @Test(arguments: Planes.formats)
  func `gives the nearest number between what was drawn and what was kept`(
    format: PixelFormat
  ) throws {
    // Odd sides, and an area that ends at them.
    let area = (columns: 6..<61, rows: 4..<47)
    let matte = try matte(columns: area.columns, rows: area.rows)
    #expect(Set(matte.coverage).isSuperset(of: [0, 255]) && Set(matte.coverage).count > 40)
    var random = SplitMix64(state: 8)
    func noise() -> UInt8 { UInt8.random(in: 0...255, using: &random) }
    let before = Planes(format, 61, 47, byte: noise)
    let drawn = Planes(format, 61, 47, byte: noise)
    var planes = before
    let held = planes.withPicture { KeptPixels(of: $0, under: matte) }
    var kept = try #require(held)
    planes = drawn
    planes.withPicture { kept.bringBack(onto: $0) }
    for sample in planes.samples {
      let pixels = sample.columns.clamped(to: area.columns).flatMap { x in
        sample.rows.clamped(to: area.rows).map { Int(matte[x, $0]) }
      }
      let covered = pixels.isEmpty ? 0 : (pixels.reduce(0, +) + pixels.count / 2) / pixels.count
      let (from, to) = (drawn[sample.index], before[sample.index])
      let expected =
        switch covered {
        case 0: from
        case 255: to
        default:
          (((from >> planes.padding) * (255 - covered) + (to >> planes.padding) * covered + 127)
            / 255) << planes.padding
        }
      #expect(planes[sample.index] == expected)
    }
  }

  @Test(arguments: Planes.formats)
  func `changes nothing where nothing was drawn`(format: PixelFormat) throws {
    let matte = try matte(columns: 0..<61, rows: 0..<47, opacity: 0.4)
    var random = SplitMix64(state: 9)
    let before = Planes(format, 61, 47) { UInt8.random(in: 0...255, using: &random) }
    var planes = before
    let held = planes.withPicture { KeptPixels(of: $0, under: matte) }
    var kept = try #require(held)
    planes.withPicture { kept.bringBack(onto: $0) }
    #expect(planes == before)
  }

  @Test func `a matte of a part is the part of the matte of all`() throws {
    let whole = try matte(columns: 0..<61, rows: 0..<47)
    let part = try matte(columns: 13..<40, rows: 11..<30)
    for y in 11..<30 {
      for x in 13..<40 { #expect(part[x, y] == whole[x, y]) }
    }
    #expect(part[12, 20] == 0 && part[20, 30] == 0)
  }

  @Test func `a matte shows as much as its opacity says`() throws {
    let (whole, half) = try (
      matte(columns: 0..<61, rows: 0..<47), matte(columns: 0..<61, rows: 0..<47, opacity: 0.5)
    )
    for (a, b) in zip(whole.coverage, half.coverage) {
      #expect(abs(Double(a) * 128 / 255 - Double(b)) <= 1)
    }
    let none = try matte(columns: 0..<61, rows: 0..<47, opacity: 0)
    #expect(none.coverage.allSatisfy { $0 == 0 })
  }
}
