import FaceModel
import Geometry
import Imaging
import SampleRecording
import Testing
import Tracking

@Suite struct SampleDrawingTests {
  private func size(_ width: Int, _ height: Int) throws -> PixelSize<TrackerSpace> {
    try #require(PixelSize(width: width, height: height))
  }

  /// How bright the picture is at a point, 0 to 765, between the four nearest pixels' middles.
  private func brightness(_ picture: StraightRGBA8, _ x: Double, _ y: Double) -> Double {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (u, v) = (x - 0.5 - left, y - 0.5 - top)
    func pixel(_ dx: Int, _ dy: Int) -> Double {
      let first = 4 * ((Int(top) + dy) * picture.width + Int(left) + dx)
      return Double(picture.bytes[first..<(first + 3)].reduce(0) { $0 + Int($1) })
    }
    return (pixel(0, 0) * (1 - u) + pixel(1, 0) * u) * (1 - v)
      + (pixel(0, 1) * (1 - u) + pixel(1, 1) * u) * v
  }

  /// How far from a point, along a direction, the picture turns from dark to bright: where it is
  /// half as bright as `outer` lies from `inner`.
  private func edge(
    _ picture: StraightRGBA8, _ from: Point2<TrackerSpace>, _ dx: Double, _ dy: Double,
    _ window: ClosedRange<Double>
  ) -> Double? {
    func at(_ t: Double) -> Double { brightness(picture, from.x + dx * t, from.y + dy * t) }
    let half = (at(window.lowerBound) + at(window.upperBound)) / 2
    return stride(from: window.lowerBound, through: window.upperBound, by: 0.02)
      .first { at($0) > half }
  }

  @Test(arguments: SampleSubject.all)
  func `the drawn pupils lie on the tracked irises`(subject: SampleSubject) throws {
    let pose = SamplePose(position: Vector3(0, -2.6, -22))
    let still = try SampleStage.still(pose: pose, size: size(900, 900), subject: subject)
    for iris in [468, 473] {
      let centre = still.face.landmarks[iris].xy
      let radius = centre.distance(to: still.face.landmarks[iris + 1].xy)
      // The pupil's edge is at 0.56 of the iris; its highlights lie off both axes.
      let window = (0.46 * radius)...(0.66 * radius)
      let found = try [(-1.0, 0.0), (1, 0), (0, -1), (0, 1)].map { dx, dy in
        try #require(edge(still.picture, centre, dx, dy, window))
      }
      #expect(abs(found[1] - found[0]) / 2 < 0.5)
      #expect(abs(found[3] - found[2]) / 2 < 0.5)
      #expect(abs((found[0] + found[1]) / 2 - 0.56 * radius) < 0.5)
    }
  }

  @Test func `the background shows beside the face and skin within it`() throws {
    let pose = SamplePose(yaw: 25, position: Vector3(0, 0, -30))
    let still = try SampleStage.still(pose: pose, size: size(480, 480), background: .none)
    func alpha(_ point: Point2<TrackerSpace>) -> UInt8 {
      still.picture.bytes[4 * (Int(point.y) * 480 + Int(point.x)) + 3]
    }
    for landmark in still.face.landmarks { #expect(alpha(landmark.xy) > 0) }
    #expect(alpha(Point2(2, 2)) == 0 && alpha(Point2(478, 2)) == 0)
  }

  @Test func `a pose draws the same bytes every time`() throws {
    let size = try size(320, 180)
    let first = try SampleStage.frame(of: .visit, at: 8.3, size: size)
    let second = try SampleStage.frame(of: .visit, at: 8.3, size: size)
    #expect(first == second)
    #expect(first.bytes.enumerated().allSatisfy { $0.offset % 4 != 3 || $0.element == 255 })
    #expect(try SampleStage.frame(of: .visit, at: 8.4, size: size) != first)
  }

  @Test func `the subjects look different and the background moves`() throws {
    let size = try size(160, 160)
    let girl = try SampleStage.still(pose: SamplePose(), size: size, subject: .girl).picture
    let boy = try SampleStage.still(pose: SamplePose(), size: size, subject: .boy).picture
    #expect(girl != boy)
    let away = SamplePose(position: Vector3(900, 0, -40))
    let one = try SampleStage.still(pose: away, size: size, background: .valley(time: 1)).picture
    let two = try SampleStage.still(pose: away, size: size, background: .valley(time: 2)).picture
    #expect(one != two)
  }

  @Test(arguments: [900, -1e12, 1e300, .nan])
  func `a head outside all bounds draws nothing that shows`(x: Double) throws {
    let pose = SamplePose(position: Vector3(x, 0, -40))
    let still = try SampleStage.still(pose: pose, size: size(64, 64), background: .none)
    #expect(still.picture.bytes.allSatisfy { $0 == 0 })
  }
}
