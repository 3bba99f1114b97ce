import Avatars
import Geometry
import Placement
import Testing
import Tracking

/// Which of the first faces wears which avatar.
@Suite struct FirstFacesTests {
  private struct Face {
    var x: Double
    var id: Int?
  }

  /// The samples' faces by their places from left to right, in centimetres.
  private func order(_ samples: [(ms: Double, faces: [Face])]) throws -> [Int] {
    let scene = try sceneSize(1280, 720)
    let header = TrackingHeader(size: try trackerSize(1280, 720))
    var rest = samples.map { sample in
      TrackingSample(
        timestampMs: sample.ms,
        faces: sample.faces.map {
          var face = FaceSample(x: $0.x, z: -60)
          face.id = $0.id
          return face
        })
    }[...]
    return FirstFaces.leftToRight(
      header: header, in: SceneMapping(header: header, scene: scene)
    ) { rest.popFirst() }
  }

  @Test func `faces that come within a second are taken from left to right`() throws {
    let right = Face(x: 10, id: 1)
    // The one on the left is found 200 ms later, and the one in the middle after 1 s.
    #expect(
      try order([
        (0, []), (40, [right]), (240, [right, Face(x: -10, id: 2)]),
        (1040, [right, Face(x: -10, id: 2), Face(x: 0, id: 3)]),
      ]) == [2, 3, 1])
    // A moment later it is none of the first.
    #expect(
      try order([
        (40, [right]), (240, [right, Face(x: -10, id: 2)]),
        (1040.1, [right, Face(x: -10, id: 2), Face(x: 0, id: 3)]),
      ]) == [2, 1])
  }

  @Test func `they are taken as they stand when the last of them has come`() throws {
    let samples: [(ms: Double, faces: [Face])] = [
      (0, [Face(x: -10, id: 1)]), (300, [Face(x: 12, id: 1)]),
      (600, [Face(x: 14, id: 1), Face(x: -5, id: 2)]),
      // What they do then changes nothing.
      (800, [Face(x: -14, id: 1), Face(x: 9, id: 2)]),
    ]
    #expect(try order(samples) == [2, 1])
    // One that is not seen just then counts where it was last.
    #expect(
      try order([(0, [Face(x: 10, id: 1)]), (300, []), (600, [Face(x: -5, id: 2)])]) == [2, 1])
  }

  @Test func `faces without ids get the identities that a timeline gives them`() throws {
    let samples: [(ms: Double, faces: [Face])] = [
      (0, [Face(x: 10)]), (40, [Face(x: -10), Face(x: 10)]), (80, [Face(x: 10), Face(x: -10)]),
    ]
    #expect(try order(samples) == [2, 1])
    let header = TrackingHeader(size: try trackerSize(1280, 720))
    var rest = samples.map { sample in
      TrackingSample(
        timestampMs: sample.ms, faces: sample.faces.map { FaceSample(x: $0.x, z: -60) })
    }[...]
    var timeline = FaceTimeline(header: header, smoothing: SmoothingOptions(.none)) {
      rest.popFirst()
    }
    let faces = try timeline.faces(atMs: 80)
    #expect(faces.count == 2)
    #expect(
      faces.sorted { $0.face.landmarks[4].x < $1.face.landmarks[4].x }.map(\.identity) == [2, 1])
  }

  @Test func `a recording without a face has none, and only the window is read`() throws {
    #expect(try order([]).isEmpty)
    #expect(try order([(0, []), (40, [])]).isEmpty)
    let header = TrackingHeader(size: try trackerSize(1280, 720))
    let mapping = SceneMapping(header: header, scene: try sceneSize(1280, 720))
    var taken = 0
    _ = FirstFaces.leftToRight(header: header, in: mapping) {
      defer { taken += 1 }
      return TrackingSample(timestampMs: Double(taken) * 100, faces: [FaceSample(x: 0, z: -60)])
    }
    #expect(taken == 12)
  }

  @Test func `a file that gives every face another id ends the look`() throws {
    let header = TrackingHeader(size: try trackerSize(1280, 720))
    let mapping = SceneMapping(header: header, scene: try sceneSize(1280, 720))
    var id = 0
    let order = FirstFaces.leftToRight(header: header, in: mapping) {
      defer { id += 64 }
      return TrackingSample(
        timestampMs: Double(id) / 1e6,
        faces: (0..<64).map { FaceSample(id: id + $0, landmarks: [], pose: nil) })
    }
    #expect(order.count <= 1024 + 64)
  }

  @Test func `a placer gives the first faces their avatars before it sees them`() throws {
    let layer = Layer(name: "a", image: "a.png", scale: 1)
    let avatars = [try avatar(layer, id: "ox"), try avatar(layer, id: "pig")]
    let scene = try sceneSize(1280, 720)
    var placer = Placer(
      avatars: avatars,
      scene: SceneMapping(header: TrackingHeader(size: try trackerSize(1280, 720)), scene: scene),
      output: OutputMapping(scene: scene, output: try outputSize(1280, 720), mirrored: false),
      firstFaces: [8, 3])
    func worn(_ faces: (Int, Double)...) -> [Int: Int] {
      let placements = placer.place(
        faces.map {
          TimedFace(
            identity: $0.0, face: FaceSample(x: $0.1, z: -60), opacity: 1, source: .exact)
        })
      return Dictionary(placements.map { ($0.subject.identity, $0.avatarIndex) }) { first, _ in
        first
      }
    }
    // The right one comes first, and leaves the left one's avatar alone.
    #expect(worn((3, 10)) == [3: 1])
    #expect(worn((3, 10), (8, -10)) == [3: 1, 8: 0])
  }
}
