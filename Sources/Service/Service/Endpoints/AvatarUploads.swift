internal import Access
internal import AvatarFiles
internal import Avatars
internal import Digests
internal import Foundation
internal import HTTPServer
internal import JSON
internal import Problems
internal import Requests
internal import Text
internal import Video

/// `PUT` and `DELETE /v1/avatars/{id}`: a tenant's own avatars.
struct AvatarUploads {
  let context: ServiceContext

  static let mediaType = "application/zip"

  var routes: [HTTPRoute] {
    let context = context
    var put = Operation("PUT", "/v1/avatars/{id}")
    put.right = .avatarsWrite
    put.mediaType = Self.mediaType
    put.body = .files(maximumBytes: context.settings.maximumAvatarBytes)
    put.pool = .compute
    var delete = Operation("DELETE", "/v1/avatars/{id}")
    delete.right = .avatarsWrite
    return [
      context.route(put) { head, caller in
        try AvatarUploads(context: context).check(head.parameters["id"] ?? "", caller)
        try context.checkDisk()
      } handle: { request, caller in
        try AvatarUploads(context: context).put(request, caller)
      },
      context.route(delete) { request, caller in
        try AvatarUploads(context: context).delete(request, caller)
      },
    ]
  }

  /// Throws where nothing may be uploaded under a name.
  private func check(_ name: String, _ caller: Caller) throws(ServiceProblem) {
    guard PlainName.isFit(name), name != "none" else {
      throw ServiceProblem(
        .invalidOptions, "the name in the path: expected \(PlainName.expected), but not none",
        faults: [.init(pointer: "id", detail: "expected \(PlainName.expected)")])
    }
    guard !context.catalog.isBuiltIn(name) else {
      throw ServiceProblem(.avatarBuiltIn, "\(name) is a built-in avatar; use another name")
    }
    let names = context.catalog.names(of: caller.tenant)
    let limit = context.settings.maximumAvatarsPerKey
    guard names.contains(name) || names.count < limit else {
      throw ServiceProblem(
        .tooManyAvatars, "there are \(names.count) avatars already, at most \(limit) are allowed")
    }
  }

  private func put(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let name = request.head.parameters["id"] ?? ""
    try check(name, caller)
    guard case .parts(let parts) = request.body, let part = parts.first,
      case .file(let path, let size) = part.content, size > 0
    else { throw ServiceProblem(.missingPart, "the body is empty; send a zip archive") }
    guard let archive = FileManager.default.contents(atPath: path)?.prefix(4),
      archive == Data([0x50, 0x4B, 0x03, 0x04])
    else {
      throw ServiceProblem(.badAvatar, "the body is not a zip archive of an avatar package")
    }
    let faults = try AvatarPackage.lint(path: path)
    let errors = faults.filter { $0.severity == .error }
    guard errors.isEmpty else { throw AvatarPackageError.faulty(path: "", AvatarFaults(errors)) }
    guard let hash = try? SHA256.hex(ofFile: path) else {
      throw ServiceProblem(.internal, "the body cannot be read from temporary storage")
    }
    let isNew = try context.catalog.keep(path, hash: hash, as: name, of: caller.tenant)
    let entry = try context.catalog.entry(name, of: caller.tenant)
    guard case .members(var members) = AvatarsEndpoint.json(entry) else {
      throw ServiceProblem(.internal, "the avatar cannot be described")
    }
    members.append(
      .init(
        name: "warnings",
        value: .array(faults.prefix(100).map { .string(context.problems.hiding("\($0)")) })))
    var answer = AvatarsEndpoint.json(.members(members), status: isNew ? 201 : 200)
    if isNew { answer.headers.append(HTTPField("Location", "/v1/avatars/\(name)")) }
    return answer
  }

  private func delete(_ request: HTTPRequest, _ caller: Caller) throws -> HTTPResponse {
    let name = request.head.parameters["id"] ?? ""
    guard !context.catalog.isBuiltIn(name) else {
      throw ServiceProblem(.avatarBuiltIn, "\(name) is a built-in avatar and cannot be removed")
    }
    guard context.catalog.remove(name, of: caller.tenant) else {
      throw ServiceProblem(.avatarNotFound, "there is no avatar \"\(Shown.text(name))\"")
    }
    return HTTPResponse(status: 204)
  }
}
