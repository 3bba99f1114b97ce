package import JSON
package import Text

/// Why a model is refused: the first thing that is wrong with it.
package struct ModelFault: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// What can be wrong with any JSON file.
    case json(JSONFault)
    /// More than a model may hold.
    case overLimit(what: String, found: String, limit: String)
    /// The file is something else: what it is, and what to do.
    case notGLTF(found: String, advice: String)
    /// The file ends before its content does.
    case truncated(what: String, expected: Int, found: Int)
    /// It cannot be drawn without extensions that are not read.
    case requiredExtensions([String])
    /// A number of something that is not there.
    case missing(what: String, number: Int, count: Int)
    /// An accessor that reads behind the end of its buffer view.
    case accessorBeyondView(accessor: Int, bytes: Int, view: Int)
    /// A number of an accessor that is not finite.
    case notFinite(accessor: Int, element: Int, found: String)
    /// A corner of a triangle that is none of the vertices.
    case indexBeyondVertices(index: Int, place: Int, vertices: Int)
    /// A vertex that a joint moves which the skin does not have.
    case jointBeyondSkin(vertex: Int, joint: Int, skin: Int, joints: Int)
    case twoParents(Int, Int)
    /// A node among its own descendants.
    case circle
    /// A picture that cannot be used: why.
    case picture(String)
    /// Another reason: what was found, and what was expected.
    case other(String)
  }

  package var kind: Kind
  /// The value, such as `meshes/0/primitives/1/attributes/POSITION`; empty for the whole file.
  package var path: String
  /// Where in its JSON, of what is no JSON.
  package var place: TextPlace?

  package init(_ kind: Kind, path: String = "", place: TextPlace? = nil) {
    (self.kind, self.path, self.place) = (kind, path, place)
  }
}

extension ModelFault.Kind: CustomStringConvertible {
  /// What is wrong and what would be right, without the place.
  package var description: String {
    switch self {
    case .json(let fault): "\(fault)"
    case .overLimit(let what, let found, let limit): JSONFault.overLimit(what, found, limit)
    case .notGLTF(let found, let advice):
      "it is \(found); expected a glTF 2.0 model (.glb, .gltf); \(advice)"
    case .truncated(let what, let expected, let found):
      "\(what) is cut off: \(found) of \(expected) bytes are there; copy or export the model again"
    case .requiredExtensions(let names):
      "it requires \(names.map { "\"\(Shown.text($0))\"" }.joined(separator: ", ")), which is not"
        + " read; export the model without it"
    case .missing(let what, let number, let count):
      "there is no \(what) \(number): the file has \(count)"
    case .accessorBeyondView(let accessor, let bytes, let view):
      "accessor \(accessor) reaches \(bytes) byte\(bytes == 1 ? "" : "s") beyond bufferView \(view)"
    case .notFinite(let accessor, let element, let found):
      "accessor \(accessor) has \(found) in element \(element); finite numbers expected"
    case .indexBeyondVertices(let index, let place, let vertices):
      "index \(index), at place \(place), is beyond the \(vertices) vertices"
    case .jointBeyondSkin(let vertex, let joint, let skin, let joints):
      "vertex \(vertex) is moved by joint \(joint), and skin \(skin) has \(joints)"
    case .twoParents(let first, let second):
      "it has two parents, nodes \(first) and \(second); each node may be the child of one"
    case .circle: "it is among its own descendants; nodes must not form a circle"
    case .picture(let reason): reason
    case .other(let reason): reason
    }
  }
}

extension ModelFault: CustomStringConvertible {
  /// One line: the place, the value, what is wrong and what would be right.
  package var description: String {
    let position = place.map { "\($0): " } ?? ""
    return "\(position)\(path.isEmpty ? "" : "\(path): ")\(kind)"
  }
}
