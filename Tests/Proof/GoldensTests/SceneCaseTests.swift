import Foundation
import Goldens
import Imaging
import Review
import TestSupport
import Testing

/// Cases whose recordings show printed cards.
@Suite struct SceneCaseTests {
  private static let card =
    "\"name\": \"card\", \"avatar\": \"none\", \"frames\": \"3-3\","
    + " \"scenes\": {\"folder\": \"../Cards\", \"photos\": [\"face=../me.png\"]},"
    + " \"cues\": \"../cues.jsonl\""

  private func stage() throws -> RenderedSuite {
    let stage = try RenderedSuite("\"name\": \"x\"")
    let scene = SyntheticScene()
    try scene.write("Cards/greeting", in: stage.folder)
    try SyntheticScene(picture: "other").write("Cards/other", in: stage.folder)
    try stage.folder.write(
      scene.tracking(width: 96, height: 72, frames: 8), to: "clip/in.jsonl")
    try setPhoto(RGBA8(20, 200, 60, 255), in: stage)
    try stage.folder.write("{\"timestampMs\": 40, \"cue\": \"tap\"}\n", to: "cues.jsonl")
    try stage.setCases([Self.card])
    return try stage.recorded()
  }

  private func setPhoto(_ colour: RGBA8, in stage: RenderedSuite) throws {
    let photo = try SyntheticAvatar.drawn(12, 12) { _, _ in colour }
    try stage.folder.write(PNG.encode(photo), to: "me.png")
  }

  private func result(of stage: RenderedSuite) throws -> CaseResult {
    try #require(try stage.verify().results.first)
  }

  @Test func `a case draws the scene of the suite's folder, and names the item that moved`()
    throws
  {
    let stage = try stage()
    #expect(try result(of: stage).review.verdict == .passed)
    try SyntheticScene(x: 10).write("Cards/greeting", in: stage.folder)
    let changed = try result(of: stage)
    #expect(changed.review.verdict == .failed)
    #expect(
      changed.review.explanation.contains { $0.contains("square") && $0.contains("right") },
      "\(changed.review.explanation)")
  }

  @Test func `the hash of the inputs has the scenes that are shown, the photos and the cues`()
    throws
  {
    let stage = try stage()
    let hash = try result(of: stage).inputs
    #expect(hash != nil)
    // A scene of another card changes nothing.
    try SyntheticScene(picture: "other", colour: RGBA8(1, 2, 3, 255))
      .write("Cards/other", in: stage.folder)
    #expect(try result(of: stage).inputs == hash)
    try setPhoto(RGBA8(20, 100, 60, 255), in: stage)
    let other = try result(of: stage)
    #expect(other.inputs != hash && other.review.verdict == .failed)
    try setPhoto(RGBA8(20, 200, 60, 255), in: stage)
    #expect(try result(of: stage).inputs == hash)
    try stage.folder.write("{\"timestampMs\": 80, \"cue\": \"tap\"}\n", to: "cues.jsonl")
    #expect(try result(of: stage).inputs != hash)
  }
}
