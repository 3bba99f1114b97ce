import Foundation
import Geometry
import Testing
import Tracking

/// Printed pictures over time: joined where the tracker looked, held and faded where it did not.
@Suite struct ImageTimelineTests {
  private let header = TrackingHeader(size: PixelSize(clamping: 640, 480))

  private func image(_ name: String, x: Double, score: Double = 1) -> ImageSample {
    ImageSample(
      name: name,
      corners: Quad(
        Point2(x, 10), Point2(x + 100, 10), Point2(x + 100, 60), Point2(x, 60)), score: score)
  }

  private func timeline(
    _ samples: [(Double, [ImageSample])], isLive: Bool = false
  ) -> ImageTimeline {
    var rest = samples.map { TrackingSample(timestampMs: $0.0, images: $0.1) }[...]
    return ImageTimeline(header: header, isLive: isLive) { rest.popFirst() }
  }

  @Test func `corners move evenly from one sample to the next`() throws {
    var images = timeline([(0, [image("dawn", x: 0)]), (100, [image("dawn", x: 50)])])
    for (time, x) in [(0.0, 0.0), (25, 12.5), (50, 25), (99, 49.5), (100, 50)] {
      let found = try images.images(atMs: time)
      #expect(found.count == 1)
      let corner = try #require(found.first).image.corners.corners[0]
      #expect(abs(corner.x - x) < 1e-9 && corner.y == 10)
    }
  }

  @Test func `which times were asked for before makes no difference`() throws {
    let samples = (0..<40).map { (Double($0) * 40, [image("dawn", x: Double($0 * $0))]) }
    var all = timeline(samples)
    for time in stride(from: 0.0, to: 1500, by: 13) {
      var alone = timeline(samples)
      let (a, b) = (try all.images(atMs: time), try alone.images(atMs: time))
      #expect(a.map(\.image) == b.map(\.image) && a.map(\.identity) == b.map(\.identity))
    }
  }

  @Test func `two of one name are told apart by where they lie, others by their names`() throws {
    var images = timeline([
      (0, [image("dawn", x: 0), image("dawn", x: 400), image("dusk", x: 200)]),
      // In another order, and each a little farther on.
      (40, [image("dusk", x: 210), image("dawn", x: 410), image("dawn", x: 10)]),
    ])
    let first = try images.images(atMs: 0)
    let second = try images.images(atMs: 40)
    #expect(first.map(\.identity) == second.map(\.identity))
    for (a, b) in zip(first, second) {
      #expect(a.image.name == b.image.name)
      #expect(b.image.corners.corners[0].x == a.image.corners.corners[0].x + 10)
    }
  }

  @Test func `one that is lost stays a while, fades and goes; another of its place is new`() throws
  {
    let gaps = GapOptions()
    var images = timeline([
      (0, [image("dawn", x: 0)]), (40, []), (5000, [image("dawn", x: 0)]), (5040, []),
    ])
    #expect(try images.images(atMs: 0).map(\.identity) == [1])
    #expect(try images.images(atMs: gaps.holdMs / 2).map(\.opacity) == [1])
    let fading = try images.images(atMs: gaps.holdMs + gaps.fadeMs / 2)
    #expect(fading.allSatisfy { $0.opacity > 0 && $0.opacity < 1 } && fading.count == 1)
    #expect(try images.images(atMs: gaps.holdMs + gaps.fadeMs + 1).isEmpty)
    #expect(try images.images(atMs: 5000).map(\.identity) == [2])
  }

  @Test func `the file's own identities hold, and one that comes back soon is the same`() throws {
    func card(_ x: Double, _ id: Int?) -> ImageSample {
      var card = image("dawn", x: x)
      card.id = id
      return card
    }
    var given = timeline([(0, [card(0, 7), card(300, 4)]), (40, [card(300, 7), card(0, 4)])])
    #expect(try given.images(atMs: 0).map(\.identity) == [4, 7])
    #expect(try given.images(atMs: 40).map(\.image.corners.topLeft.x) == [0, 300])
    // Away for 1.9 seconds, and for 2.1.
    var away = timeline([(0, [card(0, nil)]), (1900, [card(60, nil)]), (4001, [card(60, nil)])])
    #expect(try away.images(atMs: 0).map(\.identity) == [1])
    #expect(try away.images(atMs: 1000).isEmpty)
    #expect(try away.images(atMs: 1900).map(\.identity) == [1])
    #expect(try away.images(atMs: 4001).map(\.identity) == [2])
  }

  @Test func `a card without an identity gets none that the file gives anywhere`() throws {
    var named = image("dusk", x: 300)
    named.id = 1
    let samples = [(0.0, [image("dawn", x: 0)]), (40, [image("dawn", x: 0), named])]
    var rest = samples.map { TrackingSample(timestampMs: $0.0, images: $0.1) }[...]
    var images = ImageTimeline(header: header, given: [1, 2]) { rest.popFirst() }
    #expect(try images.images(atMs: 0).map(\.identity) == [3])
    let found = try images.images(atMs: 40)
    #expect(found.map(\.identity) == [1, 3] && found.map(\.image.name) == ["dusk", "dawn"])
  }

  @Test func `a picture with a width has a pose, before the file's camera`() throws {
    var wide = header
    wide.verticalFieldOfViewDegrees = 2 * atan(0.5) * 180 / .pi
    var card = image("dawn", x: 0)
    // 100 mm wide, and seen 200 pixels wide from a focal length of 480: 240 mm away.
    card.widthMm = 100
    card.corners = Quad(
      Point2(220, 190), Point2(420, 190), Point2(420, 290), Point2(220, 290))
    var rest = [TrackingSample(timestampMs: 0, images: [card])][...]
    var images = ImageTimeline(header: wide) { rest.popFirst() }
    let pose = try #require(try images.images(atMs: 0).first?.image.pose)
    #expect(abs(pose.translation.z + 24) < 1e-9 && abs(pose.translation.x) < 1e-9)
    #expect(abs(pose.m00 - 0.1) < 1e-9 && abs(pose.m11 - 0.1) < 1e-9 && abs(pose.m22 - 0.1) < 1e-9)
  }

  @Test func `corners that are not finite are left out`() throws {
    var images = timeline([(0, [image("dawn", x: .nan), image("dusk", x: .infinity)])])
    #expect(try images.images(atMs: 0).isEmpty)
  }
}
