internal import Access
internal import Foundation
internal import HTTPServer
internal import Jobs
internal import Problems
internal import Store

/// The files of a render that is done: the clip, its poster, where layers went, the session's log.
struct RenderFiles {
  let context: ServiceContext

  var routes: [HTTPRoute] {
    let context = context
    return StoredRequest.fileNames.map { name in
      var operation = Operation("GET", "/v1/renders/{id}/\(name)")
      operation.right = .renders
      operation.takesLinks = true
      return context.route(operation) { request, caller in
        try RenderFiles(context: context).answer(name, request, caller)
      }
    }
  }

  private func answer(
    _ name: String, _ request: HTTPRequest, _ caller: Caller
  ) throws -> HTTPResponse {
    let job = try context.job(request, caller)
    guard job.state == .done else { throw Self.notReady(job) }
    let stored = StoredRequest(job)
    guard stored.files.contains(name) else {
      throw ServiceProblem(
        .jobNotFound, "render \(job.id) has no session; send a part \"session\" with it")
    }
    let (file, mediaType) = Self.file(name, of: stored)
    _ = try Negotiation(request.head).choose([mediaType])
    let path = context.folder(of: job.id).result(of: job).path(file)
    guard FileManager.default.fileExists(atPath: path) else {
      throw ServiceProblem(.jobNotFound, "the files of render \(job.id) were removed")
    }
    return HTTPResponse(
      headers: [
        HTTPField("Content-Type", mediaType),
        // A job's bytes never change: a job that runs again gives the same ones.
        HTTPField("ETag", "\"\(job.id)-\(name)\""),
        HTTPField("Cache-Control", "private, max-age=3600"),
        HTTPField("Content-Disposition", "inline; filename=\"\(file)\""),
      ], body: .file(path: path))
  }

  private static func file(
    _ name: String, of stored: StoredRequest
  ) -> (file: String, mediaType: String) {
    switch name {
    case "poster": return (JobFolder.poster, "image/jpeg")
    case "placements": return (JobFolder.placements, "application/x-ndjson")
    case "session": return (JobFolder.session, SessionsEndpoint.mediaType)
    default:
      return ("output.\(stored.container.rawValue)", stored.container.mediaType)
    }
  }

  private static func notReady(_ job: JobRecord) -> ServiceProblem {
    let state = job.state.rawValue
    let more = job.failure.map { " (\($0.code))" } ?? ""
    return ServiceProblem(
      .outputNotReady, "the render is \(state)\(more); it has files when it is done")
  }
}
