package import Geometry
package import Matting

/// What hands cover of a clip's picture.
package struct CoveredPicture: Sendable {
  /// What each of them covers.
  package let fields: [CoverageField]
  /// From the picture to the scene.
  package let toScene: AffineMap<OutputSpace, SceneSpace>

  package init(_ fields: [CoverageField], toScene: AffineMap<OutputSpace, SceneSpace>) {
    (self.fields, self.toScene) = (fields, toScene)
  }
}
