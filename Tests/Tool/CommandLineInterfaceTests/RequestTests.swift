import Foundation
import TestSupport
import Testing

/// `--request` and `--print-request`: the same render, said in JSON.
@Suite struct `A request in JSON` {
  /// Options of `render` beside the recording and the output, one of every kind.
  static let options = [
    "--placement", "matrix", "--no-snap", "--mirror", "--smoothing", "one-euro",
    "--smoothing-ms", "80.5", "--lost-faces", "hide", "--frames", "1-4", "--size", "64x48",
    "--filter", "snow:amount=0.5,seed=7", "--codec", "ffv1", "--crf", "12", "--preset", "fast",
    "--pixel-format", "yuv444p", "--placements", "out/p.jsonl", "--keep-metadata",
    "--overwrite", "--allow-damaged", "--threads", "2", "--tracking-size", "96x64",
    "--tracking-rotation", "0", "--tracking-mirrored", "--skip-bad-samples",
    "--annotate", "landmarks,quads",
    "--avatars", "Avatars",
  ]

  @Test func `is printed by render and read back as the same`() throws {
    let stage = try ToolStage()
    let words =
      ["in.mkv", "--avatar", "mask", "--avatar", "none", "-o", "out/x.mkv"] + Self.options
    let printed = try stage.run(["render"] + words + ["--print-request"])
    #expect(printed.exitCode == 0 && printed.error.isEmpty)
    #expect(try stage.folder.names(in: "out") == [])
    _ = try stage.folder.write(printed.text, to: "r.json")
    let again = try stage.run("render", "--request", "r.json", "--print-request")
    #expect(again.text == printed.text)
    for name in ["mirror", "crf", "seed=7", "\"snap\": false", "rotationDegrees", "one-euro"] {
      #expect(printed.text.contains(name), "\(name)")
    }
  }

  @Test func `renders the same bytes as its options`() throws {
    let stage = try ToolStage()
    let words = ["in.mkv", "--avatar", "mask", "-o", "out/a.mkv", "--mirror", "--frames", "1-4"]
    #expect(try stage.run(["render"] + words + ["--progress", "none"]).exitCode == 0)
    let request = try stage.run(["render"] + words + ["--print-request"]).text
    _ = try stage.folder.write(
      request.replacing("out/a.mkv", with: "out/b.mkv"), to: "r.json")
    let piped = try Program.shell.run(
      [
        "-c", "\"$1\" render --request - --progress none < r.json", "sh", Program.product.path,
      ], in: stage.folder)
    #expect(piped.exitCode == 0, "\(piped.error)")
    #expect(
      try Data(contentsOf: stage.folder.url.appending(path: "out/a.mkv"))
        == Data(contentsOf: stage.folder.url.appending(path: "out/b.mkv")))
  }

  @Test func `makes the same picture as its options`() throws {
    let stage = try ToolStage()
    let words = ["in.mkv", "--avatar", "mask", "--frame", "3", "--max-size", "40", "-o", "-"]
    let picture = try stage.run(["snapshot"] + words)
    _ = try stage.folder.write(
      try stage.run(["snapshot"] + words + ["--print-request"]).text, to: "r.json")
    let again = try stage.run("snapshot", "--request", "r.json")
    #expect(picture.exitCode == 0 && again.exitCode == 0 && !picture.output.isEmpty)
    #expect(again.output == picture.output)
  }

  @Test func `gives way to the options beside it`() throws {
    let stage = try ToolStage()
    _ = try stage.folder.write(
      """
      {"version": 1, "recording": "in.mkv", "tracking": "in.jsonl", "avatars": ["mask", "none"],
       "mirror": true, "snap": false, "start": 0.1, "end": 0.2, "crf": 30, "output": "out/x.mkv"}
      """, to: "r.json")
    let printed = try stage.run(
      "render", "--request", "r.json", "--crf", "11", "--no-mirror", "--snap", "--frames", "2-3",
      "--avatar", "none", "other.mkv", "--print-request")
    #expect(
      printed.text == """
        {
          "version": 1,
          "recording": "other.mkv",
          "avatars": ["none"],
          "frames": "2-3",
          "output": "out/x.mkv",
          "crf": 11
        }

        """, "\(printed.error)")
  }

  static let badRequests: [(json: String, code: Int32, words: [String])] = [
    (
      "{\"crf\": 99, \"mirrro\": 1}", 65,
      ["r.json:1:9: crf", "0 to 63", "did you mean \"mirror\""]
    ),
    ("{\"version\": 2}", 65, ["r.json:1:13", "version 2", "version 1"]),
    ("{\"version\": 1,\n \"at\": 1}", 65, ["r.json:2:2", "\"at\""]),
    ("{\"start\": 2, \"end\": 1}", 65, ["r.json:1:", "swap"]),
    ("", 65, ["r.json:1:1", "not JSON"]), ("{\"crf\"", 65, ["r.json:1:7"]),
    (String(repeating: "[", count: 9000), 65, ["nested more than"]),
    ("{\"crf\": 1, \"crf\": 2}", 65, ["crf", "duplicate key"]),
    ("{\"recording\": \"\(String(repeating: "x", count: 300_000))\"}", 75, ["r.json", "262144"]),
  ]

  @Test func `that cannot be taken is told in one line`() throws {
    let stage = try ToolStage()
    for (json, code, words) in Self.badRequests {
      _ = try stage.folder.write(json, to: "r.json")
      let outcome = try stage.run(
        "render", "in.mkv", "--avatar", "mask", "-o", "out/x.mkv", "--request", "r.json")
      try stage.expect(outcome, refusedWith: code, saying: words)
    }
    let words = ["render", "in.mkv", "--avatar", "mask", "-o", "out/x.mkv", "--request"]
    try stage.expect(stage.run(words + ["none.json"]), refusedWith: 66, saying: ["none.json"])
    try stage.expect(stage.run(words + ["out"]), refusedWith: 66, saying: ["out"])
    _ = try stage.folder.write("{\"start\": 5}", to: "r.json")
    try stage.expect(
      stage.run(words + ["r.json", "--end", "1"]), refusedWith: 64,
      saying: ["\"start\" 5", "--end 1", "swap"])
  }
}
