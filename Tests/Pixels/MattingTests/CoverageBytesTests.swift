import Geometry
import Imaging
import Matting
import TestSupport
import Testing

/// What is covered as bytes, as it is kept in files.
@Suite struct CoverageBytesTests {
  private func field(_ seed: UInt64, opacity: Double = 1) throws -> CoverageField {
    let size = PixelSize<OutputSpace>(clamping: 160, 90)
    let grid = try #require(
      MatteGrid(
        over: Rectangle(size), of: size, side: 2, origin: Point2(0, 0), unit: SIMD2(1, 1)))
    var shape = ShapeField(grid)
    shape.add(ShapeField.Capsule(SIMD2(50, 40), SIMD2(90, 50), radii: (12, 20)))
    var scores = ScoreMap(shape, arm: ShapeField(grid))
    var random = SplitMix64(state: seed)
    for at in scores.values.indices where random.next() % 5 == 0 {
      scores.values[at] += Float.random(in: -4...4, using: &random)
    }
    return CoverageField(
      scores, shape, core: 3, hole: 4, reach: 3.7, opacity: opacity)
  }

  /// What it covers of a picture.
  private func matte(_ field: CoverageField) -> [UInt8] {
    var matte = Matte(columns: 0..<160, rows: 0..<90)
    var planes = Planes(.opaqueRGB8, 160, 90) { 128 }
    planes.withPicture { field.cover(&matte, of: $0, by: AffineMap(1, 0, 0, 0, 1, 0)) }
    return (0..<90).flatMap { y in (0..<160).map { matte[$0, y] } }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a field is the same again, bit for bit`(seed: UInt64) throws {
    let field = try field(seed, opacity: seed == 3 ? 0.3 : 1)
    let again = try #require(CoverageField(field.bytes))
    #expect(again.bytes == field.bytes && again.box == field.box)
    #expect(matte(again) == matte(field))
    // Sure cells take little.
    #expect(field.bytes.count < 4 * field.grid.count)
  }

  @Test func `bytes that are of no field give none, and never a crash`() throws {
    let bytes = try field(1).bytes
    #expect(CoverageField([]) == nil)
    for length in stride(from: 0, to: bytes.count, by: 97) {
      #expect(CoverageField(Array(bytes.prefix(length))) == nil)
    }
    #expect(CoverageField(bytes + [0, 0, 0, 0]) == nil)
    var random = SplitMix64(state: 9)
    for _ in 0..<500 {
      var changed = bytes
      for _ in 0..<3 {
        let place = Int(random.next() % UInt64(min(changed.count, 60)))
        changed[place] = UInt8(truncatingIfNeeded: random.next())
      }
      if let field = CoverageField(changed) { #expect(field.bytes.count > 0) }
    }
  }
}
