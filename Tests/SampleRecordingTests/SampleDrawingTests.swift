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

  /// The middle of the pixels round a place whose brightness is below a limit, each extent taken
  /// from the outermost ones: highlights inside do not count.
  private func middle(
    of picture: StraightRGBA8, near place: Point2<TrackerSpace>, radius: Double,
    darkerThan limit: Int
  ) -> Point2<TrackerSpace>? {
    var (left, right, top, bottom) = (
      Double.infinity, -Double.infinity, Double.infinity, -Double.infinity
    )
    for y in Int(place.y - radius)...Int(place.y + radius) {
      for x in Int(place.x - radius)...Int(place.x + radius) {
        let at = Point2<TrackerSpace>(Double(x) + 0.5, Double(y) + 0.5)
        guard at.distance(to: place) < radius else { continue }
        let pixel = 4 * (y * picture.width + x)
        let sum = picture.bytes[pixel..<(pixel + 3)].reduce(0) { $0 + Int($1) }
        // The part of the pixel that is dark moves the extent within the pixel.
        guard sum < limit else { continue }
        (left, right) = (min(left, at.x), max(right, at.x))
        (top, bottom) = (min(top, at.y), max(bottom, at.y))
      }
    }
    guard left.isFinite else { return nil }
    return Point2((left + right) / 2, (top + bottom) / 2)
  }

  @Test(arguments: SampleSubject.all)
  func `the drawn pupils lie on the tracked irises`(subject: SampleSubject) throws {
    var expression = SampleExpression()
    expression.browInnerUp = 0.4
    // Near enough that half a pixel is a hundredth of an eye.
    let pose = SamplePose(position: Vector3(0, -2.6, -22), expression: expression)
    let still = try SampleStage.still(pose: pose, size: size(900, 900), subject: subject)
    for iris in [468, 473] {
      let centre = still.face.landmarks[iris].xy
      let rim = still.face.landmarks[iris + 1].xy
      let found = try #require(
        middle(
          of: still.picture, near: centre, radius: centre.distance(to: rim) * 0.82, darkerThan: 90))
      #expect(found.distance(to: centre) < 0.75)
    }
  }

  @Test func `the ground shows beside the face and skin within it`() throws {
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
    let first = try SampleStage.frame(of: .story, at: 8.3, size: size)
    let second = try SampleStage.frame(of: .story, at: 8.3, size: size)
    #expect(first == second)
    #expect(first.bytes.enumerated().allSatisfy { $0.offset % 4 != 3 || $0.element == 255 })
    #expect(try SampleStage.frame(of: .story, at: 8.4, size: size) != first)
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

  @Test func `a label darkens its plate and is cut off at the edges`() throws {
    let size = try #require(PixelSize<OutputSpace>(width: 120, height: 40))
    var picture = StraightRGBA8(size: size)
    for pixel in 0..<(120 * 40) {
      picture.bytes.replaceSubrange((4 * pixel)..<(4 * pixel + 4), with: [255, 255, 255, 255])
    }
    let blank = picture
    try Label("yaw +30", size: 16).draw(on: &picture, at: Point2(10, 24))
    #expect(picture != blank)
    #expect(picture.bytes[4 * (16 * 120 + 6)] < 160)
    #expect(picture.bytes[4 * (39 * 120 + 119)] == 255)
    try Label("far away").draw(on: &picture, at: Point2(-300, 500))
    try Label("over the edge").draw(on: &picture, at: Point2(100, 38))
    #expect(picture.bytes.count == blank.bytes.count)
  }
}
