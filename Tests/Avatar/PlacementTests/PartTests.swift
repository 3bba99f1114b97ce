import Avatars
import FaceModel
import Foundation
import Geometry
import Placement
import Testing
import Tracking

@Suite struct PartTests {
  /// Two faces that come, cross, leave and speak; a sample every 40 ms.
  private static let samples: [IdentifiedSample] = (0..<60).map { index in
    let t = Double(index)
    var faces: [IdentifiedFace] = []
    for identity in [3, 8] where !(identity == 3 && (20..<30).contains(index)) {
      let side: Double = identity == 3 ? -1 : 1
      var face = FaceSample(
        yaw: 20 * side, x: side * (15 - t / 2), z: -60 + side * t / 10, noise: 3,
        seed: UInt64(index * 10 + identity))
      face.blendshapes[.jawOpen] = 0.5 + 0.5 * side * sin(t / 7)
      faces.append(IdentifiedFace(identity: identity, face: face))
    }
    return IdentifiedSample(timeMs: t * 40, faces: faces)
  }

  /// The records of some frames, the placer having seen every sample before them.
  private func lines(_ frames: Range<Int>) throws -> [String] {
    let layers = [
      Layer(
        name: "jaw", image: "a.png", anchor: .mouth, scale: 1,
        when: [Trigger(signal: .blendshape(.jawOpen), above: 0.8, below: 0.3)]),
      Layer(name: "face", image: "a.png", scale: 2),
    ]
    var placer = try Placer(
      avatar(layers[0], layers[1]), avatar(layers[1]), avatar(layers[0]))
    return Self.samples.enumerated().compactMap { index, sample in
      placer.observe(sample)
      guard frames.contains(index) else { return nil }
      let faces = sample.faces.map {
        TimedFace(identity: $0.identity, face: $0.face, opacity: 1, source: .exact)
      }
      return PlacementRecord(
        frame: index, timestampMs: sample.timeMs, output: placer.output.output,
        placements: placer.place(faces)
      ).line
    }
  }

  @Test func `a part of a recording looks as it does in the whole`() throws {
    let whole = try lines(0..<60)
    #expect(Set(whole.map { $0.split(separator: "jaw").count }).count > 1, "the jaws move")
    for cut in [1, 20, 25, 30, 47] {
      #expect(try lines(0..<cut) + lines(cut..<60) == whole)
    }
  }
}
