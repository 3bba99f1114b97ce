import Foundation
import ModelFiles
import Models
import Testing

/// Files that are refused, with their place and what is wrong.
@Suite struct ModelFaultTests {
  /// A value of the square, what it is changed to, and what is told.
  private static let changes: [(path: String, value: (any Sendable)?, fault: String)] = [
    (
      "accessors/0/count", 5,
      "meshes/0/primitives/0/attributes/POSITION: accessor 0 reaches 12 bytes beyond bufferView 0"
    ),
    ("accessors/0/byteOffset", 1, "accessor 0 reaches 1 byte beyond bufferView 0"),
    ("accessors/0/count", 67_108_865, "a whole number from 1 to 67108864 expected"),
    ("accessors/0/count", 67_108_864, "bytes of the model's data: "),
    ("accessors/0/type", "VEC2", "accessor 0 has elements VEC2; VEC3 expected"),
    ("accessors/0/componentType", 5125, "accessor 0 has numbers of type 5125"),
    ("accessors/1/count", 3, "NORMAL: accessor 1 has 3 elements, 4 expected"),
    ("meshes/0/primitives/0/attributes/POSITION", 10, "there is no accessor 10: the file has 10"),
    ("meshes/0/primitives/0/attributes/POSITION", -1, "-1 found, a whole number from 0"),
    ("meshes/0/primitives/0/attributes/WEIGHTS_0", nil, "JOINTS_0 without WEIGHTS_0"),
    ("meshes/0/primitives/0/material", 1, "there is no material 1: the file has 1"),
    ("meshes/0/primitives/1", ["attributes": ["POSITION": 0]], "0 morph targets found, 1 expected"),
    ("meshes/0/primitives/0/mode", 7, "7 found, a whole number from 0 to 6 expected"),
    ("meshes/0/weights", [0.1, 0.2], "meshes/0/weights: 2 numbers found, 1 expected"),
    ("bufferViews/0/byteLength", 100_000, "bufferViews/0: it reaches "),
    ("bufferViews/0/byteStride", 4, "bufferView 0 has a stride of 4 bytes; at least the 12"),
    ("buffers/0/uri", "a.bin", "buffers/0/uri: there is no file \"a.bin\" beside the model"),
    ("nodes/1/children", [2, 2], "nodes/2: it has two parents, nodes 1 and 1"),
    ("nodes/2/children", [1], "nodes/1: it is among its own descendants"),
    ("nodes/0/children", [2], "nodes/2: it has two parents, nodes 0 and 1"),
    ("nodes/0/children", [3], "nodes/0/children/0: there is no node 3: the file has 3"),
    ("nodes/0/rotation", [0, 0, 0, 0], "a quaternion of length 0.0 found, of length 1 expected"),
    ("nodes/0/translation", [0, 1e39, 0], "nodes/0/translation/1: 1e+39 found, a finite number"),
    ("nodes/0/matrix", [1, 0], "2 numbers found, 16 expected"),
    ("scenes/0/nodes", [0, 2], "scenes/0/nodes/1: node 2 is a child of node 1"),
    ("scenes/0/nodes", [0, 0], "scenes/0/nodes/1: node 0 is named twice"),
    ("scene", 1, "scene: there is no scene 1: the file has 1"),
    ("skins/0/joints", [1, 3], "skins/0/joints/1: there is no node 3"),
    (
      "skins/0/joints", [1],
      "meshes/0/primitives/0/attributes/JOINTS_0: vertex 0 is moved by joint 1, and skin 0 has 1"
    ),
    ("skins/0/joints", [1, 2, 0], "2 matrices found, 3 expected"),
    ("animations/0/channels/0/target/path", "rotation", "sampler 0 has 9 numbers, 3 x 4 expected"),
    ("animations/0/channels/0/target/path", "colour", "\"colour\" found; translation, rotation"),
    ("animations/0/channels/0/sampler", 1, "there is no sampler 1: the file has 1"),
    (
      "animations/0/samplers/0/interpolation", "SPLINE",
      "\"SPLINE\" found; STEP, LINEAR, CUBICSPLINE"
    ),
    ("materials/0/alphaMode", "GLASS", "materials/0/alphaMode: OPAQUE, MASK or BLEND expected"),
    ("samplers/0/wrapS", 1, "1 found; 10497, 33071 or 33648 expected"),
    ("images/0/bufferView", 0, "images/0: it is no PNG, JPEG or WebP"),
    (
      "images/0", ["uri": "https://example.com/a.png"],
      "\"https://example.com/a.png\" is an address"
    ),
    ("images/0", ["uri": "../a.png"], "leads out with \"..\""),
    ("images/0", ["uri": "%2e%2e/a.png"], "leads out with \"..\""),
    ("images/0", ["uri": "/a.png"], "is an absolute path"),
    ("images/0", ["uri": "data:image/png;base64,####"], "the data: is not base64"),
    ("asset/version", "1.0", "asset/version: version 1.0 found, 2.0 expected"),
    ("asset/minVersion", "2.1", "asset/minVersion: version 2.1 found, 2.0 expected"),
    ("asset", nil, "the key \"asset\" is missing"),
    (
      "extensionsRequired", ["KHR_materials_unlit", "KHR_texture_basisu"],
      "extensionsRequired: it requires \"KHR_texture_basisu\", which is not read"
    ),
  ]

