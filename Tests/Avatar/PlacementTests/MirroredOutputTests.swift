import Avatars
import Geometry
import Placement
import Testing
import Tracking

@Suite struct MirroredOutputTests {
  static let modes = [PlacementOptions.Mode.landmarks, .matrix]
  static let face = FaceSample(yaw: 18, pitch: -6, roll: 10, x: 8, y: 2, noise: 4)

  private static func layer(_ mirror: MirrorPolicy, pivot: Double = 0.25) -> Layer {
    Layer(
      name: "a", image: "a.png", anchor: .leftCheek, offset: Vector3(0.2, 0.1, 0.05), scale: 1.2,
      pivot: Pivot(x: pivot, y: 0.4), mirror: mirror)
  }

  private func place(
    _ layer: Layer, mirrored: Bool, mode: PlacementOptions.Mode
  ) throws -> LayerPlacement {
    var placer = try Placer(avatar(layer), mirrorOutput: mirrored, mode: mode)
    return try #require(placer.place(Self.face).first)
  }

  private func flipped(_ quad: Quad<OutputSpace>) -> Quad<OutputSpace> {
    quad.map { Point2(1280 - $0.x, $0.y) }
  }

  @Test(arguments: modes)
  func `a mirrored output is composited as the plain one, bit for bit`(mode: PlacementOptions.Mode)
    throws
  {
    let plain = try place(Self.layer(.follow), mirrored: false, mode: mode)
    let mirrored = try place(Self.layer(.follow), mirrored: true, mode: mode)
    #expect(mirrored.homography == plain.homography)
    #expect(mirrored.corners == flipped(plain.corners))
    #expect(mirrored.corners.signedArea < 0, "artwork that follows is seen from its other side")
  }

  @Test(arguments: modes)
  func `a mirrored output shows artwork that is kept readable`(mode: PlacementOptions.Mode) throws {
    let plain = try place(Self.layer(.keep), mirrored: false, mode: mode)
    let follow = try place(Self.layer(.follow), mirrored: true, mode: mode)
    let keep = try place(Self.layer(.keep), mirrored: true, mode: mode)
    #expect(
      plain.homography == (try place(Self.layer(.follow), mirrored: false, mode: mode)).homography)

    // Readable: its corners run clockwise, its left edge is on the left, in the finished frame.
    #expect(keep.corners.signedArea > 0)
    #expect(keep.corners.topLeft.x < keep.corners.topRight.x)

    // On the same spot: the pivot lies where the followed artwork's pivot lies.
    let pivot = Point2<ArtworkSpace>(100, 120)
    let seen = try #require(keep.homography(pivot))
    #expect(seen.distance(to: try #require(follow.homography(pivot))) < 1e-9)
    // Flipped about it: as far to the right as the followed artwork is to the left.
    let (right, left) = (Point2<ArtworkSpace>(160, 30), Point2<ArtworkSpace>(40, 30))
    let kept = try #require(keep.homography(right))
    #expect(kept.distance(to: try #require(follow.homography(left))) < 1e-9)
  }

  @Test(arguments: modes)
  func `a mirrored output covers the same pixels with artwork of either kind about its middle`(
    mode: PlacementOptions.Mode
  ) throws {
    let follow = try place(Self.layer(.follow, pivot: 0.5), mirrored: true, mode: mode).corners
    let keep = try place(Self.layer(.keep, pivot: 0.5), mirrored: true, mode: mode).corners
    let turnedOver = Quad(keep.topRight, keep.topLeft, keep.bottomLeft, keep.bottomRight)
    #expect(distance(follow, turnedOver) < 1e-9)
  }

  /// Non-square pixels and a crop that is not in the middle.
  @Test func `a mirrored output is the flipped plain one also when it is cropped and scaled`()
    throws
  {
    let scene = try sceneSize(1280, 720)
    let output = try outputSize(360, 480)
    let crop = try #require(OutputMapping.Crop(x: 500, y: 40, width: 640, height: 600))
    // The same part of the scene, as the viewer of the mirrored output sees it.
    let seen = try #require(OutputMapping.Crop(x: 1280 - 640 - 500, y: 40, width: 640, height: 600))
    let plain = OutputMapping(scene: scene, output: output, crop: crop)
    let mirrored = OutputMapping(scene: scene, output: output, mirrored: true, crop: seen)
    #expect(mirrored.toComposite == plain.toComposite)
    let point = Point2<SceneSpace>(700, 100)
    #expect(plain.finished(plain.toComposite(point)) == Point2(200 * 360 / 640, 60 * 480 / 600))
    #expect(
      mirrored.finished(mirrored.toComposite(point))
        == Point2(360 - 200 * 360 / 640, 60 * 480 / 600))
  }

  @Test func `a mirrored output cannot be cropped to nothing`() {
    #expect(OutputMapping.Crop(x: 0, y: 0, width: 0, height: 5) == nil)
    #expect(OutputMapping.Crop(x: 0, y: .nan, width: 5, height: 5) == nil)
  }
}
