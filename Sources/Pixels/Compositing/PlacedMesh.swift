/// Triangles as they lie in a picture.
package struct PlacedMesh: Sendable {
  /// A corner of triangles.
  package struct Vertex: Sendable {
    /// Its place in pixels of the picture; the middle of the first pixel is at a half.
    package var x, y: Float
    /// The distance from the camera: larger is farther, and in perspective above 0.
    package var depth: Float
    /// Its place in the texture, in pixels of the whole picture that the texture is made of.
    package var u, v: Float
    /// The factors of red, green and blue in linear light; 1 leaves the picture as it is painted.
    package var light: SIMD3<Float>

    package init(
      x: Float, y: Float, depth: Float, u: Float = 0, v: Float = 0,
      light: SIMD3<Float> = SIMD3(repeating: 1)
    ) {
      (self.x, self.y, self.depth) = (x, y, depth)
      (self.u, self.v, self.light) = (u, v, light)
    }
  }

  package var vertices: [Vertex]
  /// The numbers of three vertices each; all are drawn, of either winding.
  package var triangles: [SIMD3<Int32>]
  /// Whether what vertices have is interpolated in perspective.
  ///
  /// Then it is linear in the picture once it is divided by the depth, and so is 1 / depth. Otherwise it is linear itself,
  /// the depth too.
  package var isPerspective: Bool

  package init(vertices: [Vertex], triangles: [SIMD3<Int32>], isPerspective: Bool) {
    (self.vertices, self.triangles) = (vertices, triangles)
    self.isPerspective = isPerspective
  }
}
