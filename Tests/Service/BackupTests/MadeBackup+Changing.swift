import Digests
import Foundation
import TestSupport
import Testing

/// Changes by an attacker that knows the format.
extension MadeBackup {
  /// Changes the list of files, and makes the manifest fit it again.
  func reseal(_ change: (inout [String]) -> Void) throws {
    let list = String(decoding: try folder.bytes("backup/files.jsonl"), as: UTF8.self)
    var lines = list.split(separator: "\n").map(String.init)
    change(&lines)
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    try folder.write(bytes, to: "backup/files.jsonl")
    try editManifest { manifest in
      manifest["entries"] = lines.count
      manifest["bytes"] = lines.compactMap {
        $0.firstMatch(of: /"bytes": (\d+)/).flatMap { Int($0.1) }
      }
      .reduce(0, +)
      manifest["list"] = ["bytes": bytes.count, "sha256": SHA256.hex(of: bytes)]
    }
  }

  /// Changes `backup.json`.
  func editManifest(_ change: (inout [String: Any]) -> Void) throws {
    let data = Data(try folder.bytes("backup/backup.json"))
    var manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    change(&manifest)
    try folder.write(JSONSerialization.data(withJSONObject: manifest), to: "backup/backup.json")
  }

  /// Changes the database as another program would, and lists it as it then is.
  func editDatabase(_ script: String) throws {
    try Program.python.succeed(
      [
        "-c", "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\n\(script)\nc.commit()",
        folder.path("backup/data/service.sqlite"),
      ], in: folder)
    let bytes = try folder.bytes("backup/data/service.sqlite")
    try reseal { lines in
      lines.removeAll { $0.contains("service.sqlite") }
      lines.append(Self.line("service.sqlite", bytes))
    }
  }

  static func line(_ path: String, _ bytes: [UInt8]) -> String {
    "{\"path\": \"\(path)\", \"bytes\": \(bytes.count), \"sha256\": \"\(SHA256.hex(of: bytes))\"}"
  }
}
