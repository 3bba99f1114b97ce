import Avatars
import Geometry
import Placement
import Testing
import Tracking

@Suite struct AvatarCueTests {
  private func placer(
    _ cues: [AvatarCue], given: Int? = 1, through list: [Int] = []
  ) throws -> Placer {
    let layer = Layer(name: "a", image: "a.png", scale: 2)
    let scene = try sceneSize(1280, 720)
    return Placer(
      avatars: [try avatar(layer, id: "ox"), try avatar(layer, id: "pig")],
      scene: SceneMapping(
        header: TrackingHeader(size: try trackerSize(1280, 720)), scene: scene),
      output: OutputMapping(scene: scene, output: try outputSize(1280, 720)), given: given,
      cues: cues, swiped: list)
  }

  private func placements(
    _ cues: [AvatarCue], atMs timeMs: Double, faces: [Int] = [1], through list: [Int] = []
  ) throws -> [LayerPlacement] {
    var placer = try placer(cues, through: list)
    return placer.place(
      faces.map { identity in
        TimedFace(
          identity: identity, face: FaceSample(x: Double(identity) * 10), opacity: 1,
          source: .exact)
      }, atMs: timeMs)
  }

  private func worn(
    _ cues: [AvatarCue], atMs timeMs: Double, through list: [Int] = []
  ) throws -> [[Double]] {
    try placements(cues, atMs: timeMs, through: list).map {
      [Double($0.avatarIndex), ($0.opacity * 1000).rounded() / 1000]
    }
  }

  @Test func `an avatar goes over into the next within 200 milliseconds`() throws {
    let cues = [AvatarCue(timeMs: 1000, avatar: 1)]
    #expect(try worn(cues, atMs: 999) == [[0, 1]])
    #expect(try worn(cues, atMs: 1000) == [[0, 1], [1, 0]])
    #expect(try worn(cues, atMs: 1050) == [[0, 0.75], [1, 0.25]])
    #expect(try worn(cues, atMs: 1200) == [[1, 1]])
    // What is half a millisecond ahead has come.
    #expect(try worn(cues, atMs: 999.6) == [[0, 1], [1, 0]])
  }

  @Test func `what was fitted stays when another avatar is put on`() throws {
    let cues = [
      AvatarCue(timeMs: 3000, avatar: 1),
      AvatarCue(timeMs: 1000, scale: 1.5, offset: Vector3(0, 0.5, 0)),
    ]
    let (before, fitted, after) = (
      try placements(cues, atMs: 0), try placements(cues, atMs: 2000),
      try placements(cues, atMs: 4000)
    )
    #expect(fitted.map(\.driven) == [DrivenSize(scale: 3, rotation: 0)])
    #expect(after.map(\.avatarIndex) == [1])
    #expect(after.first?.corners == fitted.first?.corners)
    let widths = [before, fitted].map {
      $0.first.map { $0.corners.topLeft.distance(to: $0.corners.topRight) } ?? 0
    }
    #expect(abs(widths[1] / widths[0] - 1.5) < 1e-9)
  }

  @Test func `a cue for one face leaves the others as they are`() throws {
    let cues = [AvatarCue(timeMs: 0, avatar: 1, face: 2)]
    let worn = try placements(cues, atMs: 500, faces: [1, 2]).map {
      [$0.subject.identity, $0.avatarIndex]
    }
    #expect(worn.sorted { $0[0] < $1[0] } == [[1, 0], [2, 1]])
  }

  @Test func `avatars that cues alone put on are given to no face`() throws {
    #expect(
      try placements([], atMs: 0, faces: [1, 2, 3]).allSatisfy { $0.avatarIndex == 0 })
  }

  @Test func `swipes go through the list from what is worn, and round its ends`() throws {
    let swipes = [1000.0, 2000, 3000].map { AvatarCue(timeMs: $0, step: 1, face: 1) }
    #expect(try worn(swipes, atMs: 1050, through: [0, 1]) == [[0, 0.75], [1, 0.25]])
    #expect(try worn(swipes, atMs: 1500, through: [0, 1]) == [[1, 1]])
    #expect(try worn(swipes, atMs: 2500, through: [0, 1]) == [[0, 1]])
    let back = [AvatarCue(timeMs: 1000, step: -1, face: 1)]
    #expect(try worn(back, atMs: 1500, through: [0, 1]) == [[1, 1]])
    // What is not in the list goes to its first, or its last; a list of one ends there.
    #expect(try worn(swipes, atMs: 1500, through: [1]) == [[1, 1]])
    #expect(try worn(swipes, atMs: 3050, through: [1]) == [[1, 1]])
    #expect(try worn(back, atMs: 1500, through: [1]) == [[1, 1]])
    // What a file puts on counts as worn.
    let both = swipes.prefix(1) + [AvatarCue(timeMs: 500, avatar: 1)]
    #expect(try worn(Array(both), atMs: 1500, through: [0, 1]) == [[0, 1]])
    #expect(try worn(swipes, atMs: 1500, through: []) == [[0, 1]])
  }

  @Test func `a double tap enlarges by a quarter, the next one takes that back`() throws {
    let cues =
      [1000.0, 2000].map { AvatarCue(timeMs: $0, togglingSizeOf: 1) }
      + [AvatarCue(timeMs: 500, scale: 2)]
    let widths = try [0.0, 800, 1500, 2500].map { timeMs in
      // Nothing is driven before the first cue.
      try placements(cues, atMs: timeMs).first.map { $0.driven?.scale ?? 2 }
    }
    #expect(widths == [2, 4, 5, 4])
  }
}
