internal import Access
internal import Digests
internal import Foundation
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Problems
internal import Requests
internal import ServiceConfiguration
internal import ServiceInterface
internal import ServicePackages
internal import Text

/// `PUT` and `DELETE` of `/v1/avatars/{id}` and `/v1/scenes/{id}`: a tenant's own packages.
struct PackageUploads<Kind: PackageResource> {
  let context: ServiceContext

  static var operations: [Operation] {
    let path = "/v1/\(Kind.plural)/{id}"
    return [
      Operation(
        .put, path, id: "put\(Kind.title)", Kind.tag,
        "Uploads \(Kind.withArticle.lowercased()) package.",
        "The package is linted; one with errors is refused with all of them. It replaces the tenant's"
          + " \(Kind.noun) of that name in one step; renders accepted earlier keep the old one. `If-Match` with"
          + " the `ETag` of the one that is known replaces no other, `If-None-Match: *` none at all. With"
          + " `to=folder` it is saved into the folder of built-in \(Kind.plural), for all tenants, where the service"
          + " does so: the files that differ, each in one step; other files of the folder stay.",
        right: .scope(Kind.writeRight), parameters: [Kind.parameter, destination],
        body: OperationBody(
          description:
            "The package: a zip archive with \(Kind.manifestName) and the files that it names.",
          content: .bytes(MediaTypes.archive), isSpooled: true, limit: Kind.limits.bytes),
        negotiated: .nothing,
        answers: [
          answer(200, "Replaced.", headers: [.packageTag]),
          answer(201, "New.", headers: [.packageTag, .location]),
        ],
        problems: [Kind.conflict, .preconditionFailed, Kind.unprocessable],
        limits: ServiceSettings.table.filter { $0.sets(Kind.limits.count) }.map(\.option)
          + [ServiceSettings.quotaOption],
        pool: .compute, cost: RequestCost.package,
        admit: { context, head, caller in
          let uploads = PackageUploads(context: context)
          let name = head.parameters["id"] ?? ""
          guard try !uploads.isSaved(head, caller) else { return }
          try uploads.check(name, caller)
          try context.checkDisk()
          try context.checkQuota(head, of: caller.tenant)
          // Before a body comes in that would be thrown away; what becomes of the name meanwhile, `put` sees.
          try PackageTag.check(head, try uploads.catalog.ownHash(name, of: caller.tenant))
        },
        handle: { context, request, caller in
          try PackageUploads(context: context).put(request, caller)
        }),
      Operation(
        .delete, path, id: "delete\(Kind.title)", Kind.tag,
        "Removes \(Kind.withArticle.lowercased()).",
        "Only the tenant's own; with `If-Match` only the one that has this `ETag`.",
        right: .scope(Kind.writeRight), parameters: [Kind.parameter],
        negotiated: .nothing, answers: [OperationAnswer(204, "Removed.")],
        problems: [Kind.notFound, Kind.builtIn, .preconditionFailed]
      ) { context, request, caller in
        try PackageUploads(context: context).delete(request, caller)
      },
    ]
  }

  /// Where a package goes that is not to be the tenant's own.
  private static var destination: OperationParameter {
    .init(
      .query, "to", "`folder`: the folder of built-in \(Kind.plural), which `serve` reads.",
      .choice(of: ["folder"]))
  }

  private static func answer(
    _ status: Int, _ description: String, headers: [AnswerHeader]
  ) -> OperationAnswer {
    .json(
      status, description, Kind.uploaded,
      examples: [.init("mine", "The tenant's own \(Kind.noun).", Kind.ownExample)],
      headers: headers,
      links: [
        .init(
          Kind.noun, to: "get\(Kind.title)", "$request.path.id", "What is known of it."),
        Kind.previewLink, Kind.manifestLink,
        .init("remove", to: "delete\(Kind.title)", "$request.path.id", "Removes it."),
      ])
  }

  private var catalog: PackageCatalog<Kind> { Kind.catalog(of: context) }

  /// Whether a package is to be saved into the folder of built-in ones; throws where it cannot be.
  private func isSaved(_ head: HTTPRequestHead, _ caller: Caller) throws -> Bool {
    let name = head.parameters["id"] ?? ""
    guard let place = try Query(head, known: ["to"])["to"] else { return false }
    guard place == "folder" else {
      throw Query.fault("to", "to: \"\(Shown.text(place))\" found, folder expected")
    }
    try check(name)
    guard Kind.isSaved(context.settings) else {
      throw catalog.refusal(
        "this service saves none; its operator can start it with --save-\(Kind.plural) yes")
    }
    guard try catalog.ownHash(name, of: caller.tenant) == nil else {
      throw catalog.refusal(
        "you have uploaded one of the name \(name), which it would hide; delete that first")
    }
    let known = catalog.isBuiltIn(name) ? try catalog.fingerprint(name, of: caller.tenant) : nil
    try PackageTag.check(head, known)
    return true
  }

