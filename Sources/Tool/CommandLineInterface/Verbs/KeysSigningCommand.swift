import Access
import Foundation
import Isolation
import Problems
import Recordings
import Store
import Terminal

enum KeysSigningCommand {
  static let spec = CommandSpec(
    verb: "keys signing",
    summary: "Shows or rotates what webhooks and links are signed with.",
    arguments: "",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          KeysArguments.data,
          .value("--tenant", "NAME", "the secret of this tenant's webhooks, which receivers need"),
          .flag("--links", "the keys of signed links; their secrets are not shown"),
          .flag("--rotate", "make a new one; the one before it stays valid for a while"),
          KeysArguments.overlap, KeysArguments.json,
        ]
      )
    ],
    examples: [
      (
        "avatar-overlay keys signing --data /var/lib/avatar-overlay --tenant brushing",
        "the secret with which this tenant's receiver checks signatures"
      ),
      (
        "avatar-overlay keys signing --data /var/lib/avatar-overlay --links --rotate --overlap 168",
        "a new key for links; those that were given out stay valid for their week"
      ),
    ])

  /// A signing key as `--json` shows it.
  private struct Report: Encodable {
    let id: String
    let createdAt: String
    let isCurrent: Bool
    let secret: String?
  }

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let tenant = try KeysArguments.tenant(arguments)
    guard (tenant == nil) == arguments.has("--links") else {
      throw UsageError("missing --tenant NAME or --links; give one of them")
    }
    let overlap = try KeysArguments.overlap(arguments)
    let store = try KeysArguments.store(arguments)
    let (purpose, now) = (
      tenant.map { SigningPurpose.webhooks(tenant: $0) } ?? .links, KeysArguments.now
    )
    let keys =
      arguments.has("--rotate")
      ? try store.rotateSigningKeys(for: purpose, at: now, oldUntil: now + overlap)
      : try store.signingKeys(for: purpose, at: now)
    let reports = keys.all.enumerated().map { index, key in
      Report(
        id: key.id, createdAt: KeyReport.text(key.createdAt), isCurrent: index == 0,
        secret: tenant == nil ? nil : key.secret)
    }
    do {
      try show(reports, asJSON: arguments.has("--json"))
    } catch  where arguments.has("--rotate") {
      throw KeysError.rotationNotShown(reason: "\(error)")
    }
    return .done
  }

  private static func show(_ reports: [Report], asJSON: Bool) throws {
    if asJSON { return try StandardStreams.result(IndentedJSON.of(reports)) }
    for report in reports {
      try StandardStreams.result(report.secret ?? report.id)
      StandardStreams.message(
        "\(report.id)  \(report.isCurrent ? "signs now" : "is still valid")  made \(report.createdAt)"
      )
    }
  }
}
