import Access
import Foundation
import Terminal

/// A key as `--json` shows it.
struct KeyReport: Encodable {
  let id: String
  let tenant: String
  let name: String?
  let scopes: [String]
  let createdAt: String
  let expiresAt: String?
  let lastUsedAt: String?
  let disabledAt: String?
  let standing: String
  let purgesInputs: Bool
  /// The whole key, where it was just made.
  let key: String?

  init(_ record: KeyRecord, at time: Int64, key: APIKey? = nil) {
    id = record.id
    tenant = record.tenant
    name = record.name
    scopes = record.scopes.sorted().map(\.rawValue)
    createdAt = Self.text(record.createdAt)
    expiresAt = record.expiresAt.map(Self.text)
    lastUsedAt = record.lastUsedAt.map(Self.text)
    disabledAt = record.disabledAt.map(Self.text)
    standing = record.standing(at: time).rawValue
    purgesInputs = record.purgesInputs
    self.key = key?.text
  }

  /// A time for people and machines, RFC 3339 in UTC.
  ///
  /// - Parameter time: in milliseconds since 1970.
  static func text(_ time: Int64) -> String {
    Date(timeIntervalSince1970: Double(time / 1000)).formatted(.iso8601)
  }

  /// One line for people.
  var line: String {
    let name = self.name.map { " \"\($0)\"" } ?? ""
    let times =
      [
        "made \(createdAt)", lastUsedAt.map { "last used \($0)" } ?? "never used",
        expiresAt.map { "expires \($0)" }, disabledAt.map { "disabled \($0)" },
        purgesInputs ? "purges inputs" : nil,
      ].compactMap { $0 }.joined(separator: ", ")
    return "\(id)  \(standing)  \(tenant)\(name)  \(scopes.joined(separator: ","))  \(times)"
  }

  /// Shows a key that was just made: the secret on standard output, the rest beside it.
  func show(asJSON: Bool) throws {
    if asJSON {
      try StandardStreams.result(IndentedJSON.of(self))
    } else {
      try StandardStreams.result(key ?? id)
      StandardStreams.message(line)
      StandardStreams.message("the key is not shown again; store it as a secret")
    }
  }
}
