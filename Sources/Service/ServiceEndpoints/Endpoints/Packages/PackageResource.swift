internal import Foundation
internal import JSON
internal import Problems
internal import Requests
internal import ServiceInterface
internal import ServicePackages

/// A kind of packages as the interface has it: where a service keeps them, and what the document says.
protocol PackageResource: PackageKind {
  /// A service's catalogue of them.
  static func catalog(of context: ServiceContext) -> PackageCatalog<Self>

  static var tag: OperationTag { get }
  /// The noun with its article, at the beginning of a sentence.
  static var withArticle: String { get }
  /// The document of the manifest.
  static var documentation: String { get }
  /// What the preview is.
  static var preview: (summary: String, description: String) { get }
  /// What answers say of one.
  static var schema: NamedSchema { get }
  /// The name of the example.
  static var exampleName: String { get }
  /// What answers say of an example.
  static func example(id: String, isBuiltIn: Bool) -> [(String, JSONValue)]
  /// An example of a manifest.
  static var manifestExample: NamedExample { get }
  /// What keeps a package from being stored beside the others of its tenant.
  static var moreConflicts: [ProblemCode] { get }
  /// The problems of an archive.
  static var unprocessable: ProblemResponse { get }
}

extension PackageResource {
  /// The noun as names of operations and schemas have it.
  static var title: String { noun.capitalized }

  static var list: NamedSchema {
    let entries = JSONSchema.list(of: .reference(schema))
    return NamedSchema(
      "\(title)List",
      JSONSchema(
        nil,
        [
          ("type", "object"), ("properties", .object([(plural, entries.json)])),
          ("required", [.string(plural)]),
        ], refersTo: [schema]))
  }

  static var uploaded: NamedSchema {
    NamedSchema(
      "Uploaded\(title)",
      .all(of: [
        .reference(schema),
        .object(
          nil,
          [
            "warnings": .list(of: .text(), "What lint says besides errors."),
            "written": .list(
              of: .text(), "Where it was saved into the folder: the files that changed."),
          ], required: ["warnings"]),
      ]))
  }

  static var builtInExample: JSONValue { .object(example(id: exampleName, isBuiltIn: true)) }

  static var ownExample: JSONValue {
    .object(example(id: "mine", isBuiltIn: false) + [("warnings", [])])
  }

  /// The last members of an example, which all kinds have.
  static func addresses(id: String, isBuiltIn: Bool) -> [(String, JSONValue)] {
    [
      ("builtIn", .bool(isBuiltIn)), ("preview", .string("/v1/\(plural)/\(id)/preview.png")),
      ("manifest", .string("/v1/\(plural)/\(id)/\(manifestName)")),
    ]
  }

  static var parameter: OperationParameter {
    .init(
      .path, "id", as: "\(title)ID", "\(withArticle)'s name.", .text(pattern: PlainName.pattern),
      example: .string(exampleName))
  }

  static var previewLink: OperationAnswer.Link {
    .init("preview", to: "get\(title)Preview", "$request.path.id", "How it looks.")
  }

  static var manifestLink: OperationAnswer.Link {
    .init("manifest", to: "get\(title)Manifest", "$request.path.id", "Its manifest.")
  }
}

// What is answered where something is wrong.
extension PackageResource {
  static var moreConflicts: [ProblemCode] { [] }

  static var notFound: ProblemResponse {
    ProblemResponse(
      "\(title)NotFound", "The \(noun) is not there, or is another tenant's", [codes.notFound])
  }

  static var conflict: ProblemResponse {
    ProblemResponse(
      "\(title)Conflict", "No \(noun) can be stored under this name",
      [codes.builtIn, codes.tooMany, .saveRefused] + moreConflicts)
  }

  static var builtIn: ProblemResponse {
    ProblemResponse(
      "\(title)BuiltIn", "A built-in \(noun) cannot be removed", [codes.builtIn])
  }
}
