internal import AvatarFiles
internal import Files
internal import Foundation
internal import HTTPMessages
internal import HTTPServer
internal import Imaging
internal import JSON
internal import Problems
internal import Recordings
internal import ServiceInterface
internal import ServicePackages

/// `/v1/avatars` and `/v1/scenes`: the packages of a tenant.
struct PackagesEndpoint<Kind: PackageResource> {
  let context: ServiceContext

  static var operations: [Operation] {
    let path = "/v1/\(Kind.plural)"
    return [
      operation(
        path, "list\(Kind.title)s", "Lists the \(Kind.plural).",
        "The built-in \(Kind.plural) and the tenant's own.",
        [
          .json(
            200, "\(Kind.title)s.", Kind.list,
            examples: [
              .init(
                "one", "A built-in \(Kind.noun).",
                .object([(Kind.plural, .array([Kind.builtInExample]))]))
            ],
            links: [
              .init(
                "first", to: "get\(Kind.title)", "$response.body#/\(Kind.plural)/0/id", "The first."
              )
            ])
        ]
      ) { try $0.list($2) },
      operation(
        "\(path)/{id}", "get\(Kind.title)", "One \(Kind.noun).",
        "What a list shows of it; by `Accept: application/zip` its package, to edit it and to `PUT` it: of a"
          + " built-in one all files but the sources of its art.",
        [
          OperationAnswer(
            200, "The \(Kind.noun), or its files.",
            [
              .init(
                MediaTypes.json, .reference(Kind.schema),
                examples: [
                  .init(Kind.exampleName, "A built-in \(Kind.noun).", Kind.builtInExample)
                ]),
              .bytes(MediaTypes.archive),
            ], headers: [.packageTag, .contentDisposition, .vary],
            links: [Kind.previewLink, Kind.manifestLink]),
          OperationAnswer(
            304, "The package is the one that the client knows.", headers: [.packageTag]),
        ], problems: [.preconditionFailed, Kind.unprocessable]
      ) { try $0.item($1, $2) },
      operation(
        "\(path)/{id}/\(Kind.manifestName)", "get\(Kind.title)Manifest",
        "\(Kind.withArticle)'s manifest.",
        "The package's \(Kind.manifestName), unchanged; \(Kind.documentation).",
        [
          OperationAnswer(
            200, "The manifest.",
            [
              .init(
                MediaTypes.json, JSONSchema(nil, [("type", "object")]),
                examples: [Kind.manifestExample])
            ], headers: [.packageTag]),
          OperationAnswer(
            304, "The package is the one that the client knows.", headers: [.packageTag]),
        ], problems: [.preconditionFailed]
      ) { try $0.manifest($1, $2) },
      operation(
        "\(path)/{id}/preview.png", "get\(Kind.title)Preview", Kind.preview.summary,
        Kind.preview.description,
        OperationAnswer.file("The picture.", [.bytes(PictureFormat.png.mediaType)]),
        problems: [Kind.unprocessable], pool: .compute,
        cost: RequestCost.preview
      ) { try $0.preview($1, $2) },
    ]
  }

  private static func operation(
    _ path: String, _ id: String, _ summary: String, _ description: String,
    _ answers: [OperationAnswer], problems: [ProblemResponse] = [], pool: HTTPRoute.Pool = .light,
    cost: @escaping Operation.Estimate = RequestCost.light,
    _ answer: @escaping @Sendable (Self, HTTPRequest, Caller) throws -> HTTPResponse
  ) -> Operation {
    let isOne = path.contains("{id}")
    return Operation(
      .get, path, id: id, Kind.tag, summary, description, right: .key,
      parameters: isOne ? [Kind.parameter] : [], answers: answers,
      problems: problems + (isOne ? [Kind.notFound] : []), pool: pool, cost: cost
    ) { context, request, caller in
      try answer(Self(context: context), request, caller)
    }
  }

  private var catalog: PackageCatalog<Kind> { Kind.catalog(of: context) }

  private func list(_ caller: Caller) throws -> HTTPResponse {
    let entries = try catalog.entries(of: caller.tenant).map(Self.json)
    return .json(.object([(Kind.plural, .array(entries))]))
  }

