import Foundation
import TestSupport
import Testing

@Suite struct FilterTests {
  private static let snapshot = ["snapshot", "in.mkv", "--avatar", "mask", "--frame", "1"]

  @Test(arguments: [
    (["--filter", "oill"], ["oill", "did you mean", "oil"]),
    (["--filter", "comic:ikn=1"], ["ikn", "did you mean", "ink"]),
    (["--filter", "snow:amount=2"], ["amount", "0 to 1", "2"]),
    (["--filter", "snow:seed=1,seed=2"], ["seed", "twice"]),
    (["--filter", ""], ["filter"]),
    (["--filter", "oil", "--overlay-only"], ["--filter", "--overlay-only"]),
    (["--filter", "season"], ["season:kind=petals"]), (["--filter", "lut:"], ["lut:FILE.cube"]),
    (Array(repeating: ["--filter", "oil"], count: 9).flatMap(\.self), ["9", "1 to 8"]),
  ])
  func `the option --filter is refused where it makes no sense`(words: [String], message: [String])
    throws
  {
    let stage = try ToolStage()
    let outcome = try stage.run(Self.snapshot + ["-o", "out/a.png"] + words)
    try stage.expect(outcome, refusedWith: 64, saying: message)
  }

  @Test(arguments: [
    "instant", "comic", "oil", "snow:seed=5", "vangogh", "season:kind=leaves,amount=1",
  ])
  func `the option --filter gives the same bytes twice, and other ones than none`(filter: String)
    throws
  {
    let stage = try ToolStage()
    func bytes(_ words: [String]) throws -> Data {
      let outcome = try stage.run(Self.snapshot + ["-o", "-"] + words)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return outcome.output
    }
    let first = try bytes(["--filter", filter])
    #expect(try bytes(["--filter", filter]) == first)
    #expect(try bytes([]) != first)
  }

  @Test func `repeated filters are applied one after the other, as in runs on their own`() throws {
    let stage = try ToolStage()
    func snapshot(_ recording: [String], _ output: String, _ filters: [String]) throws {
      let outcome = try stage.run(
        ["snapshot"] + recording + ["-o", output] + filters.flatMap { ["--filter", $0] })
      #expect(outcome.exitCode == 0, "\(outcome.error)")
    }
    let clip = ["in.mkv", "--avatar", "mask", "--frame", "0"]
    try snapshot(clip, "out/plain.png", [])
    func picture(_ name: String) -> [String] {
      ["--video", "out/\(name).png", "--avatar", "none"]
    }
    try snapshot(picture("plain"), "out/a.png", ["oil"])
    try snapshot(picture("a"), "out/ab.png", ["snow:amount=1"])
    try snapshot(picture("plain"), "out/chain.png", ["oil", "snow:amount=1"])
    #expect(try stage.folder.bytes("out/chain.png") == stage.folder.bytes("out/ab.png"))
    try snapshot(picture("plain"), "out/other.png", ["snow:amount=1", "oil"])
    #expect(try stage.folder.bytes("out/chain.png") != stage.folder.bytes("out/other.png"))
    // Eight are as many as there may be.
    try snapshot(clip, "out/eight.png", Array(repeating: "instant:grain=0", count: 8))
  }

  @Test func `the option --filter reads a file of colours, and tells its faults`() throws {
    let stage = try ToolStage()
    let identity = "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n"
    try stage.folder.write(identity, to: "same, as:it=is.cube")
    try stage.folder.write("LUT_1D_SIZE 2\n0 0 0\n1 1 x\n", to: "bad.cube")
    try stage.folder.write("LUT_1D_SIZE 2\n1 1 1\n0 0 0\n", to: "negative.cube")
    try stage.folder.write("LUT_3D_SIZE 200\n", to: "large.cube")
    func picture(_ words: [String]) throws -> Data {
      let outcome = try stage.run(Self.snapshot + ["-o", "-"] + words)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return outcome.output
    }
    let plain = try picture([])
    #expect(try picture(["--filter", "lut:same, as:it=is.cube"]) == plain)
    #expect(try picture(["--filter", "lut:negative.cube,amount=0"]) == plain)
    #expect(try picture(["--filter", "lut:negative.cube"]) != plain)
    for (file, code, words) in [
      ("bad.cube", 65, ["bad.cube:3", "three numbers", "1 1 x"]), ("no.cube", 66, ["no.cube"]),
      ("large.cube", 75, ["large.cube:1", "at most 129"]),
    ] as [(String, Int32, [String])] {
      for verb in [
        Self.snapshot + ["-o", "out/a.png"],
        ["render", "in.mkv", "--avatar", "mask", "-o", "out/a.mp4"],
      ] {
        let outcome = try stage.run(verb + ["--filter", "lut:\(file)"])
        try stage.expect(outcome, refusedWith: code, saying: words)
      }
    }
    let request = try stage.run(
      Self.snapshot + [
        "-o", "a.png", "--filter", "oil", "--filter", "lut:a,b.cube", "--print-request",
      ])
    #expect(request.text.contains("\"lut:a,b.cube\""), "\(request.text)")
  }

