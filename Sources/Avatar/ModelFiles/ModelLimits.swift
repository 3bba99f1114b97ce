/// How much a model may hold: beyond it a file is refused.
package struct ModelLimits: Sendable, Hashable {
  /// Bytes of the file, and of each file beside it.
  package var fileBytes = 32 << 20
  /// Triangles, those of a mesh again for each node that shows it.
  package var triangles = 200_000
  /// Bytes of all pictures that its materials show, as they are decoded.
  package var decodedImageBytes = 64 << 20
  package var nodes = 512
  /// Joints of a skin.
  package var joints = 256
  /// Morph targets of a mesh.
  package var morphTargets = 128
  /// Seconds of an animation.
  package var animationSeconds = 60.0
  /// Values of the JSON: up to 100 bytes each while it is read.
  package var values = 500_000
  /// Lists and objects of the JSON within each other.
  package var depth = 64
  /// Bytes of all buffers and accessors, decompressed, an accessor again for each use.
  package var dataBytes = 256 << 20
  /// Bytes of a mesh that Draco compressed: the library may take 256 times as many for its tables.
  package var dracoBytes = 4 << 20
  /// Beyond so many triangles a note tells it.
  package var advisedTriangles = 20_000

  package init() {}

  /// Those of a model in a package.
  package static let package = ModelLimits()
}