  private func item(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let entry = try entry(request, caller)
    return try tagged(entry, request.head, cache: "no-store") {
      guard
        try Negotiation(request.head).choose([MediaTypes.json, MediaTypes.archive])
          == MediaTypes.archive
      else { return .json(try Self.json(entry)) }
      return try archive(entry)
    }
  }

  /// An answer about a package with its tag, or that it has not changed.
  private func tagged(
    _ entry: PackageEntry, _ head: HTTPRequestHead, cache: String, _ make: () throws -> HTTPResponse
  ) throws -> HTTPResponse {
    let tag = HTTPField("ETag", PackageTag.text(try catalog.fingerprint(of: entry)))
    switch Preconditions(head, tag: tag.value) {
    case .met: break
    case .notModified:
      return HTTPResponse(status: 304, headers: [tag, HTTPField("Cache-Control", cache)])
    case .failed: throw HTTPFault.preconditionFailed
    }
    var answer = try make()
    answer.headers.append(tag)
    return answer
  }

  /// The package as an archive: a tenant's own as it was sent.
  private func archive(_ entry: PackageEntry) throws -> HTTPResponse {
    let headers = [
      HTTPField("Content-Disposition", "attachment; filename=\"\(entry.id).zip\""),
      HTTPField("Cache-Control", "no-store"), HTTPField("Vary", "Accept"),
    ]
    // A tenant's own has at most the bytes of its upload.
    guard FilePath.isFolder(entry.path) else {
      guard let bytes = FileManager.default.contents(atPath: entry.path) else {
        throw ServiceProblem(.internal, "the \(Kind.noun)'s package cannot be read")
      }
      return .bytes([UInt8](bytes), mediaType: MediaTypes.archive, headers: headers)
    }
    do throws(PackageFolder.Fault) {
      return .bytes(
        try PackageFolder.archive(ofPackage: entry.path), mediaType: MediaTypes.archive,
        headers: headers)
    } catch {
      guard case .unreadable(let path, let reason) = error else { throw error }
      throw ServiceProblem(Kind.codes.bad, "\(path): \(reason)")
    }
  }

  private func manifest(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let entry = try entry(request, caller)
    let cache = "private, no-cache"
    return try tagged(entry, request.head, cache: cache) {
      .bytes(
        try Kind.manifestBytes(path: entry.path), mediaType: MediaTypes.json,
        headers: [HTTPField("Cache-Control", cache)])
    }
  }

  /// The picture is drawn once for each version of a package, and kept in a file.
  private func preview(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let entry = try entry(request, caller)
    let (path, hash) = try catalog.preview(
      of: entry, for: caller.tenant, version: RendererVersion.number,
      builtIn: context.folders.previews
    ) { path in
      try context.metrics.measure("preview") {
        try Kind.writePreview(of: entry.namedPath(), to: path)
      }
    }
    return HTTPResponse(
      headers: [
        HTTPField("Content-Type", PictureFormat.png.mediaType),
        HTTPField("ETag", "\"\(hash.prefix(32))\""),
        HTTPField("Cache-Control", "private, no-cache"),
      ], body: .file(path: path))
  }

  /// The package that the path names; 404 where there is none.
  private func entry(_ request: HTTPRequest, _ caller: Caller) throws -> PackageEntry {
    let name = request.head.parameters["id"] ?? ""
    do {
      return try catalog.entry(name, of: caller.tenant)
    } catch let error as Kind.Package.Failure {
      throw ServiceProblem(Kind.codes.notFound, context.problems.problem(of: error).detail)
    }
  }

  /// What an answer says of a package.
  static func json(_ entry: PackageEntry) throws -> JSONValue {
    let path = "/v1/\(Kind.plural)/\(entry.id)"
    return .object(
      [("id", .string(entry.id))] + (try Kind.summary(entry)) + [
        ("builtIn", .bool(entry.isBuiltIn)),
        ("preview", .string(path + "/preview.png")),
        ("manifest", .string("\(path)/\(Kind.manifestName)")),
      ])
  }
}
