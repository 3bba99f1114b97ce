internal import Foundation
package import HTTPMessages
internal import HTTPServer
internal import Problems
internal import Text

/// The parts of a `multipart/form-data` body, by their names.
package struct RequestParts {
  private let parts: [HTTPPart]

  /// Takes the parts; throws for names that the form does not have, and for names that stand twice.
  package init(_ body: HTTPBody, of form: Form) throws(ServiceProblem) {
    let known = form.parts.map(\.name)
    let repeating = form.parts.filter(\.repeats).map(\.name)
    let prefixing = form.parts.filter(\.isPrefix).map(\.name)
    switch body {
    case .parts(let found): parts = found
    case .none: throw ServiceProblem(.missingPart, "the body is empty; send multipart/form-data")
    case .bytes(_, let mediaType), .file(_, _, let mediaType):
      throw Self.unsupported(mediaType)
    }
    var seen: Set<String> = []
    for part in parts {
      guard known.contains(part.name) || prefixing.contains(where: part.name.hasPrefix) else {
        let hint =
          Spelling.nearest(to: part.name, among: known).map { "; did you mean \"\($0)\"?" }
          ?? "; known: \(known.joined(separator: ", "))"
        throw ServiceProblem(
          .unknownPart, "unknown part \"\(Shown.text(part.name))\"\(hint)",
          faults: [.init(pointer: Shown.text(part.name), detail: "unknown part")])
      }
      guard seen.insert(part.name).inserted || repeating.contains(part.name) else {
        throw ServiceProblem(
          .unknownPart, "duplicate part \"\(part.name)\"; send it once",
          faults: [.init(pointer: part.name, detail: "duplicate part")])
      }
    }
  }

  /// What is answered to a body that is no multipart.
  static func unsupported(_ mediaType: String) -> ServiceProblem {
    ServiceProblem(
      .unsupportedMediaType,
      "Content-Type: \(Shown.text(mediaType)) found, multipart/form-data expected",
      headers: [HTTPField("Accept-Post", "multipart/form-data")])
  }

  /// The part of a name.
  package subscript(name: String) -> HTTPPart? { parts.first { $0.name == name } }

  /// All parts of a name.
  package func all(_ name: String) -> [HTTPPart] { parts.filter { $0.name == name } }

  /// All parts whose names begin with a text.
  package func all(beginning prefix: String) -> [HTTPPart] {
    parts.filter { $0.name.hasPrefix(prefix) }
  }

  /// The part of a name that must be there.
  package func required(_ name: String) throws(ServiceProblem) -> HTTPPart {
    guard let part = self[name] else {
      throw ServiceProblem(
        .missingPart, "missing part \"\(name)\"",
        faults: [.init(pointer: name, detail: "missing")])
    }
    return part
  }

  /// A part's bytes, wherever they are; nil where there is no such part.
  package func bytes(_ name: String, limit: Int = .max) throws(ServiceProblem) -> [UInt8]? {
    try self[name].map { part throws(ServiceProblem) in try part.bytes(limit: limit) }
  }
}

extension HTTPPart {
  /// The bytes, wherever they are; at most `limit`.
  ///
  /// A long part lies in a file: a handler asks for its bytes when the work begins, and keeps them no longer.
  package func bytes(limit: Int) throws(ServiceProblem) -> [UInt8] {
    guard content.size <= limit else {
      throw ServiceProblem(
        .bodyTooLarge,
        "the part \"\(name)\" has \(content.size) bytes, at most \(limit) are allowed")
    }
    do throws(HTTPFault) {
      return try content.bytes()
    } catch {
      throw ServiceProblem(
        .internal, "the part \"\(name)\" cannot be read from temporary storage")
    }
  }

  /// The bytes as UTF-8 without blanks around them.
  package func text(limit: Int = 4096) throws(ServiceProblem) -> String {
    guard let text = String(validating: try bytes(limit: limit), as: UTF8.self) else {
      throw ServiceProblem(.invalidOptions, "the part \"\(name)\" is not UTF-8")
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The path of the part's file.
  package func filePath() throws(ServiceProblem) -> String {
    guard case .file(let path, let size) = content else {
      throw ServiceProblem(.internal, "the part \"\(name)\" cannot be read from temporary storage")
    }
    guard size > 0 else {
      throw ServiceProblem(
        .missingPart, "the part \"\(name)\" is empty",
        faults: [.init(pointer: name, detail: "empty")])
    }
    return path
  }
}
