import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct CardsTests {
  private static let cards = SharedData.packageRoot.appending(path: "Cards").path
  private static let words = [
    "snapshot", "in.mkv", "--avatar", "mask", "--cards", cards, "-o", "out/card.png",
  ]

  @Test func `cards are listed and linted`() throws {
    let folder = try ScratchFolder()
    let list = try Program.product.run(["cards", "list", "--cards", Self.cards], in: folder)
    #expect(list.exitCode == 0)
    let names = list.text.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(names == ["brushing", "plain", "zodiac"])
    let lint = try Program.product.run(
      ["cards", "lint", "--cards", Self.cards, "plain"], in: folder)
    #expect(lint.exitCode == 0 && lint.error == "1 card, no faults\n")
    try folder.write("{\"version\": 1}", to: "mine/card.json")
    let faulty = try Program.product.run(["cards", "lint", "./mine"], in: folder)
    #expect(faulty.exitCode == 65)
    #expect(faulty.text.contains("card.json:1:1: the key \"elements\" is missing"))
  }

  @Test func `a snapshot on a card has the card's size, and is the same each time`() throws {
    let stage = try ToolStage()
    let options = ["--card", "plain", "--crop", "16:9", "--title", "立春", "--link", "a"]
    let outcome = try stage.run(Self.words + options)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let first = try stage.folder.bytes("out/card.png")
    let size = try PNG.size(of: first)
    #expect("\(size)" == "1920 x 1080")
    #expect(outcome.error.contains(", on a card titled \"立春\"\n"), "\(outcome.error)")
    #expect(try stage.run(Self.words + options + ["--overwrite"]).exitCode == 0)
    #expect(try stage.folder.bytes("out/card.png") == first)
  }

  @Test func `a field without a place in the shape is named`() throws {
    let stage = try ToolStage()
    let options = ["--card", "plain", "--caption", "a word", "--title", "x", "--card-ratio"]
    let square = try stage.run(Self.words + options + ["1:1"])
    #expect(square.exitCode == 0)
    #expect(square.error.contains("note: the card \"plain\" shows no caption in 1:1\n"))
    let upright = try stage.run(Self.words + options + ["4:5", "--overwrite"])
    #expect(upright.exitCode == 0 && !upright.error.contains("note:"), "\(upright.error)")
  }

  @Test func `a preview shows the four shapes side by side, with the texts that are given`() throws
  {
    let folder = try ScratchFolder()
    func preview(_ words: [String]) throws -> [UInt8] {
      let outcome = try Program.product.run(
        ["cards", "preview", "plain", "--cards", Self.cards, "--avatar", "none", "-o", "-"] + words,
        in: folder)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return [UInt8](outcome.output)
    }
    let sample = try preview([])
    // 720 high: 720, 576, 405 and 1280 wide, with five gaps of 16 between and around.
    #expect("\(try PNG.size(of: sample))" == "3061 x 752")
    #expect(try preview([]) == sample)
    #expect(try preview(["--title", "x"]) != sample)
  }

  @Test(arguments: [
    (["--title", "x"], "--title is for a --card; add one"),
    (["--card", "plain", "--crop", "3:2"], "a card has the shapes 1:1, 4:5, 9:16, 16:9"),
    (["--card", "plain", "--overlay-only"], "a card has no transparent background"),
  ])
  func `options that do not go together are refused`(options: [String], reason: String) throws {
    let outcome = try ToolStage().run(Self.words + options)
    #expect(outcome.exitCode == 64 && outcome.error.contains(reason), "\(outcome.error)")
  }
}
