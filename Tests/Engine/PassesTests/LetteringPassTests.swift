import Foundation
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import TestSupport
import Testing
import Timelines
import Tracking
import TrackingFiles

/// What all annotations write, over every combination of them.
@Suite struct LetteringPassTests {
  private static let size = PassFixture.size

  /// Every combination; without full tests every seventh, and all of them at once.
  private static let combinations =
    Thorough.isAsked
    ? Array(1...Annotations.all.rawValue)
    : Array(stride(from: 1, through: Annotations.all.rawValue, by: 7)) + [Annotations.all.rawValue]

  /// The state of a tracking file with faces, hands and printed pictures in any number.
  private func state(
    _ text: String, _ stage: PassFixture, atMs time: Double, mirrored: Bool = false
  ) throws -> FrameState {
    func reader() throws -> TrackingReader {
      try TrackingReader(bytes: Array(text.utf8), options: TrackingFileOptions())
    }
    let (faces, hands, moments) = try (reader(), reader(), reader())
    let scene = Self.size.retyped(as: SceneSpace.self)
    var timeline = RecordingTimeline(
      faces: FaceTimeline(header: faces.header) { try faces.next() },
      placer: Placer(
        avatars: stage.textures.avatars, scene: SceneMapping(header: faces.header, scene: scene),
        output: OutputMapping(scene: scene, output: Self.size, mirrored: mirrored)),
      moments: try MomentTimeline(nil, header: moments.header, path: "t.jsonl") {
        try moments.next()
      },
      hands: SceneHandTimeline(header: hands.header, gaps: GapOptions()) { try hands.next() },
      showsSession: true)
    return try timeline.state(atMs: time)
  }

  /// Two faces near each other, with blendshapes, and a hand between them.
  private func twoFaces() -> String {
    let faces = [-9.0, 8].enumerated().map { index, x in
      var face = SyntheticFace(
        id: index + 1, yaw: 20 - 30 * Double(index), roll: 12, x: x, y: 2, z: -75)
      face.blendshapes = ["jawOpen": 0.6, "eyeBlinkLeft": 0.2]
      return face
    }
    var tracking = SyntheticTracking(
      width: Self.size.width, height: Self.size.height,
      samples: [0, 40, 80].map { ($0, faces) })
    tracking.hand = { _ in SyntheticHand() }
    return tracking.text
  }

