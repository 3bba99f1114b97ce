import Compositing
import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// Where layers end: antialiased, at the right place, without a fringe.
@Suite struct EdgeTests {
  static let grey = PixelFormat.yuv(.yuv420p, YUVEncoding(matrix: .bt709, fullRange: true))

  /// The centroid and the sum of what was drawn in white on black.
  private func moments(_ canvas: TestPicture) -> (x: Double, y: Double, sum: Double) {
    var (sx, sy, sum) = (0.0, 0.0, 0.0)
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let level = Double(canvas.planes[0][y * canvas.width + x])
        sx += level * (Double(x) + 0.5)
        sy += level * (Double(y) + 0.5)
        sum += level
      }
    }
    return (sx / sum, sy / sum, sum)
  }

  @Test(arguments: [0.23, 0.61, 1, 2.1])
  func `a layer moved by 0.1 px moves by 0.1 px`(scale: Double) throws {
    let picture = Artwork.solid(40, 30, RGBA8(255, 255, 255))
    let texture = Texture(picture, for: Self.grey)
    for step in 0..<20 {
      let (x, y) = (60 + 0.1 * Double(step), 50 - 0.1 * Double(step))
      var canvas = TestPicture(Self.grey, 128, 100, of: [0, 128, 128])
      try canvas.draw(
        texture, at: .similarity(of: picture, to: x, y, scale: scale, degrees: 20))
      let found = moments(canvas)
      #expect(abs(found.x - x) < 0.01 && abs(found.y - y) < 0.01, "\(found) for \(x), \(y)")
      let area = 40 * 30 * scale * scale * 255
      #expect(abs(found.sum / area - 1) < 0.01, "\(found.sum / area)")
    }
  }

  @Test func `dots are found back where the formula puts them`() throws {
    // Nine round dots on a transparent background, 12 pixels across.
    let places = [30.0, 100, 170]
    var centres: [Point2<ArtworkSpace>] = []
    for y in places { for x in places { centres.append(Point2(x, y)) } }
    let picture = Artwork.make(200, 200) { x, y in
      let middle = Point2<ArtworkSpace>(Double(x) + 0.5, Double(y) + 0.5)
      let nearest = centres.map { middle.distance(to: $0) }.min() ?? 99
      let inside = min(max(6.5 - nearest, 0), 1)
      return RGBA8(255, 255, 255, UInt8((inside * 255).rounded()))
    }
    let texture = Texture(picture, for: Self.grey)
    let corners = Quad<OutputSpace>(
      Point2(40.3, 30.7), Point2(250.2, 55.1), Point2(230.9, 262.4), Point2(20.5, 210.8))
    let map = try #require(
      Homography<ArtworkSpace, OutputSpace>(rectangle: 200, 200, to: corners))
    var canvas = TestPicture(Self.grey, 280, 280, of: [0, 128, 128])
    try canvas.draw(texture, at: map)
    for centre in centres {
      // The mean of the dot's area through the map: perspective moves a dot's centroid.
      let (x, y) = mean(of: map, around: centre, radius: 6)
      let found = centroid(canvas, near: x, y, reach: 14)
      #expect(hypot(found.x - x, found.y - y) < 0.05, "\(found) for \(x), \(y)")
    }
  }

  private func mean(
    of map: Homography<ArtworkSpace, OutputSpace>, around c: Point2<ArtworkSpace>, radius: Double
  ) -> (Double, Double) {
    var (sx, sy, sum) = (0.0, 0.0, 0.0)
    for v in stride(from: -radius, through: radius, by: 0.1) {
      for u in stride(from: -radius, through: radius, by: 0.1) where hypot(u, v) <= radius {
        guard let p = map(Point2(c.x + u, c.y + v)) else { continue }
        // Area elements grow by the determinant over the cube of the weight.
        let area = 1 / pow(map.weight(at: Point2(c.x + u, c.y + v)), 3)
        (sx, sy, sum) = (sx + p.x * area, sy + p.y * area, sum + area)
      }
    }
    return (sx / sum, sy / sum)
  }

  private func centroid(
    _ canvas: TestPicture, near x: Double, _ y: Double, reach: Double
  ) -> (x: Double, y: Double) {
    var (sx, sy, sum) = (0.0, 0.0, 0.0)
    for row in Int(y - reach)...Int(y + reach) {
      for column in Int(x - reach)...Int(x + reach) {
        let level = Double(canvas.planes[0][row * canvas.width + column])
        sx += level * (Double(column) + 0.5)
        sy += level * (Double(row) + 0.5)
        sum += level
      }
    }
    return (sx / sum, sy / sum)
  }

  @Test(arguments: MagnificationTests.allFormats, [0.17, 0.4, 0.9, 1.0, 1.6, 5])
  func `there is no fringe on any background`(format: PixelFormat, scale: Double) throws {
    // An opaque disc; under its transparent surroundings the opposite colour lies hidden.
    let colour = RGBA8(200, 60, 90)
    let picture = Artwork.make(40, 40) { x, y in
      let distance = hypot(Double(x) - 19.5, Double(y) - 19.5)
      let alpha = UInt8(min(max((17 - distance) * 255, 0), 255))
      return alpha == 0
        ? RGBA8(0, 255, 255, 0) : RGBA8(colour.red, colour.green, colour.blue, alpha)
    }
    let texture = Texture(picture, for: format)
    let ink = Reference.levels(of: colour, format)
    for ground in [RGBA8(0, 0, 0), RGBA8(255, 255, 255), RGBA8(90, 200, 60), colour] {
      let under = Reference.levels(of: ground, format)
      var canvas = TestPicture(
        format, 101, 77, of: under.map { UInt16(min($0.rounded(), Double(format.largestLevel))) })
      try canvas.draw(
        texture, at: .similarity(of: picture, to: 50.3, 38.8, scale: scale, degrees: 33))
      for plane in canvas.planes.indices {
        let channels = format.channels(ofPlane: plane)
        for (i, level) in canvas.samples(ofPlane: plane).enumerated() {
          let c = channels[i % channels.count]
          let (low, high) = (min(under[c], ink[c]), max(under[c], ink[c]))
          if Double(level) < low - 1 || Double(level) > high + 1 {
            Issue.record("\(level) is not within \(low)...\(high)")
          }
        }
      }
    }
  }
}
