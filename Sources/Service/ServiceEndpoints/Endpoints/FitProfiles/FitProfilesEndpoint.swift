internal import Access
internal import Avatars
internal import Digests
internal import Foundation
internal import HTTPMessages
internal import JSON
internal import Problems
internal import Requests
internal import ServiceConfiguration
internal import ServiceInterface
internal import ServicePackages

/// `/v1/fit-profiles`: how a tenant's users' avatars sit, by names of its own.
struct FitProfilesEndpoint {
  let context: ServiceContext

  private static let path = "/v1/fit-profiles"

  static let operations: [Operation] = [
    Operation(
      .get, path, id: "listFitProfiles", .fitProfiles, "Lists the fit profiles.",
      "The tenant's own; there are no others.", right: .key,
      answers: [
        .json(
          200, "The names.", FitProfileSchemas.list,
          examples: [.init("two", "Two of them.", FitProfileSchemas.listExample)],
          links: [
            .init("first", to: "getFitProfile", "$response.body#/fitProfiles/0/id", "The first.")
          ])
      ]
    ) { context, _, caller in
      let names = try context.fitProfiles.names(of: caller.tenant)
      return .json(.object([("fitProfiles", .array(names.map { ["id": .string($0)] }))]))
    },
    Operation(
      .get, "\(path)/{id}", id: "getFitProfile", .fitProfiles, "One fit profile.",
      "As it was sent (Documentation/fit-profiles.md).", right: .key,
      parameters: [FitProfileSchemas.parameter],
      answers: [
        OperationAnswer(
          200, "The profile.",
          [
            .init(
              MediaTypes.json, .reference(FitProfileSchemas.profile),
              examples: [FitProfileSchemas.example])
          ], headers: [.fitProfileTag]),
        OperationAnswer(
          304, "The profile is the one that the client knows.", headers: [.fitProfileTag]),
      ], problems: [FitProfileSchemas.notFound, .preconditionFailed]
    ) { context, request, caller in
      try FitProfilesEndpoint(context: context).get(request, caller)
    },
    Operation(
      .put, "\(path)/{id}", id: "putFitProfile", .fitProfiles, "Stores a fit profile.",
      "It is read as strictly as the command line reads one, and replaces the tenant's profile of that name in"
        + " one step; renders accepted earlier keep the old one. With `If-Match` it replaces only the one that"
        + " has this `ETag`, with `If-None-Match: *` none.",
      right: .scope(.avatarsWrite), parameters: [FitProfileSchemas.parameter],
      body: OperationBody(
        description: "The profile: avatar-fit/1.", content: .bytes(MediaTypes.json),
        isSpooled: true, limit: \.maximumFitProfileBytes),
      negotiated: .nothing,
      answers: [
        stored(200, "Replaced.", [.fitProfileTag]),
        stored(201, "New.", [.fitProfileTag, .location]),
      ],
      problems: [
        FitProfileSchemas.tooMany, .preconditionFailed, FitProfileSchemas.unprocessable,
      ],
      limits: ["--max-fit-profiles-per-key", ServiceSettings.quotaOption],
      admit: { context, head, caller in
        let name = head.parameters["id"] ?? ""
        try Self.check(name)
        try context.checkDisk()
        try context.checkQuota(head, of: caller.tenant)
        // Before a body comes in that would be thrown away; what becomes of the name meanwhile, `put` sees.
        try Self.check(head, try context.fitProfiles.currentHash(name, of: caller.tenant))
      },
      handle: { context, request, caller in
        try FitProfilesEndpoint(context: context).put(request, caller)
      }),
    Operation(
      .delete, "\(path)/{id}", id: "deleteFitProfile", .fitProfiles, "Removes a fit profile.",
      "Renders accepted earlier keep it; with `If-Match` only the one that has this `ETag` goes.",
      right: .scope(.avatarsWrite),
      parameters: [FitProfileSchemas.parameter], negotiated: .nothing,
      answers: [OperationAnswer(204, "Removed.")],
      problems: [FitProfileSchemas.notFound, .preconditionFailed]
    ) { context, request, caller in
      try FitProfilesEndpoint(context: context).delete(request, caller)
    },
  ]

  private static func stored(
    _ status: Int, _ description: String, _ headers: [AnswerHeader]
  ) -> OperationAnswer {
    .json(
      status, description, FitProfileSchemas.stored,
      examples: [.init("mia", "Its name and hash.", FitProfileSchemas.storedExample)],
      headers: headers,
      links: [
        .init("fitProfile", to: "getFitProfile", "$request.path.id", "The profile."),
        .init("remove", to: "deleteFitProfile", "$request.path.id", "Removes it."),
      ])
  }

  /// Throws where nothing may be stored under a name.
  private static func check(_ name: String) throws(ServiceProblem) {
    guard PlainName.isFit(name) else {
      throw ServiceProblem(
        .invalidOptions, "the name in the path: expected \(PlainName.expected)",
        faults: [.init(pointer: "id", detail: "expected \(PlainName.expected)")])
    }
  }

  /// Throws where a request that changes a profile has conditions that the one of this hash does not meet.
  private static func check(_ head: HTTPRequestHead, _ hash: String?) throws {
    try PackageTag.check(head, hash, of: "fit profile")
  }

  private func get(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let name = request.head.parameters["id"] ?? ""
    guard let kept = try context.fitProfiles.profile(name, of: caller.tenant) else {
      throw try notFound(name, caller)
    }
    let headers = [
      HTTPField("ETag", PackageTag.text(kept.sha256)),
      HTTPField("Cache-Control", "private, no-cache"),
    ]
    switch Preconditions(request.head, tag: headers[0].value) {
    case .met: return .bytes(kept.bytes, mediaType: MediaTypes.json, headers: headers)
    case .notModified: return HTTPResponse(status: 304, headers: headers)
    case .failed: throw HTTPFault.preconditionFailed
    }
  }

  private func put(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let name = request.head.parameters["id"] ?? ""
    try Self.check(name)
    guard case .parts(let parts) = request.body, let part = parts.first,
      case .file(let path, let size) = part.content, size > 0
    else { throw ServiceProblem(.missingPart, "the body is empty; send a fit profile in JSON") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ServiceProblem(.internal, "the body cannot be read from temporary storage")
    }
    let bytes = [UInt8](data)
    do throws(FitProfileFaults) {
      _ = try FitProfile(json: bytes)
    } catch {
      throw ServiceProblem(
        .badFitProfile, "\(error)",
        faults: error.faults.prefix(100).map { .init(pointer: $0.path, detail: "\($0)") })
    }
    let isNew = try context.fitProfiles.keep(
      bytes, as: name, of: caller.tenant, most: context.settings.maximumFitProfilesPerKey
    ) { try Self.check(request.head, $0) }
    let kept = FitProfileSchemas.stored(name, bytes)
    var answer = HTTPResponse.json(kept, status: isNew ? 201 : 200)
    answer.headers.append(HTTPField("ETag", PackageTag.text(SHA256.hex(of: bytes))))
    if isNew { answer.headers.append(HTTPField("Location", "\(Self.path)/\(name)")) }
    return answer
  }

  private func delete(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let name = request.head.parameters["id"] ?? ""
    let isRemoved = try context.fitProfiles.remove(name, of: caller.tenant) {
      try Self.check(request.head, $0)
    }
    guard isRemoved else {
      throw try notFound(name, caller)
    }
    return HTTPResponse(status: 204)
  }

  private func notFound(_ name: String, _ caller: Caller) throws -> ServiceProblem {
    ServiceProblem(
      .fitProfileNotFound, try context.fitProfiles.absence(of: name, of: caller.tenant))
  }
}
