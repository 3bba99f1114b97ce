/// An element of a small XML document, as S3 answers.
package struct XMLTree: Hashable, Sendable {
  /// The element's name, as it is written.
  package var name: String
  /// Its text, without that of the elements within.
  package var text = ""
  /// The elements within.
  package var children: [XMLTree] = []

  /// The text of the first element within of a name.
  func text(of name: String) -> String? { children.first { $0.name == name }?.text }

  /// All elements within of a name.
  func all(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

  /// The deepest nesting that is read.
  package static let deepest = 16
  /// The most elements that are read: a list of 1000 objects has 12 each at most.
  package static let mostElements = 50_000

  /// Reads a document; nil for one that is not well-formed or not UTF-8, is nested too deeply or has too many elements,
  /// and for what S3 does not send: a document type, entities other than XML's own, `CDATA`, comments.
  package init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var reader = XMLReader(text)
    guard let tree = reader.document() else { return nil }
    self = tree
  }

  init(name: String) { self.name = name }
}
