internal import Foundation
internal import JSON
internal import Jobs
internal import Problems
internal import Recordings
package import ServiceConfiguration
package import ServiceInterface
package import Store

/// What a render's description needs beside its record.
package struct RenderLinks: Sendable {
  let settings: ServiceSettings
  let gate: AccessControl
  let problems: ProblemTable
  /// What is told of links that are made.
  let audit: ServiceAudit
  /// Whether a render waits for room on the disk.
  let waitsForRoom: @Sendable (JobRecord) -> Bool

  package init(
    settings: ServiceSettings, gate: AccessControl, problems: ProblemTable, audit: ServiceAudit,
    waitsForRoom: @escaping @Sendable (JobRecord) -> Bool = { _ in false }
  ) {
    (self.settings, self.gate, self.problems) = (settings, gate, problems)
    self.audit = audit
    self.waitsForRoom = waitsForRoom
  }
}

/// A render as clients see it.
struct RenderJSON {
  let links: RenderLinks

  /// The render's description.
  func value(_ job: JobRecord, for origin: ServiceAudit.Origin) throws -> JSONValue {
    var made: [MadeLinks] = []
    let value = try value(job, &made)
    try links.audit.write(made, by: origin)
    return value
  }

  /// The descriptions of several.
  func values(
    _ jobs: some Collection<JobRecord>, for origin: ServiceAudit.Origin
  ) throws -> [JSONValue] {
    var made: [MadeLinks] = []
    let values = try jobs.map { try value($0, &made) }
    try links.audit.write(made, by: origin)
    return values
  }

  private func value(_ job: JobRecord, _ made: inout [MadeLinks]) throws -> JSONValue {
    let stored = StoredRequest(job)
    var members: [(String, JSONValue)] = [
      ("id", .string(job.id)), ("state", .string(job.state.rawValue)),
      ("createdAt", ServiceTime.json(job.createdAt)),
      ("startedAt", ServiceTime.json(job.startedAt)),
      ("finishedAt", ServiceTime.json(job.finishedAt)),
      ("progress", RenderPhases(job, framesToTrack: stored.framesToTrack).json),
      ("error", failure(job)),
      ("notes", .array(job.notes.map { .string(links.problems.hiding($0)) })),
    ]
    if links.waitsForRoom(job) { members.append(("waitingFor", "disk")) }
    if job.purgesInputs { members.append(("inputsPurgedAt", ServiceTime.json(job.inputsPurgedAt))) }
    if let estimate = stored.estimate { members.append(("estimate", estimate)) }
    members += stored.job?.provenance.members ?? []
    members.append(("links", Self.links(job, stored)))
    if job.state == .done { members += try signedLinks(job, stored, &made) }
    return .object(members)
  }

  /// Why it failed; a code of an older version is told as it is.
  private func failure(_ job: JobRecord) -> JSONValue {
    guard let failure = job.failure else { return .null }
    let code = (ProblemCode(rawValue: failure.code) ?? .internal).forClients
    return .object([
      ("code", .string(code.rawValue)), ("title", .string(code.title)),
      ("detail", .string(links.problems.hiding(failure.detail))),
    ])
  }

  private static func links(_ job: JobRecord, _ stored: StoredRequest) -> JSONValue {
    let path = path(of: job.id)
    var links: [(String, JSONValue)] = [
      ("self", .string(path)), ("events", .string("\(path)/events")),
    ]
    if job.state == .done {
      links += stored.files.map { ($0, .string("\(path)/\($0)")) }
    }
    return .object(links)
  }

  /// Links that work without a key, for players and people.
  private func signedLinks(
    _ job: JobRecord, _ stored: StoredRequest, _ made: inout [MadeLinks]
  ) throws -> [(String, JSONValue)] {
    var ids: [(name: String, id: String)] = []
    var members: [(String, JSONValue)] = []
    var expires: Int64 = 0
    for name in stored.files {
      let link = try links.gate.link(
        to: "\(Self.path(of: job.id))/\(name)", tenant: job.tenant)
      members.append(("\(name)Url", .string(link.url)))
      ids.append((name, link.id))
      expires = link.expires
    }
    made.append(MadeLinks(job: job.id, tenant: job.tenant, ids: ids, expires: expires))
    return members + [("urlsExpireAt", ServiceTime.json(expires * 1000))]
  }

  static func path(of id: String) -> String { "/v1/renders/\(id)" }
}
