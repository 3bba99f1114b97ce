import Comparison
import Imaging
import TestSupport
import Testing

// The code of the DocC article; ArticleTests finds it here.
private func isClose(_ golden: StraightRGBA8, _ picture: StraightRGBA8) -> Bool {
  guard let measures = PictureComparer().measure(golden, picture) else { return false }
  return ComparisonThresholds.close.passes(measures)
}

@Suite struct ComparisonArticleTests {
  @Test func `the code of the article takes a picture for close to itself and to no other`() throws
  {
    func picture(_ green: UInt8, width: Int = 64) throws -> StraightRGBA8 {
      try SyntheticAvatar.drawn(width, 48) { x, _ in RGBA8(UInt8(x), green, 0) }
    }
    #expect(isClose(try picture(40), try picture(40)))
    #expect(!isClose(try picture(40), try picture(200)))
    #expect(!isClose(try picture(40), try picture(40, width: 63)))
  }
}
