import Foundation
import Goldens
import Imaging
import Review
import TestSupport
import Testing

/// How goldens come about, and go.
@Suite struct ApprovalTests {
  @Test func `what was reviewed is what is recorded, byte for byte in its pixels`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"", "\"name\": \"b\", \"frame\": 2").recorded()
    try stage.setAvatar(x: 0.3)
    let outcome = try stage.verify()
    let kept = try #require(outcome.results[0].review.frames[0].actual)
    let reviewed = try PNG.read(path: stage.path + "/.results/" + kept)
    let before = try stage.files()
    let approved = try stage.approve(.matching([NamePattern("a")]))
    #expect(approved.recorded.map(\.name) == ["a"])
    #expect(approved.recorded[0].explanation == outcome.results[0].review.explanation)
    #expect(try PNG.read(path: stage.path + "/a.png") == reviewed)
    let after = try stage.files()
    #expect(after["b.png"] == before["b.png"] && after["a.png"] != before["a.png"])
    #expect(try stage.verify().results.map(\.review.verdict) == [.passed, .failed])
  }

  @Test func `each choice takes the cases that it names`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"", "\"name\": \"b\", \"avatar\": \"none\"")
      .recorded()
    try stage.setAvatar(x: 0.3)
    try stage.setCases([
      "\"name\": \"a\"", "\"name\": \"b\", \"avatar\": \"none\"", "\"name\": \"c\"",
    ])
    _ = try stage.verify()
    #expect(try stage.approve(.missing).recorded.map(\.name) == ["c"])
    #expect(try stage.approve(.failed).recorded.map(\.name) == ["a"])
    let all = try stage.approve(.all)
    #expect(all.recorded == [] && all.unchanged == ["a", "b", "c"])
  }

  @Test(arguments: ["true", "1", "false"])
  func `where CI is set nothing is recorded`(value: String) throws {
    let stage = try RenderedSuite("\"name\": \"a\"")
    _ = try stage.verify()
    #expect(throws: GoldenError.recordingForbidden) {
      try stage.approve(.all, environment: ["CI": value])
    }
    #expect(try stage.files().keys.sorted() == ["golden.json"])
  }

  @Test func `what changed since it was verified must be verified again`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"")
    func expectStale(_ change: () throws -> Void) throws {
      _ = try stage.verify()
      try change()
      let error = #expect(throws: GoldenError.self) { try stage.approve(.all) }
      guard case .stale(["a"], _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try stage.files().keys.sorted() == ["golden.json"])
    }
    try expectStale { try stage.setAvatar(x: 0.1) }
    try expectStale { try stage.setCases(["\"name\": \"a\", \"mirror\": true"]) }
    try expectStale {
      let tracking = SyntheticTracking(width: 96, height: 72, frames: 7)
      try stage.folder.write(tracking.text, to: "clip/in.jsonl")
    }
    try expectStale {
      let path = stage.path + "/.results/a.json"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing("\"rendererVersion\":\"", with: "\"rendererVersion\":\"9")
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
    // Thresholds decide nothing about the picture.
    _ = try stage.verify()
    try stage.setCases([
      "\"name\": \"a\", \"mirror\": true, \"thresholds\": {\"maxChangedShare\": 0.5}"
    ])
    #expect(try stage.approve(.all).recorded.count == 1)
  }

  @Test func `a changed picture among the results is not recorded`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"")
    let outcome = try stage.verify()
    let kept =
      stage.path + "/.results/" + (try #require(outcome.results[0].review.frames[0].actual))
    try PNG.write(try SyntheticAvatar.solid(96, 72), to: kept, replacing: true)
    #expect(throws: GoldenError.self) { try stage.approve(.all) }
    #expect(try stage.files().keys.sorted() == ["golden.json"])
  }

  @Test func `a failure half way leaves every golden as it was`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"", "\"name\": \"z/b\"").recorded()
    let before = try stage.files()
    try stage.setAvatar(x: 0.3)
    _ = try stage.verify()
    // The last golden's place is taken by a folder, which no file replaces.
    try FileManager.default.removeItem(atPath: stage.path + "/z/b.png")
    try stage.folder.write("", to: "Golden/z/b.png/in-the-way")
    #expect(throws: GoldenError.self) { try stage.approve(.all) }
    var after = try stage.files()
    after["z/b.png/in-the-way"] = nil
    #expect(after == before.filter { $0.key != "z/b.png" })
  }

  @Test func `goldens without provenance are named, and adopted as they are`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"").recorded()
    let golden = try stage.folder.bytes("Golden/a.png")
    try FileManager.default.removeItem(atPath: stage.path + "/provenance.jsonl")
    let notes = try stage.verify().results.flatMap(\.notes)
    #expect(notes == ["a.png: there is no record of who recorded it; approve it"])
    let outcome = try stage.approve(.all)
    #expect(outcome.recorded.map(\.goldens) == [[]])
    #expect(try stage.folder.bytes("Golden/a.png") == golden)
    #expect(try stage.verify().results.flatMap(\.notes) == [])
  }

  @Test func `obsolete goldens are named, and go where that is asked for`() throws {
    let stage = try RenderedSuite(
      "\"name\": \"a\"", "\"name\": \"old/one\"", "\"name\": \"part\", \"frames\": \"0-3\""
    ).recorded()
    // Pictures of others, which are no goldens.
    try stage.folder.write("{}", to: "Golden/clips/recording.json")
    try stage.folder.write("x", to: "Golden/clips/clip.png")
    try stage.folder.write("x", to: "Golden/stray.png")
    try stage.setCases([
      "\"name\": \"a\"", "\"name\": \"part\", \"frames\": \"0-2\"",
      "\"name\": \"tests/**\", \"given\": true",
    ])
    try stage.folder.write("x", to: "Golden/tests/of/mine.png")
    let obsolete = try stage.verify().obsolete
    #expect(obsolete.recorded == ["old/one.png", "part/00003.png", "old/one.placements.jsonl"])
    #expect(obsolete.strays == ["stray.png"])
    let review = try stage.suite().review()
    #expect(review.obsolete == obsolete.all && review.obsolete.count == 4)
    #expect(try stage.approve(.failed, prunes: true).pruned == obsolete.recorded)
    let after = try stage.verify().obsolete
    #expect(after.recorded == [] && after.strays == ["stray.png"])
    let provenance = try ProvenanceFile(path: stage.suite().paths.provenance)
    #expect(
      provenance.records.keys.sorted() == [
        "a.png", "part/00000.png", "part/00001.png", "part/00002.png",
      ])
  }

  @Test func `provenance is a sorted line a golden, and damage is told by its line`() throws {
    var file = ProvenanceFile()
    for name in ["b.png", "a/2.png", "a.png"] {
      file[name] = Provenance(
        golden: name, sha256: "00", by: "Ada \"L\"", at: "2026-01-02T03:04:05Z", renderer: "1",
        reason: name == "b.png" ? "a\nb" : nil)
    }
    let folder = try ScratchFolder()
    let path = try folder.write(file.bytes, to: "provenance.jsonl")
    #expect(try ProvenanceFile(path: path) == file)
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("{\"golden\": \"a.png\""))
    // Two branches that recorded the same golden: the later record holds.
    let other = lines[0].replacing("2026", with: "2027").replacing("\"00\"", with: "\"11\"")
    try folder.write(file.bytes + Array(other.utf8), to: "provenance.jsonl")
    #expect(try ProvenanceFile(path: path)["a.png"]?.sha256 == "11")
    for (line, words) in [("<<<<<<< mine", "a merge left"), ("{}", "not the record")] {
      try folder.write(file.bytes + Array(line.utf8), to: "provenance.jsonl")
      let error = #expect(throws: GoldenError.self) { try ProvenanceFile(path: path) }
      let text = "\(try #require(error))"
      #expect(text.contains("provenance.jsonl:4: ") && text.contains(words))
    }
  }

  @Test func `results of another version of the program are none`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"")
    _ = try stage.verify()
    for text in ["", "{}", "{\"format\": \"golden-result/9\"}", "\u{0}"] {
      try stage.folder.write(text, to: "Golden/.results/a.json")
      #expect(throws: GoldenError.self) { try stage.suite().review() }
      #expect(throws: GoldenError.self) { try stage.approve(.matching([NamePattern("a")])) }
    }
  }
}
