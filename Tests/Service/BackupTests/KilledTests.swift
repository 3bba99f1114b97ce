import Backup
import Foundation
import TestSupport
import Testing

/// Both verbs as processes that are killed, or have no room.
@Suite(.mostlyWaiting) struct KilledTests {
  /// Whether a process can be killed at a call of the kernel that is named.
  static let canTrace: Bool = {
    guard let folder = try? ScratchFolder() else { return false }
    let words = ["-o", "/dev/null", "-e", "inject=unlink:signal=KILL", "rm", "-f", "x"]
    return (try? Program(named: "strace").run(words, in: folder))?.exitCode == 0
  }()

  /// Runs the tool, which is killed at the call of that number.
  private func kill(
    _ words: [String], at call: String, number: Int, in folder: ScratchFolder
  ) throws -> Program.Outcome {
    try Program(named: "strace").run(
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
        "inject=\(call):signal=KILL:when=\(number)", Program.product.path,
      ] + words, in: folder)
  }

  private static let backup = ["backup", "--data", "data", "-o", "backup", "--progress", "none"]

  /// Folders that are made, the database's snapshot, links, the list, syncs and the name.
  @Test(
    .enabled(if: canTrace, "needs strace and the right to trace"),
    arguments: [("mkdir", 1), ("mkdir", 4), ("symlink", 1), ("syncfs", 1), ("renameat2", 1)])
  func `a backup that is killed is not there, and the next one is whole`(
    call: String, number: Int
  ) throws {
    let stage = try BackupStage.full()
    let killed = try kill(Self.backup, at: call, number: number, in: stage.folder)
    #expect(killed.exitCode != 0, "\(killed.error)")
    let names = try stage.folder.names()
    #expect(
      !names.contains("backup") && names.count == (call == "mkdir" && number == 1 ? 1 : 2),
      "\(names)")
    let again = try Program.product.run(Self.backup, in: stage.folder)
    #expect(again.exitCode == 0, "\(again.error)")
    #expect(try stage.folder.names() == ["backup", "data"])
    #expect(try stage.restore().jobs == 5)
  }

  @Test(.enabled(if: canTrace, "needs strace and the right to trace"))
  func `a backup that is killed while it replaces another leaves one of both`() throws {
    let stage = try BackupStage.full()
    try stage.back()
    let words = Self.backup + ["--overwrite"]
    // The names are exchanged, and the old one is being removed; then they are not.
    for (number, call) in ["rmdir", "renameat2"].enumerated() {
      try stage.wait("w\(number + 2)")
      let killed = try kill(words, at: call, number: 1, in: stage.folder)
      #expect(killed.exitCode != 0, "\(killed.error)")
      #expect(try stage.restore(to: "restored-\(call)").jobs == 6, "\(call)")
    }
    #expect(try Program.product.run(words, in: stage.folder).exitCode == 0)
    #expect(try stage.folder.names().filter { $0.hasPrefix(".") } == [])
  }

  /// Into a folder that is not there, and into an empty one, where files are moved to their places.
  @Test(
    .enabled(if: canTrace, "needs strace and the right to trace"),
    arguments: [
      ("mkdir", 2, false), ("symlink", 1, false), ("renameat2", 1, false), ("mkdir", 3, true),
      ("fsync", 2, true), ("rename", 1, true), ("rename", 2, true), ("rename", 3, true),
    ])
  func `a restore that is killed leaves no folder that is served, and the next one is whole`(
    call: String, number: Int, isThere: Bool
  ) throws {
    let stage = try MadeBackup()
    if isThere { try stage.folder.folder("restored") }
    let words = ["restore", "backup", "--data", "restored", "--progress", "none"]
    let killed = try kill(words, at: call, number: number, in: stage.folder)
    #expect(killed.exitCode != 0, "\(killed.error)")
    if isThere {
      #expect(try stage.folder.names(in: "restored").contains(".restoring"))
      // Neither a service nor a key begins there.
      let verbs = [
        ["serve", "--port", "0"], ["serve", "--port", "0", "--new-database"],
        ["keys", "create", "--tenant", "t", "--scopes", "frames"],
      ]
      for verb in number == 3 ? verbs : [verbs[0]] {
        let refused = try Program.product.run(verb + ["--data", "restored"], in: stage.folder)
        #expect(refused.exitCode == 65, "\(refused.error)")
        #expect(refused.error.contains("was interrupted; run avatar-overlay restore again"))
      }
    } else {
      #expect(try !stage.folder.names().contains("restored"))
    }
    let again = try Program.product.run(words, in: stage.folder)
    #expect(again.exitCode == 0, "\(again.error)")
    try stage.folder.restore(to: "made")
    var tree = try stage.folder.tree("restored")
    tree["service.sqlite.lock"] = nil
    #expect(try tree == stage.folder.tree("made"))
    #expect(try stage.folder.names().filter { $0.hasPrefix(".") } == [])
  }

  /// A limit of the size of files acts as a full disk does; its signal is ignored.
  @Test func `without room nothing is left of either verb, and one line says so`() throws {
    let stage = try BackupStage.full()
    try stage.folder.write(
      [UInt8](repeating: 7, count: 300_000), to: "data/jobs/w1/recording/video")
    let restore = ["restore", "backup", "--data", "restored", "--progress", "none"]
    for (words, blocks) in [(Self.backup, 16), (Self.backup, 200), (restore, 16), (restore, 200)] {
      if words == restore, blocks == 16 { try stage.back() }
      let before = try stage.folder.names()
      let outcome = try Program.shell.run(
        ["-c", "ulimit -f \(blocks); exec \"$@\"", "sh", Program.product.path] + words,
        in: stage.folder)
      #expect(outcome.exitCode == 73, "\(outcome.error)")
      #expect(
        outcome.errorLines.count == 1 && outcome.error.contains("the disk is full"),
        "\(outcome.error)")
      #expect(try stage.folder.names() == before)
    }
  }

  /// Whether a file system can be mounted; containers often forbid it to root too.
  private static let mayMount: Bool = {
    guard let folder = try? ScratchFolder() else { return false }
    let words = ["-m", "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.url.path]
    return (try? Program(path: "/usr/bin/unshare").run(words, in: folder))?.exitCode == 0
  }()

  @Test(.enabled(if: mayMount, "needs the right to mount a file system"))
  func `a disk of its own is restored to, and one that is too small is told before`() throws {
    let stage = try BackupStage.full()
    try stage.folder.write(
      [UInt8](repeating: 7, count: 300_000), to: "data/jobs/w1/recording/video")
    try stage.back()
    try stage.folder.folder("restored")
    for (size, code) in [("200k", 73), ("8m", 0)] {
      let script = """
        mount -t tmpfs -o size=\(size) tmpfs restored || exit 99
        "$@"; code=$?
        ls -A restored | tr '\\n' ' '
        exit $code
        """
      let outcome = try Program(path: "/usr/bin/unshare").run(
        [
          "-m", "/bin/sh", "-c", script, "sh", Program.product.path, "restore", "backup", "--data",
          "restored", "--progress", "none",
        ], in: stage.folder)
      try #require(outcome.exitCode != 99, "\(outcome.error)")
      #expect(Int(outcome.exitCode ?? -1) == code, "\(outcome.error)")
      if code == 0 {
        #expect(outcome.text == "avatars jobs service.sqlite service.sqlite.lock ")
      } else {
        #expect(outcome.error.contains("bytes needed"), "\(outcome.error)")
        #expect(outcome.text == "service.sqlite.lock ")
      }
    }
  }
}
