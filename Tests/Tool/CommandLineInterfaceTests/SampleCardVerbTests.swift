import Foundation
import TestSupport
import Testing

/// The sample's story in which a girl shows a printed card, and the scene on it.
@Suite struct SampleCardVerbTests {
  private static let scenes = SharedData.packageRoot.appending(path: "Scenes").path

  @Test func `the scene is drawn on the card that was held, and the tap reaches it`() throws {
    let folder = try ScratchFolder()
    try Program.product.succeed(
      ["sample", "--story", "card", "--scenes", Self.scenes, "--size", "128x72", "-o", "held"],
      in: folder)
    let render = ["render", "held", "--avatar", "none", "--scenes", Self.scenes]
    try Program.product.succeed(
      render + ["--cues", "held/cues.jsonl", "-o", "held.mp4", "--placements", "held.jsonl"],
      in: folder)
    let sidecar = String(decoding: try folder.bytes("held.jsonl"), as: UTF8.self)
    #expect(sidecar.contains(#""item": "ox""#) && sidecar.contains(#""item": "firework-left""#))
  }

  @Test func `a folder without the scene is named in one line`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.product.run(
      ["sample", "--story", "card", "--scenes", "nowhere", "-o", "held"], in: folder)
    #expect(outcome.exitCode == 66)
    #expect(outcome.error.contains("nowhere: there is no such folder"))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test(
    arguments: [
      ["--scenes", scenes, "--scene", "rain-water"], ["--scene", "\(scenes)/rain-water"],
    ])
  func `the card of another scene is shown by its name or its path`(words: [String]) throws {
    let folder = try ScratchFolder()
    try Program.product.succeed(
      ["sample", "--story", "card", "--size", "640x360", "-o", "held"] + words, in: folder)
    try Program.product.succeed(
      ["track", "held/clip.mp4", "--detect-cards", Self.scenes, "--no-faces", "-o", "found.jsonl"],
      in: folder)
    let found = String(decoding: try folder.bytes("found.jsonl"), as: UTF8.self)
    let names = Set(found.matches(of: /"images":\[{"name":"([^"]+)"/).map { String($0.1) })
    #expect(names == ["rain-water"])
  }

  @Test func `a scene is refused where no card is shown, in one line`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.product.run(
      ["sample", "--scene", "rain-water", "-o", "visit"], in: folder)
    #expect(outcome.exitCode == 64)
    #expect(outcome.error.contains("--scene is for --story card"))
  }

  @Test func `the other stories need no scenes`() throws {
    let folder = try ScratchFolder()
    try Program.product.succeed(
      ["sample", "--story", "visit", "--scenes", "nowhere", "--size", "128x72", "-o", "visit"],
      in: folder)
  }
}
