import Foundation

/// A part of a document that is made from the code, between two comments that name it.
///
///     <!-- made: signals -->
///     ...
///     <!-- end: signals -->
///
/// A test holds it to what the code would make now. Run that test with
/// `MAKE_DOCUMENTS=1` to have the part written anew.
public struct MadePart {
  private let file: URL
  private let opening, closing: String

  /// The part of a name in a document, whose path begins at the package's folder.
  public init(_ name: String, of document: String) {
    file = SharedData.packageRoot.appending(path: document)
    (opening, closing) = ("<!-- made: \(name) -->\n", "<!-- end: \(name) -->")
  }

  /// What stands between the comments; where parts are to be written anew, this text is put there
  /// first.
  public func text(recording text: String) throws -> String {
    let document = try String(contentsOf: file, encoding: .utf8)
    guard let start = document.range(of: opening),
      let end = document.range(of: closing, range: start.upperBound..<document.endIndex)
    else { throw Missing(description: "\(file.lastPathComponent) has no part \(opening)") }
    let part = start.upperBound..<end.lowerBound
    if ProcessInfo.processInfo.environment["MAKE_DOCUMENTS"] == "1" {
      try document.replacingCharacters(in: part, with: text)
        .write(to: file, atomically: true, encoding: .utf8)
      return text
    }
    return String(document[part])
  }

  private struct Missing: Error, CustomStringConvertible {
    let description: String
  }
}
