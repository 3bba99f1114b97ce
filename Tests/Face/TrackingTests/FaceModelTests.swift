import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking

/// The tables of the face model.
@Suite struct FaceModelTests {
  @Test func `renaming landmarks twice gives them their own numbers`() {
    let mirror = FaceTopology.mirrorIndex
    #expect(mirror.count == FaceTopology.countWithIrises)
    #expect(mirror.indices.allSatisfy { mirror[mirror[$0]] == $0 })
    #expect((0..<FaceTopology.meshCount).allSatisfy { mirror[$0] < FaceTopology.meshCount })
  }

  @Test func `the canonical face is its own mirror image`() {
    for (index, vertex) in CanonicalFace.vertices.enumerated() {
      let other = CanonicalFace.vertices[FaceTopology.mirrorIndex[index]]
      #expect(other == Point3(-vertex.x, vertex.y, vertex.z))
    }
    let weights = Dictionary(uniqueKeysWithValues: CanonicalFace.fitWeights.map { ($0, $1) })
    for (landmark, weight) in weights {
      #expect(weights[FaceTopology.mirrorIndex[landmark]] == weight)
    }
  }

  @Test func `the eye distance is that of the vertices`() throws {
    let eyes = FaceRun.eyes(CanonicalFace.vertices.map { Point3($0.x, $0.y, $0.z) })
    #expect(abs(eyes.0.distance(to: eyes.1) - CanonicalFace.eyeDistance) < 1e-5)
    #expect(abs(eyes.0.y - CanonicalFace.eyeMidpoint.y) < 1e-5)
  }

  @Test func `blendshapes are numbered in their order, and mirror into each other`() {
    #expect(Blendshape.allCases.map(\.index) == Array(0..<Blendshapes.count))
    #expect(Blendshape.allCases.allSatisfy { $0.mirrored.mirrored == $0 })
    #expect(Blendshape.eyeBlinkLeft.mirrored == .eyeBlinkRight)
    #expect(Blendshape.jawOpen.mirrored == .jawOpen)
    #expect(Blendshape.allCases.count { $0.mirrored == $0 } == 13)
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
  func `the tables are MediaPipe's`() throws {
    func object(_ name: String) throws -> [String: Any] {
      let data = try Data(contentsOf: SharedData.file("data/\(name)"))
      return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    let topology = try object("landmark_topology.json")
    let numbers = try #require(topology["face"] as? [String: Any])
    #expect(numbers["mirrorIndex"] as? [Int] == FaceTopology.mirrorIndex)
    #expect(
      Blendshape.allCases.prefix(Blendshape.mediaPipeCount).map(\.rawValue)
        == topology["blendshapes"] as? [String])
    let face = try object("canonical_face.json")
    #expect(
      face["positions"] as? [[Double]] == CanonicalFace.vertices.map { [$0.x, $0.y, $0.z] })
    #expect(
      face["uvs"] as? [[Double]] == CanonicalFace.texturePoints.map { [$0.x, $0.y] })
    #expect(
      face["triangles"] as? [[Int]] == CanonicalFace.triangles.map { [$0.0, $0.1, $0.2] })
    #expect(
      face["procrustes"] as? [[Double]]
        == CanonicalFace.fitWeights.map { [Double($0.landmark), $0.weight] })
  }
}
