import Foundation
import TestSupport
import Testing

/// Clips that end too early or are damaged in the middle: what decodes is rendered.
@Suite struct DamagedClipTests {
  /// 40 key frames, so that a cut costs what is behind it and nothing else.
  static let clip: SyntheticClip = {
    var clip = SyntheticClip(width: 96, height: 64, frames: 40)
    clip.options = ["-g", "1"]
    return clip
  }()

  private func expect(
    _ stage: ToolStage, rendersAbout part: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let strict = try stage.render("out/strict.mkv")
    #expect(strict.exitCode == 65, "\(strict.error)", sourceLocation: sourceLocation)
    let message = strict.errorLines.filter { $0.hasPrefix("error: ") }
    #expect(message.count == 1, "\(strict.error)", sourceLocation: sourceLocation)
    let lost = try #require(
      message.first?.firstMatch(of: /(\d+) frames? lost/).flatMap { Int($0.1) },
      "\(strict.error)", sourceLocation: sourceLocation)
    let frames = try #require(try stage.frameCount("out/strict.mkv"))
    // What was rendered and what was lost is the clip.
    #expect(frames + lost == Self.clip.frames, "\(strict.error)", sourceLocation: sourceLocation)
    let expected = part * Double(Self.clip.frames)
    #expect(abs(Double(frames) - expected) <= 8, "\(frames)", sourceLocation: sourceLocation)

    let tolerant = try stage.render("out/tolerant.mkv", "--allow-damaged")
    #expect(tolerant.exitCode == 0, "\(tolerant.error)", sourceLocation: sourceLocation)
    #expect(
      tolerant.errorLines.contains { $0.hasPrefix("note: ") && $0.contains("\(lost) frame") },
      "\(tolerant.error)", sourceLocation: sourceLocation)
    #expect(
      try stage.folder.names(in: "out") == ["strict.mkv", "tolerant.mkv"],
      sourceLocation: sourceLocation)
    #expect(
      try stage.folder.bytes("out/strict.mkv") == stage.folder.bytes("out/tolerant.mkv"),
      sourceLocation: sourceLocation)
  }

  @Test(arguments: [0.25, 0.5, 0.9])
  func `a damaged clip that is cut off is rendered up to the cut`(part: Double) throws {
    let stage = try ToolStage(clip: Self.clip)
    let bytes = try stage.folder.bytes("in.mkv")
    try stage.folder.write(bytes.prefix(Int(Double(bytes.count) * part)), to: "in.mkv")
    try expect(stage, rendersAbout: part)
  }

  @Test func `a damaged clip that is cut off within its header is refused`() throws {
    let stage = try ToolStage(clip: Self.clip)
    let bytes = try stage.folder.bytes("in.mkv")
    for length in [1, 40, 200] {
      try stage.folder.write(bytes.prefix(length), to: "in.mkv")
      try stage.expect(stage.render("out/x.mkv"), refusedWith: 65, saying: ["in.mkv"])
    }
  }

  /// MP4 keeps its index at the end by default: without it there is no telling what is in there.
  @Test func `a damaged clip whose index is cut off is refused`() throws {
    let stage = try ToolStage(clip: Self.clip)
    try Self.clip.make("in.mp4", in: stage.folder)
    let bytes = try stage.folder.bytes("in.mp4")
    try stage.folder.write(bytes.prefix(bytes.count / 2), to: "in.mp4")
    try stage.expect(
      stage.run("render", "in.mp4", "--avatar", "mask", "-o", "out/x.mp4"), refusedWith: 65,
      saying: ["in.mp4", "not a readable clip"])
  }

  @Test func `a damaged clip that is overwritten in the middle is rendered around the damage`()
    throws
  {
    let stage = try ToolStage(clip: Self.clip)
    var bytes = try stage.folder.bytes("in.mkv")
    let (from, to) = (bytes.count * 4 / 10, bytes.count * 6 / 10)
    bytes.replaceSubrange(from..<to, with: [UInt8](repeating: 0, count: to - from))
    try stage.folder.write(bytes, to: "in.mkv")
    let outcome = try stage.render("out/x.mkv")
    #expect(outcome.exitCode == 65, "\(outcome.error)")
    #expect(outcome.error.contains("damaged"))
    let frames = try #require(try stage.frameCount("out/x.mkv"))
    #expect(frames >= 20 && frames < 40, "\(frames): \(outcome.error)")
  }

  @Test func `a damaged clip is reported by inspect with what was lost`() throws {
    let stage = try ToolStage(clip: Self.clip)
    let bytes = try stage.folder.bytes("in.mkv")
    try stage.folder.write(bytes.prefix(bytes.count / 2), to: "in.mkv")
    let outcome = try stage.run("inspect", "in.mkv")
    #expect(outcome.exitCode == 65)
    #expect(outcome.text.contains("lost"))
    #expect(outcome.text.contains("faulty"))
  }
}
