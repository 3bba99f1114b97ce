import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Rendering
import TestSupport
import Testing
import Timelines
import Tracking
import TrackingFiles

/// Hands, poses and times drawn into a picture, from tracking files that are written by hand.
@Suite struct `Annotations of samples` {
  /// Joints of a hand in parts of a picture 320 x 240, no two of them near.
  private static let joints: [[Double]] = (0..<21).map { number -> [Double] in
    let (column, row) = (Double(number % 5), Double(number / 5))
    return [0.2 + 0.1 * column, 0.2 + 0.13 * row, 0]
  }

  /// A tracking file of a hand, as a tracker saw it whose picture was turned and mirrored.
  private func tracking(rotation: Int = 0, mirrored: Bool = false) -> String {
    let points = Self.joints.map { joint -> [Double] in
      // From the scene back to the picture that the tracker saw.
      let (x, y) = (joint[0], joint[1])
      let turned = rotation == 90 ? [y, 1 - x] : rotation == 180 ? [1 - x, 1 - y] : [x, y]
      return [mirrored ? 1 - turned[0] : turned[0], turned[1], 0]
    }
    let size = rotation == 90 ? (240, 320) : (320, 240)
    return #"{"format": "avatar-tracking/1", "width": \#(size.0), "height": \#(size.1), "#
      + #""rotationDegrees": \#(rotation), "mirrored": \#(mirrored)}"# + "\n"
      + #"{"timestampMs": 0, "faces": [], "hands": [{"handedness": "#
      + #""\#(mirrored ? "Left" : "Right")", "score": 1, "landmarks": \#(points)}]}"# + "\n"
  }

  /// What the passes draw of a tracking file, on a transparent background.
  private func drawn(
    _ text: String, _ annotations: Annotations, atMs time: Double = 0, mirrored: Bool = false
  ) throws -> StraightRGBA8 {
    let stage = try PassFixture()
    let (faces, hands) = try (
      TrackingReader(bytes: Array(text.utf8), options: TrackingFileOptions()),
      TrackingReader(bytes: Array(text.utf8), options: TrackingFileOptions())
    )
    let scene = PassFixture.size.retyped(as: SceneSpace.self)
    var timeline = RecordingTimeline(
      faces: FaceTimeline(header: faces.header) { try faces.next() },
      placer: Placer(
        avatars: [], scene: SceneMapping(header: faces.header, scene: scene),
        output: OutputMapping(scene: scene, output: PassFixture.size, mirrored: mirrored)),
      moments: nil,
      hands: SceneHandTimeline(header: hands.header, gaps: GapOptions()) { try hands.next() })
    var passes = try stage.passes(
      Combination(annotations: annotations, mirrored: mirrored, overlayOnly: true))
    passes.passes.removeFirst()
    var surface = PictureSurface(transparent: PassFixture.size)
    try passes.draw(try timeline.state(atMs: time), on: &surface)
    return surface.picture()
  }

  @Test(arguments: [false, true])
  func `have a bright dot on every joint`(mirrored: Bool) throws {
    let picture = try drawn(tracking(), .hands, mirrored: mirrored)
    for (number, joint) in Self.joints.enumerated() {
      let x = Int((mirrored ? 1 - joint[0] : joint[0]) * 320)
      let y = Int(joint[1] * 240)
      let isThere = [-2, -1, 0, 1].contains { dx in
        [-2, -1, 0, 1].contains { dy in
          let pixel = picture[x + dx, y + dy]
          return pixel.alpha > 200 && min(pixel.red, pixel.green, pixel.blue) > 150
        }
      }
      #expect(isThere, "joint \(number)")
    }
  }

  /// Label and all: a mirrored tracker calls the right hand the left one.
  @Test(arguments: [(0, true), (90, false), (90, true), (180, false), (180, true)])
  func `are the same however the tracker's picture was turned`(
    rotation: Int, mirrored: Bool
  ) throws {
    let plain = try drawn(tracking(), [.hands, .gestures])
    let other = try drawn(
      tracking(rotation: rotation, mirrored: mirrored), [.hands, .gestures])
    let differing = (0..<plain.bytes.count).count {
      abs(Int(plain.bytes[$0]) - Int(other.bytes[$0])) > 2
    }
    // Where the roundings of turned coordinates fall apart.
    #expect(differing < 20, "\(differing)")
  }

  @Test func `tell the time of the frame and of its sample`() throws {
    let text =
      #"{"format": "avatar-tracking/1", "width": 320, "height": 240}"# + "\n"
      + #"{"timestampMs": 100, "faces": []}"# + "\n"
    // The words differ, and nothing else is drawn.
    let before = try drawn(text, .timing, atMs: 40)
    let at = try drawn(text, .timing, atMs: 100)
    #expect(before != at)
    #expect(before.bytes.contains { $0 != 0 })
    #expect(try drawn(text, .timing, atMs: 100, mirrored: true) == at)
  }
}
