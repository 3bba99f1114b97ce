import Foundation
import TestSupport
import Testing

/// Parts, plans and stores that are not as they should be.
@Suite struct PartFaultTests {
  private func plan(of stage: PartsStage, changed: (String) -> String) throws -> String {
    let text = String(decoding: try stage.folder.bytes("plan.json"), as: UTF8.self)
    let other = changed(text)
    try #require(other != text)
    try stage.folder.write(other, to: "other.json")
    return "other.json"
  }

  @Test(arguments: [
    ("\"threads\": 5", "\"threads\": 3", "the plan was changed after it was made"),
    ("\"version\": 1,", "\"version\": 2,", "a plan of version 2 found, 1 expected"),
    ("\"threads\": 5", "\"threads\": 5, \"haste\": 1", "unknown key \"haste\""),
    ("\"threads\": 5", "\"threads\": 0", "threads"),
    ("avatar-overlay-plan", "another-plan", "its format is \"another-plan\""),
    ("\"parts\": [", "\"parts\": [7, ", "parts[0]"),
    ("\"mp4\"", "\"mp5\"", "changed after it was made"),
  ])
  func `a plan that was changed never fits`(from: String, to: String, says: String) throws {
    let stage = try PartsStage(frames: 20)
    try stage.plan(parts: 2)
    let name = try plan(of: stage) { text in
      guard let range = text.range(of: from) else { return text }
      return text.replacingCharacters(in: range, with: to)
    }
    for arguments in [["part", name, "0"], ["join", name], ["status", name]] {
      let outcome = try stage.run(arguments + ["--store", "store"])
      #expect(outcome.exitCode == 65, "\(arguments)")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.error.contains(says), "\(outcome.error)")
    }
  }

  @Test func `what is no plan is told`() throws {
    let stage = try PartsStage(frames: 4)
    for (name, text, code) in [("a.json", "", 65), ("b.json", "{", 65), ("c.json", "[1]", 65)] {
      try stage.folder.write(text, to: name)
      let outcome = try stage.run(["part", name, "0", "--store", "store"])
      #expect(outcome.exitCode == Int32(code))
      #expect(outcome.error.contains(name))
    }
    #expect(try stage.run(["part", "none.json", "0", "--store", "store"]).exitCode == 66)
    #expect(try stage.run(["status", ".", "--store", "store"]).exitCode == 65)
  }

  @Test func `a part of no number is a wrong command`() throws {
    let stage = try PartsStage(frames: 20)
    try stage.plan(parts: 2)
    for number in ["2", "-1", "x", "99999999999999999999"] {
      let outcome = try stage.run(["part", "plan.json", "--store", "store", "--", number])
      #expect(outcome.exitCode == 64, "\(number): \(outcome.error)")
    }
  }

