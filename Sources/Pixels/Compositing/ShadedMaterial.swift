package import Imaging

/// How the surface of a shaded mesh reflects light.
package struct ShadedMaterial: Sendable {
  package enum Mode: Sendable {
    case opaque
    /// A point is seen where its alpha is at least so much.
    case mask(cutoff: Float)
    case blend
  }

  /// Linear, with alpha.
  package var base = SIMD4<Float>(repeating: 1)
  package var metal: Float = 1
  package var roughness: Float = 1
  /// Linear.
  package var emissive = SIMD3<Float>.zero
  package var mode = Mode.opaque
  package var isUnlit = false
  package var normalScale: Float = 1
  package var occlusionStrength: Float = 1
  package var baseTexture: ShadedTexture?
  /// Green is roughness, blue is metal.
  package var metalTexture: ShadedTexture?
  package var normalTexture: ShadedTexture?
  /// Red is occlusion.
  package var occlusionTexture: ShadedTexture?
  package var emissiveTexture: ShadedTexture?

  package init() {}
}

/// A picture on the surface of a shaded mesh.
package struct ShadedTexture: Sendable {
  package enum Wrap: Sendable {
    case `repeat`, mirroredRepeat, clampToEdge
  }

  package var picture: StraightRGBA8
  /// Tells pictures apart: those of one number are the same.
  package var number: Int
  package var wrapS = Wrap.repeat
  package var wrapT = Wrap.repeat
  /// Whether an enlarged picture shows its pixels; otherwise it is bilinear.
  package var isNearest = false
  /// 0 or 1: which of the coordinates it lies on.
  package var coordinates = 0
  /// u' = x.x u + x.y v + x.z, v' = y.x u + y.y v + y.z.
  package var (x, y) = (SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 1, 0))

  package init(_ picture: StraightRGBA8, number: Int) {
    (self.picture, self.number) = (picture, number)
  }
}
