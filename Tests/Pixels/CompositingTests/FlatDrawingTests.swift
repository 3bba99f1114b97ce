import Compositing
import Geometry
import Imaging
import TestSupport
import Testing

/// Drawings that are laid on pictures without a texture, against the mean over each sample's own area.
@Suite struct FlatDrawingTests {
  /// Words as Cairo has them.
  private struct Drawing {
    let width, height: Int
    var words: [UInt32]

    /// Lines of any transparency, and nothing between them.
    init(_ width: Int, _ height: Int, using generator: inout SplitMix64) {
      (self.width, self.height) = (width, height)
      words = []
      for _ in 0..<width * height {
        let isClear = words.last == 0 ? generator.next() % 16 != 0 : generator.next() % 6 == 0
        let alpha: UInt64 = isClear ? 0 : generator.next() % 3 == 0 ? generator.next() % 256 : 255
        let colours = (0..<3).map { _ in alpha == 0 ? 0 : generator.next() % (alpha + 1) }
        words.append(
          UInt32(alpha << 24 | colours[0] << 16 | colours[1] << 8 | colours[2]))
      }
    }

    func lay(on canvas: inout TestPicture, left: Int, top: Int) throws {
      // Rows are longer than they have to be, as Cairo's may be.
      let stride = width + 3
      let rows = (0..<height).flatMap { y in
        words[y * width..<(y + 1) * width] + [.max, .max, .max]
      }
      try unsafe rows.withUnsafeBufferPointer { rows in
        let base = unsafe try #require(rows.baseAddress)
        try unsafe canvas.withPicture { picture in
          try unsafe Compositor().lay(
            FlatDrawing(pixels: base, stride: stride, width: width, height: height),
            left: left, top: top, onto: picture)
        }
      }
    }

    /// The levels of a pixel in a format, premultiplied, then alpha as 0...1.
    func levels(_ x: Int, _ y: Int, _ format: PixelFormat) -> [Double] {
      guard x >= 0, y >= 0, x < width, y < height, words[y * width + x] != 0 else {
        return []
      }
      let word = words[y * width + x]
      let parts = [16, 8, 0].map { Double(word >> $0 & 0xFF) }
      let alpha = Double(word >> 24)
      let levels = Reference.levels(
        parts[0] / alpha, parts[1] / alpha, parts[2] / alpha, format)
      return levels.map { $0 * alpha / 255 } + [alpha / 255]
    }
  }

  /// How much of a pixel lies between two places.
  private static func overlap(_ pixel: Int, _ from: Double, _ to: Double) -> Double {
    max(0, min(Double(pixel) + 1, to) - max(Double(pixel), from))
  }

  private static func expected(
    _ drawing: Drawing, left: Int, top: Int, on canvas: TestPicture
  ) -> [[Double]] {
    canvas.planes.indices.map { plane in
      let size = canvas.layout(plane)
      let channels = canvas.format.channels(ofPlane: plane)
      let across = size.width == canvas.width ? 1.0 : 2.0
      let down = size.height == canvas.height ? 1.0 : 2.0
      var result = canvas.samples(ofPlane: plane).map(Double.init)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let at = canvas.place(plane, x, y)
          let (x0, y0) = (at.x - across / 2 - Double(left), at.y - down / 2 - Double(top))
          var sum = [Double](repeating: 0, count: 5)
          for j in Int(y0.rounded(.down))..<Int((y0 + down).rounded(.up)) {
            for i in Int(x0.rounded(.down))..<Int((x0 + across).rounded(.up)) {
              let part = overlap(i, x0, x0 + across) * overlap(j, y0, y0 + down) / across / down
              let levels = drawing.levels(i, j, canvas.format)
              for c in levels.indices { sum[c] += part * levels[c] }
            }
          }
          let alpha = sum[canvas.format.isPacked ? 4 : 3]
          for (place, channel) in channels.enumerated() {
            let i = (y * size.width + x) * channels.count + place
            result[i] = sum[channel] + (1 - alpha) * result[i]
          }
        }
      }
      return result
    }
  }

  @Test(arguments: MagnificationTests.allFormats)
  func `each sample is the mean over its area, laid over what is there`(format: PixelFormat) throws
  {
    var generator = SplitMix64(state: 41)
    for (width, height) in [(1, 1), (2, 3), (7, 5), (33, 40), (150, 20)] {
      let drawing = Drawing(width, height, using: &generator)
      let ground = TestPicture(random: format, 61, 43, using: &generator)
      for (left, top) in [(0, 0), (4, 6), (5, 3), (-3, -4), (40, 30), (60, 42), (61, 0), (-90, 2)] {
        var canvas = ground
        try drawing.lay(on: &canvas, left: left, top: top)
        let expected = Self.expected(drawing, left: left, top: top, on: ground)
        let differences = canvas.largestDifference(to: expected)
        #expect(
          differences.allSatisfy { $0 <= 0.5 + format.slack },
          "\(width) x \(height) at \(left), \(top): \(differences)")
      }
    }
  }

  @Test func `clips of other colours want a texture`() {
    let wide = YUVEncoding(matrix: .bt2020, fullRange: false, primaries: .bt2020)
    #expect(!FlatDrawing.fits(.yuv(.yuv420p10, wide)))
    #expect(FlatDrawing.fits(.premultipliedRGBA8))
    #expect(FlatDrawing.fits(.yuv(.nv12, YUVEncoding(matrix: .bt709, fullRange: false))))
  }
}

extension PixelFormat {
  fileprivate var isPacked: Bool {
    if case .yuv = self { return false }
    return true
  }
}
