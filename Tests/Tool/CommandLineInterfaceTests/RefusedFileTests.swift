import Foundation
import Imaging
import TestSupport
import Testing

/// Files that may not be read: each verb says so, and whose they are, and never that there are none.
@Suite(.mostlyWaiting) struct RefusedFileTests {
  /// The first user may read everything, so another one tries.
  private static let other =
    geteuid() == 0 ? "exec setpriv --reuid 65534 --regid 65534 --clear-groups " : "exec "

  /// A stage that another user may look into.
  private func prepared() throws -> ToolStage {
    let stage = try ToolStage()
    for words in [
      ["keys", "create", "--data", "data", "--tenant", "ada", "--scopes", "frames"],
      ["plan", "in.mkv", "--avatar", "mask", "-o", "out/p.mkv", "--plan", "plan.json"],
    ] {
      let outcome = try stage.run(words)
      try #require(outcome.exitCode == 0, "\(outcome.error)")
    }
    for name in ["request.json", "session.json", "theme.json", "cues.jsonl", "times.jsonl"] {
      try stage.folder.write("{}", to: name)
    }
    try stage.folder.write("{\"video\": \"in.mkv\"}", to: "rec/recording.json")
    try stage.folder.write(try PNG.encode(SyntheticAvatar.solid(8, 8)), to: "a.png")
    try stage.folder.write(
      "{\"format\": \"golden-suite/1\", \"cases\": [\n{\"name\": \"a\", \"recording\": \"../in.mkv\", \"avatar\": \"../Avatars/mask\"}]}",
      to: "Golden/golden.json")
    try stage.folder.write(
      try stage.folder.bytes("Avatars/mask/avatar.json"), to: "packed/ox/avatar.json")
    try Program(named: "zip").succeed(["-qr", "ox.zip", "packed"], in: stage.folder)
    _ = try Program.shell.succeed(
      ["-c", "chmod -R go+rX . && chmod 700 data && chmod 777 out"], in: stage.folder)
    return stage
  }

  /// What is made unreadable, and a command that reads it.
  static let files: [(name: String, command: String)] = [
    ("in.mkv", "render in.mkv --avatar mask -o out/x.mkv"), ("in.mkv", "inspect in.mkv"),
    ("in.jsonl", "render in.mkv --avatar mask -o out/x.mkv"),
    ("in.jsonl", "session run --tracking in.jsonl"),
    ("rec/recording.json", "inspect rec"), ("rec", "inspect rec"),
    ("Avatars/mask/avatar.json", "render in.mkv --avatar mask -o out/x.mkv"),
    ("Avatars/mask/0.png", "render in.mkv --avatar mask -o out/x.mkv"),
    ("Avatars/mask", "render in.mkv --avatar ./Avatars/mask -o out/x.mkv"),
    ("Avatars", "avatars preview ./Avatars/mask -o out/x.png"),
    ("Avatars", "render in.mkv --avatar mask -o out/x.mkv"),
    ("ox.zip", "avatars preview ./ox.zip -o out/x.png"),
    ("request.json", "render --request request.json"),
    ("session.json", "session check session.json"),
    ("a.png", "compare a.png Avatars/mask/0.png"),
    ("Golden/golden.json", "verify"), ("Golden", "verify"),
    ("times.jsonl", "verify --shard 1/2 --times times.jsonl"),
    ("plan.json", "status plan.json --store store"),
    ("data", "keys list --data data"), ("data/service.sqlite", "keys list --data data"),
    ("data", "keys disable x --data data"),
  ]

  @Test(arguments: files)
  func `what may not be read is not said to be missing`(name: String, command: String) throws {
    let stage = try prepared()
    if name.hasPrefix("data/") {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: stage.folder.path("data"))
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: stage.folder.path(name))
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: stage.folder.path(name))
    }
    let outcome = try Program.shell.run(
      ["-c", Self.other + "\"$0\" \(command)", Program.product.path], in: stage.folder,
      environment: ["CI": "", "HOME": stage.folder.path("out")])
    #expect([65, 66].contains(outcome.exitCode), "\(outcome.exitCode ?? -1): \(outcome.error)")
    // `inspect` has what it found on standard output.
    let error = outcome.text + (outcome.errorLines.last ?? "")
    let owner = NSUserName()
    #expect(error.contains("may not be read by the user "), "\(error)")
    #expect(error.contains(" belongs to \(owner) (mode 0)"), "\(error)")
    for claim in ["no such", "does not exist", "there is no ", "no suite"] {
      #expect(!error.contains(claim), "\(error)")
    }
  }
}
