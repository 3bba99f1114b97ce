internal import Digests
package import Imaging
package import Models

/// A glTF 2.0 model as it stands in its file, `.glb` or `.gltf`: checked, decompressed, its pictures decoded.
package struct ModelFile: Sendable {
  package var tree: ModelTree
  /// The file's pictures; nil for those that no material of a drawn node shows.
  package var images: [StraightRGBA8?]
  /// The hash of the file and of those beside it, 64 hexadecimal digits.
  package var digest: String
  package var notes: [ModelNote]
  /// Triangles that are drawn, those of a mesh again for each node that shows it.
  package var triangleCount: Int
  /// The bytes of its pictures, decoded.
  package var decodedImageBytes: Int
  /// The bytes of its buffers and accessors, decompressed, an accessor again for each use.
  package var dataBytes: Int

  /// Reads a model.
  ///
  /// - Parameters:
  ///   - name: its file's name.
  ///   - decodesImages: whether its pictures are decoded; without, all of `images` are nil.
  ///   - file: the bytes of a file, by its path from the model's folder, which has no `..`; nil where there is none.
  package static func read(
    _ bytes: [UInt8], name: String, limits: ModelLimits = .package, decodesImages: Bool = true,
    file: @escaping (String) throws -> [UInt8]? = { _ in nil }
  ) throws(ModelFault) -> ModelFile {
    let container = try GLTFContainer(bytes, name: name, limits: limits)
    let reader = try GLTFReader(container, GLTFFiles(file), limits)
    let tree = try reader.tree()
    let triangles = tree.drawnNodes.reduce(0) { sum, node in
      let primitives = tree.nodes[node].mesh.map { tree.meshes[$0].primitives } ?? []
      return primitives.reduce(sum) { $0 + $1.triangles.count }
    }
    try reader.checkLimit("triangles", triangles, limits.triangles, at: container.root)
    if triangles > limits.advisedTriangles {
      reader.notes.append(.manyTriangles(triangles, advised: limits.advisedTriangles))
    }
    let (images, imageBytes) = try reader.images(of: tree, decodes: decodesImages)
    return ModelFile(
      tree: tree, images: images, digest: digest(of: bytes, reader.buffers.hashes),
      notes: reader.notes, triangleCount: triangles, decodedImageBytes: imageBytes,
      dataBytes: reader.buffers.taken)
  }

  /// That of the file where it is alone, else that of the lines that `sha256sum` prints for all, sorted by name.
  private static func digest(of bytes: [UInt8], _ others: [String: String]) -> String {
    let own = SHA256.hex(of: bytes)
    if others.isEmpty { return own }
    let lines = others.keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
      .map { "\(others[$0] ?? "")  \($0)\n" }
    return SHA256.hex(of: Array("\(own)\n\(lines.joined())".utf8))
  }
}
