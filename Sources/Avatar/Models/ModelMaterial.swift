/// How the surface of a model reflects light.
package struct ModelMaterial: Sendable, Hashable {
  package enum AlphaMode: Sendable, Hashable {
    case opaque
    /// A point is seen where its alpha is at least so much.
    case mask(cutoff: Float)
    case blend
  }

  /// Linear, with alpha.
  package var baseColour = SIMD4<Float>(repeating: 1)
  package var metallic: Float = 1
  package var roughness: Float = 1
  /// Linear, with KHR_materials_emissive_strength multiplied in.
  package var emissive = SIMD3<Float>.zero
  package var alphaMode = AlphaMode.opaque
  package var isDoubleSided = false
  /// KHR_materials_unlit.
  package var isUnlit = false
  package var normalScale: Float = 1
  package var occlusionStrength: Float = 1
  package var baseTexture: ModelTexture?
  /// Green is roughness, blue is metal.
  package var metallicRoughnessTexture: ModelTexture?
  package var normalTexture: ModelTexture?
  /// Red is occlusion.
  package var occlusionTexture: ModelTexture?
  package var emissiveTexture: ModelTexture?

  package init() {}
}

/// A picture on a surface.
package struct ModelTexture: Sendable, Hashable {
  package enum Wrap: Sendable, Hashable {
    case `repeat`, mirroredRepeat, clampToEdge
  }

  /// Of the file's images.
  package var image: Int
  package var wrapS = Wrap.repeat
  package var wrapT = Wrap.repeat
  /// Whether an enlarged picture shows its pixels (magFilter 9728); otherwise it is bilinear.
  package var isNearest = false
  /// 0 or 1: which coordinates of the primitive it lies on.
  package var coordinates = 0
  /// KHR_texture_transform: u' = x.x u + x.y v + x.z, v' = y.x u + y.y v + y.z.
  package var (x, y) = (SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 1, 0))

  package init(image: Int) { self.image = image }
}
