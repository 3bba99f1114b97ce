import Foundation
import TestSupport
import Testing

/// The verb `align`, as a process.
@Suite struct AlignTests {
  private func json(_ outcome: Program.Outcome) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  @Test func `align tells all figures, for people and for programs`() throws {
    let stage = try ToolStage()
    let text = try stage.run("align", "in.mkv", "--avatar", "mask", "--reference", "in.jsonl")
    #expect(text.exitCode == 0, "\(text.error)")
    for word in [
      "in.mkv: 6 frames, 1 face", "overlay: mask", "landmarks against the reference",
      "snap residual", "reprojection", "motion", "coverage",
    ] {
      #expect(text.text.contains(word), "\(word)")
    }
    let machine = try stage.run("align", "in.mkv", "--avatar", "mask", "--json")
    let report = try json(machine)
    #expect(report["format"] as? String == "avatar-alignment/1")
    #expect((report["metrics"] as? [String: Any])?["coverage"] as? Double == 100)
    #expect((report["perFrame"] as? [Any])?.count == 6)
    // A program's result is the same from run to run.
    #expect(try stage.run("align", "in.mkv", "--avatar", "mask", "--json").output == machine.output)
    let brief = try json(stage.run("align", "in.mkv", "--json", "--summary"))
    #expect((brief["perFrame"] as? [Any])?.isEmpty == true)
  }

  @Test func `align prints found and allowed, and exits 1 over a threshold`() throws {
    let stage = try ToolStage()
    let kept = try stage.run(
      "align", "in.mkv", "--min-coverage", "100", "--max-lag-ms", "5", "--max-gap-ms", "0")
    #expect(kept.exitCode == 0, "\(kept.error)")
    #expect(kept.text.contains("ok      --min-coverage"))
    let failed = try stage.run("align", "in.mkv", "--avatar", "none", "--min-coverage", "99.5")
    #expect(failed.exitCode == 1)
    #expect(failed.text.contains("FAILED  --min-coverage"))
    #expect(failed.text.contains("found 0, allowed at least 99.500 %"))
    // Without a reference there is no NME, so nothing is proved.
    #expect(try stage.run("align", "in.mkv", "--max-nme", "50").exitCode == 1)
    let report = try json(stage.run("align", "in.mkv", "--json", "--max-reprojection", "0"))
    let verdict = try #require((report["thresholds"] as? [[String: Any]])?.first)
    #expect(verdict["metric"] as? String == "reprojection" && verdict["passed"] as? Bool == false)
  }

  @Test func `align compares recordings, sidecars and saved reports`() throws {
    let stage = try ToolStage()
    let saved = try stage.run("align", "in.mkv", "--avatar", "mask", "--json")
    try stage.folder.write(saved.output, to: "a.json")
    _ = try stage.render("out/x.mkv", "--placements", "b.jsonl")
    try stage.folder.write(
      ToolStage.tracking(SyntheticClip(width: 96, height: 64, frames: 6)).text, to: "in.jsonl")
    for other in ["a.json", "b.jsonl", "in.mkv"] {
      let same = try stage.run(
        "align", "a.json", other, "--avatar", "mask", "--max-worse", "0", "--max-moved", "0.01")
      #expect(same.exitCode == 0, "\(other): \(same.text) \(same.error)")
      #expect(same.text.contains("ok      --max-moved"))
    }
    // The same build with another smoothing.
    let worse = try stage.run(
      "align", "a.json", "in.mkv", "--avatar", "mask", "--smoothing", "ema", "--max-moved", "0.01",
      "--max-worse", "0", "--json")
    #expect(worse.exitCode == 1)
    let verdicts = try #require(try json(worse)["thresholds"] as? [[String: Any]])
    #expect(verdicts.map { $0["threshold"] as? String } == ["maxWorse", "maxMoved"])
    #expect(verdicts.last?["offenders"] as? [String] == ["face 1 0"])
  }

  @Test func `align writes pictures of the worst frames`() throws {
    let stage = try ToolStage()
    let outcome = try stage.run(
      "align", "in.mkv", "--avatar", "mask", "--worst", "out/worst", "--worst-count", "2",
      "--worst-by", "reprojection")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(try stage.folder.names(in: "out/worst").count == 2)
    #expect(outcome.errorLines.count == 2)
  }

  @Test func `align refuses what it cannot measure, in one line`() throws {
    let stage = try ToolStage()
    try stage.folder.write("{\"a\": 1}\n", to: "odd.json")
    try stage.folder.write("{\"format\": \"avatar-alignment/9\"}\n", to: "new.json")
    try stage.folder.write(
      "{\"format\": \"avatar-annotations/1\", \"width\": 96, \"height\": 64}\n"
        + "{\"frame\": 0, \"faces\": [{\"points\": {\"33\": [NaN, 1]}}]}\n", to: "nan.jsonl")
    try stage.folder.write(
      "{\"frame\": 0, \"timestampMs\": 0, \"width\": 64, \"height\": 64, \"placements\": []}\n",
      to: "square.jsonl")
    let saved = try stage.run("align", "in.mkv", "--json", "--summary").text
    try stage.folder.write(
      saved.replacing(/"coverage" : 100/, with: "\"coverage\" : 1e300"), to: "far.json")
    let cases: [([String], Int32, [String])] = [
      (["align"], 64, ["missing recording"]),
      (["align", "nothing"], 66, ["nothing"]),
      (["align", "in.mkv", "--reference", "nothing.jsonl"], 66, ["nothing.jsonl"]),
      (["align", "in.mkv", "--reference", "nan.jsonl"], 65, ["nan.jsonl, line 2"]),
      (["align", "in.mkv", "--placements", "square.jsonl"], 2, ["64 x 64"]),
      (["align", "in.mkv", "--max-nme", "nan"], 64, ["--max-nme"]),
      (["align", "in.mkv", "--max-worse", "1"], 64, ["name both"]),
      (["align", "in.mkv", "--worst-count", "3"], 64, ["--worst DIR"]),
      (["align", "in.mkv", "--worst", "w", "--worst-count", "401"], 64, ["1 to 400"]),
      (["align", "odd.json", "in.mkv"], 65, ["odd.json", "not a run"]),
      (["align", "new.json", "in.mkv"], 65, ["new.json"]),
      (["align", "far.json", "in.mkv"], 65, ["far.json", "beyond"]),
      (["align", "in.mkv", "in.mkv", "--max-jitter", "1"], 64, ["--max-worse"]),
      (["align", "in.mkv", "in.mkv", "--worst", "w"], 64, ["--worst"]),
    ]
    for (arguments, code, words) in cases {
      try stage.expect(stage.run(arguments), refusedWith: code, saying: words)
    }
  }

  @Test func `align writes all pictures of the worst frames, or none`() throws {
    let stage = try ToolStage()
    let folder = stage.folder.path("worst")
    let files = FileManager.default
    #expect(try stage.run("align", "in.mkv", "--worst", "worst").exitCode == 0)
    let names = try files.contentsOfDirectory(atPath: folder).sorted()
    try #require(names.count == 6)
    try files.removeItem(atPath: "\(folder)/\(names[0])")
    try stage.expect(
      stage.run("align", "in.mkv", "--worst", "worst"), refusedWith: 73,
      saying: [names[1], "--overwrite"])
    #expect(try files.contentsOfDirectory(atPath: folder).sorted() == Array(names.dropFirst()))
  }
}
