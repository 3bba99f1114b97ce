internal import Foundation
internal import Models

extension GLTFReader {
  func materials() throws(ModelFault) -> [ModelMaterial] {
    try root.list("materials").map { (value) throws(ModelFault) in
      var material = ModelMaterial()
      if let metallic = try value["pbrMetallicRoughness"] {
        if let factor = try metallic["baseColorFactor"] {
          let numbers = try factor.numbers(4).map(Self.part)
          material.baseColour = SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
        }
        material.metallic = try metallic["metallicFactor"].map(Self.part) ?? 1
        material.roughness = try metallic["roughnessFactor"].map(Self.part) ?? 1
        material.baseTexture = try texture(metallic["baseColorTexture"])
        material.metallicRoughnessTexture = try texture(metallic["metallicRoughnessTexture"])
      }
      if let normal = try value["normalTexture"] {
        material.normalTexture = try texture(normal)
        material.normalScale = Float(try normal["scale"]?.number ?? 1)
      }
      if let occlusion = try value["occlusionTexture"] {
        material.occlusionTexture = try texture(occlusion)
        material.occlusionStrength = try occlusion["strength"].map(Self.part) ?? 1
      }
      material.emissiveTexture = try texture(value["emissiveTexture"])
      if let factor = try value["emissiveFactor"] {
        let numbers = try factor.numbers(3).map(Self.part)
        let strength = try value.extension("KHR_materials_emissive_strength")?["emissiveStrength"]?
          .number
        material.emissive =
          SIMD3(numbers[0], numbers[1], numbers[2]) * Float(max(0, strength ?? 1))
      }
      material.isDoubleSided = try value["doubleSided"]?.truth ?? false
      material.isUnlit = try value.extension("KHR_materials_unlit") != nil
      material.alphaMode = try alphaMode(value)
      return material
    }
  }

  private static func part(_ number: Double) -> Float { Float(min(max(number, 0), 1)) }

  /// A number of 0 to 1; exporters write ones a little beyond.
  private static func part(_ value: GLTFValue) throws(ModelFault) -> Float {
    part(try value.number)
  }

  private func alphaMode(_ value: GLTFValue) throws(ModelFault) -> ModelMaterial.AlphaMode {
    switch try value["alphaMode"]?.text {
    case nil, "OPAQUE": return .opaque
    case "BLEND": return .blend
    case "MASK": return .mask(cutoff: Float(try value["alphaCutoff"]?.number ?? 0.5))
    default:
      throw try value.required("alphaMode").fault("OPAQUE, MASK or BLEND expected")
    }
  }

  /// The picture that a reference to a texture shows; nil where that is not read.
  private func texture(_ reference: GLTFValue?) throws(ModelFault) -> ModelTexture? {
    guard let reference else { return nil }
    let value = textures[
      try reference.required("index").reference(to: "texture", of: textures.count)]
    let webP = try value.extension("EXT_texture_webp")?["source"]
    let other = try value["source"]
    guard let source = webP ?? other else {
      let reason = "it is in a format that is not read; PNG, JPEG and WebP are"
      notes.append(.textureLeftOut(path: reference.path, reason: reason))
      return nil
    }
    var texture = ModelTexture(
      image: try source.reference(to: "image", of: imageCount))
    texture.coordinates = try reference["texCoord"]?.integer(in: 0...255) ?? 0
    if let transform = try reference.extension("KHR_texture_transform") {
      try move(&texture, by: transform)
    }
    guard texture.coordinates <= 1 else {
      let reason = "it lies on TEXCOORD_\(texture.coordinates); TEXCOORD_0 and 1 are read"
      notes.append(.textureLeftOut(path: reference.path, reason: reason))
      return nil
    }
    if let sampler = try value["sampler"] { try sample(&texture, by: sampler) }
    return texture
  }

  private func move(_ texture: inout ModelTexture, by transform: GLTFValue) throws(ModelFault) {
    let offset = try transform["offset"]?.numbers(2) ?? [0, 0]
    let scale = try transform["scale"]?.numbers(2) ?? [1, 1]
    let angle = try transform["rotation"]?.number ?? 0
    let (sine, cosine) = (sin(angle), cos(angle))
    texture.x = SIMD3(Float(scale[0] * cosine), Float(scale[1] * sine), Float(offset[0]))
    texture.y = SIMD3(Float(-scale[0] * sine), Float(scale[1] * cosine), Float(offset[1]))
    if let own = try transform["texCoord"] { texture.coordinates = try own.integer(in: 0...255) }
  }

  private func sample(_ texture: inout ModelTexture, by reference: GLTFValue) throws(ModelFault) {
    let sampler = samplers[try reference.reference(to: "sampler", of: samplers.count)]
    func wrap(_ key: String) throws(ModelFault) -> ModelTexture.Wrap {
      guard let value = try sampler[key] else { return .repeat }
      switch try value.integer(in: 0...65535) {
      case 10497: return .repeat
      case 33071: return .clampToEdge
      case 33648: return .mirroredRepeat
      case let other: throw value.fault("\(other) found; 10497, 33071 or 33648 expected")
      }
    }
    (texture.wrapS, texture.wrapT) = (try wrap("wrapS"), try wrap("wrapT"))
    texture.isNearest = try sampler["magFilter"]?.integer(in: 0...65535) == 9728
  }
}
