import Access
import Foundation
import Problems
import Service
import Store
import Terminal
import Text

/// What the verbs of `keys` have in common.
enum KeysArguments {
  /// Where the service keeps things.
  static let data = OptionSpec.value("--data", "DIR", "the service's data folder")
  /// How long the key before stays valid.
  static let overlap = OptionSpec.value(
    "--overlap", "HOURS", "how long the previous key stays valid, 0 to 720 (default: 24)")
  /// For machines.
  static let json = OptionSpec.flag("--json", "as JSON, on standard output")

  /// Milliseconds since 1970.
  static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  /// The store in the data folder; `makes` makes folder and store where there are none.
  static func store(_ arguments: ParsedArguments, makes: Bool = false) throws -> any KeyStore {
    guard let folder = arguments.string("--data"), !folder.isEmpty else {
      throw UsageError("missing --data DIR, the service's data folder")
    }
    let path = ServiceStorage.path(in: URL(filePath: folder).path)
    let files = FileManager.default
    if makes, !files.fileExists(atPath: folder) {
      do {
        try files.createDirectory(
          atPath: folder, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      } catch {
        throw KeysError.cannotMakeFolder(folder, reason: SystemReason.words(of: error))
      }
    }
    let isThere = files.fileExists(atPath: path)
    // The store's own words would be that it cannot be written.
    guard isThere ? SystemReason.refusal(ofReading: path) == nil : makes else {
      throw KeysError.noStore(path)
    }
    if makes { try ServiceData.checkDatabase(of: folder) }
    return try ServiceStorage.openKeys(path: path)
  }

  /// The tenant, by its checked name; nil where none is named.
  static func tenant(_ arguments: ParsedArguments) throws -> String? {
    guard let tenant = arguments.string("--tenant") else { return nil }
    try TenantName.check(tenant)
    return tenant
  }

  /// The names of all rights.
  static let knownScopes = AccessScope.allCases.map(\.rawValue).joined(separator: ", ")

  /// The rights of `--scopes frames,renders`.
  static func scopes(_ text: String?) throws(UsageError) -> Set<AccessScope> {
    let known = AccessScope.allCases.map(\.rawValue)
    guard let text else {
      throw UsageError("missing --scopes LIST, some of \(knownScopes)")
    }
    var scopes: Set<AccessScope> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard let scope = AccessScope(rawValue: word) else {
        let hint =
          Spelling.nearest(to: word, among: known).map { "did you mean \($0)?" }
          ?? "expected \(knownScopes)"
        throw UsageError("--scopes: unknown scope \"\(word)\"; \(hint)")
      }
      scopes.insert(scope)
    }
    return scopes
  }

  /// How long the key before stays valid, in milliseconds.
  static func overlap(_ arguments: ParsedArguments) throws(UsageError) -> Int64 {
    Int64(try arguments.int("--overlap", in: 0...720) ?? 24) * 3_600_000
  }
}

/// What the verbs of `keys` do not find or cannot make.
enum KeysError: ProblemReporting, CustomStringConvertible {
  case noStore(String)
  case cannotMakeFolder(String, reason: String)
  case noKey(String)
  case notValid(String, KeyRecord.Standing)
  /// A key was made whose secret could not be shown.
  case notShown(String, reason: String, isDisabled: Bool)
  /// A key was disabled while another was shown that was to take its place.
  case changedMeanwhile(String)
  /// What webhooks or links are signed with is another one now, and could not be shown.
  case rotationNotShown(reason: String)

  var description: String {
    switch self {
    case .noStore(let path):
      SystemReason.refusal(ofReading: path).map { "\(path): \($0)" }
        ?? "\(path) does not exist; give the folder that serve has as --data (keys create makes it)"
    case .cannotMakeFolder(let path, let reason): "\(path): cannot be made (\(reason))"
    case .noKey(let id) where id.hasPrefix("ao_"):
      // The secret is not repeated: messages end in logs.
      "give the key's id, not the whole key: the part between ao_ and the next _ (keys list shows it)"
    case .noKey(let id): "there is no key \"\(id.prefix(100))\"; keys list shows their ids"
    case .notValid(let id, let standing):
      "the key \(id) is \(standing.rawValue) and cannot be rotated; make a new one with keys create"
    case .notShown(let id, let reason, let isDisabled):
      "\(reason); the key \(id), whose secret was not shown, "
        + (isDisabled
          ? "is disabled: make another" : "is still valid: disable it with keys disable")
    case .changedMeanwhile(let id):
      "the key \(id) is not valid any more and was not rotated: the key that was shown is not valid either;"
        + " make a new one with keys create"
    case .rotationNotShown(let reason):
      "\(reason); the rotation is done, and keys signing without --rotate shows what signs now"
    }
  }

  var problemCode: ProblemCode {
    switch self {
    case .noStore, .noKey: .inputNotFound
    case .cannotMakeFolder, .notShown, .rotationNotShown: .cannotWrite
    case .notValid, .changedMeanwhile: .badInput
    }
  }
}
