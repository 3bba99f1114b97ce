import Foundation
import ModelFiles
import Models
import Testing

/// What is read of materials.
@Suite struct ModelMaterialTests {
  private func material(_ changes: [String: Any]) throws -> ModelMaterial {
    var model = try MadeModel.square()
    for (path, value) in changes { model.set("materials/0/\(path)", value) }
    return try model.read().tree.materials[0]
  }

  @Test func `what a file leaves out is glTF's default`() throws {
    var plain = ModelMaterial()
    plain.baseTexture = try material([:]).baseTexture
    #expect(try material([:]) == plain)
    #expect(try material(["alphaMode": "MASK"]).alphaMode == .mask(cutoff: 0.5))
  }

  @Test func `factors and textures are read`() throws {
    let read = try material([
      "pbrMetallicRoughness": [
        "baseColorFactor": [0.5, 0.25, 1, 0.75], "metallicFactor": 0.25, "roughnessFactor": 0.5,
        "metallicRoughnessTexture": ["index": 0, "texCoord": 1],
      ] as [String: Any],
      "normalTexture": ["index": 0, "scale": -2],
      "occlusionTexture": ["index": 0, "strength": 0.5],
      "emissiveTexture": ["index": 0], "emissiveFactor": [1, 0.5, 0], "alphaMode": "BLEND",
      "doubleSided": true,
      "extensions": [
        "KHR_materials_emissive_strength": ["emissiveStrength": 4], "KHR_materials_unlit": [:],
      ] as [String: Any],
    ])
    #expect(read.baseColour == [0.5, 0.25, 1, 0.75] && read.baseTexture == nil)
    #expect(read.metallic == 0.25 && read.roughness == 0.5)
    #expect(read.metallicRoughnessTexture?.coordinates == 1)
    #expect(read.normalScale == -2 && read.occlusionStrength == 0.5)
    #expect(read.normalTexture?.image == 0 && read.occlusionTexture?.image == 0)
    #expect(read.emissive == [4, 2, 0] && read.emissiveTexture?.image == 0)
    #expect(read.alphaMode == .blend && read.isDoubleSided && read.isUnlit)
  }

  @Test func `a picture that is moved lies as the formula says`() throws {
    let texture = try #require(
      try material([
        "pbrMetallicRoughness/baseColorTexture/extensions": [
          "KHR_texture_transform": [
            "offset": [0.5, -1], "scale": [2, 3], "rotation": 0.5, "texCoord": 1,
          ] as [String: Any]
        ]
      ]).baseTexture)
    let (u, v) = (0.3, 0.7)
    func at(_ row: SIMD3<Float>) -> Double { Double(row.x) * u + Double(row.y) * v + Double(row.z) }
    #expect(abs(at(texture.x) - (2 * u * cos(0.5) + 3 * v * sin(0.5) + 0.5)) < 1e-6)
    #expect(abs(at(texture.y) - (-2 * u * sin(0.5) + 3 * v * cos(0.5) - 1)) < 1e-6)
    #expect(texture.coordinates == 1)
  }

  @Test func `pictures of other formats and coordinates are told and left out`() throws {
    var model = try MadeModel.square()
    model.set("textures/0", ["extensions": ["KHR_texture_basisu": ["source": 0]]])
    model.set("extensionsUsed", ["KHR_texture_basisu", "KHR_texture_transform"])
    var read = try model.read()
    #expect(read.tree.materials[0].baseTexture == nil && read.images.map { $0 == nil } == [true])
    #expect(read.notes.first == .unreadExtension("KHR_texture_basisu"))
    #expect(read.notes.count == 2)
    model.set("textures/0", ["source": 5, "extensions": ["EXT_texture_webp": ["source": 0]]])
    #expect(try model.read().tree.materials[0].baseTexture?.image == 0)
    model.set("materials/0/pbrMetallicRoughness/baseColorTexture/texCoord", 2)
    read = try model.read()
    #expect(
      read.notes.last?.description
        == "materials/0/pbrMetallicRoughness/baseColorTexture: the picture is left out: it lies on"
        + " TEXCOORD_2; TEXCOORD_0 and 1 are read")
  }
}
