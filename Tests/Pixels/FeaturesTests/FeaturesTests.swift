import Features
import Foundation
import Geometry
import RandomNumbers
import Testing

/// A picture of smooth random spots, as a function, so that it can be seen from anywhere without a sampler.
private struct Spots {
  private let spots: [(x: Double, y: Double, radius: Double, light: Double)]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    spots = (0..<260).map { _ in
      (
        random.unit() - 0.5, 1.4 * (random.unit() - 0.5), 0.012 + 0.03 * random.unit(),
        160 * random.unit() - 80
      )
    }
  }

  /// The brightness at a place of the plane, which is 1 wide and 1.4 high.
  func light(_ x: Double, _ y: Double) -> Double {
    spots.reduce(128) { sum, spot in
      let d =
        ((x - spot.x) * (x - spot.x) + (y - spot.y) * (y - spot.y)) / (spot.radius * spot.radius)
      return d > 12 ? sum : sum + spot.light * exp(-d)
    }
  }

  func picture(width: Int) throws -> GreyPicture {
    let height = Int(1.4 * Double(width))
    return try seen(width: width, height: height) { column, row in
      (
        (column - Double(width) / 2) / Double(width), (row - Double(height) / 2) / Double(width)
      )
    }
  }

  /// What a camera sees, four by four samples a pixel; `place` gives the plane's point of a picture's point.
  func seen(
    width: Int, height: Int, _ place: (Double, Double) -> (Double, Double)?
  ) throws -> GreyPicture {
    var bytes: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        var sum = 0.0
        for part in 0..<16 {
          let (x, y) = (
            Double(column) + (Double(part % 4) + 0.5) / 4,
            Double(row) + (Double(part / 4) + 0.5) / 4
          )
          if let point = place(x, y), abs(point.0) <= 0.5, abs(point.1) <= 0.7 {
            sum += light(point.0, point.1)
          } else {
            sum += 90
          }
        }
        bytes.append(UInt8(min(max(sum / 16, 0), 255).rounded()))
      }
    }
    return try #require(GreyPicture(width: width, height: height, bytes: bytes))
  }

  func seen(
    _ map: Homography<PrintSpace, TrackerSpace>, width: Int, height: Int
  ) throws -> GreyPicture {
    let back = try #require(map.inverse)
    return try seen(width: width, height: height) { x, y in
      back(Point2(x, y)).map { ($0.x, $0.y) }
    }
  }
}

/// Corners, matches, homographies and alignments, held against pictures whose geometry is known.
@Suite struct FeaturesTests {
  private let spots = Spots(seed: 5)
  private let map = Homography<PrintSpace, TrackerSpace>(
    150, -38, 161.3, 44, 137, 118.7, 0.11, -0.14, 1)

  private func farthest(
    _ one: Homography<PrintSpace, TrackerSpace>, _ other: Homography<PrintSpace, TrackerSpace>
  ) -> Double {
    [(-0.5, -0.7), (0.5, -0.7), (0.5, 0.7), (-0.5, 0.7)].map { x, y in
      guard let a = one(Point2(x, y)), let b = other(Point2(x, y)) else { return .infinity }
      return a.distance(to: b)
    }.max() ?? .infinity
  }

  @Test func `a square has a corner at each of its corners`() throws {
    var bytes = [UInt8](repeating: 20, count: 80 * 60)
    for row in 20..<40 { for column in 30..<55 { bytes[row * 80 + column] = 220 } }
    let picture = try #require(GreyPicture(width: 80, height: 60, bytes: bytes))
    let corners = ShiTomasi.corners(of: picture, border: 8)
    #expect(corners.count == 4)
    for (x, y) in [(30.0, 20.0), (55, 20), (30, 40), (55, 40)] {
      #expect(corners.contains { abs(Double($0.x) - x) < 1.6 && abs(Double($0.y) - y) < 1.6 })
    }
  }

  @Test func `a plain picture has no corner, and a tiny one is no fault`() throws {
    let plain = GreyPicture(uniform: 7).stretched(width: 200, height: 100)
    #expect(ShiTomasi.corners(of: plain, border: 0).isEmpty)
    #expect(PictureFeatures(plain, most: 100).corners.isEmpty)
    for side in [1, 2, 3, 11, 12] {
      let small = plain.stretched(width: side, height: side)
      #expect(ShiTomasi.corners(of: small, border: 0).isEmpty)
      #expect(GreyPyramid(small).levels.count == 1)
    }
  }

