import Backup
import Foundation
import Problems
import TestSupport
import Testing

/// Backups that are not as they were written, by chance or by an attacker.
@Suite struct DamagedBackupTests {
  /// One way to change a backup, and what is said of it.
  struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: ProblemCode
    var says: String
    var change: @Sendable (MadeBackup) throws -> Void

    init(
      _ name: String, _ says: String, _ code: ProblemCode = .badInput,
      _ change: @escaping @Sendable (MadeBackup) throws -> Void
    ) {
      (testDescription, self.says, self.code, self.change) = (name, says, code, change)
    }
  }

  private static let output = "backup/data/jobs/d1/1/output.mp4"

  static func remove(_ stage: MadeBackup, _ name: String) throws {
    try FileManager.default.removeItem(atPath: stage.folder.path(name))
  }

  static func link(_ stage: MadeBackup, _ name: String, to target: String) throws {
    try? remove(stage, name)
    try FileManager.default.createSymbolicLink(
      atPath: stage.folder.path(name), withDestinationPath: target)
  }

  static let files: [Damage] = [
    Damage("a file is missing", "d1/1/output.mp4: the backup is damaged: it is missing") {
      try remove($0, output)
    },
    Damage("a byte is another", "its SHA-256 is") {
      var bytes = try $0.folder.bytes(output)
      bytes[3] ^= 1
      try $0.folder.write(bytes, to: output)
    },
    Damage("a file is longer", "bytes, expected") {
      try $0.folder.write($0.folder.bytes(output) + [0], to: output)
    },
    Damage("a file is cut", "bytes, expected") {
      try $0.folder.write($0.folder.bytes(output).dropLast(), to: output)
    },
    Damage("a file too many", "jobs/d1/more: the backup is damaged: it is not listed") {
      try $0.folder.write("x", to: "backup/data/jobs/d1/more")
    },
    Damage("a hidden file too many", ".more: the backup is damaged: it is not listed") {
      try $0.folder.write("x", to: "backup/data/.more")
    },
    Damage("a file beside the manifest", "more: the backup is damaged: it is not listed") {
      try $0.folder.write("x", to: "backup/more")
    },
    Damage("an empty folder too many", "jobs/none: the backup is damaged: it is not listed") {
      try $0.folder.folder("backup/data/jobs/none")
    },
    Damage("a link too many", "jobs/d1/more: the backup is damaged: it is not listed") {
      try link($0, "backup/data/jobs/d1/more", to: "1/output.mp4")
    },
    Damage("a link to a file of the machine", "it is a link") {
      try link($0, output, to: "/etc/passwd")
    },
    Damage("a link to the same bytes", "it is a link") {
      try $0.folder.write($0.folder.bytes(output), to: "elsewhere")
      try link($0, output, to: $0.folder.path("elsewhere"))
    },
    Damage("a folder is a link", "jobs: the backup is damaged: it is") {
      try FileManager.default.moveItem(
        atPath: $0.folder.path("backup/data/jobs"), toPath: $0.folder.path("elsewhere"))
      try link($0, "backup/data/jobs", to: $0.folder.path("elsewhere"))
    },
    Damage("the data are a link", "data: the backup is damaged: it is") {
      try FileManager.default.moveItem(
        atPath: $0.folder.path("backup/data"), toPath: $0.folder.path("elsewhere"))
      try link($0, "backup/data", to: $0.folder.path("elsewhere"))
    },
    Damage("a name leads elsewhere", "it leads elsewhere than listed") {
      try link($0, "backup/data/\(BackupStage.tenantFolder)/mine", to: "../../../etc")
    },
    Damage("a name is a file", "no link") {
      try remove($0, "backup/data/\(BackupStage.tenantFolder)/mine")
      try $0.folder.write("x", to: "backup/data/\(BackupStage.tenantFolder)/mine")
    },
    Damage("a pipe in the place of a file", "no regular file") {
      try remove($0, output)
      #expect(mkfifo($0.folder.path(output), 0o600) == 0)
    },
    Damage("a folder in the place of a file", "no regular file") {
      try remove($0, output)
      try $0.folder.folder(output)
    },
    Damage("the list is cut", "files.jsonl: the backup is damaged: it has") {
      try $0.folder.write(
        $0.folder.bytes("backup/files.jsonl").dropLast(9), to: "backup/files.jsonl")
    },
    Damage("the list is another", "files.jsonl: the backup is damaged: its SHA-256") {
      let list = String(decoding: try $0.folder.bytes("backup/files.jsonl"), as: UTF8.self)
      try $0.folder.write(
        list.replacing("jobs/d1/1/poster", with: "jobs/d2/1/poster"), to: "backup/files.jsonl")
    },
  ]

  static let manifests: [Damage] = [
    Damage("no manifest", "there is no backup.json", .inputNotFound) {
      try remove($0, "backup/backup.json")
    },
    Damage("an empty manifest", "not JSON: it is empty") {
      try $0.folder.write("", to: "backup/backup.json")
    },
    Damage("a manifest that is cut", "not JSON: it is cut off") {
      try $0.folder.write(
        $0.folder.bytes("backup/backup.json").prefix(90), to: "backup/backup.json")
    },
    Damage("a manifest that is too large", "at most 65536 allowed", .overLimit) {
      let bytes = try $0.folder.bytes("backup/backup.json")
      let space = [UInt8](repeating: 0x20, count: (64 << 10) - bytes.count + 1)
      try $0.folder.write(bytes + space, to: "backup/backup.json")
    },
    Damage("a manifest without an end", "at most 65536 allowed", .overLimit) {
      try Program(named: "truncate").succeed(
        ["-s", "20G", $0.folder.path("backup/backup.json")], in: $0.folder)
    },
    Damage("a manifest of deep lists", "nested more than 32 deep") {
      try $0.folder.write(String(repeating: "[", count: 60_000), to: "backup/backup.json")
    },
    Damage("a manifest that is a link", "it is a link") {
      try FileManager.default.moveItem(
        atPath: $0.folder.path("backup/backup.json"), toPath: $0.folder.path("elsewhere"))
      try link($0, "backup/backup.json", to: "../elsewhere")
    },
    Damage("another format", "its format is \"avatar-overlay-backup/2\"") {
      try $0.editManifest { $0["format"] = "avatar-overlay-backup/2" }
    },
    Damage("a key that is not known", "unknown key \"entrys\"") {
      try $0.editManifest { $0["entrys"] = 3 }
    },
    Damage("a key that is missing", "the key \"list\" is missing") {
      try $0.editManifest { $0["list"] = nil }
    },
    Damage("a number that is none", "a number expected") {
      try $0.editManifest { $0["bytes"] = "x" }
    },
    Damage("bytes that are below nothing", "a whole number from 0") {
      try $0.editManifest { $0["bytes"] = -1 }
    },
    Damage("a sum of bytes that is another", "bytes, expected 7") {
      try $0.editManifest { $0["bytes"] = 7 }
    },
    Damage("fewer entries than lines", "it has more than the 3 lines") {
      try $0.editManifest { $0["entries"] = 3 }
    },
    // The limit itself is none over it: the list is what ends then.
    Damage("as many entries as there may be", "expected 1000000") {
      try $0.editManifest { $0["entries"] = BackupLimits.entries }
    },
    Damage("more entries than there may be", "at most 1000000 allowed", .overLimit) {
      try $0.editManifest { $0["entries"] = BackupLimits.entries + 1 }
    },
    Damage("a newer version's", "it was made by a newer version (its schema is 99", .badStore) {
      try $0.editManifest { $0["schema"] = 99 }
    },
    Damage("an older version than the database's", "expected 1") {
      try $0.editManifest { $0["schema"] = 1 }
    },
  ]

  @Test(arguments: files + manifests + sealed)
  func `a backup that is not as it was written is refused, and nothing is made`(damage: Damage)
    throws
  {
    let stage = try MadeBackup()
    try damage.change(stage)
    let before = try stage.folder.names()
    do {
      try stage.folder.restore()
      Issue.record("it was restored")
    } catch {
      #expect("\(error)".contains(damage.says), "\(error)")
      #expect(!"\(error)".contains("\n") && !"\(error)".contains(".restoring"), "\(error)")
      #expect((error as? any ProblemReporting)?.problemCode == damage.code, "\(error)")
    }
    #expect(try stage.folder.names() == before)
  }

  @Test func `a backup at its limits is restored`() throws {
    let stage = try MadeBackup()
    try stage.reseal { $0[0] += String(repeating: " ", count: 4096 - $0[0].utf8.count) }
    let bytes = try stage.folder.bytes("backup/backup.json")
    let space = [UInt8](repeating: 0x20, count: (64 << 10) - bytes.count)
    try stage.folder.write(bytes + space, to: "backup/backup.json")
    #expect(try stage.folder.restore().jobs == 5)
  }
}
