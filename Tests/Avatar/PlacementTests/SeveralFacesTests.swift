import Avatars
import Geometry
import Placement
import Testing
import Tracking

@Suite struct SeveralFacesTests {
  private func face(x: Double, z: Double) -> FaceSample { FaceSample(x: x, z: z) }

  private func timed(_ faces: [(Int, FaceSample)]) -> [TimedFace] {
    faces.map { TimedFace(identity: $0.0, face: $0.1, opacity: 1, source: .exact) }
  }

  @Test func `several faces are drawn from far to near, each with its layers in order`() throws {
    let layers = try avatar(
      Layer(name: "below", image: "a.png", scale: 1), Layer(name: "above", image: "a.png", scale: 1)
    )
    var placer = try Placer(layers)
    let placements = placer.place(
      timed([
        (1, face(x: -12, z: -40)), (2, face(x: 0, z: -90)),
        // Without a pose, the distance between its eyes tells that it is some 60 cm away.
        (3, face(x: 12, z: -60).landmarksOnly), (4, face(x: 5, z: -50)),
      ]))
    #expect(placements.map(\.subject.identity) == [2, 2, 3, 3, 4, 4, 1, 1])
    #expect(
      placements.map(\.layer) == Array(repeating: ["below", "above"], count: 4).flatMap(\.self))
    #expect(placements.map(\.layerIndex) == [0, 1, 0, 1, 0, 1, 0, 1])
  }

  @Test func `several faces get their avatars from left to right, and keep them`() throws {
    let layer = Layer(name: "a", image: "a.png", scale: 1)
    var placer = try Placer(avatar(layer, id: "ox"), avatar(layer, id: "pig"))
    func worn(_ faces: [(Int, FaceSample)]) -> [Int: Int] {
      let placements = placer.place(timed(faces))
      return Dictionary(
        placements.map { ($0.subject.identity, $0.avatarIndex) }, uniquingKeysWith: { a, _ in a })
    }
    // Face 9 is on the left, though it comes last in the list.
    #expect(worn([(4, face(x: 10, z: -60)), (9, face(x: -10, z: -60))]) == [9: 0, 4: 1])
    // They change places, and keep what they wear.
    #expect(worn([(4, face(x: -10, z: -60)), (9, face(x: 10, z: -60))]) == [9: 0, 4: 1])
    // The one with the second avatar is alone; then another face comes in, and gets the first.
    #expect(worn([(4, face(x: 0, z: -60))]) == [4: 1])
    #expect(worn([(4, face(x: -10, z: -60)), (5, face(x: 10, z: -60))]) == [4: 1, 5: 0])
    // A third one gets the first again, and the old ones come back as they were.
    #expect(
      worn([
        (4, face(x: -20, z: -60)), (5, face(x: 0, z: -60)), (6, face(x: 20, z: -60)),
        (9, face(x: 10, z: -60)),
      ]) == [4: 1, 5: 0, 6: 1, 9: 0])
  }

  @Test func `several faces get the same avatars in a mirrored output`() throws {
    let layer = Layer(name: "a", image: "a.png", scale: 1)
    for mirrored in [false, true] {
      var placer = try Placer(avatar(layer), avatar(layer), mirrorOutput: mirrored)
      let placements = placer.place(timed([(1, face(x: 10, z: -60)), (2, face(x: -10, z: -60))]))
      #expect(placements.map(\.subject.identity).sorted() == [1, 2])
      #expect(placements.allSatisfy { $0.avatarIndex == ($0.subject.identity == 2 ? 0 : 1) })
    }
  }

  @Test func `several faces get nothing without an avatar`() throws {
    var placer = try Placer()
    #expect(placer.place(FaceSample(yaw: 0)).isEmpty)
  }
}
