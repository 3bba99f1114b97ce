import Backup
import Foundation
import Problems
import SQLiteStorage
import Store
import TestSupport
import Testing

/// The folder that is restored: which ones are taken, and what is left of a restore that was killed.
@Suite struct RestorePlaceTests {
  private func refusal(
    _ stage: MadeBackup, to target: String = "restored"
  ) throws -> (ProblemCode?, String) {
    do {
      try stage.folder.restore(to: target)
      return (nil, "")
    } catch {
      return ((error as? any ProblemReporting)?.problemCode, "\(error)")
    }
  }

  private func exists(_ stage: MadeBackup, _ name: String) -> Bool {
    FileManager.default.fileExists(atPath: stage.folder.path(name))
  }

  @Test func `a folder with files is left as it is`() throws {
    let stage = try MadeBackup()
    try stage.folder.write("mine", to: "restored/file")
    let (code, words) = try refusal(stage)
    #expect(code == .outputExists && words.contains("found file;"), "\(words)")
    #expect(try stage.folder.names(in: "restored") == ["file"])
    try stage.folder.write("mine", to: "plain")
    #expect(try refusal(stage, to: "plain").0 == .cannotWrite)
    #expect(try refusal(stage, to: "none/restored").0 == .cannotWrite)
    #expect(try refusal(stage, to: "backup").0 == .outputExists)
  }

  @Test func `a folder that a service is using is refused`() throws {
    let stage = try MadeBackup()
    try stage.folder.folder("restored")
    let lock = try StoreLock(beside: stage.folder.path("restored/service.sqlite"))
    let (code, words) = try refusal(stage)
    #expect(code == .storageBusy && words.contains("using this folder; stop it"), "\(words)")
    withExtendedLifetime(lock) {}
    #expect(try stage.folder.names(in: "restored") == ["service.sqlite.lock"])
  }

  @Test func `an empty folder is filled, and stays the same folder`() throws {
    let stage = try MadeBackup()
    try stage.folder.restore(to: "made")
    try stage.folder.folder("restored")
    // What a file system and a service that ended leave.
    try stage.folder.folder("restored/lost+found")
    for name in ["service.sqlite.lock", "jobs.lock"] {
      try stage.folder.write("", to: "restored/\(name)")
    }
    let path = stage.folder.path("restored")
    try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: path)
    let before = try FileManager.default.attributesOfItem(atPath: path)
    try stage.folder.restore()
    let after = try FileManager.default.attributesOfItem(atPath: path)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    #expect(after[.posixPermissions] as? Int == 0o750)
    var tree = try stage.folder.tree("restored")
    for name in ["service.sqlite.lock", "jobs.lock"] { tree[name] = nil }
    #expect(try tree == stage.folder.tree("made"))
    #expect(try refusal(stage).0 == .outputExists)
  }

  /// The states that a kill leaves, in the order in which a restore goes through them.
  @Test(arguments: ["begun", "whole", "moving", "moved"])
  func `a restore that was killed is made again from the beginning`(state: String) throws {
    let stage = try MadeBackup()
    try stage.folder.restore(to: "made")
    try stage.folder.write("half", to: "restored/.restoring/jobs/d1/1/output.mp4")
    try stage.folder.write("", to: "restored/service.sqlite.lock")
    if state != "begun" { try stage.folder.write("", to: "restored/.restoring/service.sqlite") }
    if state.hasPrefix("mov") { try stage.folder.write("", to: "restored/.restoring/moving") }
    if state == "moved" { try stage.folder.write("old", to: "restored/jobs/old/output.mp4") }
    #expect(InterruptedRestore.isIn(stage.folder.path("restored")))
    try stage.folder.restore()
    #expect(!InterruptedRestore.isIn(stage.folder.path("restored")))
    var tree = try stage.folder.tree("restored")
    tree["service.sqlite.lock"] = nil
    #expect(try tree == stage.folder.tree("made"))
  }

  @Test func `files that no restore has put there are left, whatever a killed one left`() throws {
    let stage = try MadeBackup()
    try stage.folder.folder("restored/.restoring")
    try stage.folder.write("mine", to: "restored/jobs/j/output.mp4")
    let (code, words) = try refusal(stage)
    #expect(code == .outputExists && words.contains("found jobs;"), "\(words)")
    #expect(exists(stage, "restored/jobs/j/output.mp4"))
  }

  @Test func `of two at once one restores, and the other is refused`() throws {
    let stage = try MadeBackup()
    var inner: (ProblemCode?, String)?
    var begun = 0
    try stage.folder.restore(isCancelled: {
      begun += 1
      // The list has been read, and files are being made.
      if begun == 25 { inner = try? refusal(stage) }
      return false
    })
    #expect(inner?.0 == .storageBusy, "\(inner?.1 ?? "")")
    #expect(exists(stage, "restored/jobs/d1/1/output.mp4"))
    #expect(try stage.folder.names() == ["backup", "restored"])
  }

  @Test(.enabled(if: geteuid() == 0, "needs to give a folder away"))
  func `the superuser restores nothing for another user`() throws {
    let stage = try MadeBackup()
    try stage.folder.folder("restored")
    #expect(chown(stage.folder.path("restored"), 65534, 65534) == 0)
    let (code, words) = try refusal(stage)
    #expect(code == .cannotWrite && words.contains("sudo -u '#65534'"), "\(words)")
    #expect(try stage.folder.names(in: "restored").isEmpty)
  }
}
