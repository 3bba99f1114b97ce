internal import CKernels
internal import Imaging

/// The materials of a model in the kernels' form, with its pictures at all sizes; kept from frame to frame.
@safe package final class ShadedMaterials: Sendable {
  /// What is known of a material before it is drawn.
  struct Kind {
    let isBlended: Bool
    let normals: Normals?
  }

  /// Where a normal map lies.
  struct Normals {
    let set: Int
    let x, y: SIMD3<Float>
  }

  let kinds: [Kind]
  let materials: KernelArray<ck_shade_material>
  let textures: KernelArray<ck_shade_texture>
  // Keeps what the textures name.
  private let levels: [ShadedLevels]

  package init(_ materials: [ShadedMaterial]) {
    var made = TextureList()
    let kernels = materials.map { material in
      var kernel = ck_shade_material()
      let mode: ck_shade_mode
      switch material.mode {
      case .opaque: mode = CK_SHADE_OPAQUE
      case .mask(let cutoff):
        mode = CK_SHADE_MASK
        // Of what is no number nothing is seen.
        kernel.cutoff = cutoff.isNaN ? .infinity : cutoff
      case .blend: mode = CK_SHADE_BLEND
      }
      kernel.mode = mode
      let (base, emissive) = (material.base, material.emissive)
      kernel.base = (held(base.x), held(base.y), held(base.z), held(base.w))
      kernel.emissive = (held(emissive.x), held(emissive.y), held(emissive.z), 0)
      kernel.metal = min(held(material.metal), 1)
      kernel.roughness = min(held(material.roughness), 1)
      kernel.normal_scale = held(material.normalScale) - held(-material.normalScale)
      kernel.occlusion = min(held(material.occlusionStrength), 1)
      kernel.is_unlit = material.isUnlit
      let isSeenThrough = mode != CK_SHADE_OPAQUE
      kernel.base_texture = made.add(material.baseTexture, isSeenThrough ? .seenThrough : .colour)
      kernel.metal_texture = made.add(material.metalTexture, .data)
      kernel.normal_texture = made.add(material.normalTexture, .data)
      kernel.occlusion_texture = made.add(material.occlusionTexture, .data)
      kernel.emissive_texture = made.add(material.emissiveTexture, .colour)
      kernel.has_textures =
        [
          material.baseTexture, material.metalTexture, material.normalTexture,
          material.occlusionTexture, material.emissiveTexture,
        ].contains { $0 != nil }
      return kernel
    }
    self.materials = KernelArray(kernels)
    unsafe textures = unsafe KernelArray(made.textures)
    levels = Array(made.levels.values)
    kinds = materials.map { material in
      let normals = material.normalTexture.map { texture in
        Normals(set: texture.coordinates, x: texture.x, y: texture.y)
      }
      let isBlended = if case .blend = material.mode { true } else { false }
      return Kind(isBlended: isBlended, normals: normals)
    }
  }
}

/// A number within what the kernels reckon with; 0 for what is none.
private func held(_ number: Float) -> Float { number > 0 ? min(number, 0x1p20) : 0 }

/// The textures of materials while they are collected.
@safe private struct TextureList {
  struct Key: Hashable {
    let picture: Int
    let kind: ShadedLevels.Kind
  }

  @unsafe private(set) var textures: [ck_shade_texture] = unsafe []
  private(set) var levels: [Key: ShadedLevels] = [:]

  /// Gives a texture its number.
  mutating func add(_ texture: ShadedTexture?, _ kind: ShadedLevels.Kind) -> Int32 {
    guard let texture else { return Int32(CK_SHADE_NO_TEXTURE) }
    let key = Key(picture: texture.number, kind: kind)
    let found = levels[key] ?? ShadedLevels(texture.picture, kind)
    levels[key] = found
    var kernel = unsafe found.texture
    unsafe kernel.wrap_u = texture.wrapS.kernel
    unsafe kernel.wrap_v = texture.wrapT.kernel
    unsafe kernel.is_nearest = texture.isNearest
    unsafe kernel.set = texture.coordinates == 1 ? 1 : 0
    func row(_ t: SIMD3<Float>) -> (Float, Float, Float) {
      func signed(_ number: Float) -> Float { held(number) - held(-number) }
      return (signed(t.x), signed(t.y), signed(t.z))
    }
    unsafe kernel.x = row(texture.x)
    unsafe kernel.y = row(texture.y)
    unsafe textures.append(kernel)
    return Int32(truncatingIfNeeded: unsafe textures.count - 1)
  }
}

extension ShadedTexture.Wrap {
  fileprivate var kernel: ck_shade_wrap {
    switch self {
    case .repeat: CK_SHADE_REPEAT
    case .mirroredRepeat: CK_SHADE_MIRROR
    case .clampToEdge: CK_SHADE_CLAMP
    }
  }
}
