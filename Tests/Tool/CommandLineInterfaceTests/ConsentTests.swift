import Foundation
import TestSupport
import Testing

/// Recordings with a consent, through every verb that makes something of them.
@Suite struct ConsentTests {
  private let stage: ToolStage

  init() throws {
    stage = try ToolStage()
    for (name, until) in [("held", "2999-12-31"), ("ended", "2020-06-30")] {
      for file in ["in.mkv", "in.jsonl"] {
        try stage.folder.write(try stage.folder.bytes(file), to: "\(name)/\(file)")
      }
      try stage.folder.write(
        """
        {"video": "in.mkv", "tracking": "in.jsonl", "subject": "child-4", "device": "Pixel 9",
         "consent": {"who": "Li Wei", "purposes": ["spring show"], "until": "\(until)", "reference": "A-17"}}
        """, to: "\(name)/recording.json")
    }
  }

  private static let words = ["Li Wei", "spring show", "2020-06-30", "ask for a new consent"]

  @Test func `nothing is made of a recording whose consent has ended`() throws {
    let wear = ["ended", "--avatar", "mask"]
    for verb in [
      ["render"] + wear + ["-o", "out/x.mp4"], ["render"] + wear + ["-o", "out/%d.png"],
      ["render"] + wear + ["-o", "out/x.gif"], ["snapshot"] + wear + ["-o", "out/x.png"],
      ["snapshot"] + wear + ["--best", "-o", "out/x.png"],
      ["snapshot"] + wear + ["--sheet", "2x2", "-o", "out/x.png"],
      ["plan"] + wear + ["-o", "out/x.mp4", "--plan", "out/plan.json"],
      ["render"] + wear + ["--parts", "2", "-o", "out/x.mp4"],
      ["reel", "held", "ended", "--avatar", "mask", "-o", "out/x.mp4"],
    ] {
      try stage.expect(stage.run(verb), refusedWith: 65, saying: Self.words)
    }
  }

  @Test func `inspect tells the consent, and that it has ended`() throws {
    let held = try stage.run("inspect", "held")
    #expect(held.exitCode == 0, "\(held.error)")
    for line in [
      "consent   Li Wei, for spring show, until 2999-12-31 (A-17)", "subject   child-4",
      "device    Pixel 9",
    ] {
      #expect(held.text.contains(line), "\(held.text)")
    }
    let ended = try stage.run("inspect", "ended")
    #expect(ended.exitCode == 65 && Self.words.allSatisfy(ended.text.contains), "\(ended.text)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(stage.run("inspect", "held", "--json").output))
        as? [String: Any])
    let provenance = json["provenance"] as? [String: Any]
    #expect(provenance?["subject"] as? String == "child-4")
    #expect((provenance?["consent"] as? [String: Any])?["until"] as? String == "2999-12-31")
  }

  @Test func `the sidecar begins with it, of the whole as of parts, and the clip has none of it`()
    throws
  {
    for (name, more) in [("whole", []), ("parts", ["--parts", "2"])] {
      let outcome = try stage.run(
        [
          "render", "held", "--avatar", "mask", "--progress", "none", "-o", "out/\(name).mkv",
          "--codec", "ffv1", "--placements", "out/\(name).jsonl", "--keep-metadata",
        ] + more)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
    }
    let sidecar = String(decoding: try stage.folder.bytes("out/whole.jsonl"), as: UTF8.self)
    #expect(try stage.folder.bytes("out/parts.jsonl") == Array(sidecar.utf8))
    let lines = sidecar.split(separator: "\n")
    let told = try lines.map {
      let record = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return (record?["recording"] as? [String: Any])?["subject"] as? String
    }
    #expect(told.first == "child-4" && told.dropFirst().allSatisfy { $0 == nil })
    // Readers of sidecars read it as before.
    let align = try stage.run("align", "held", "--placements", "out/whole.jsonl")
    #expect(align.exitCode == 0 || align.exitCode == 1, "\(align.error)")
    let clip = String(decoding: try stage.folder.bytes("out/whole.mkv"), as: UTF8.self)
    #expect(!clip.contains("Li Wei") && !clip.contains("child-4"))
  }

  @Test func `a plan has it, and a part of it is not made once it has ended`() throws {
    let plan = try stage.run(
      "plan", "held", "--avatar", "mask", "-o", "out/x.mkv", "--plan", "out/plan.json",
      "--parts", "2")
    #expect(plan.exitCode == 0, "\(plan.error)")
    let text = String(decoding: try stage.folder.bytes("out/plan.json"), as: UTF8.self)
    #expect(text.contains("\"subject\": \"child-4\"") && text.contains("2999-12-31"), "\(text)")
    // A plan that says something else is another one.
    try stage.folder.write(text.replacing("2999-12-31", with: "2020-06-30"), to: "other.json")
    let part = try stage.run("part", "other.json", "0", "--store", "out")
    #expect(part.exitCode == 65 && part.error.contains("other.json"), "\(part.error)")
  }
}
