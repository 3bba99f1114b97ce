import Foundation
import TestSupport
import Testing

/// Clips that come and go through pipes.
@Suite struct PipeTests {
  private static let words =
    "--tracking in.jsonl --avatar mask --progress none"

  /// Runs a command of the shell, in which `$AO` is the program.
  private func run(_ command: String, in stage: ToolStage) throws -> Program.Outcome {
    try Program.shell.run(
      ["-c", command], in: stage.folder, environment: ["AO": Program.product.path])
  }

  private func succeed(_ command: String, in stage: ToolStage) throws -> [UInt8] {
    let outcome = try run(command, in: stage)
    try #require(outcome.exitCode == 0, "\(command): \(outcome.error)")
    return [UInt8](outcome.output)
  }

  @Test func `frames through pipes have the pixels of a file`() throws {
    let stage = try ToolStage()
    let tool = "ffmpeg -nostdin -v error -y"
    _ = try succeed(
      "\(tool) -i in.mkv -pix_fmt yuv420p -strict -1 in.y4m"
        + " && \(tool) -i in.y4m -f rawvideo -pix_fmt yuv420p in.raw", in: stage)
    let rendered = "-o - --format y4m"
    let file = try succeed("\"$AO\" render --video in.y4m \(Self.words) \(rendered)", in: stage)
    let pipe = try succeed(
      "cat in.y4m | \"$AO\" render --video - \(Self.words) \(rendered)", in: stage)
    #expect(file.starts(with: "YUV4MPEG2 W96 H64 ".utf8) && pipe == file)
    let rate = try #require(
      String(decoding: file.prefix(60), as: UTF8.self).firstMatch(of: /F(\d+):(\d+)/))
    let raw = try succeed(
      "cat in.raw | \"$AO\" render --video - --raw yuv420p:96x64@\(rate.1)/\(rate.2)"
        + " \(Self.words) \(rendered)", in: stage)
    // Of raw frames no header states where chroma lies.
    let planes = { (bytes: [UInt8]) in bytes.drop { $0 != UInt8(ascii: "\n") } }
    #expect(planes(raw).count == planes(file).count)
  }

  @Test func `a stream that ends within a frame is damaged, and the rest is kept`() throws {
    let stage = try ToolStage()
    let command = "head -c 20000 /dev/zero | \"$AO\" inspect --video - --raw rgb24:50x50@25"
    let outcome = try run(command, in: stage)
    #expect(outcome.exitCode == 65, "\(outcome.error)")
    let text = String(decoding: outcome.output, as: UTF8.self)
    #expect(text.contains("2 frames") && text.contains("1 frame lost"), "\(text)")
  }

  @Test(arguments: [
    ("render --video - --raw yuv420p:3x3@30 --avatar none -o out/x.mp4", 64, "yuv420p:3x3@30"),
    ("render --video - --raw bgra:2x2@0 --avatar none -o out/x.mp4", 64, "bgra:2x2@0"),
    ("render --video in.mkv --raw bgra:2x2@9 --avatar none -o out/x.mp4", 64, "--video -"),
    ("render --video - --avatar none -o out/x.mp4", 65, "the file is empty"),
    ("render in.mkv --avatar mask --format y4m -o out/x.mp4", 64, "standard output"),
    ("render in.mkv --avatar mask --format y4m --codec h264 -o -", 64, "not compressed"),
    ("render in.mkv --avatar mask --format y4m --overlay-only -o -", 64, "no transparency"),
    ("align --video - --tracking in.jsonl --avatar mask", 64, "standard input"),
  ])
  func `what cannot be is refused`(arguments: String, code: Int32, words: String) throws {
    let stage = try ToolStage()
    try stage.expect(
      run("\"$AO\" \(arguments) < /dev/null", in: stage), refusedWith: code, saying: [words])
  }
}
