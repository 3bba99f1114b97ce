internal import AvatarFiles
internal import Avatars
internal import Foundation
internal import HTTPServer
internal import Imaging
internal import JSON
internal import Previews
internal import Problems
internal import Rendering
internal import Video

/// `/v1/avatars`: the avatars of a tenant.
struct AvatarsEndpoint {
  let context: ServiceContext

  var routes: [HTTPRoute] {
    let context = context
    var preview = Operation("GET", "/v1/avatars/{id}/preview.png")
    preview.pool = .compute
    return [
      context.route(Operation("GET", "/v1/avatars")) { request, caller in
        try AvatarsEndpoint(context: context).list(request, caller)
      },
      context.route(Operation("GET", "/v1/avatars/{id}")) { request, caller in
        try AvatarsEndpoint(context: context).item(request, caller)
      },
      context.route(Operation("GET", "/v1/avatars/{id}/avatar.json")) { request, caller in
        try AvatarsEndpoint(context: context).manifest(request, caller)
      },
      context.route(preview) { request, caller in
        try AvatarsEndpoint(context: context).preview(request, caller)
      },
    ] + AvatarUploads(context: context).routes
  }

  private func list(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    let entries = context.catalog.entries(of: caller.tenant).map(Self.json)
    return Self.json(.object([("avatars", .array(entries))]))
  }

  private func item(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    return Self.json(Self.json(try Self.entry(request, caller, context)))
  }

  private func manifest(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([FrameAnswer.json])
    let entry = try Self.entry(request, caller, context)
    let bytes = try AvatarPackage.manifestBytes(path: entry.path)
    return .bytes(
      bytes, mediaType: FrameAnswer.json, headers: [HTTPField("Cache-Control", "private, no-cache")]
    )
  }

  /// The picture is drawn once for each version of an avatar, and kept in a file.
  private func preview(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    _ = try Negotiation(request.head).choose([PictureFormat.png.mediaType])
    let entry = try Self.entry(request, caller, context)
    let hash = try context.catalog.fingerprint(entry.id, of: caller.tenant)
    let path = "\(context.folders.previews)/\(hash)-\(RendererVersion.number).png"
    if !FileManager.default.fileExists(atPath: path) {
      let package = try AvatarPackage.load(path: entry.path)
      let sheet = try context.metrics.measure("preview") { try PreviewJob(package).render() }
      try PNG.write(sheet, to: path, compression: .fast, replacing: true)
    }
    return HTTPResponse(
      headers: [
        HTTPField("Content-Type", PictureFormat.png.mediaType),
        HTTPField("ETag", "\"\(hash.prefix(32))\""),
        HTTPField("Cache-Control", "private, no-cache"),
      ], body: .file(path: path))
  }

  /// The avatar that the path names; 404 where there is none.
  static func entry(
    _ request: HTTPRequest, _ caller: Caller, _ context: ServiceContext
  ) throws(ServiceProblem) -> AvatarCatalog.Entry {
    let name = request.head.parameters["id"] ?? ""
    do {
      return try context.catalog.entry(name, of: caller.tenant)
    } catch {
      let detail = context.problems.problem(of: error).detail
      throw ServiceProblem(.avatarNotFound, detail)
    }
  }

  static func json(_ entry: AvatarCatalog.Entry) -> JSONValue {
    let summary = AvatarPackage.summary(id: entry.id, path: entry.path)
    let names = summary.name.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
    let path = "/v1/avatars/\(entry.id)"
    return .object([
      ("id", .string(entry.id)), ("name", .object(names)),
      ("author", .optional(summary.author)), ("licence", .optional(summary.licence)),
      ("tags", .array(summary.tags.map { .string($0) })),
      ("layers", .array(summary.layers.map { .string($0) })),
      ("builtIn", .bool(entry.isBuiltIn)),
      ("preview", .string(path + "/preview.png")), ("manifest", .string(path + "/avatar.json")),
    ])
  }

  static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    .bytes(
      value.bytes, mediaType: FrameAnswer.json, status: status,
      headers: [HTTPField("Cache-Control", "no-store")])
  }
}
