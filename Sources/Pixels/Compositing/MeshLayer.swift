/// A mesh with what is seen of it.
package struct MeshLayer: Sendable {
  package enum Kind: Sendable {
    /// Hides what is behind it, and is not seen itself.
    case occluder
    /// Neither hidden by other layers nor hiding any.
    case own
    /// Seen where it is nearer than the occluders and the shared layers before it, or as near.
    case shared
  }

  package enum Content: Sendable {
    /// A picture of `OffscreenDrawing.format`; an occluder needs none, other layers without one are not drawn.
    case picture(PlacedMesh, Texture?)
    /// What hides others is all of an occluder's triangles.
    case shaded(ShadedMesh, ShadedMaterials, ShadedLight)
  }

  package var kind: Kind
  package var content: Content
  /// 0...1; NaN counts as 0.
  package var opacity: Float

  package init(_ kind: Kind, _ mesh: PlacedMesh, texture: Texture? = nil, opacity: Float = 1) {
    (self.kind, self.content, self.opacity) = (kind, .picture(mesh, texture), opacity)
  }

  package init(_ kind: Kind, _ content: Content, opacity: Float = 1) {
    (self.kind, self.content, self.opacity) = (kind, content, opacity)
  }
}
