import Compositing
import Geometry
import Imaging
import TestSupport
import Testing

/// A texture of one level against one of all levels, where that level is what is sampled.
@Suite struct OwnSizeTests {
  @Test(arguments: MagnificationTests.allFormats)
  func `pixel on pixel it is as the whole pyramid`(format: PixelFormat) throws {
    var generator = SplitMix64(state: 31)
    for (width, height) in [(1, 1), (7, 5), (33, 40)] {
      let picture = Artwork.noise(width, height, using: &generator)
      let ground = TestPicture(random: format, 60, 50, using: &generator)
      for (left, top) in [(0, 0), (4, 6), (5, 3), (-3, -4), (40, 30)] {
        let map = Homography<ArtworkSpace, OutputSpace>(
          1, 0, Double(left), 0, 1, Double(top), 0, 0, 1)
        var (whole, alone) = (ground, ground)
        try whole.draw(Texture(picture, for: format), at: map)
        try alone.draw(Texture(atItsOwnSize: picture, for: format), at: map)
        let expected = whole.planes.indices.map { whole.samples(ofPlane: $0).map(Double.init) }
        // Of four texels' chroma the quarters are rounded one by one, to 1/128 of all: a level of 8 bit.
        let most = format.largestLevel > 255 ? 4.0 : 1
        #expect(
          alone.largestDifference(to: expected).allSatisfy { $0 <= most },
          "\(width) \(left) \(top)")
      }
    }
  }
}
