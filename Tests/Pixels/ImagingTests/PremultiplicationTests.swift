import Imaging
import Testing

/// The invariants over all 256 x 256 values.
@Suite struct PremultiplicationTests {
  @Test func `premultiplying rounds the exact product`() {
    for value in 0...255 {
      for alpha in 0...255 {
        let exact = (Double(value) * Double(alpha) / 255).rounded()
        let got = PremultipliedRGBA8.premultiply(UInt8(value), alpha: UInt8(alpha))
        #expect(Double(got) == exact, "\(value) x \(alpha)")
      }
    }
  }

  @Test func `unpremultiplying rounds the exact quotient`() {
    for alpha in 1...255 {
      for value in 0...alpha {
        let exact = (Double(value) * 255 / Double(alpha)).rounded()
        let got = PremultipliedRGBA8.unpremultiply(UInt8(value), alpha: UInt8(alpha))
        #expect(Double(got) == exact, "\(value) / \(alpha)")
      }
      #expect(PremultipliedRGBA8.unpremultiply(255, alpha: UInt8(alpha)) == 255)
    }
    #expect(PremultipliedRGBA8.unpremultiply(9, alpha: 0) == 0)
  }

  @Test func `premultiplying again gives the same`() {
    for alpha in UInt8.min ... .max {
      for value in UInt8.min ... .max {
        let once = PremultipliedRGBA8.premultiply(value, alpha: alpha)
        let straight = PremultipliedRGBA8.unpremultiply(once, alpha: alpha)
        #expect(PremultipliedRGBA8.premultiply(straight, alpha: alpha) == once)
      }
    }
  }

  @Test func `a picture goes there and back`() throws {
    let bytes: [UInt8] = [200, 100, 0, 255, 200, 100, 0, 128, 200, 100, 0, 0]
    let picture = try #require(StraightRGBA8(width: 3, height: 1, bytes: bytes))
    let premultiplied = PremultipliedRGBA8(picture)
    #expect(premultiplied.bytes == [200, 100, 0, 255, 100, 50, 0, 128, 0, 0, 0, 0])
    #expect(
      StraightRGBA8(premultiplied).bytes == [200, 100, 0, 255, 199, 100, 0, 128, 0, 0, 0, 0])
  }
}
