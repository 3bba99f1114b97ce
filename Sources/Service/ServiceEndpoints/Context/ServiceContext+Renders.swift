internal import Digests
internal import HTTPMessages
internal import Jobs
internal import Problems
internal import ServiceInterface
internal import Store
internal import Text

extension ServiceContext {
  /// How renders are described.
  var renderJSON: RenderJSON {
    RenderJSON(
      links: RenderLinks(
        settings: settings, gate: gate, problems: problems, audit: audit,
        waitsForRoom: runner.waitsForRoom))
  }

  /// The render that the path names; 404 where there is none, or it is another tenant's.
  func job(_ request: HTTPRequest, _ caller: Caller) throws -> JobRecord {
    let id = request.head.parameters["id"] ?? ""
    guard RandomName.isFit(id), let job = try store.job(id, of: caller.tenant) else {
      throw ServiceProblem(.jobNotFound, "there is no render \(Shown.text(id))")
    }
    return job
  }
}
