internal import Text

/// What of a model is not drawn as its file says, or is worth a warning.
package enum ModelNote: Hashable, Sendable {
  /// The model is drawn without an extension that it uses.
  case unreadExtension(String)
  /// Points or lines, which are not drawn.
  case notTriangles(path: String, found: String)
  /// A picture that is left out: why.
  case textureLeftOut(path: String, reason: String)
  /// So many triangles take long to draw.
  case manyTriangles(Int, advised: Int)
}

extension ModelNote: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadExtension(let name):
      "the extension \"\(Shown.text(name))\" is not read; the model is drawn without it"
    case .notTriangles(let path, let found): "\(path): \(found) are not drawn; triangles are"
    case .textureLeftOut(let path, let reason): "\(path): the picture is left out: \(reason)"
    case .manyTriangles(let count, let advised):
      "\(count) triangles take long to draw; up to \(advised) are advised"
    }
  }
}
