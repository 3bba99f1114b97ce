internal import Foundation
internal import JSON
internal import SQLiteStorage
internal import Store
internal import Text

/// `backup.json`: what a backup is, and the sum of its list of files.
public struct BackupManifest: Hashable, Sendable {
  /// The format and its version.
  static let format = "avatar-overlay-backup/1"
  /// Its name, that of the list of files, and that of the folder of these.
  static let (fileName, listName, dataName) = ("backup.json", "files.jsonl", "data")

  /// The version of the program that made it.
  public var program: String
  /// The version of the database.
  public var schema: Int64
  /// When the state was taken that it holds, RFC 3339 in UTC.
  public var createdAt: String
  /// The jobs in the database.
  public var jobs: Int
  /// Files and links.
  public var entries: Int
  /// The bytes of all files.
  public var bytes: Int64
  /// The bytes of the list, and their SHA-256.
  var listBytes: Int64
  var listSHA256: String

  var text: String {
    JSONValue.object([
      ("format", .string(Self.format)), ("program", .string(program)),
      ("schema", .integer(Int(schema))), ("createdAt", .string(createdAt)),
      ("jobs", .integer(jobs)), ("entries", .integer(entries)), ("bytes", .integer(Int(bytes))),
      ("list", .object([("bytes", .integer(Int(listBytes))), ("sha256", .string(listSHA256))])),
    ]).lines + "\n"
  }

  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension BackupManifest {
  /// Reads the file's bytes.
  ///
  /// - Parameter path: where they are, for messages.
  init(_ bytes: [UInt8], path: String) throws {
    let log = JSONFaultLog<BackupFault>()
    let root = JSONField.root(of: bytes, log: log)
    let format = root?.object(keys: nil)?.required("format")?.text()
    // Of another version nothing else is known.
    if log.faults.isEmpty, let format, format != Self.format {
      throw BackupError.damaged(
        path: path, reason: "its format is \"\(Shown.text(format))\", expected \"\(Self.format)\"")
    }
    let object = root?.object(
      keys: ["format", "program", "schema", "createdAt", "jobs", "entries", "bytes", "list"])
    let list = object?.required("list")?.object(keys: ["bytes", "sha256"])
    let whole = 0...Int(BackupLimits.totalBytes)
    let program = object?.required("program")?.text()
    let schema = object?.required("schema")?.integer(in: 1...1_000_000)
    let createdAt = object?.required("createdAt")?.text()
    let jobs = object?.required("jobs")?.integer(in: 0...1_000_000_000)
    let entries = object?.required("entries")?.integer(in: 0...1_000_000_000)
    let sum = object?.required("bytes")?.integer(in: whole)
    let listBytes = list?.required("bytes")?.integer(in: whole)
    let digest = list?.required("sha256")?.text()
    if let fault = log.faults.first {
      let place = fault.path.isEmpty ? "" : "\(fault.path): "
      throw BackupError.damaged(path: "\(path):\(fault.place)", reason: place + fault.kind.reason)
    }
    guard let program, let schema, let createdAt, let jobs, let entries, let sum, let listBytes,
      let digest, Self.isDigest(digest)
    else {
      throw BackupError.damaged(path: path, reason: "list.sha256: expected 64 digits")
    }
    guard Int64(schema) <= SQLiteStore.schemaVersion else {
      throw StoreError.newer(path: path, schema: Int64(schema))
    }
    guard entries <= BackupLimits.entries else {
      throw BackupError.overLimit(
        path: path, what: "files and links", found: Int64(entries),
        limit: Int64(BackupLimits.entries))
    }
    self.init(
      program: Shown.text(program), schema: Int64(schema), createdAt: Shown.text(createdAt),
      jobs: jobs, entries: entries, bytes: Int64(sum), listBytes: Int64(listBytes),
      listSHA256: digest)
  }
}
