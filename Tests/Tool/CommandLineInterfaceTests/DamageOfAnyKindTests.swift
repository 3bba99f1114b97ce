import Foundation
import TestSupport
import Testing

/// Clips, stills, avatars and recordings with bytes of an untrusted author.
@Suite struct DamageOfAnyKindTests {
  /// The exit codes of a tool that is in command of itself: done, bad data, not found, over a limit.
  static let calmCodes: Set<Int32?> = [0, 65, 66, 75]

  /// Overwrites a few stretches of a file, mostly near its beginning, where the structure is.
  private static func damaged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int(random.number(1...6)) {
      let reach = Double(bytes.count - 1) * (random.number(0...1) < 0.6 ? 0.1 : 1)
      let start = Int(random.number(0...reach))
      for index in start..<min(bytes.count, start + Int(random.number(1...8))) {
        bytes[index] = UInt8(truncatingIfNeeded: random.next())
      }
    }
    if random.number(0...1) < 0.2 { bytes.removeLast(Int(random.number(1...Double(bytes.count)))) }
    return bytes
  }

  @Test(arguments: ["in.mkv", "in.mp4", "in.png", "in.jsonl", "Avatars/mask/0.png"])
  func `bytes from anywhere never crash the tool and leave nothing unfinished`(name: String) throws
  {
    let stage = try ToolStage()
    if name.hasSuffix("mp4") { try SyntheticClip().make(name, in: stage.folder) }
    if name == "in.png" { try SyntheticClip(frames: 1).makeStill(name, in: stage.folder) }
    let good = try stage.folder.bytes(name)
    var random = SplitMix64(state: 7)
    for round in 0..<(Thorough.isAsked ? 32 : 10) {
      try stage.folder.write(Self.damaged(good, &random), to: name)
      let clip = name.hasPrefix("in.") && name != "in.jsonl" ? name : "in.mkv"
      let outcome = try stage.run(
        "render", "--video", clip, "--tracking", "in.jsonl", "--avatar", "mask", "--progress",
        "none", "-o", "out/x.mkv", "--overwrite")
      let comment = Comment(rawValue: "round \(round): \(outcome.error)")
      #expect(Self.calmCodes.contains(outcome.exitCode), comment)
      #expect(outcome.errorLines.filter { $0.hasPrefix("error: ") }.count <= 1, comment)
      #expect(try stage.folder.names(in: "out").allSatisfy { $0 == "x.mkv" }, comment)
    }
  }
}
