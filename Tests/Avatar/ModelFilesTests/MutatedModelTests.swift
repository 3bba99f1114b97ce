import Foundation
import ModelFiles
import Models
import TestSupport
import Testing

/// Damaged files: each is read or refused, and none ends the process or takes long.
@Suite struct MutatedModelTests {
  @Test func `damaged files are read or refused`() throws {
    let files =
      [
        try MadeModel.square().glb,
        try CompressedModelTests.packed(CompressedModelTests.triangles, "TRIANGLES").glb,
      ]
      + (try CompressedModelTests.octahedra.map {
        try CompressedModelTests.octahedron(Array(Data(base64Encoded: $0) ?? Data())).glb
      })
    var (isRead, isRefused) = (0, 0)
    for seed in 0..<UInt64(Thorough.isAsked ? 20_000 : 200) {
      var mutated = MutatedModel(seed: seed)
      let bytes = mutated.damage(files[Int(seed) % files.count])
      let start = ContinuousClock.now
      do throws(ModelFault) {
        let model = try ModelFile.read(bytes, name: "m.glb")
        isRead += 1
        check(model.tree)
      } catch {
        isRefused += 1
        #expect(!error.description.isEmpty && !error.description.contains("\n"))
      }
      #expect(ContinuousClock.now - start < .seconds(2), "seed \(seed)")
    }
    #expect(isRead > 20 && isRefused > 50, "\(isRead) read, \(isRefused) refused")
  }

  /// What posing relies on.
  private func check(_ tree: ModelTree) {
    for primitive in tree.meshes.flatMap(\.primitives) {
      let count = primitive.positions.count
      for list in [
        primitive.normals.count, primitive.tangents.count, primitive.coordinates.0.count,
        primitive.coordinates.1.count, primitive.colours.count, primitive.joints.count,
        primitive.jointWeights.count,
      ] + primitive.targets.flatMap({ [$0.positions.count, $0.normals.count, $0.tangents.count] }) {
        #expect(list == 0 || list == count)
      }
      #expect(primitive.triangles.allSatisfy { $0.min() >= 0 && Int($0.max()) < count })
      #expect(primitive.material.map { tree.materials.indices.contains($0) } ?? true)
    }
    for node in tree.nodes {
      #expect(node.mesh.map { tree.meshes.indices.contains($0) } ?? true)
      #expect(node.skin.map { tree.skins.indices.contains($0) } ?? true)
      #expect(node.children.allSatisfy { tree.nodes.indices.contains($0) })
    }
  }
}