  /// Throws where a name is none that a package may have.
  private func check(_ name: String) throws {
    guard PlainName.isFit(name), name != "none" else {
      throw ServiceProblem(
        .invalidOptions, "the name in the path: expected \(PlainName.expected), but not none",
        faults: [.init(pointer: "id", detail: "expected \(PlainName.expected)")])
    }
  }

  /// Throws where nothing may be uploaded under a name.
  private func check(_ name: String, _ caller: Caller) throws {
    try check(name)
    guard !catalog.isBuiltIn(name) else {
      throw ServiceProblem(
        Kind.codes.builtIn, "\(name) is a built-in \(Kind.noun); use another name")
    }
    let names = try catalog.names(of: caller.tenant)
    let limit = context.settings[keyPath: Kind.limits.count]
    guard names.contains(name) || names.count < limit else {
      throw ServiceProblem(
        Kind.codes.tooMany,
        "there are \(names.count) \(Kind.plural) already, at most \(limit) are allowed")
    }
  }

  private func put(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let name = request.head.parameters["id"] ?? ""
    let isSaved = try isSaved(request.head, caller)
    if !isSaved { try check(name, caller) }
    guard case .parts(let parts) = request.body, let part = parts.first,
      case .file(let path, let size) = part.content, size > 0
    else { throw ServiceProblem(.missingPart, "the body is empty; send a zip archive") }
    guard let archive = FileManager.default.contents(atPath: path)?.prefix(4),
      archive == Data([0x50, 0x4B, 0x03, 0x04])
    else {
      throw ServiceProblem(
        Kind.codes.bad,
        "the body is not a zip archive; send one of a package, with \(Kind.manifestName)")
    }
    let warnings = try Kind.check(path)
    if isSaved { return try save(path, as: name, request.head, caller, warnings: warnings) }
    try Kind.check(path, as: name, beside: try catalog.ownEntries(of: caller.tenant))
    guard let hash = try? SHA256.hex(ofFile: path) else {
      throw ServiceProblem(.internal, "the body cannot be read from temporary storage")
    }
    let file = LocalPackage(path: path, byteCount: Int64(size))
    let isNew = try catalog.keep(file, hash: hash, as: name, of: caller.tenant) { earlier in
      try PackageTag.check(request.head, earlier)
    }
    return try answer(
      to: try catalog.entry(name, of: caller.tenant), hash: hash, isNew: isNew, warnings: warnings)
  }

  /// Saves a package without errors into the folder of built-in ones.
  private func save(
    _ path: String, as name: String, _ head: HTTPRequestHead, _ caller: Caller, warnings: [String]
  ) throws -> HTTPResponse {
    let own = try catalog.ownEntries(of: caller.tenant)
    let saved = try catalog.save(path, as: name) { earlier, builtIn in
      try PackageTag.check(head, earlier)
      try Kind.check(path, as: name, beside: own + builtIn)
    }
    let entry = try catalog.entry(name, of: caller.tenant)
    return try answer(
      to: entry, hash: try catalog.fingerprint(of: entry), isNew: saved.isNew, warnings: warnings,
      [.init(name: "written", value: .array(saved.written.map { .string($0) }))])
  }

  private func answer(
    to entry: PackageEntry, hash: String, isNew: Bool, warnings: [String],
    _ more: [JSONValue.Member] = []
  ) throws -> HTTPResponse {
    guard case .members(var members) = try PackagesEndpoint<Kind>.json(entry) else {
      throw ServiceProblem(.internal, "the \(Kind.noun) cannot be described")
    }
    members.append(
      .init(
        name: "warnings",
        value: .array(warnings.prefix(100).map { .string(context.problems.hiding($0)) })))
    var answer = HTTPResponse.json(.members(members + more), status: isNew ? 201 : 200)
    answer.headers.append(HTTPField("ETag", PackageTag.text(hash)))
    if isNew { answer.headers.append(HTTPField("Location", "/v1/\(Kind.plural)/\(entry.id)")) }
    return answer
  }

  private func delete(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let name = request.head.parameters["id"] ?? ""
    guard !catalog.isBuiltIn(name) else {
      throw ServiceProblem(
        Kind.codes.builtIn, "\(name) is a built-in \(Kind.noun) and cannot be removed")
    }
    let isRemoved = try catalog.remove(name, of: caller.tenant) { earlier in
      try PackageTag.check(request.head, earlier)
    }
    guard isRemoved else {
      throw ServiceProblem(
        Kind.codes.notFound, "there is no \(Kind.noun) \"\(Shown.text(name))\"")
    }
    return HTTPResponse(status: 204)
  }
}