  @Test func `inputs that have changed or are gone never fit`() throws {
    let stage = try PartsStage(frames: 20)
    try stage.plan(parts: 2)
    var bytes = try stage.folder.bytes("in.mov")
    bytes[bytes.count - 40] ^= 1
    try stage.folder.write(bytes, to: "in.mov")
    let changed = try stage.run(["part", "plan.json", "0", "--store", "store"])
    #expect(changed.exitCode == 65)
    #expect(changed.error.contains("the clip is not that of the plan"))
    try FileManager.default.removeItem(atPath: stage.folder.path("in.jsonl"))
    bytes[bytes.count - 40] ^= 1
    try stage.folder.write(bytes, to: "in.mov")
    let gone = try stage.run(["part", "plan.json", "0", "--store", "store"])
    #expect(gone.exitCode == 66)
    #expect(gone.error.contains("in.jsonl"))
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path("joined.mp4")))
  }

  @Test func `parts that are missing may come another time`() throws {
    let stage = try PartsStage()
    try stage.plan()
    try stage.succeed(["part", "plan.json", "1", "--store", "store"])
    let outcome = try stage.run(["join", "plan.json", "--store", "store"])
    #expect(outcome.exitCode == 74)
    #expect(outcome.error.contains("3 of 4 parts are missing: 0, 2-3"))
    let status = try stage.succeed(["status", "plan.json", "--store", "store"]).text
    #expect(status.contains("1 of 4 parts done"))
    #expect(status.contains("missing: 0, 2-3"))
  }

  enum Damage: CaseIterable { case data, cutData, goneData, placements, receipt, emptyReceipt }

  @Test func `a damaged part is refused and made anew`() throws {
    let stage = try PartsStage()
    try stage.plan(["--placements", "joined.jsonl"])
    for part in 0..<4 { try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"]) }
    try stage.succeed(["join", "plan.json", "--store", "store"])
    let whole = try stage.sha256("joined.mp4")
    // Each ends with the parts whole again.
    for damage in Damage.allCases {
      let name = try stage.file(
        2, damage == .placements ? "jsonl" : "\(damage)".hasSuffix("eceipt") ? "json" : "data")
      var bytes = try stage.folder.bytes(name)
      switch damage {
      case .data, .placements: bytes[bytes.count / 2] ^= 1
      case .cutData: bytes.removeLast(bytes.count / 3)
      case .receipt: bytes.removeLast(bytes.count / 2)
      case .emptyReceipt: bytes = []
      case .goneData: break
      }
      if damage == .goneData {
        try FileManager.default.removeItem(atPath: stage.folder.path(name))
      } else {
        try stage.folder.write(bytes, to: name)
      }
      let status = try stage.succeed(["status", "plan.json", "--store", "store", "--json"]).text
      #expect(status.contains("\"damaged\": [2]"), "\(damage)")
      let refused = try stage.run(["join", "plan.json", "--store", "store", "--overwrite"])
      #expect(refused.exitCode == 74, "\(damage)")
      #expect(refused.error.contains("part 2 is damaged"), "\(damage)")
      #expect(try stage.sha256("joined.mp4") == whole, "\(damage)")
      let made = try stage.succeed(["part", "plan.json", "2", "--store", "store"])
      #expect(!made.error.contains("was done already"), "\(damage)")
      try stage.succeed(["join", "plan.json", "--store", "store", "--overwrite"])
      #expect(try stage.sha256("joined.mp4") == whole, "\(damage)")
    }
  }

  @Test func `a part of another processor family does not go together with the others`() throws {
    let stage = try PartsStage(frames: 20)
    try stage.plan(parts: 2)
    for part in 0..<2 { try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"]) }
    let name = try stage.file(1, "json")
    let text = String(decoding: try stage.folder.bytes(name), as: UTF8.self)
    #expect(text.contains("\"processor\": \"x86_64\"") || text.contains("\"processor\": \"arm64\""))
    try stage.folder.write(
      text.replacing("x86_64", with: "other").replacing("arm64", with: "other"), to: name)
    let outcome = try stage.run(["join", "plan.json", "--store", "store"])
    #expect(outcome.exitCode == 65)
    #expect(outcome.error.contains("family"))
  }

  @Test func `an output of another kind, or that is there, is refused`() throws {
    let stage = try PartsStage(frames: 20)
    try stage.plan(parts: 2)
    for part in 0..<2 { try stage.succeed(["part", "plan.json", "\(part)", "--store", "store"]) }
    #expect(try stage.run(["join", "plan.json", "--store", "store", "-o", "a.mkv"]).exitCode == 65)
    #expect(
      try stage.run(["join", "plan.json", "--store", "store", "-o", "%03d.png"]).exitCode == 65)
    try stage.succeed(["join", "plan.json", "--store", "store"])
    #expect(try stage.run(["join", "plan.json", "--store", "store"]).exitCode == 73)
  }

  @Test func `a recording without tracking cannot be divided`() throws {
    let stage = try PartsStage(frames: 8)
    try FileManager.default.removeItem(atPath: stage.folder.path("in.jsonl"))
    let outcome = try stage.run(["plan", "in.mov", "--avatar", "dragon", "-o", "a.mp4"])
    #expect(outcome.exitCode == 66)
    #expect(outcome.error.contains("avatar-overlay track"))
  }
}
