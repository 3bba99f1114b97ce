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

  @Test func `a picture that claims 2 GiB takes none of it`() throws {
    let stage = try ToolStage()
    let png = try stage.folder.bytes("Avatars/mask/0.png")
    // After the header a text of 2 GiB, of which nothing is there: 41 bytes.
    try stage.folder.write(
      png.prefix(33) + [0x7F, 0xFF, 0xFF, 0xFF] + Array("tEXt".utf8), to: "Avatars/mask/0.png")
    let script = """
      import resource, subprocess, sys
      code = subprocess.run(sys.argv[1:]).returncode
      print("peak", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      sys.exit(code)
      """
    let outcome = try Program(named: "python3").run(
      ["-c", script, Program.product.path, "avatars", "lint", "--avatars", "Avatars"],
      in: stage.folder)
    // In kilobytes: 54 MB, and 2.1 GB where the claim is believed.
    let peak = outcome.text.firstMatch(of: /peak (\d+)/).flatMap { Int($0.1) }
    #expect(try #require(peak) < 200_000)
    #expect(outcome.exitCode == 65, "\(outcome.error)")
    #expect((outcome.text + outcome.error).contains("the PNG is cut off: it ends after 41 bytes"))
  }
}
