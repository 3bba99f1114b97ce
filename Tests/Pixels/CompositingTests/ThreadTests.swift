import Compositing
import Dispatch
import Geometry
import Imaging
import TestSupport
import Testing

/// Threads may share a picture, each its own rows.
///
/// The thread sanitizer of `make check-release` sees here
/// whether one touches another's.
@Suite struct ThreadTests {
  @Test(arguments: MagnificationTests.allFormats, Compositor.BlendMode.allCases)
  func `rows drawn by several threads make the whole`(
    format: PixelFormat, blend: Compositor.BlendMode
  ) throws {
    var generator = SplitMix64(state: 80)
    let picture = Artwork.noise(70, 50, using: &generator)
    let texture = Texture(picture, for: format)
    let compositor = try Compositor()
    let ground = TestPicture(random: format, 133, 97, using: &generator)
    // Bands that share tiles, and of 4:2:0 pairs of rows, with their neighbours.
    let cuts = [0, 7, 31, 33, 64, 97]
    for size in [60.0, 300] {
      guard
        let map = Homography.random(
          of: picture, in: 133, 97, size: size...size, using: &generator)
      else { continue }
      var (whole, shared) = (ground, ground)
      try whole.draw(texture, at: map, opacity: 0.8, blend: blend)
      try shared.withPicture { lent in
        nonisolated(unsafe) let lent = lent
        DispatchQueue.concurrentPerform(iterations: cuts.count - 1) { band in
          // What a refusal would leave undone is seen below.
          try? compositor.draw(
            texture, at: map, opacity: 0.8, blend: blend, onto: lent,
            rows: cuts[band]..<cuts[band + 1])
        }
      }
      #expect(shared == whole)
    }
  }
}
