import FaceModel
import Foundation
import Geometry
import Templates
import TestSupport
import Testing

/// What `avatars new --like model` writes, read by the rules of glTF alone.
@Suite struct ModelTemplateTests {
  /// A node's points, normals and triangles.
  private struct Part {
    var points, normals: [SIMD3<Double>]
    var triangles: [SIMD3<Int>]
    var mesh: [String: Any]

    /// Six times what a closed surface encloses, positive where its triangles look outward.
    var volume: Double {
      triangles.reduce(0) { sum, corners in
        let (a, b, c) = (points[corners.x], points[corners.y], points[corners.z])
        return sum + (a * cross(b, c)).sum()
      }
    }
  }

  private static func cross(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
  }

  private static func written(_ name: String) throws -> (ScratchFolder, [UInt8]) {
    let folder = try ScratchFolder()
    try AvatarTemplate(modelNamed: "hat").write(to: folder.path("hat"))
    return (folder, try folder.bytes("hat/\(name)"))
  }

  /// The parts of a file by the names of their nodes.
  private static func parts(_ name: String) throws -> [String: Part] {
    let bytes = try written(name).1
    func number(_ at: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    try #require(bytes.prefix(4) == Array("glTF".utf8)[...] && number(4, 4) == 2)
    #expect(number(8, 4) == bytes.count)
    let length = number(12, 4)
    #expect(number(16, 4) == 0x4E4F_534A && length % 4 == 0)
    #expect(number(24 + length, 4) == 0x004E_4942)
    #expect(28 + length + number(20 + length, 4) == bytes.count)
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(bytes[20..<20 + length])) as? [String: Any])
    func list(_ key: String) throws -> [[String: Any]] {
      try #require(json[key] as? [[String: Any]])
    }
    func values(_ accessor: Any?) throws -> [[Double]] {
      guard let index = accessor as? Int else { return [] }
      let accessor = try list("accessors")[index]
      let view = try list("bufferViews")[try #require(accessor["bufferView"] as? Int)]
      let start = 28 + length + (try #require(view["byteOffset"] as? Int))
      let isFloat = accessor["componentType"] as? Int == 5126
      let (size, type) = (isFloat ? 4 : 2, accessor["type"] as? String)
      let width = type == "VEC3" ? 3 : type == "VEC2" ? 2 : 1
      #expect(start % size == 0)
      return (0..<(try #require(accessor["count"] as? Int))).map { row in
        (0..<width).map { column in
          let bits = number(start + size * (width * row + column), size)
          return isFloat ? Double(Float(bitPattern: UInt32(bits))) : Double(bits)
        }
      }
    }
    var parts: [String: Part] = [:]
    for node in try list("nodes") {
      let mesh = try list("meshes")[try #require(node["mesh"] as? Int)]
      let primitive = try #require((mesh["primitives"] as? [[String: Any]])?.first)
      let attributes = try #require(primitive["attributes"] as? [String: Any])
      let corners = try values(primitive["indices"]).map { Int($0[0]) }
      parts[try #require(node["name"] as? String)] = Part(
        points: try values(attributes["POSITION"]).map { SIMD3($0) },
        normals: try values(attributes["NORMAL"]).map { SIMD3($0) },
        triangles: stride(from: 0, to: corners.count, by: 3).map {
          SIMD3(corners[$0], corners[$0 + 1], corners[$0 + 2])
        }, mesh: mesh)
    }
    return parts
  }

  @Test func `the guide is the canonical face about the eyes' anchor, and the skull`() throws {
    let parts = try Self.parts("hat-guide.glb")
    #expect(parts.keys.sorted() == ["face guide", "skull guide"])
    let face = try #require(parts["face guide"])
    try #require(face.points.count == 468 && face.triangles.count == 898)
    for (point, vertex) in zip(face.points, CanonicalFace.vertices) {
      let place = SIMD3(vertex.x, vertex.y - 2.624618, vertex.z - 3.465663) / 100
      #expect((point - place).max() < 1e-6 && (place - point).max() < 1e-6)
    }
    let skull = try #require(parts["skull guide"])
    #expect(skull.points.count == 33 * 17)
    // Two halves of ellipsoids, of which flat triangles leave out a little.
    let whole = 6 * 2.0 / 3 * Double.pi * 7.5 * 10.2 * (7 + 9.6) / 1e6
    #expect((0.96...1).contains(skull.volume / whole), "\(skull.volume / whole)")
    for part in parts.values {
      try #require(part.normals.count == part.points.count)
      #expect(part.normals.allSatisfy { abs(($0 * $0).sum() - 1) < 1e-5 })
      let turnedAway = part.triangles.count { corners in
        let (a, b, c) = (
          part.points[corners.x], part.points[corners.y], part.points[corners.z]
        )
        let front = Self.cross(b - a, c - a)
        return (0..<3).contains { (front * part.normals[corners[$0]]).sum() < -1e-12 }
      }
      // In folds of the canonical face.
      #expect(turnedAway < 20)
    }
  }

  @Test func `the model has room for the head, and a target that a blendshape drives`() throws {
    let parts = try Self.parts("hat.glb")
    #expect(parts.keys.sorted() == ["crown", "stone"])
    let crown = try #require(parts["crown"])
    #expect(crown.volume > 0)
    // Inside of the band is room for a head that is 16 cm wide.
    let sides = crown.points.filter { abs($0.z + 0.0727) < 0.002 }.map { abs($0.x) }
    #expect(!sides.isEmpty && sides.allSatisfy { $0 >= 0.08 })
    let stone = try #require(parts["stone"])
    #expect(stone.normals.isEmpty)
    let names = (stone.mesh["extras"] as? [String: Any])?["targetNames"] as? [String]
    #expect(names == ["jawOpen"])
  }

  @Test func `the bytes are the same each time, and the manifest names the model`() throws {
    let (folder, model) = try Self.written("hat.glb")
    #expect(try Self.written("hat.glb").1 == model)
    #expect(
      try folder.names(in: "hat") == ["avatar.json", "hat-guide.glb", "hat.glb"])
    let json = try JSONSerialization.jsonObject(with: Data(folder.bytes("hat/avatar.json")))
    let layers = try #require((json as? [String: Any])?["layers"] as? [[String: String]])
    #expect(
      layers == [
        ["name": "model", "model": "hat.glb"], ["name": "head", "occluder": "head"],
      ])
  }
}
