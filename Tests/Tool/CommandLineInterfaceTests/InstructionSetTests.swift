import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct InstructionSetTests {
  @Test func `the kernels of every instruction set give the same clip and the same pictures`()
    throws
  {
    let stage = try ToolStage()
    // All blend modes, and a layer that lets the background through.
    var avatar = SyntheticAvatar()
    let modes = ["normal", "multiply", "screen", "overlay", "add"]
    for (index, mode) in modes.enumerated() {
      let picture = try SyntheticAvatar.drawn(50, 40) { x, y in
        RGBA8(UInt8(x * 5), UInt8(y * 6), UInt8(40 * index), UInt8(60 + 3 * x))
      }
      let x = Double(index) - 2
      avatar = avatar.adding(
        "\"scale\": 1.5, \"blend\": \"\(mode)\", \"opacity\": 0.8, \"offset\": {\"x\": \(x)}",
        picture)
    }
    try avatar.write("Avatars/mask", in: stage.folder)
    let version = try stage.run("--version").text
    let names = try #require(version.firstMatch(of: /kernels: ([^;]*);/)).1
      .split(separator: ", ").map(String.init)
    #expect(names.contains("scalar"))
    var results: [[[UInt8]]] = []
    for name in names {
      let environment = ["AVATAR_OVERLAY_ISA": name]
      for output in ["out/\(name).mkv", "out/\(name)-%d.png"] {
        let outcome = try stage.run(
          ["render", "in.mkv", "--avatar", "mask", "-o", output]
            + (output.hasSuffix("mkv") ? ["--codec", "ffv1"] : []), environment: environment)
        #expect(outcome.exitCode == 0, "\(outcome.error)")
      }
      let files = ["\(name).mkv"] + (0..<6).map { "\(name)-\($0).png" }
      results.append(try files.map { try stage.folder.bytes("out/\($0)") })
    }
    #expect(results.allSatisfy { $0 == results[0] })
    // The same without an avatar would be something else.
    #expect(
      try stage.run("render", "in.mkv", "--avatar", "none", "--codec", "ffv1", "-o", "out/n.mkv")
        .exitCode == 0)
    #expect(try stage.folder.bytes("out/n.mkv") != results[0][0])
  }

  @Test func `an instruction set that is not known is refused with those that are`() throws {
    let stage = try ToolStage()
    let outcome = try stage.run(
      ["render", "in.mkv", "--avatar", "mask", "-o", "out/x.mp4"],
      environment: ["AVATAR_OVERLAY_ISA": "mmx"])
    try stage.expect(outcome, refusedWith: 64, saying: ["mmx", "scalar"])
  }
}