  /// A clip says when it was taken, or the recording's folder does.
  @Test func `the season is that of the recording's day`() throws {
    let stage = try ToolStage()
    func picture(_ words: [String]) throws -> Program.Outcome {
      try stage.run(["snapshot"] + words + ["--avatar", "mask", "--frame", "1", "-o", "-"])
    }
    let autumn = ["--filter", "season:amount=1,kind=leaves"]
    let named = try picture(["in.mkv"] + autumn)
    #expect(named.exitCode == 0, "\(named.error)")
    try Program.ffmpeg.succeed(
      [
        "-v", "error", "-nostdin", "-i", "in.mkv", "-c", "copy", "-metadata",
        "creation_time=2025-10-11T08:00:00Z", "dated.mkv",
      ], in: stage.folder)
    try stage.folder.write(stage.folder.bytes("in.jsonl"), to: "dated.jsonl")
    let dated = try picture(["dated.mkv", "--filter", "season:amount=1"])
    #expect(dated.exitCode == 0 && dated.output == named.output, "\(dated.error)")
    #expect(dated.error.contains("autumn") && dated.error.contains("2025-10-11"))
    try stage.folder.write(stage.folder.bytes("in.mkv"), to: "rec/in.mkv")
    try stage.folder.write(stage.folder.bytes("in.jsonl"), to: "rec/in.jsonl")
    func folder(_ date: String) throws -> Program.Outcome {
      try stage.folder.write(
        "{\"video\": \"in.mkv\", \"tracking\": \"in.jsonl\", \"date\": \(date)}",
        to: "rec/recording.json")
      return try picture(["rec", "--filter", "season:amount=1"])
    }
    #expect(try folder("\"2025-10-11\"").output == named.output)
    #expect(try folder("\"2025-04-11\"").output != named.output)
    let unread = try folder("20251011")
    #expect(unread.exitCode == 64 && unread.error.contains("kind="), "\(unread.error)")
  }

  @Test func `the option --filter does not change which frame is the best`() throws {
    let stage = try ToolStage()
    let words = Array(Self.snapshot.dropLast(2)) + ["--best", "--score", "-"]
    let plain = try stage.run(words + ["-o", "out/a.png"])
    let filtered = try stage.run(words + ["-o", "out/b.png", "--filter", "snow:amount=1"])
    #expect(plain.exitCode == 0 && filtered.exitCode == 0, "\(filtered.error)")
    #expect(plain.output == filtered.output)
  }

  @Test(arguments: ["smpte2084", "arib-std-b67"])
  func `the option --filter is refused for clips of high dynamic range, but not for stills of them`(
    transfer: String
  ) throws {
    let stage = try ToolStage()
    try Program.ffmpeg.succeed(
      [
        "-v", "error", "-nostdin", "-i", "in.mkv", "-c:v", "ffv1", "-pix_fmt", "yuv420p10le",
        "-color_trc", transfer, "-color_primaries", "bt2020", "-colorspace", "bt2020nc", "hdr.mkv",
      ], in: stage.folder)
    try stage.folder.write(stage.folder.bytes("in.jsonl"), to: "hdr.jsonl")
    let words = ["hdr.mkv", "--avatar", "mask", "--filter", "oil"]
    let clip = try stage.run(["render"] + words + ["--progress", "none", "-o", "out/a.mp4"])
    try stage.expect(clip, refusedWith: 64, saying: ["oil", "HDR"])
    let still = try stage.run(["snapshot"] + words + ["--frame", "1", "-o", "out/a.png"])
    #expect(still.exitCode == 0, "\(still.error)")
  }
}