  @Test(
    arguments: [(1, 1), (2, 3), (7, 1), (64, 40), (33, 90)], [(1, 1), (5, 4), (53, 33), (96, 60)])
  func `a picture in another size lies between its pixels`(
    from: (Int, Int), to: (Int, Int)
  ) throws {
    var random = SplitMix64(seed: 3)
    let bytes = (0..<from.0 * from.1).map { _ in UInt8(random.index(below: 256)) }
    let picture = try #require(GreyPicture(width: from.0, height: from.1, bytes: bytes))
    let found = picture.stretched(width: to.0, height: to.1)
    #expect(found.width == to.0 && found.height == to.1)
    /// The two pixels about a place along a side, and the part of the second.
    func about(_ place: Int, _ side: Int, of own: Int) -> (Int, Int, Double) {
      let at = (Double(place) + 0.5) * Double(own) / Double(side) - 0.5
      let clamped = min(max(at, 0), Double(own - 1))
      let first = Int(clamped)
      return (first, min(first + 1, own - 1), clamped - Double(first))
    }
    for row in 0..<to.1 {
      let (top, bottom, down) = about(row, to.1, of: from.1)
      for column in 0..<to.0 {
        let (left, right, across) = about(column, to.0, of: from.0)
        func light(_ row: Int) -> Double {
          (1 - across) * Double(bytes[row * from.0 + left])
            + across * Double(bytes[row * from.0 + right])
        }
        let expected = (1 - down) * light(top) + down * light(bottom)
        // Parts are of 256, so of 255 levels by one in each direction.
        #expect(abs(Double(found.bytes[row * to.0 + column]) - expected) < 2.5)
      }
    }
  }

  @Test func `each of many corners is most like itself`() throws {
    let features = PictureFeatures(try spots.picture(width: 320), most: 700)
    let matches = features.matches(with: features)
    #expect(features.corners.count > 300 && matches.count > features.corners.count / 2)
    #expect(
      matches.allSatisfy { $0.distance == 0 && $0.known.x == $0.seen.x && $0.known.y == $0.seen.y })
  }

  @Test func `a tilted, turned and small picture is found where it is`() throws {
    let known = try spots.picture(width: 320)
    let seen = try spots.seen(map, width: 320, height: 240)
    let matches = PictureFeatures(seen, most: 1000).matches(with: PictureFeatures(known, most: 500))
    var search = HomographySearch(
      matches, width: known.width, height: known.height, flipped: false)
    let best = search.best(where: { _ in true })
    let found = try #require(best)
    #expect(farthest(found.map, map) < 3)
    // Places that are taken are left out.
    #expect(search.best(where: { _ in false }) == nil)
  }

  @Test func `a flipped picture is found by its flipped corners`() throws {
    let known = try spots.picture(width: 320)
    let flipped = map.flippedFirst
    let seen = try spots.seen(flipped, width: 320, height: 240)
    let matches = PictureFeatures(seen, most: 1000)
      .matches(with: PictureFeatures(known.flipped, most: 500))
    var search = HomographySearch(matches, width: known.width, height: known.height, flipped: true)
    let best = search.best(where: { _ in true })
    let found = try #require(best)
    #expect(farthest(found.map, flipped) < 3)
    #expect(found.map.determinant < 0)
  }

  @Test func `an alignment comes within a twentieth of a pixel, also in other light`() throws {
    let known = try spots.picture(width: 640)
    let seen = try spots.seen(map, width: 320, height: 240)
    // Half the contrast, brighter towards the right.
    let bytes = seen.bytes.enumerated().map { index, byte in
      UInt8(min(Double(byte) / 2 + 40 + Double(index % 320) / 8, 255))
    }
    let dim = try #require(GreyPicture(width: 320, height: 240, bytes: bytes))
    // At half the contrast, rounding to whole levels counts twice.
    for (picture, limit) in [(seen, 0.05), (dim, 0.08)] {
      var alignment = PlaneAlignment(
        Homography(152, -36, 163.5, 43, 139, 116.9, 0.1, -0.13, 1))
      let pyramid = GreyPyramid(picture)
      for width in [32, 64, 144] {
        _ = alignment.refine(
          PlaneTemplate(known, width: width, height: width * 13 / 10), in: pyramid,
          level: width == 32 ? 2 : width == 64 ? 1 : 0, steps: 8)
      }
      #expect(farthest(alignment.map, map) < limit)
      alignment.look(PlaneTemplate(known, width: 96, height: 134), in: pyramid, level: 0)
      let agreements = alignment.agreements.compactMap(\.self)
      #expect(agreements.count { $0 > 0.9 } > agreements.count * 9 / 10)
    }
  }

  @Test func `blocks beside the picture are not looked at`() throws {
    let known = try spots.picture(width: 320)
    let pyramid = GreyPyramid(try spots.seen(map, width: 320, height: 240))
    for map in [
      Homography<PrintSpace, TrackerSpace>(150, 0, -1e6, 0, 150, 3, 0, 0, 1),
      Homography(150, 0, .nan, 0, 150, 3, 0, 0, 1), Homography(1e30, 0, 5, 0, 1e30, 3, 0, 0, 1),
      Homography(1, 0, 0, 0, 1, 0, -9, 0, -1),
    ] {
      var alignment = PlaneAlignment(map)
      alignment.look(PlaneTemplate(known, width: 96, height: 134), in: pyramid, level: 0)
      #expect(alignment.agreements.allSatisfy { $0 == nil })
    }
  }

  @Test func `the same pictures give the same corners and the same map`() throws {
    let known = PictureFeatures(try spots.picture(width: 320), most: 500)
    let seen = try spots.seen(map, width: 320, height: 240)
    let maps = (0..<2).map { _ in
      var search = HomographySearch(
        PictureFeatures(seen, most: 800).matches(with: known), width: 320, height: 448,
        flipped: false)
      return search.best(where: { _ in true })?.map
    }
    #expect(maps[0] != nil && maps[0] == maps[1])
  }
}
