import Foundation
import ModelFiles
import Models
import Testing

/// Each limit, from both sides.
@Suite struct ModelLimitTests {
  private func expect(
    _ model: MadeModel, at limit: Int, _ key: WritableKeyPath<ModelLimits, Int>, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var limits = ModelLimits.package
    limits[keyPath: key] = limit
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try model.read(limits) }
    limits[keyPath: key] = limit - 1
    #expect(sourceLocation: sourceLocation) {
      try model.read(limits)
    } throws: {
      "\($0)".hasPrefix("\(words): \(limit)") && "\($0)".contains("at most \(limit - 1)")
    }
  }

  @Test func `the limits are those of the contract`() {
    let limits = ModelLimits.package
    #expect(limits.fileBytes == 32 << 20 && limits.decodedImageBytes == 64 << 20)
    #expect(limits.triangles == 200_000 && limits.advisedTriangles == 20_000)
    #expect(limits.nodes == 512 && limits.joints == 256 && limits.morphTargets == 128)
    #expect(limits.animationSeconds == 60)
  }

  @Test func `each limit is told`() throws {
    let square = try MadeModel.square()
    expect(square, at: square.glb.count, \.fileBytes, "the file's size")
    expect(square, at: 3, \.nodes, "nodes: nodes")
    expect(square, at: 2, \.joints, "skins/0/joints: joints")
    expect(square, at: 1, \.morphTargets, "meshes/0: morph targets")
    expect(square, at: 16, \.decodedImageBytes, "images/0: bytes of all decoded pictures")
    expect(square, at: 2, \.triangles, "meshes/0/primitives/0: triangles")
    // A mesh counts for each node that shows it.
    let two = square.changed("nodes/2/mesh", 0)
    expect(two, at: 4, \.triangles, "triangles")
    #expect(try two.read().triangleCount == 4)
  }

  @Test func `the values and the nesting of the JSON are limited`() throws {
    func model(_ extras: String) throws -> MadeModel {
      try MadeModel("{\"asset\": {\"version\": \"2.0\", \"extras\": \(extras)}}")
    }
    // Objects, members and elements: {, asset:, {, version:, ",", extras:, [, 99 commas, and one.
    let list = "[" + [String](repeating: "0", count: 100).joined(separator: ",") + "]"
    expect(try model(list), at: 107, \.values, "values of the JSON")
    func nested(_ depth: Int) throws -> MadeModel {
      try model(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
    #expect(throws: Never.self) { try nested(62).read() }
    #expect { try nested(63).read() } throws: { "\($0)".contains("more than 64 deep") }
  }

  @Test func `an animation lasts 60 seconds at most`() throws {
    func model(_ end: Float) throws -> MadeModel {
      var model = try MadeModel.square()
      model.set("animations/0/samplers/0/input", model.add([0, 1, end], "SCALAR"))
      return model
    }
    #expect(try model(60).read().tree.animations[0].duration == 60)
    #expect { try model(60.5).read() } throws: {
      "\($0)" == "animations/0: seconds of an animation: 60.5 found, at most 60 allowed"
    }
  }

  @Test func `many triangles are told, and too many refused, before they are read`() throws {
    func model(_ triangles: Int) throws -> MadeModel {
      var model = try MadeModel.square()
      let indices = [UInt8]((0..<(3 * triangles)).map { UInt8($0 % 3) })
      model.set("meshes/0/primitives/0/indices", model.add(indices, "SCALAR"))
      return model
    }
    #expect(try model(20_000).read().notes.isEmpty)
    #expect(try model(20_001).read().notes == [.manyTriangles(20_001, advised: 20_000)])
    #expect(try model(200_000).read().triangleCount == 200_000)
    #expect { try model(200_001).read() } throws: {
      "\($0)" == "meshes/0/primitives/0: triangles: 200001 found, at most 200000 allowed"
    }
    // A million that are not there take no memory.
    let claimed = try MadeModel.square().changed("accessors/3/count", 3_000_000)
    #expect { try claimed.read() } throws: { "\($0)".contains("triangles: 1000000 found") }
  }

  @Test func `data is limited, shared or not`() throws {
    var model = try MadeModel.square()
    // Zeros that lie nowhere.
    model.set("accessors/10", ["componentType": 5126, "type": "VEC3", "count": 2_000_000])
    for number in 0..<8 {
      model.set(
        "meshes/\(number + 1)", ["primitives": [["attributes": ["POSITION": 10], "indices": 3]]])
    }
    #expect { try model.read() } throws: {
      "\($0)".contains("bytes of the model's data: ") && "\($0)".contains("at most 268435456")
    }
  }
}
