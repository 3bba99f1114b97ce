import Foundation
import TestSupport
import Testing

/// Results that cannot be written: nothing is left behind, and what was there is untouched.
@Suite struct OutputTests {
  @Test func `an output that exists is left alone unless it may be replaced`() throws {
    let stage = try ToolStage()
    let outputs = ["x.mp4", "x.mkv", "x.png"]
    for name in outputs {
      try stage.folder.write("precious", to: "out/\(name)")
      let words = ["in.mkv", "--avatar", "mask", "-o", "out/\(name)"]
      try stage.expect(
        stage.run([name.hasSuffix("png") ? "snapshot" : "render"] + words), refusedWith: 73,
        saying: ["out/\(name)", "exists", "--overwrite"], leaving: [name])
      #expect(try stage.folder.bytes("out/\(name)") == Array("precious".utf8))
      try FileManager.default.removeItem(atPath: stage.folder.path("out/\(name)"))
    }
    try stage.folder.write("precious", to: "out/x.mkv")
    let outcome = try stage.render("out/x.mkv", "--overwrite")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(try stage.frameCount("out/x.mkv") == 6)
  }

  @Test func `an output of numbered pictures is all there or not at all`() throws {
    let stage = try ToolStage()
    try stage.folder.write("precious", to: "out/0003.png")
    try stage.expect(
      stage.render("out/%04d.png"), refusedWith: 73, saying: ["out/0003.png", "exists"],
      leaving: ["0003.png"])
    #expect(try stage.folder.bytes("out/0003.png") == Array("precious".utf8))
  }

  @Test func `an output whose sidecar exists is not written`() throws {
    let stage = try ToolStage()
    try stage.folder.write("precious", to: "out/p.jsonl")
    try stage.expect(
      stage.render("out/x.mkv", "--placements", "out/p.jsonl"), refusedWith: 73,
      saying: ["out/p.jsonl", "exists"], leaving: ["p.jsonl"])
  }

  @Test func `an output needs a folder that is there`() throws {
    let stage = try ToolStage()
    for output in ["none/x.mp4", "none/%03d.png", "in.mkv/x.mp4"] {
      try stage.expect(
        stage.render(output), refusedWith: 73,
        saying: [output.hasPrefix("none") ? "none" : "in.mkv"])
    }
    try stage.expect(
      stage.run("snapshot", "in.mkv", "--avatar", "mask", "-o", "none/x.png"), refusedWith: 73,
      saying: ["none"])
    try stage.expect(
      stage.render("out/x.mkv", "--placements", "none/p.jsonl"), refusedWith: 73, saying: ["none"])
    try stage.folder.folder("out/x.mp4")
    try stage.expect(
      stage.render("out/x.mp4", "--overwrite"), refusedWith: 73, saying: ["out/x.mp4", "folder"],
      leaving: ["x.mp4"])
  }

  /// A file that grows to the limit of its length, as a worker's may.
  @Test(arguments: ["out/x.mkv", "out/x.mp4", "out/%02d.png"])
  func `an output that grows too long leaves nothing`(output: String) throws {
    // Noise does not compress, so that the limit of 8 blocks of 512 bytes is met.
    var clip = SyntheticClip(width: 96, height: 64, frames: 30)
    clip.filter = "noise=alls=100:allf=t"
    let stage = try ToolStage(clip: clip)
    let outcome = try Program.shell.run(
      [
        "-c", "ulimit -f 8; exec \"$@\"", "sh", Program.product.path, "render",
        "in.mkv", "--avatar", "mask", "--progress", "none", "-o", output, "--crf", "1",
      ], in: stage.folder)
    try stage.expect(outcome, refusedWith: 73, saying: ["out/", "exceeds the allowed file size"])
  }

  /// Whether a file system can be mounted; containers often forbid it to root too.
  private static let mayMount: Bool = {
    guard let folder = try? ScratchFolder() else { return false }
    let words = ["-m", "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.url.path]
    return (try? Program(path: "/usr/bin/unshare").run(words, in: folder))?.exitCode == 0
  }()

  @Test(.enabled(if: mayMount, "needs the right to mount a file system"))
  func `an output on a file system that is really full leaves nothing`() throws {
    var clip = SyntheticClip(width: 96, height: 64, frames: 30)
    clip.filter = "noise=alls=100:allf=t"
    let stage = try ToolStage(clip: clip)
    let script = """
      mount -t tmpfs -o size=64k tmpfs out || exit 99
      "$@"; code=$?
      ls -A out >left
      exit $code
      """
    // In a mount namespace of its own, which takes the file system with it.
    let outcome = try Program(path: "/usr/bin/unshare").run(
      [
        "-m", "/bin/sh", "-c", script, "sh", Program.product.path, "render", "in.mkv", "--avatar",
        "mask", "--progress", "none", "-o", "out/x.mkv", "--codec", "ffv1",
      ], in: stage.folder)
    try #require(outcome.exitCode != 99, "\(outcome.error)")
    try stage.expect(outcome, refusedWith: 73, saying: ["out/x.mkv", "no space"])
    #expect(try stage.folder.bytes("left") == [])
  }

  /// How to run the tool as a user that may not write where the tests may; nil where there is no
  /// such way: root must be able to become a user that still reaches the executable.
  private static let asStranger: [String]? = {
    guard getuid() == 0 else { return [] }
    let command = ["/usr/bin/setpriv", "--reuid", "65534", "--clear-groups"]
    let check = try? Program(path: command[0]).run(
      command.dropFirst() + ["/usr/bin/test", "-x", Program.product.path], in: ScratchFolder())
    return check?.exitCode == 0 ? command : nil
  }()

  @Test(.enabled(if: asStranger != nil, "needs a user who may read the build but not write"))
  func `an output in a folder that may not be written is refused`() throws {
    let stage = try ToolStage()
    chmod(stage.folder.path("out"), 0o555)
    defer { chmod(stage.folder.path("out"), 0o755) }
    let command = try #require(Self.asStranger)
    for output in ["out/x.mp4", "out/%d.png"] {
      let outcome = try Program(path: "/usr/bin/env").run(
        command + [
          Program.product.path, "render", "in.mkv", "--avatar", "mask", "--progress", "none", "-o",
          output,
        ], in: stage.folder)
      try stage.expect(outcome, refusedWith: 73, saying: ["out/", "ermission denied"])
    }
  }

  @Test func `an output appears beside its sidecar, and nothing else does`() throws {
    let stage = try ToolStage()
    let outcome = try stage.render("out/x.mp4", "--placements", "out/p.jsonl")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.output.isEmpty)
    #expect(try stage.folder.names(in: "out") == ["p.jsonl", "x.mp4"])
    #expect(try stage.frameCount("out/x.mp4") == 6)
    #expect(try stage.folder.bytes("out/p.jsonl").split(separator: 10).count == 6)
  }
}
