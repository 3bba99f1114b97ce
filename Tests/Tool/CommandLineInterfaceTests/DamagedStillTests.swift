import Foundation
import Imaging
import TestSupport
import Testing

/// Stills and artwork that are cut off, or claim what they are not.
@Suite struct DamagedStillTests {
  /// A JPEG of noise, so that a part of the file is about the same part of the rows.
  private static func jpeg() throws -> [UInt8] {
    var random = SplitMix64(state: 3)
    var bytes: [UInt8] = []
    for _ in 0..<(320 * 240) { bytes += [UInt8(truncatingIfNeeded: random.next()), 90, 160, 255] }
    let picture = try #require(StraightRGBA8(width: 320, height: 240, bytes: bytes))
    return try picture.encoded(as: PictureEncoding(.jpeg))
  }

  @Test(arguments: [30, 60, 95])
  func `a damaged still is refused, or kept with what is lost`(percent: Int) throws {
    let stage = try ToolStage()
    let whole = try Self.jpeg()
    try stage.folder.write(whole.prefix(whole.count * percent / 100), to: "in.jpg")
    for verb in ["snapshot", "render"] {
      let words = [verb, "in.jpg", "--avatar", "mask", "-o", "out/x.png"]
      try stage.expect(
        stage.run(words), refusedWith: 65, saying: ["in.jpg", "cut off", "--allow-damaged"])
      let allowed = try stage.run(words + ["--allow-damaged"])
      #expect(allowed.exitCode == 0, "\(allowed.error)")
      let lost = allowed.error.firstMatch(of: /(\d+) of 240 rows are lost/).flatMap { Int($0.1) }
      #expect(abs(try #require(lost) - 240 * (100 - percent) / 100) <= 24, "\(allowed.error)")
      #expect(try stage.folder.names(in: "out") == ["x.png"])
      try FileManager.default.removeItem(atPath: stage.folder.path("out/x.png"))
    }
    let inspected = try stage.run("inspect", "in.jpg")
    #expect(inspected.exitCode == 65)
    #expect(inspected.text.contains("of 240 rows are lost"))
  }

  @Test func `a still over a limit ends every verb with 75`() throws {
    let stage = try ToolStage()
    var png = try stage.folder.bytes("Avatars/mask/0.png")
    // Width and height of the header; its checksum is that of others.
    png.replaceSubrange(16..<24, with: [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20])
    png.replaceSubrange(29..<33, with: PNGChunk.bigEndian(CRC32.of(png[12..<29])))
    try stage.folder.write(png, to: "large.png")
    #expect(try stage.run("inspect", "large.png").exitCode == 75)
    let snapshot = try stage.run("snapshot", "large.png", "--avatar", "none", "-o", "out/x.png")
    #expect(snapshot.exitCode == 75, "\(snapshot.error)")
  }

  @Test func `a picture that claims 2 GiB takes none of it`() throws {
    let stage = try ToolStage()
    let png = try stage.folder.bytes("Avatars/mask/0.png")
    // After the header a text of 2 GiB, of which nothing is there: 41 bytes.
    try stage.folder.write(
      png.prefix(33) + [0x7F, 0xFF, 0xFF, 0xFF] + Array("tEXt".utf8), to: "Avatars/mask/0.png")
    let (outcome, peak) = try Self.peakMemory(
      of: ["avatars", "lint", "--avatars", "Avatars"], in: stage.folder)
    // 54 MB, and 2.1 GB where the claim is believed.
    #expect(peak < 200_000_000)
    #expect(outcome.exitCode == 65, "\(outcome.error)")
    #expect((outcome.text + outcome.error).contains("the PNG is cut off: it ends after 41 bytes"))
  }

  @Test func `decoding takes at most four times the picture's size and 16 MB`() throws {
    let stage = try ToolStage()
    func file(_ name: String) -> String { stage.folder.path(name) }
    func make(_ size: String, _ prefix: String) throws -> [String] {
      let drawn = file("\(prefix).ppm")
      let source = ["-f", "lavfi", "-i", "testsrc2=size=\(size),noise=alls=20", "-frames:v", "1"]
      for (program, arguments) in [
        ("ffmpeg", ["-v", "error"] + source + [drawn]),
        ("cjpeg", ["-outfile", file("\(prefix)-baseline.jpg"), drawn]),
        ("cjpeg", ["-progressive", "-outfile", file("\(prefix)-progressive.jpg"), drawn]),
        ("cwebp", ["-quiet", drawn, "-o", file("\(prefix)-lossy.webp")]),
        (
          "cwebp",
          ["-quiet", "-lossless", "-z", "0", drawn, "-o", file("\(prefix)-lossless.webp")]
        ),
        (
          "ffmpeg",
          ["-v", "error", "-i", drawn, "-pix_fmt", "rgba64be", file("\(prefix)-deep.png")]
        ),
      ] {
        let made = try Program(named: program).run(arguments)
        try #require(made.exitCode == 0, "\(program): \(made.error)")
      }
      return ["baseline.jpg", "progressive.jpg", "lossy.webp", "lossless.webp", "deep.png"]
        .map { "\(prefix)-\($0)" }
    }
    let (small, large) = (try make("16x16", "small"), try make("2400x1600", "large"))
    for (small, large) in zip(small, large) {
      let (before, base) = try Self.peakMemory(of: ["inspect", "--video", small], in: stage.folder)
      let (after, peak) = try Self.peakMemory(of: ["inspect", "--video", large], in: stage.folder)
      try #require(before.text.contains("16 x 16") && after.text.contains("2400 x 1600"))
      #expect(peak - base <= 4 * (4 * 2400 * 1600) + 16_000_000, "\(large): \(base), \(peak)")
      // What is measured is the decoding, not a look at the header.
      #expect(peak - base >= 4 * 2400 * 1600 / 2, "\(large): \(base), \(peak)")
    }
  }

  /// Runs the tool and gives the most memory that it had, in bytes.
  private static func peakMemory(
    of arguments: [String], in folder: ScratchFolder
  ) throws -> (outcome: Program.Outcome, bytes: Int) {
    let script = """
      import resource, subprocess, sys
      code = subprocess.run(sys.argv[1:]).returncode
      print("peak", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      sys.exit(code)
      """
    let outcome = try Program.python.run(
      ["-c", script, Program.product.path] + arguments, in: folder)
    let kilobytes = outcome.text.firstMatch(of: /peak (\d+)/).flatMap { Int($0.1) }
    return (outcome, 1024 * (try #require(kilobytes)))
  }
}
