import Access
import Foundation
import Isolation
import Problems
import Recordings
import Store
import Terminal

enum KeysCreateCommand {
  static let spec = CommandSpec(
    verb: "keys create",
    summary: "Creates an API key and shows it once.",
    arguments: "--data DIR --tenant NAME --scopes LIST",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          KeysArguments.data,
          .value("--tenant", "NAME", "the tenant, to which the jobs belong"),
          .value("--scopes", "LIST", "what it allows, one or more of \(KeysArguments.knownScopes)"),
          .value("--expires", "DAYS", "how many days it is valid, 1 to 3650 (default: for ever)"),
          .value("--name", "TEXT", "a name for people, at most 100 characters"),
          .flag(
            "--purge-inputs", "what is sent with it for a render goes as soon as that has ended"),
          KeysArguments.json,
        ]
      )
    ],
    examples: [
      (
        "avatar-overlay keys create --data /var/lib/avatar-overlay --tenant brushing --scopes frames,renders",
        "a key for an app; it is printed on standard output"
      ),
      (
        "avatar-overlay keys create --data data --tenant ops --scopes admin --expires 30 --name \"on call\"",
        "a key that is valid for a month"
      ),
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let scopes = try KeysArguments.scopes(arguments.string("--scopes"))
    guard let tenant = try KeysArguments.tenant(arguments) else {
      throw UsageError("missing --tenant NAME")
    }
    let days = try arguments.int("--expires", in: 1...3650)
    let name = arguments.string("--name")
    // A line break would forge a line of `keys list`.
    if let name, name.isEmpty || name.count > 100 || name.contains(where: \.isNewline) {
      throw UsageError("--name: expected one line of 1 to 100 characters")
    }
    let store = try KeysArguments.store(arguments, makes: true)
    let (key, now) = (try APIKey(), KeysArguments.now)
    let record = KeyRecord(
      of: key, tenant: tenant, name: name, scopes: scopes, createdAt: now,
      expiresAt: days.map { now + Int64($0) * 86_400_000 },
      purgesInputs: arguments.has("--purge-inputs"))
    try store.add(record)
    do {
      try KeyReport(record, at: now, key: key).show(asJSON: arguments.has("--json"))
    } catch {
      // Its secret is nowhere else.
      let disabled = try? store.disableKey(record.id, at: now)
      throw KeysError.notShown(record.id, reason: "\(error)", isDisabled: disabled != nil)
    }
    return .done
  }
}

enum KeysListCommand {
  static let spec = CommandSpec(
    verb: "keys list",
    summary: "Lists API keys with tenant, scopes and last use.",
    arguments: "",
    argumentCount: 0...0,
    options: [
      (
        "Options",
        [
          KeysArguments.data, .value("--tenant", "NAME", "only keys of this tenant"),
          KeysArguments.json,
        ]
      )
    ],
    examples: [("avatar-overlay keys list --data /var/lib/avatar-overlay", "all of them")])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let tenant = try KeysArguments.tenant(arguments)
    let now = KeysArguments.now
    let keys = try KeysArguments.store(arguments).keys(of: tenant).map { KeyReport($0, at: now) }
    if arguments.has("--json") {
      try StandardStreams.result(IndentedJSON.of(keys))
    } else {
      for key in keys { try StandardStreams.result(key.line) }
      if keys.isEmpty {
        let whose = tenant.map { " of the tenant \($0)" } ?? ""
        StandardStreams.message("there are no keys\(whose); keys create makes one")
      }
    }
    return .done
  }
}

enum KeysDisableCommand {
  static let spec = CommandSpec(
    verb: "keys disable",
    summary: "Disables an API key, at once and for good.",
    arguments: "ID",
    argumentCount: 1...1,
    options: [("Options", [KeysArguments.data, KeysArguments.json])],
    examples: [
      (
        "avatar-overlay keys disable 3kq9x0v7mt --data /var/lib/avatar-overlay",
        "a key that was lost; a running service refuses it within a second"
      )
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let (id, now) = (arguments.positionals[0], KeysArguments.now)
    guard let key = try KeysArguments.store(arguments).disableKey(id, at: now) else {
      throw KeysError.noKey(id)
    }
    let report = KeyReport(key, at: now)
    if arguments.has("--json") {
      try StandardStreams.result(IndentedJSON.of(report))
    } else {
      StandardStreams.message(report.line)
    }
    return .done
  }
}

enum KeysRotateCommand {
  static let spec = CommandSpec(
    verb: "keys rotate",
    summary: "Replaces an API key with a new one; the old one stays valid for a while.",
    arguments: "ID",
    argumentCount: 1...1,
    options: [("Options", [KeysArguments.data, KeysArguments.overlap, KeysArguments.json])],
    examples: [
      (
        "avatar-overlay keys rotate 3kq9x0v7mt --data /var/lib/avatar-overlay",
        "a key with the same tenant, name, rights and length of life; the old one ends in a day"
      )
    ])

  static func run(_ arguments: ParsedArguments, _ cancellation: Cancellation) throws -> ExitCode {
    let (id, now) = (arguments.positionals[0], KeysArguments.now)
    let overlap = try KeysArguments.overlap(arguments)
    let store = try KeysArguments.store(arguments)
    guard let old = try store.key(id) else { throw KeysError.noKey(id) }
    guard old.standing(at: now) == .valid else {
      throw KeysError.notValid(id, old.standing(at: now))
    }
    let key = try APIKey()
    // Shown first: one that was not shown would be the only one once the old one ends.
    try KeyReport(old.successor(key, at: now), at: now, key: key)
      .show(asJSON: arguments.has("--json"))
    guard try store.rotateKey(id, to: key, at: now, oldUntil: now + overlap) != nil else {
      throw KeysError.changedMeanwhile(id)
    }
    return .done
  }
}