  @Test(arguments: changes.indices) func `a wrong value is told with its place`(_ number: Int)
    throws
  {
    let (path, value, words) = Self.changes[number]
    let model = try MadeModel.square().changed(path, value)
    #expect { try model.read() } throws: { fault in
      let told = "\(fault)"
      if !told.contains(words) { Issue.record("\(path): \(told)") }
      return fault is ModelFault && told.contains(words)
    }
  }

  private func expect(_ words: String, _ bytes: [UInt8], name: String = "m.glb") {
    #expect { try ModelFile.read(bytes, name: name) } throws: { "\($0)".contains(words) }
  }

  @Test func `numbers that are not finite and indices beyond the vertices are refused`() throws {
    for (number, name) in [(Float.nan, "NaN"), (.infinity, "inf"), (-.infinity, "-inf")] {
      var model = try MadeModel.square()
      let positions = model.add([0, 0, 0, 0, 0, 0, 0, number, 0, 0, 0, 0] as [Float], "VEC3")
      model.set("meshes/0/primitives/0/attributes/POSITION", positions)
      expect(
        "meshes/0/primitives/0/attributes/POSITION: accessor 10 has \(name) in element 2; finite",
        model.glb)
    }
    for index: UInt32 in [4, .max] {
      var model = try MadeModel.square()
      model.set("meshes/0/primitives/0/indices", model.add([0, 1, index], "SCALAR"))
      expect(
        "meshes/0/primitives/0/indices: index \(index), at place 2, is beyond the 4 vertices",
        model.glb)
    }
  }

  @Test func `times that do not rise are refused`() throws {
    for times in [[0, 2, 1], [0, 1, 1]] as [[Float]] {
      var model = try MadeModel.square()
      model.set("animations/0/samplers/0/input", model.add(times, "SCALAR"))
      expect("animations/0/samplers/0/input: time 2 is 1.0 s, after", model.glb)
    }
  }

  @Test func `sparse elements that do not rise are refused`() throws {
    for indices in [[1, 1], [2, 1], [0, 4]] as [[UInt8]] {
      var model = try MadeModel.square()
      let sparse: [String: Any] = [
        "count": 2, "indices": ["bufferView": model.addView(indices), "componentType": 5121],
        "values": ["bufferView": model.addView([UInt8](repeating: 0, count: 24))],
      ]
      model.set("accessors/0/sparse", sparse)
      expect("accessor 0 replaces element", model.glb)
    }
  }

  @Test func `a file that is cut is refused wherever it is cut`() throws {
    let whole = try MadeModel.square().glb
    for length in 1..<whole.count {
      #expect(throws: ModelFault.self) {
        try ModelFile.read(Array(whole.prefix(length)), name: "m.glb")
      }
    }
    expect("the file is cut off: 100 of \(whole.count) bytes are there", Array(whole.prefix(100)))
  }

  @Test func `other files are told apart`() throws {
    expect("it is a USD scene", Array("PK\u{3}\u{4}".utf8), name: "hat.USDZ")
    expect("File, Export, glTF 2.0", Array("#usda 1.0".utf8), name: "hat.glb")
    expect("it is empty", [], name: "hat.gltf")
    expect("expected a glTF 2.0 model", Array("# OBJ".utf8), name: "hat.obj")
    expect("a .glb of version 1", Array("glTF".utf8) + [1] + [UInt8](repeating: 0, count: 15))
    expect("1:12: not JSON", Array("{\"asset\": {,}}".utf8), name: "hat.gltf")
    expect("1:10: duplicate key \"a\"", Array("{\"a\": 1, \"a\": 2}".utf8), name: "hat.gltf")
  }

  @Test func `pictures that lie about their size are refused`() throws {
    let picture = try MadeModel.picture(2, 2)
    for (width, words) in [(8, "images/0: "), (1 << 30, "images/0: "), (4097, "4096")] {
      var lying = picture
      for i in 0..<4 { lying[16 + i] = UInt8(truncatingIfNeeded: width >> (24 - 8 * i)) }
      var model = try MadeModel.square()
      model.set("images/0/bufferView", model.addView(PNGSum.corrected(lying)))
      expect(words, model.glb)
    }
  }
}

/// The check sum of a PNG's header.
private enum PNGSum {
  static func corrected(_ png: [UInt8]) -> [UInt8] {
    var sum: UInt32 = .max
    for byte in png[12..<29] {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    var png = png
    for i in 0..<4 { png[29 + i] = UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * UInt32(i))) }
    return png
  }
}
