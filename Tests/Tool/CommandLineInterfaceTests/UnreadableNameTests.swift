import Foundation
import Imaging
import TestSupport
import Testing

/// Names that are no UTF-8: refused where they are given, passed over where they are found.
@Suite(.mostlyWaiting) struct UnreadableNameTests {
  /// Runs a script with the tool as `$0`, in which `$b` is a byte that no UTF-8 has.
  private func run(_ script: String, in stage: ToolStage) throws -> Program.Outcome {
    try Program.shell.run(
      ["-c", "b=$(printf '\\377'); \(script)", Program.product.path], in: stage.folder,
      environment: ["CI": ""])
  }

  /// What lies in the stage: the paths, and the bytes of plain files.
  private func contents(of stage: ToolStage) throws -> String {
    try Program.shell.run(
      ["-c", "find . -print0 | sort -z | xargs -0 sha256sum 2>/dev/null | cat -v"],
      in: stage.folder
    ).text
  }

  @Test(arguments: [
    ("render in.mkv --avatar mask -o \"out/o$b.mp4\"", "-o \"out/o\\xff.mp4\""),
    ("render in.mkv --avatar mask --overwrite -o \"out/o$b.mp4\"", "-o \"out/o\\xff.mp4\""),
    ("render in.mkv --avatar mask --output=\"out/o$b.mp4\"", "\"--output=out/o\\xff.mp4\""),
    ("render \"o$b.mkv\" --avatar mask -o out/x.mp4", "\"o\\xff.mkv\""),
    ("render in.mkv --avatar \"o$b\" -o out/x.mp4", "--avatar \"o\\xff\""),
    ("inspect -- \"o$b.mkv\"", "\"o\\xff.mkv\""), ("\"o$b\"", "\"o\\xff\""),
    ("keys list --data \"o$b\"", "--data \"o\\xff\""),
    ("isolated --read \"o$b\" -- inspect in.mkv", "--read \"o\\xff\""),
  ])
  func `an argument that is no UTF-8 is refused, and nothing is written`(
    words: String, name: String
  ) throws {
    let stage = try ToolStage()
    // What a name with the byte replaced would read, write or replace.
    for other in ["out/o\u{FFFD}.mp4", "o\u{FFFD}.mkv", "o\u{FFFD}/x"] {
      try stage.folder.write("another's", to: other)
    }
    let before = try contents(of: stage)
    let outcome = try run("exec \"$0\" \(words)", in: stage)
    #expect(outcome.exitCode == 64 && outcome.errorLines.count == 1, "\(outcome.error)")
    #expect(outcome.error.hasPrefix("error: \(name) is not UTF-8"), "\(outcome.error)")
    #expect(try contents(of: stage) == before)
  }

  @Test(arguments: ["AVATAR_OVERLAY_AVATARS", "AVATAR_OVERLAY_DATA", "TMPDIR", "HOME"])
  func `a variable that names a file and is no UTF-8 is refused`(name: String) throws {
    let stage = try ToolStage()
    let before = try contents(of: stage)
    let outcome = try run("\(name)=\"/tmp/o$b\" exec \"$0\" avatars list", in: stage)
    #expect(outcome.exitCode == 64 && outcome.errorLines.count == 1, "\(outcome.error)")
    #expect(outcome.error.contains("the variable \(name), \"/tmp/o\\xff\", is not UTF-8"))
    #expect(try contents(of: stage) == before)
  }

  @Test func `a folder to run in and a program whose paths are no UTF-8 are refused`() throws {
    let stage = try ToolStage()
    let there = try run("mkdir \"d$b\"; cd \"d$b\"; exec \"$0\" inspect ../in.mkv", in: stage)
    #expect(there.exitCode == 64 && there.errorLines.count == 1, "\(there.error)")
    #expect(there.error.contains("the path of the folder that it runs in, \""))
    #expect(there.error.contains("/d\\xff\", is not UTF-8"))
    let help = try run("cd \"d$b\"; exec \"$0\" --help", in: stage)
    #expect(help.exitCode == 0)
    // A program under such a name that fails to start is no case of this.
    let copy = try run(
      "ln \"$0\" \"d$b/tool\" 2>/dev/null || cp \"$0\" \"d$b/tool\"; exec \"d$b/tool\" inspect in.mkv",
      in: stage)
    #expect(copy.exitCode == 64 && copy.error.contains("the path of the program, \""))
  }

  /// Folders that hold an entry whose name is no UTF-8, beside what is looked for, and the code that is right.
  @Test(arguments: [
    ("mkdir rec; cp in.mkv rec/; cp in.jsonl rec/; touch \"rec/o$b.mkv\"", "inspect rec", 65),
    (
      "mkdir rec; cp in.mkv in.jsonl rec/; touch \"rec/o$b.mkv\";"
        + " echo '{\"video\": \"in.mkv\", \"tracking\": \"in.jsonl\"}' >rec/recording.json",
      "inspect rec", 0
    ),
    ("cp -r Avatars/mask \"Avatars/o$b\"", "avatars list", 0),
    ("cp -r Avatars/mask \"Avatars/o$b\"", "avatars lint", nil),
    ("cp Avatars/mask/0.png \"Avatars/mask/o$b.png\"", "avatars lint", nil),
    (
      "cp Avatars/mask/0.png \"Avatars/mask/o$b.png\"",
      "render in.mkv --avatar mask --progress none -o out/x.mp4", 0
    ),
    ("mkdir a c; cp Avatars/mask/0.png a/0.png; cp a/0.png \"a/o$b.png\"", "compare a a", nil),
    ("mkdir s; touch \"s/o$b.png\"", "scenes list --scenes s", nil),
    ("mkdir s; cp Avatars/mask/0.png \"s/o$b.png\"", "scenes score --scenes s", nil),
    ("mkdir \"Cards$b\"; mkdir Cards; mkdir \"Cards/x$b\"", "cards list --cards Cards", nil),
    (
      "mkdir s; cp Avatars/mask/0.png \"s/o$b.png\"",
      "track in.mkv --no-faces --detect-cards s -o out/t.jsonl", nil
    ),
  ])
  func `a name that is found and is no UTF-8 is no fault of the program`(
    setup: String, words: String, code: Int32?
  ) throws {
    let stage = try ToolStage()
    let outcome = try run("\(setup); exec \"$0\" \(words)", in: stage)
    #expect(outcome.exitCode != nil && outcome.exitCode != 70, "\(words): \(outcome.error)")
    if let code { #expect(outcome.exitCode == code, "\(words): \(outcome.error)") }
  }

  /// Names within JSON: half of a surrogate pair, which is no Unicode, and bytes that are no UTF-8.
  @Test(arguments: ["\\ud800", "\\udfff", "'\"$b\"'"])
  func `a name in a recording that is no Unicode is a fault of the recording`(name: String) throws {
    let stage = try ToolStage()
    let outcome = try run(
      "mkdir rec; printf '%s' '{\"video\": \"a\(name).mkv\"}' >rec/recording.json;"
        + " exec \"$0\" inspect rec",
      in: stage)
    #expect([65, 66].contains(outcome.exitCode), "\(outcome.error)")
  }

  @Test func `goldens beside a stray name are verified`() throws {
    let stage = try SuiteStage(["\"name\": \"a\""])
    try stage.record()
    let outcome = try run(
      "touch \"Golden/o$b.png\"; mkdir \"Golden/d$b\"; touch \"Golden/d$b/x.png\"; exec \"$0\" verify",
      in: stage.stage)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
  }
}
