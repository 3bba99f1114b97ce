import Backup
import Foundation
import Problems
import TestSupport

extension DamagedBackupTests {
  /// What is sealed: all sums are right, and only what it means is not.
  static let sealed: [Damage] =
    [
      "../out", "/etc/out", "jobs/../../out", "jobs/d1/../../../out", "jobs/./d1/x", "jobs//x",
      "jobs/d1/",
      "jobs/d1", "out", "set-aside/x/y", "service.sqlite-wal", "jobs/d1/.hidden", "avatars/zz/x",
      "avatars/616461/.packages/x.zip", "avatars/616461/.packages/../../x", "jobs/d1/a\\u0000b",
      "jobs/d1/a\\nb", "jobs/d1/\u{e9}",
    ].map { path in
      Damage("the path \(path)", "is no path of a file of the service") { stage in
        try stage.reseal { $0.append(MadeBackup.line(path, Array("x".utf8))) }
      }
    }
    + ["/etc/passwd", "../../../etc/passwd", "mine", ".packages/../../../x.zip", ".packages/"].map {
      target in
      Damage("a link to \(target)", "expected a package of the same tenant") { stage in
        try stage.reseal {
          $0.append("{\"path\": \"avatars/616461/evil\", \"link\": \"\(target)\"}")
        }
      }
    } + [
      Damage("a link that is a job's", "expected a package of the same tenant") {
        let package = ".packages/\(String(repeating: "a", count: 64)).zip"
        try $0.reseal { $0.append("{\"path\": \"jobs/d1/x\", \"link\": \"\(package)\"}") }
      },
      Damage("a link to a package that is not there", "not listed before it") {
        let package = ".packages/\(String(repeating: "a", count: 64)).zip"
        try $0.reseal { $0.append("{\"path\": \"avatars/616461/x\", \"link\": \"\(package)\"}") }
      },
      Damage("a file that is a name", "expected a SHA-256 in 64 digits, or a link") {
        try $0.reseal { $0.append(MadeBackup.line("avatars/616461/x", [])) }
      },
      Damage("a file that is listed twice", "it is listed twice") {
        try $0.reseal { $0.append($0[0]) }
      },
      Damage("a line of no JSON", "files.jsonl:1: the backup is damaged: not JSON") {
        try $0.reseal { $0[0] = "{" }
      },
      Damage("a line that is too long", "at most 4096 allowed", .overLimit) {
        try $0.reseal { $0[0] += String(repeating: " ", count: 4097 - $0[0].utf8.count) }
      },
      Damage("a path that is too long", "is no path of a file") {
        try $0.reseal { $0.append(MadeBackup.line(Self.path(bytes: 1025), [])) }
      },
      Damage("a path of as many bytes as there may be", "it is missing") {
        try $0.reseal { $0.append(MadeBackup.line(Self.path(bytes: 1024), [])) }
      },
      Damage("a path that is too deep", "is no path of a file") {
        try $0.reseal { $0.append(MadeBackup.line("jobs/b/c/d/e/f/g", [])) }
      },
      Damage("a path of as many names as there may be", "it is missing") {
        try $0.reseal { $0.append(MadeBackup.line("jobs/b/c/d/e/f", [])) }
      },
      Damage("a file of more bytes than there may be", "a whole number from 0 to") {
        let line =
          "{\"path\": \"jobs/d1/x\", \"bytes\": \(BackupLimits.fileBytes + 1), \"sha256\": \"\(String(repeating: "0", count: 64))\"}"
        try $0.reseal { $0.append(line) }
      },
      Damage("no database", "service.sqlite: the backup is damaged: it is not listed") {
        try remove($0, "backup/data/service.sqlite")
        try $0.reseal { $0.removeAll { $0.contains("service.sqlite") } }
      },
      Damage("a database of no bytes", "it is empty", .badStore) {
        try $0.folder.write("", to: "backup/data/service.sqlite")
        try $0.editDatabase("")
      },
      Damage("a newer version's database", "newer version (its schema is 98", .badStore) {
        try $0.editDatabase("c.execute('PRAGMA user_version = 98')")
      },
      Damage("another program's database", "another program's", .badStore) {
        try $0.editDatabase("c.execute('PRAGMA application_id = 7')")
      },
      Damage("a database that acts by itself", "trigger t", .badStore) {
        try $0.editDatabase(
          "c.execute('CREATE TRIGGER t AFTER INSERT ON api_key BEGIN DELETE FROM job; END')")
      },
      Damage("a database with a view", "view v", .badStore) {
        try $0.editDatabase("c.execute('CREATE VIEW v AS SELECT 1')")
      },
      // Retention would remove that folder.
      Damage("a job whose folder is elsewhere", "which is no name of a folder", .badStore) {
        try $0.editDatabase("c.execute(\"UPDATE job SET id = '../../home' WHERE id = 'f1'\")")
      },
      Damage("a job whose folder is that of all", "which is no name of a folder", .badStore) {
        try $0.editDatabase("c.execute(\"UPDATE job SET id = '.' WHERE id = 'f1'\")")
      },
      Damage("a database with a broken page", "damaged", .badStore) { stage in
        var bytes = try stage.folder.bytes("backup/data/service.sqlite")
        for offset in 4096..<4200 { bytes[offset] ^= 0xA5 }
        try stage.folder.write(bytes, to: "backup/data/service.sqlite")
        try stage.reseal { lines in
          lines.removeAll { $0.contains("service.sqlite") }
          lines.append(MadeBackup.line("service.sqlite", bytes))
        }
      },
    ]

  private static func path(bytes: Int) -> String {
    let name = String(repeating: "x", count: 255)
    let start = "jobs/\(name)/\(name)/\(name)/"
    return start + String(repeating: "y", count: bytes - start.utf8.count)
  }
}
