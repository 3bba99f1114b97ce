import Foundation
import ModelFiles
import Models
import Testing

/// Meshes and buffers that other programs compressed: DracoPy 2.2, and meshoptimizer 0.18.
@Suite struct CompressedModelTests {
  private static func bytes(_ base64: String) -> [UInt8] {
    Array(Data(base64Encoded: base64) ?? Data())
  }

  /// An octahedron: its positions are its normals, and 250 times their sizes its colours.
  static let octahedra = [
    "RFJBQ08CAgEAAAAIBgEAAgQCAQQBAwQDAAQCAAUBAgUDAQUAAwUBAwICAwEAAQkDAAEACQMAAgEDAgABAQADA60qVRUDXuqKgQEMAAAAAPoAAAA"
      + "AAwEBAf8BARD/91Ul//etCgTKUPRa/wAAAH8AAAAAAQEADQcBICMBIAMAaJAB8P//L/y//wMAAgD/7/8gAAAAAP8PAAAIAACAvwAAgL8AAIC/"
      + "AAAAQAw=",
    "RFJBQ08CAgEBAAAABggCBwAAAm8VAQEQ/wLMQP8CzEADAAAA/wAAAQAAAQICAwEAAQEACQMAAgIBAQkDAAEDAQEBAAMDrQpVNQOjooMkEy01AQA"
      + "AAAD6AAAAAQEBAA0vAUABAP///wAAAP///////wDw//8PAADw//3f/wDw/wAAAAD/DwAAAACAvwAAgL8AAIC/AAAAQAwGAwEBAQEBQAEA/wAAAH"
      + "8AAAD/AmZACA==",
  ]

  /// A model of nothing but a mesh that Draco packed.
  static func octahedron(_ packed: [UInt8]) throws -> MadeModel {
    var model = try MadeModel(
      """
      {"asset": {"version": "2.0"}, "extensionsRequired": ["KHR_draco_mesh_compression"],
       "nodes": [{"mesh": 0}],
       "accessors": [{"componentType": 5126, "count": 6, "type": "VEC3"},
         {"componentType": 5121, "count": 6, "type": "VEC3", "normalized": true},
         {"componentType": 5123, "count": 24, "type": "SCALAR"}],
       "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 0, "COLOR_0": 1}, "indices": 2,
         "extensions": {"KHR_draco_mesh_compression": {"bufferView": 0,
           "attributes": {"POSITION": 2, "NORMAL": 1, "COLOR_0": 0}}}}]}]}
      """)
    model.addView(packed)
    return model
  }

  @Test(arguments: octahedra) func `a mesh is unpacked by Draco`(_ packed: String) throws {
    let mesh = try Self.octahedron(Self.bytes(packed)).read().tree.meshes[0].primitives[0]
    #expect(mesh.positions.count == 6 && mesh.triangles.count == 8)
    for (number, position) in mesh.positions.enumerated() {
      let (normal, colour) = (mesh.normals[number], mesh.colours[number])
      let size = position.replacing(with: -position, where: position .< 0)
      #expect(abs((position * position).sum() - 1) < 0.002)
      #expect(abs((position * normal).sum() - 1) < 0.002)
      #expect(abs(size.max() * 250 / 255 - max(colour.x, colour.y, colour.z)) < 0.003)
    }
    for triangle in mesh.triangles {
      let corners = (0..<3).map { mesh.positions[Int(triangle[$0])] }
      // Outwards: the product of the three is positive.
      let (a, b, c) = (corners[0], corners[1], corners[2])
      let cross = SIMD3(b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x)
      #expect((a * cross).sum() > 0.9)
    }
  }

