import Foundation
import Geometry
import Matting
import Testing

/// Quadrilaterals in a matte.
@Suite struct MatteQuadTests {
  private func matte(_ quad: Quad<OutputSpace>) -> Matte {
    var matte = Matte(columns: 4..<100, rows: 6..<90)
    matte.cover(quad)
    return matte
  }

  /// A square about the area's middle, turned.
  private func square(_ side: Double, degrees: Double) -> Quad<OutputSpace> {
    let (c, s) = (cos(degrees * .pi / 180) * side / 2, sin(degrees * .pi / 180) * side / 2)
    func corner(_ x: Double, _ y: Double) -> Point2<OutputSpace> {
      Point2(51.3 + c * x - s * y, 47.6 + s * x + c * y)
    }
    return Quad(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
  }

  @Test(arguments: [0, 10, 45, 77])
  func `the coverage adds up to the area`(degrees: Double) {
    let sum = matte(square(40, degrees: degrees)).coverage.reduce(0) { $0 + Double($1) } / 255
    // A corner is cut by a fraction of a pixel.
    #expect(abs(sum - 1600) < 3, "\(sum)")
  }

  @Test func `the sense of the corners makes no difference`() {
    let quad = square(30, degrees: 20)
    let corners = quad.corners
    let other = Quad(corners[3], corners[2], corners[1], corners[0])
    #expect(matte(quad) == matte(other))
  }

  @Test func `what lies beyond the area is left out`() {
    let all = Quad<OutputSpace>(
      Point2(-1e6, -1e6), Point2(1e6, -1e6), Point2(1e6, 1e6), Point2(-1e6, 1e6))
    #expect(matte(all).coverage.allSatisfy { $0 == 255 })
    let none = Quad<OutputSpace>(
      Point2(200, 200), Point2(300, 200), Point2(300, 300), Point2(200, 300))
    #expect(matte(none).coverage.allSatisfy { $0 == 0 })
    let farthest = Matte.farthestCorner
    for (far, covered) in [
      (farthest, 255), (farthest.nextUp, 0), (1e300, 0), (.infinity, 0), (.nan, 0),
    ] {
      let quad = Quad<OutputSpace>(
        Point2(-far, -far), Point2(far, -far), Point2(far, far), Point2(-far, far))
      #expect(matte(quad).coverage.allSatisfy { $0 == covered }, "\(far)")
    }
  }
}
