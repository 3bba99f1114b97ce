import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// Planes that are decoded and encoded again, seen through libjpeg-turbo's own tools.
@Suite struct PlanarJPEGTests {
  static let sizes = [(67, 45), (64, 48), (1, 1), (3, 17), (129, 8)]

  @Test(arguments: sizes, ["1x1", "2x1", "2x2"])
  func `untouched planes are the same picture again`(
    size: (Int, Int), sampling: String
  ) throws {
    let jpeg = try CodecSamples.cjpeg(
      CodecSamples.scene(width: size.0, height: size.1), ["-sample", sampling])
    let planes = PlanarJPEG()
    // Memory that has seen a larger picture is as good as a new one.
    for other in [CodecSamples.cjpeg, nil] {
      if let other {
        _ = try planes.decode(other(CodecSamples.scene(width: 200, height: 90), []), limits: .still)
      }
      #expect(try planes.decode(jpeg, limits: .still))
      #expect((planes.size?.width, planes.size?.height) == size)
      let again = try planes.encode(quality: 100)
      let seen = try (CodecSamples.djpeg(again), CodecSamples.djpeg(jpeg))
      try #require((seen.0.width, seen.0.height) == size)
      // At quality 100 a step is one level of a frequency, of luma and of chroma.
      #expect(CodecSamples.largestDifference(seen.0, seen.1) <= 4)
    }
  }

  @Test(arguments: ["1x1", "2x1", "2x2"])
  func `flipped planes are the flipped picture`(sampling: String) throws {
    let picture = try CodecSamples.scene(width: 66, height: 45)
    let planes = PlanarJPEG()
    let jpeg = try CodecSamples.cjpeg(picture, ["-sample", sampling])
    #expect(try planes.decode(jpeg, limits: .still) && planes.isFlippable)
    planes.flipHorizontally()
    let seen = try CodecSamples.djpeg(planes.encode(quality: 100))
    let expected = try CodecSamples.djpeg(jpeg).flippedHorizontally()
    // Where chroma is subsampled, its interpolation does not round alike from both sides.
    #expect(CodecSamples.largestDifference(seen, expected) <= (sampling == "1x1" ? 4 : 6))
    let odd = try CodecSamples.cjpeg(
      CodecSamples.scene(width: 67, height: 45), ["-sample", sampling])
    #expect(try planes.decode(odd, limits: .still))
    #expect(planes.isFlippable == (sampling == "1x1"))
  }

  @Test(arguments: [["-grayscale"], ["-rgb"], ["-sample", "1x2"], ["-sample", "4x1"]])
  func `other planes are left to RGB`(options: [String]) throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 67, height: 45), options)
    let planes = PlanarJPEG()
    #expect(try !planes.decode(jpeg, limits: .still))
  }

  @Test func `a turned picture is left to RGB, a damaged one refused`() throws {
    let jpeg = try CodecSamples.cjpeg(CodecSamples.scene(width: 67, height: 45))
    let planes = PlanarJPEG()
    let turned = JPEGReadingTests.with(JPEGReadingTests.exif(6, littleEndian: true), in: jpeg)
    #expect(try !planes.decode(turned, limits: .still))
    for count in stride(from: 1, to: jpeg.count, by: 97) {
      #expect(throws: ImagingError.self) {
        try planes.decode(Array(jpeg.prefix(count)), limits: .still)
      }
    }
    #expect(
      throws: ImagingError.tooLarge(width: 67, height: 45, limits: .init(width: 66, height: 45))
    ) { try planes.decode(jpeg, limits: ImageLimits(width: 66, height: 45)) }
    // A picture without tables of its own does not get those of the one before.
    let bare = try CodecSamples.withoutTables(jpeg)
    #expect(throws: ImagingError.self) { try JPEG.decode(bare) }
    #expect(try planes.decode(jpeg, limits: .still))
    #expect(throws: ImagingError.self) { try planes.decode(bare, limits: .still) }
    // And its memory is as good as before.
    #expect(try planes.decode(jpeg, limits: .still))
  }
}