  @Test func `what a packed mesh declares is limited before it is unpacked`() throws {
    let model = try Self.octahedron(Self.bytes(Self.octahedra[0]))
    var limits = ModelLimits.package
    limits.triangles = 8
    #expect(try model.read(limits).triangleCount == 8)
    // The accessor of its indices may name fewer.
    limits.triangles = 7
    #expect {
      try model.changed("accessors/2/count", 3).read(limits)
    } throws: {
      "\($0)".contains("KHR_draco_mesh_compression: the packed mesh: more than 7 triangles")
    }
    // 2^32 - 1 triangles and points.
    let most: [UInt8] = [255, 255, 255, 255, 15]
    let bomb: [UInt8] = Self.bytes(Self.octahedra[0])[..<11] + most + most + [0]
    #expect {
      try Self.octahedron(bomb).read()
    } throws: {
      "\($0)".contains("the packed mesh: more than 200000 triangles")
    }
    limits = .package
    limits.dracoBytes = 170
    #expect(throws: Never.self) { try model.read(limits) }
    limits.dracoBytes = 169
    #expect { try model.read(limits) } throws: { "\($0)".contains("170 found, at most 169") }
  }

  @Test func `a damaged mesh of Draco is refused`() throws {
    let packed = Self.bytes(Self.octahedra[1])
    for length in [1, 10, 20, 60, 120, packed.count - 1] {
      #expect {
        try Self.octahedron(Array(packed.prefix(length))).read()
      } throws: {
        "\($0)".contains("no mesh of Draco 2.2, or a damaged one")
      }
    }
  }

  /// Four elements of a stride, packed by a filter.
  private static let views: [(String, filter: String, stride: Int)] = [
    (
      "oAE/AAAAZie4AT8AAAA3XYABBgAAAAEGAAAAAT8AAABlzrgBPwAAAIWsoQEZAAAAAQYAAAABPwAAAMxSFgE/AAAATMcuAQQAAAABBgAAAAAAAAAA"
        + "AAAAAAAAAAAAAAAAAAAAzRwA9GYmAPQAAAD0", "EXPONENTIAL", 12
    ),
    (
      "oAE/AAAAa6WlAT8AAAD924IAAT8AAAAEAwQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAANkl/fw==",
      "OCTAHEDRAL", 4
    ),
    (
      "oAE/AAAA2WlFAT8AAAAFCxYBLwAAAGIDAT8AAAAPEhcAAAE/AAAABAMEASYAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABtA5IE/wf/fw==",
      "OCTAHEDRAL", 8
    ),
    (
      "oAE/AAAAwPMaAT8AAAArCBIBPwAAAMClfwE/AAAAKz5ZAT8AAADA9BgBPwAAACsJEgE9AAAABgMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAoBag"
        + "FqAW/B8=", "QUATERNION", 8
    ),
  ]
  private static let vectors: [SIMD3<Float>] = [
    [0.6, 0.8, 0], [0, -0.6, 0.8], [-0.48, 0.6, -0.64], [0.36, -0.48, -0.8],
  ]
  private static let turns: [SIMD4<Float>] = [
    [0.5, 0.5, 0.5, 0.5], [0, 0, 0, 1], [-0.1, 0.7, 0.1, 0.7], [0.9, 0.3, -0.3, 0.1],
  ]

  /// Two triangles of the vectors, packed by meshoptimizer.
  static func packed(_ indices: String, _ mode: String) throws -> MadeModel {
    var model = try MadeModel(
      """
      {"asset": {"version": "2.0"}, "extensionsRequired": ["EXT_meshopt_compression", "KHR_mesh_quantization"],
       "buffers": [{}, {"byteLength": 200, "extensions": {"EXT_meshopt_compression": {"fallback": true}}}],
       "nodes": [{"mesh": 0}],
       "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
         {"bufferView": 1, "componentType": 5120, "count": 4, "type": "VEC3", "normalized": true},
         {"bufferView": 2, "componentType": 5122, "count": 4, "type": "VEC4", "normalized": true},
         {"bufferView": 3, "componentType": 5122, "count": 4, "type": "VEC4", "normalized": true},
         {"bufferView": 4, "componentType": 5123, "count": 6, "type": "SCALAR"}],
       "meshes": [{"primitives": [{"indices": 4,
         "attributes": {"POSITION": 0, "NORMAL": 1, "TANGENT": 2, "COLOR_0": 3}}]}]}
      """)
    let all =
      views.map { ($0.0, 4, $0.stride, "ATTRIBUTES", $0.filter) } + [(indices, 6, 2, mode, "NONE")]
    for (view, (text, count, stride, mode, filter)) in all.enumerated() {
      let packed = bytes(text)
      model.addView(packed)
      let offset = model.binary.count - packed.count
      let source: [String: Any] = [
        "buffer": 0, "byteOffset": offset, "byteLength": packed.count, "byteStride": stride,
        "count": count, "mode": mode, "filter": filter,
      ]
      let own: [String: Any] = [
        "buffer": 1, "byteLength": count * stride,
        "extensions": ["EXT_meshopt_compression": source],
      ]
      model.set("bufferViews/\(view)", own)
      if mode == "ATTRIBUTES" { model.set("bufferViews/\(view)/byteStride", stride) }
    }
    return model
  }

  static let triangles = "4PAQAHaHVmd4qYZliWiYAWkAAA=="

  @Test(arguments: [(triangles, "TRIANGLES"), ("0AAEBAACCAAAAAA=", "INDICES")])
  func `a buffer is unpacked by meshoptimizer`(_ indices: String, _ mode: String) throws {
    let mesh = try Self.packed(indices, mode).read().tree.meshes[0].primitives[0]
    #expect(mesh.triangles.map { Set([$0.x, $0.y, $0.z]) } == [[0, 1, 2], [1, 2, 3]])
    for (number, vector) in Self.vectors.enumerated() {
      let (position, normal) = (mesh.positions[number] - 3 * vector, mesh.normals[number] - vector)
      let tangent = mesh.tangents[number]
      #expect((position * position).sum() < 1e-7)
      #expect((normal * normal).sum() < 5e-4)
      let rest = SIMD3(tangent.x, tangent.y, tangent.z) - vector
      #expect((rest * rest).sum() < 1e-5)
      #expect(tangent.w == (number % 2 == 0 ? 1 : -1))
      // A quaternion and its negative are one turn.
      #expect(abs((mesh.colours[number] * Self.turns[number]).sum()) > 0.9999)
    }
  }

  @Test func `packed buffers that cannot be right are refused`() throws {
    let path = "bufferViews/1/extensions/EXT_meshopt_compression"
    let model = try Self.packed(Self.triangles, "TRIANGLES")
    for (key, value, words) in [
      ("count", 5 as Any, "5 elements of 4 bytes do not fill the 16 bytes of the bufferView"),
      ("mode", "INDICES", "the filter OCTAHEDRAL is not for INDICES of 4 bytes"),
      ("mode", "POINTS", "unknown mode"), ("filter", "SHARPEN", "unknown filter"),
      ("byteLength", 20, "the packed bytes are damaged"), ("buffer", 1, "it names no file"),
      ("byteLength", 9999, "bytes beyond buffer 0"),
    ] {
      #expect {
        try model.changed("\(path)/\(key)", value).read()
      } throws: {
        "\($0)".contains(words)
      }
    }
  }
}
