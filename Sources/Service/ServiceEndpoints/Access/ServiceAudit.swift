package import Audit
internal import HTTPMessages
internal import JSON
package import Jobs
internal import Problems
package import ServiceConfiguration
internal import ServiceInterface
internal import Synchronization

/// Writes who did what with the outputs of renders, before it is answered.
package final class ServiceAudit: Sendable {
  /// What is done.
  enum Action: String {
    /// A recording was accepted.
    case submit
    /// An output was asked for, and is about to be sent.
    case read
    /// Signed links to outputs were made.
    case link
    /// A render that waits or runs is to be cancelled.
    case cancel
    /// A render that has ended is to be removed with its files.
    case delete
    /// All renders were erased that show a person, whom nothing names here.
    case erase

    /// Whether something goes by it, which a log that cannot be written must not keep.
    var removes: Bool { self == .cancel || self == .delete || self == .erase }
  }

  /// Who does it.
  enum Origin {
    /// A client.
    case request(HTTPRequestHead, Caller)
    /// The service: an event for clients that listen to a render, a webhook.
    case events, webhook
    /// The service: an erasure that failed half-way, or is continued.
    case erasure
  }

  /// The name of the log's folder, in the data folder.
  package static let folder = "audit"

  private let log: AuditLog?
  private let isRequired: Bool
  private let tellsAddresses: Bool
  private let report: @Sendable (String) -> Void
  /// Whether the last line could not be written, so that each failure is told once.
  private let hasFailed = Atomic(false)

  /// Opens the log as the settings say.
  ///
  /// - Parameters:
  ///   - dataFolder: where it is, unless the settings name another folder.
  ///   - report: takes a line for the operator where the log cannot be written.
  /// - Throws: `AuditFault` where it has to be written and cannot be opened.
  package init(
    _ settings: ServiceSettings, dataFolder: String, report: @escaping @Sendable (String) -> Void
  ) throws(AuditFault) {
    isRequired = settings.audit == ServiceSettings.auditRequired
    tellsAddresses = settings.auditAddresses == "yes"
    self.report = report
    let folder =
      settings.auditFolder.isEmpty ? "\(dataFolder)/\(Self.folder)" : settings.auditFolder
    log =
      settings.audit == ServiceSettings.auditNone
      ? nil
      : AuditLog(
        folder: folder, maximumBytes: settings.auditBytes, maximumFiles: settings.auditFiles)
    do throws(AuditFault) {
      try log?.open()
    } catch {
      guard !isRequired else { throw error }
      note(error)
    }
  }

  /// Where the log is and where it ends, in a line.
  package var introduction: String {
    guard let log else { return "audit log: none" }
    guard let end = try? log.open() else { return "audit log: \(log.folder), cannot be written" }
    return "audit log: \(log.folder), line \(end.sequence), SHA-256 \(end.sha256)"
  }

  /// Writes a line.
  ///
  /// - Parameter output: which file is read.
  /// - Throws: `storageBusy` where it cannot be written and has to be; not for what is removed, which a full disk
  ///   must not keep.
  func write(
    _ action: Action, job: String, output: String? = nil, by origin: Origin
  ) throws(ServiceProblem) {
    var members: [(String, JSONValue)] = [("job", .string(job))]
    if let output { members.append(("output", .string(output))) }
    try write([(action, members, nil)], by: origin)
  }

  /// Writes a line of what was erased.
  func write(_ erased: ErasureSummary, by origin: Origin) throws(ServiceProblem) {
    try write([(.erase, erased.members, nil)], by: origin)
  }

  /// Writes a line of what went by an erasure that failed half-way, or was continued.
  package func write(_ erased: ErasureSummary, of tenant: String) {
    // What is removed never throws.
    try? write([(.erase, erased.members, tenant)], by: .erasure)
  }

  /// Writes a line for each render whose links were made.
  func write(_ made: [MadeLinks], by origin: Origin) throws(ServiceProblem) {
    try write(
      made.map { made in
        let ids = made.ids.map { ($0.name, JSONValue.string($0.id)) }
        return (
          .link,
          [
            ("job", .string(made.job)), ("links", .object(ids)),
            ("expiresAt", ServiceTime.json(made.expires * 1000)),
          ], made.tenant
        )
      }, by: origin)
  }

  private func write(
    _ lines: [(action: Action, members: [(String, JSONValue)], tenant: String?)],
    by origin: Origin
  ) throws(ServiceProblem) {
    guard let log, !lines.isEmpty else { return }
    let time = ServiceTime.text(ServiceTime.milliseconds)
    let entries = lines.map { line in
      AuditEntry(line.action.rawValue, at: time, who(origin, line.tenant) + line.members)
    }
    do throws(AuditFault) {
      try log.append(entries)
      if hasFailed.exchange(false, ordering: .relaxed) {
        report("note: the audit log is written again")
      }
    } catch {
      note(error)
      guard isRequired, lines.contains(where: { !$0.action.removes })
      else { return }
      throw ServiceProblem(
        .storageBusy, "the audit log cannot be written, without which nothing is answered",
        headers: [HTTPField("Retry-After", "10")])
    }
  }

  private func who(_ origin: Origin, _ tenant: String?) -> [(String, JSONValue)] {
    switch origin {
    case .request(let head, let caller):
      [("tenant", .string(caller.tenant))]
        + (caller.key.map { [("key", .string($0))] } ?? [])
        + (caller.link.map { [("link", .string($0))] } ?? [])
        + [("request", .string(head.id))]
        + (tellsAddresses ? [("remote", .string(head.remoteAddress))] : [])
    case .events: [("tenant", .optional(tenant)), ("via", "events")]
    case .webhook: [("tenant", .optional(tenant)), ("via", "webhook")]
    case .erasure: [("tenant", .optional(tenant)), ("via", "erasure")]
    }
  }

  private func note(_ fault: AuditFault) {
    guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
    report("error: \(fault)")
  }
}

/// Signed links to the outputs of a render, by the names of these.
struct MadeLinks {
  var job: String
  var tenant: String
  /// The links' ids, which open nothing.
  var ids: [(name: String, id: String)]
  /// In seconds since 1970.
  var expires: Int64
}

extension ErasureSummary {
  /// The counts, as lines and answers have them.
  var members: [(String, JSONValue)] {
    [("renders", .integer(renders)), ("files", .integer(files)), ("bytes", .integer(Int(bytes)))]
  }
}
