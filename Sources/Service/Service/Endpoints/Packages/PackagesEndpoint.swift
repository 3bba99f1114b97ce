internal import Foundation
internal import HTTPServer
internal import Imaging
internal import JSON
internal import Problems
internal import Rendering

/// `/v1/avatars` and `/v1/scenes`: the packages of a tenant.
struct PackagesEndpoint<Kind: PackageKind> {
  let context: ServiceContext

  var routes: [HTTPRoute] {
    let (context, path) = (context, "/v1/\(Kind.plural)")
    var preview = Operation("GET", "\(path)/{id}/preview.png")
    preview.pool = .compute
    return [
      context.route(Operation("GET", path)) { request, caller in
        try PackagesEndpoint(context: context).list(request, caller)
      },
      context.route(Operation("GET", "\(path)/{id}")) { request, caller in
        try PackagesEndpoint(context: context).item(request, caller)
      },
      context.route(Operation("GET", "\(path)/{id}/\(Kind.manifestName)")) { request, caller in
        try PackagesEndpoint(context: context).manifest(request, caller)
      },
      context.route(preview) { request, caller in
        try PackagesEndpoint(context: context).preview(request, caller)
      },
    ] + PackageUploads<Kind>(context: context).routes
  }

  private var catalog: PackageCatalog<Kind> { Kind.catalog(of: context) }

  private func list(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    let entries = catalog.entries(of: caller.tenant).map(Self.json)
    return .json(.object([(Kind.plural, .array(entries))]))
  }

  private func item(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    return .json(Self.json(try entry(request, caller)))
  }

  private func manifest(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    let entry = try entry(request, caller)
    let bytes = try Kind.manifestBytes(path: entry.path)
    return .bytes(
      bytes, mediaType: FrameAnswer.json, headers: [HTTPField("Cache-Control", "private, no-cache")]
    )
  }

  /// The picture is drawn once for each version of a package, and kept in a file.
  private func preview(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([PictureFormat.png.mediaType])
    let entry = try entry(request, caller)
    let hash = try catalog.fingerprint(entry.id, of: caller.tenant)
    let path = "\(context.folders.previews)/\(hash)-\(RendererVersion.number).png"
    if !FileManager.default.fileExists(atPath: path) {
      try context.metrics.measure("preview") {
        try Kind.writePreview(of: entry.namedPath, to: path)
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
  private func entry(
    _ request: HTTPRequest, _ caller: Caller
  ) throws(ServiceProblem) -> PackageEntry {
    let name = request.head.parameters["id"] ?? ""
    do {
      return try catalog.entry(name, of: caller.tenant)
    } catch {
      throw ServiceProblem(Kind.codes.notFound, context.problems.problem(of: error).detail)
    }
  }

  /// What an answer says of a package.
  static func json(_ entry: PackageEntry) -> JSONValue {
    let path = "/v1/\(Kind.plural)/\(entry.id)"
    return .object(
      [("id", .string(entry.id))] + Kind.summary(entry) + [
        ("builtIn", .bool(entry.isBuiltIn)),
        ("preview", .string(path + "/preview.png")),
        ("manifest", .string("\(path)/\(Kind.manifestName)")),
      ])
  }
}

extension HTTPResponse {
  /// An answer in JSON, which nobody keeps.
  static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    .bytes(
      value.bytes, mediaType: FrameAnswer.json, status: status,
      headers: [HTTPField("Cache-Control", "no-store")])
  }
}