  private func check(_ boxes: [Rectangle<OutputSpace>], _ what: String) {
    for (number, box) in boxes.enumerated() {
      let isInside =
        box.left >= 0 && box.top >= 0 && box.right <= Double(Self.size.width)
        && box.bottom <= Double(Self.size.height)
      #expect(isInside, "\(what): \(box)")
      for other in boxes[..<number] {
        let isApart =
          box.left >= other.right || other.left >= box.right || box.top >= other.bottom
          || other.top >= box.bottom
        #expect(isApart, "\(what): \(box) and \(other)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `lies apart and in the picture, of two faces and a hand`(mirrored: Bool) throws {
    let stage = try PassFixture()
    let state = try state(twoFaces(), stage, atMs: 40, mirrored: mirrored)
    #expect(state.faces.count == 2 && state.hands.count == 1 && state.placements.count > 8)
    for bits in Self.combinations {
      let asked = Annotations(rawValue: bits)
      let setup = PassSetup(PassOptions(annotations: asked), avatars: stage.textures)
      // The HUD and landmarks write nothing here.
      guard let pass = try LetteringPass(setup) else { continue }
      let boxes = try pass.boxes(of: state)
      check(boxes, "\(asked)")
      #expect(try pass.boxes(of: state) == boxes)
    }
  }

  /// The pixels of the HUD alone, under what else is written.
  @Test func `leaves the HUD as it is`() throws {
    let stage = try PassFixture()
    let state = try state(twoFaces(), stage, atMs: 40)
    let annotations = Annotations.all
    let pass = try #require(
      try LetteringPass(PassSetup(PassOptions(annotations: annotations), avatars: stage.textures)))
    let boxes = try pass.boxes(of: state)
    #expect(boxes.count > 12)
    var passes = try stage.passes(Combination(annotations: .hud, overlayOnly: true))
    passes.passes.removeFirst()
    var surface = PictureSurface(transparent: Self.size)
    try passes.draw(state, on: &surface)
    let picture = surface.picture()
    var (ink, covered) = (0, 0)
    for y in 0..<picture.height {
      for x in 0..<picture.width where picture[x, y].alpha > 0 {
        ink += 1
        let isCovered = boxes.contains {
          $0.left < Double(x + 1) && Double(x) < $0.right && $0.top < Double(y + 1)
            && Double(y) < $0.bottom
        }
        covered += isCovered ? 1 : 0
      }
    }
    #expect(ink > 2000)
    #expect(covered == 0)
  }

  /// The landmarks as the tracking file has them.
  @Test(arguments: [false, true])
  func `keeps off a face where there is room beside it`(mirrored: Bool) throws {
    var face = SyntheticFace()
    let stage = try PassFixture(avatar: "crown") {
      ($0.yaw, $0.pitch, $0.roll, $0.x, $0.y, $0.z, $0.unlikeness) = (8, 4, 5, 2, -1, -80, 0)
      face = $0
    }
    let points = face.landmarks(width: 320, height: 240).map { point in
      Point2<OutputSpace>((mirrored ? 1 - point[0] : point[0]) * 320, point[1] * 240)
    }
    let whole = try #require(Rectangle(around: points))
    let box = whole.grown(left: -3, top: -3, right: -3, bottom: -3)
    let state = try stage.state(atMs: 40, mirrored: mirrored)
    for annotations in [
      Annotations.quads, [.quads, .axes, .timing], .all.subtracting(.blendshapes),
    ] {
      let pass = try #require(
        try LetteringPass(PassSetup(PassOptions(annotations: annotations), avatars: stage.textures))
      )
      let labels = try pass.boxes(of: state)
      #expect(labels.count > 7)
      for label in labels { #expect(label.intersection(box) == nil, "\(label), \(annotations)") }
    }
  }

  /// What a face wears and who it is: as many lines as there are layers and faces, so long as there is
  /// room for them.
  @Test func `has a line for each layer and each face`() throws {
    let stage = try PassFixture(avatar: "crown")
    let state = try state(twoFaces(), stage, atMs: 40)
    let pass = try #require(
      try LetteringPass(PassSetup(PassOptions(annotations: .quads), avatars: stage.textures)))
    #expect(try pass.boxes(of: state).count == state.placements.count + state.faces.count)
  }
}

/// Real faces and hands, which move.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct RealLetteringTests {
  @Test(arguments: ["two-faces", "signing", "gesture", "phone-portrait"])
  func `labels of all annotations lie apart in every frame`(name: String) throws {
    let path = SharedData.file("recordings/\(name)/tracking.jsonl").path
    func reader() throws -> TrackingReader { try TrackingReader(path: path) }
    let stage = try PassFixture()
    let (faces, hands) = try (reader(), reader())
    let size = PixelSize<OutputSpace>(clamping: 480, name == "phone-portrait" ? 640 : 270)
    let scene = size.retyped(as: SceneSpace.self)
    var timeline = RecordingTimeline(
      faces: FaceTimeline(header: faces.header) { try faces.next() },
      placer: Placer(
        avatars: stage.textures.avatars, scene: SceneMapping(header: faces.header, scene: scene),
        output: OutputMapping(scene: scene, output: size, mirrored: false)),
      moments: nil,
      hands: SceneHandTimeline(header: hands.header, gaps: GapOptions()) { try hands.next() })
    let setup = PassSetup(PassOptions(annotations: .all), avatars: stage.textures)
    let pass = try #require(try LetteringPass(setup))
    var most = 0
    for time in stride(from: 0, through: 2000, by: Thorough.isAsked ? 40.0 : 200) {
      let boxes = try pass.boxes(of: timeline.state(atMs: time))
      most = max(most, boxes.count)
      for (number, box) in boxes.enumerated() {
        #expect(box.left >= 0 && box.right <= Double(size.width), "\(time): \(box)")
        #expect(box.top >= 0 && box.bottom <= Double(size.height), "\(time): \(box)")
        #expect(boxes[..<number].allSatisfy { $0.intersection(box) == nil }, "\(time): \(box)")
      }
    }
    #expect(most > 8)
  }
}
