import Geometry
import Matting
import Testing

/// Mattes that are joined and cut.
@Suite struct MatteSetTests {
  private func matte(_ columns: Range<Int>, _ rows: Range<Int>, _ quad: Quad<OutputSpace>) -> Matte
  {
    var matte = Matte(columns: columns, rows: rows)
    matte.cover(quad)
    return matte
  }

  private func box(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Quad<
    OutputSpace
  > {
    Quad(Point2(left, top), Point2(right, top), Point2(right, bottom), Point2(left, bottom))
  }

  @Test func `a union covers what either covers, within its own area`() {
    var left = matte(0..<20, 0..<10, box(2, 2, 8, 8))
    let right = matte(10..<40, 5..<30, box(12, 6, 30, 20))
    left.formUnion(right)
    for y in 0..<10 {
      for x in 0..<20 {
        let inside =
          (2..<8).contains(x) && (2..<8).contains(y)
          || (12..<30).contains(x) && (6..<20).contains(y)
        #expect(left[x, y] == (inside ? 255 : 0), "\(x), \(y)")
      }
    }
  }

  @Test func `what is uncovered is covered no more, and the rest as before`() {
    var whole = matte(0..<20, 0..<20, box(0, 0, 20, 20))
    whole.uncover(box(5, 5, 10.5, 20))
    #expect(whole[4, 10] == 255 && whole[5, 10] == 0 && whole[9, 19] == 0 && whole[11, 10] == 255)
    #expect(abs(Int(whole[10, 10]) - 127) <= 1)
  }

  @Test func `mattes meet where both cover a pixel mostly`() {
    let left = matte(0..<20, 0..<20, box(0, 0, 10, 20))
    #expect(left.meets(matte(5..<30, 5..<30, box(9, 9, 20, 20))))
    #expect(!left.meets(matte(5..<30, 5..<30, box(10, 9, 20, 20))))
    #expect(!left.meets(matte(25..<30, 5..<30, box(25, 9, 30, 20))))
  }
}
