import Foundation
import Imaging
import ModelFiles
import Models
import TestSupport
import Testing

/// What is read of files that are right.
@Suite struct ModelReadingTests {
  @Test func `a square has all that its file says`() throws {
    let model = try MadeModel.square().read()
    let tree = model.tree
    #expect(tree.roots == [0, 1])
    #expect(tree.nodes[2].parent == 1)
    #expect(tree.nodes.map(\.name) == ["square", "bone", nil])
    let square = tree.meshes[0].primitives[0]
    #expect(square.positions == [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])
    #expect(square.normals == [SIMD3<Float>](repeating: [0, 0, 1], count: 4))
    #expect(square.coordinates.0 == [[0, 1], [1, 1], [0, 0], [1, 0]])
    #expect(square.coordinates.1.isEmpty && square.tangents.isEmpty && square.colours.isEmpty)
    #expect(square.triangles == [[0, 1, 2], [1, 3, 2]])
    #expect(square.joints[0] == [0, 1, 0, 0])
    // The third vertex is moved by no joint.
    #expect(
      square.jointWeights == [[0.75, 0.25, 0, 0], [0.5, 0.5, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]])
    #expect(square.targets[0].positions[3] == [0, 0, 0.5])
    #expect(tree.meshes[0].weights == [0.25] && tree.meshes[0].targetNames == ["jawOpen"])
    #expect(tree.skins[0].joints == [1, 2])
    #expect(tree.skins[0].inverseBinds[1].columns.3.w == 2)
    #expect(tree.animations[0].name == "nod" && tree.animations[0].duration == 2)
    #expect(tree.animations[0].samplers[0].times == [0, 0.5, 2])
    let texture = try #require(tree.materials[0].baseTexture)
    #expect(texture.isNearest && texture.wrapS == .clampToEdge && texture.wrapT == .repeat)
    #expect(model.images.map { $0?.width } == [2])
    #expect(model.notes.isEmpty && model.triangleCount == 2 && model.decodedImageBytes == 16)
  }

  @Test func `strips and fans keep their winding`() throws {
    var model = try MadeModel.square()
    model.add([0, 1, 2, 3, 0] as [UInt8], "SCALAR")
    model.set("meshes/0/primitives/0/indices", 10)
    func triangles(_ mode: Int) throws -> [SIMD3<Int32>] {
      try model.changed("meshes/0/primitives/0/mode", mode).read().tree.meshes[0].primitives[0]
        .triangles
    }
    // glTF 2.0, 3.7.2.1.
    #expect(try triangles(5) == [[0, 1, 2], [1, 3, 2], [2, 3, 0]])
    #expect(try triangles(6) == [[1, 2, 0], [2, 3, 0], [3, 0, 0]])
    #expect(try triangles(4) == [[0, 1, 2]])
  }

  @Test func `lines and points are told and left out`() throws {
    for (mode, name) in [(0, "points"), (1, "lines"), (3, "lines")] {
      let model = try MadeModel.square().changed("meshes/0/primitives/0/mode", mode).read()
      #expect(
        model.notes.map(\.description)
          == ["meshes/0/primitives/0: \(name) are not drawn; triangles are"])
      #expect(model.triangleCount == 0 && model.tree.meshes[0].primitives.isEmpty)
    }
  }

  @Test func `without indices three vertices in turn are a triangle`() throws {
    let model = try MadeModel.square().changed("meshes/0/primitives/0/indices", nil).read()
    #expect(model.tree.meshes[0].primitives[0].triangles == [[0, 1, 2]])
  }

  @Test func `integers are normalised where the file says so`() throws {
    func normals(_ normalised: Bool) throws -> [SIMD3<Float>] {
      var model = try MadeModel.square()
      let bytes: [Int8] = [127, 0, -128, 0, -127, 64, 0, 0, 1, 1, 2, 3]
      model.set(
        "meshes/0/primitives/0/attributes/NORMAL",
        model.add(bytes, "VEC3", ["normalized": normalised]))
      return try model.read().tree.meshes[0].primitives[0].normals
    }
    #expect(try normals(true)[0] == [1, 0, -1])
    #expect(try normals(true)[1] == [0, -1, 64.0 / 127])
    #expect(try normals(false)[0] == [127, 0, -128])
  }

  @Test func `elements of a stride are read without what is between them`() throws {
    var model = try MadeModel.square()
    let view = model.addView(
      MadeModel.bytes((0..<20).map { Float($0) }), ["byteStride": 20])
    model.set("accessors/0/bufferView", view)
    model.set("accessors/0/byteOffset", 8)
    let positions = try model.read().tree.meshes[0].primitives[0].positions
    #expect(positions == [[2, 3, 4], [7, 8, 9], [12, 13, 14], [17, 18, 19]])
  }

  @Test func `sparse accessors replace elements of others, or of zeros`() throws {
    var model = try MadeModel.square()
    let indices = model.addView([1, 3])
    let values = model.addView(MadeModel.bytes([7, 8, 9, -1, -2, -3] as [Float]))
    let sparse: [String: Any] = [
      "count": 2, "indices": ["bufferView": indices, "componentType": 5121],
      "values": ["bufferView": values],
    ]
    model.set("accessors/0/sparse", sparse)
    #expect(
      try model.read().tree.meshes[0].primitives[0].positions
        == [[0, 0, 0], [7, 8, 9], [0, 1, 0], [-1, -2, -3]])
    model.set("accessors/0/bufferView", nil)
    #expect(
      try model.read().tree.meshes[0].primitives[0].positions
        == [[0, 0, 0], [7, 8, 9], [0, 0, 0], [-1, -2, -3]])
  }

  @Test func `colours are opaque without alpha, and tangents have a side`() throws {
    var model = try MadeModel.square()
    let colours = model.add(
      [255, 0, 51, 0, 255, 0, 0, 0, 255, 0, 0, 0] as [UInt8], "VEC3", ["normalized": true])
    model.set("meshes/0/primitives/0/attributes/COLOR_0", colours)
    let tangents = model.add(
      [1, 0, 0, -1, 1, 0, 0, 1, 0, 1, 0, -1, 0, 1, 0, 1] as [Float], "VEC4")
    model.set("meshes/0/primitives/0/attributes/TANGENT", tangents)
    let square = try model.read().tree.meshes[0].primitives[0]
    #expect(square.colours[0] == [1, 0, 0.2, 1])
    #expect(square.tangents.map(\.w) == [-1, 1, -1, 1])
  }

  @Test func `nodes have a matrix or parts`() throws {
    var model = try MadeModel.square()
    let numbers = (1...16).map { Double($0) }
    model.set("nodes/1/matrix", numbers)
    model.set("nodes/2/rotation", [0, 0, 2, 0])
    model.set("nodes/2/scale", [0, 0, 0])
    let nodes = try model.read().tree.nodes
    guard case .matrix(let matrix) = nodes[1].transform,
      case .parts(let translation, let rotation, let scale) = nodes[2].transform
    else {
      Issue.record("the kinds differ")
      return
    }
    #expect(matrix.columns.1 == [5, 6, 7, 8])
    #expect(translation == .zero && rotation == [0, 0, 1, 0] && scale == .zero)
  }

  @Test func `the default scene is drawn, else the first, else all nodes without a parent`() throws
  {
    var model = try MadeModel.square()
    model.set("scenes/1", ["nodes": [1]])
    model.set("scene", 1)
    #expect(try model.read().tree.roots == [1])
    #expect(try model.read().images.map { $0 == nil } == [true], "its picture is not shown")
    model.set("scene", nil)
    #expect(try model.read().tree.roots == [0, 1])
    model.set("scenes", nil)
    #expect(try model.read().tree.roots == [0, 1])
  }

  @Test func `splines have three values a key, and weights one for each target`() throws {
    var model = try MadeModel.square()
    let values = (0..<9).map { Float($0) }
    model.set("animations/0/samplers/0/output", model.add(values, "SCALAR"))
    model.set("animations/0/samplers/0/interpolation", "CUBICSPLINE")
    model.set("animations/0/channels/0/target", ["node": 0, "path": "weights"])
    let animation = try model.read().tree.animations[0]
    #expect(animation.samplers[0].values == values)
    #expect(animation.samplers[0].interpolation == .cubicSpline)
    #expect(animation.channels[0].path == .weights)
    // What moves no node moves nothing.
    model.set("animations/0/channels/0/target", ["path": "weights"])
    #expect(try model.read().tree.animations[0].channels.isEmpty)
  }

  @Test func `a file and those beside it are one model`() throws {
    var model = try MadeModel.square()
    let binary = model.binary
    let data = Data(try MadeModel.picture()).base64EncodedString()
    model.set("images/0", ["uri": "data:application/whatever;base64,\(data)"])
    model.set("buffers/0", ["byteLength": binary.count, "uri": "./parts/b%20%C3%A9.bin"])
    let text = [UInt8](try JSONSerialization.data(withJSONObject: model.json))
    func read(_ binary: [UInt8]) throws -> ModelFile {
      try ModelFile.read(text, name: "square.gltf") { $0 == "parts/b é.bin" ? binary : nil }
    }
    let beside = try read(binary)
    #expect(beside.tree.meshes[0].primitives[0].positions.count == 4)
    #expect(beside.images[0]?.width == 2)
    #expect(try read(binary).digest == beside.digest)
    #expect(try read(binary + [0]).digest != beside.digest)
  }

  @Test func `pictures are not decoded where the caller does without`() throws {
    let model = try ModelFile.read(MadeModel.square().glb, name: "m.glb", decodesImages: false)
    #expect(model.images.map { $0 == nil } == [true] && model.decodedImageBytes == 16)
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
  func `the sample files are read`() throws {
    let folder = SharedData.file("data/gltf")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".glb") }
    #expect(names.count >= 13)
    for name in names {
      let bytes = try [UInt8](Data(contentsOf: folder.appending(path: name)))
      let model = try ModelFile.read(bytes, name: name)
      #expect(model.triangleCount > 0)
      #expect(model.notes.isEmpty == (name != "e10-unlit-unknown-extension.glb"), "\(name)")
    }
  }
}
