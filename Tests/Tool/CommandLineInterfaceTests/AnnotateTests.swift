import Foundation
import Imaging
import TestSupport
import Testing

@Suite struct `The option --annotate` {
  private static let snapshot = ["snapshot", "in.mkv", "--avatar", "mask", "--frame", "1"]

  @Test(arguments: [
    ("landmark", ["--annotate", "landmark", "did you mean landmarks?"]),
    ("landmarks,quad", ["quad", "did you mean quads?"]),
    ("landmarks,hand", ["hand", "did you mean hands?"]),
    ("al", ["al", "did you mean all?"]),
    ("0123456789", ["0123456789", "landmarks, quads"]),
    ("", ["--annotate", "landmarks, quads"]),
  ])
  func `names a word that it does not know, and the one that was meant`(
    list: String, message: [String]
  ) throws {
    let stage = try ToolStage()
    for verb in [
      Self.snapshot + ["-o", "out/a.png"], ["render"] + Self.snapshot[1...3] + ["-o", "out/a.mkv"],
    ] {
      let outcome = try stage.run(verb + ["--annotate", list])
      try stage.expect(outcome, refusedWith: 64, saying: message)
    }
  }

  @Test func `all is every annotation`() throws {
    let stage = try ToolStage()
    func picture(_ list: String) throws -> Data {
      let outcome = try stage.run(Self.snapshot + ["--annotate", list, "-o", "-"])
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return outcome.output
    }
    let names = "landmarks,quads,hud,hands,gestures,blendshapes,axes,timing,cards"
    #expect(try picture("all") == picture(names))
    #expect(try picture("all") != picture("landmarks"))
  }

  @Test func `draws bars of blendshapes that there are`() throws {
    let stage = try ToolStage()
    let bars = Self.snapshot + ["--annotate", "blendshapes", "--blendshapes"]
    for (list, advice) in [
      ("jawOpn", "did you mean jawOpen?"), ("jawOpen,", "expected a list such as jawOpen"),
      ("_neutral", "there is no blendshape"),
    ] {
      let outcome = try stage.run(bars + [list, "-o", "out/a.png"])
      try stage.expect(outcome, refusedWith: 64, saying: ["--blendshapes", advice])
    }
  }

  @Test func `draws into the picture and leaves the sidecar as it is`() throws {
    let stage = try ToolStage()
    func picture(_ words: [String], _ name: String) throws -> (Data, sidecar: [UInt8]) {
      let outcome = try stage.run(
        Self.snapshot + ["-o", "-", "--placements", "out/\(name).jsonl"] + words)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      return (outcome.output, try stage.folder.bytes("out/\(name).jsonl"))
    }
    let plain = try picture([], "plain")
    let lists = ["landmarks", "quads", "landmarks,quads"]
    let annotated = try lists.map { try picture(["--annotate", $0], $0) }
    #expect(Set(annotated.map(\.0) + [plain.0]).count == 4)
    #expect(annotated.allSatisfy { $0.sidecar == plain.sidecar })
  }

  @Test func `tells the session in what a crop leaves of the picture`() throws {
    let folder = try ScratchFolder()
    try SmallSample.copy(to: "play", in: folder)
    func picture(_ words: String...) throws -> StraightRGBA8 {
      let bytes = try Program.product.succeed(
        ["snapshot", "play", "--avatar", "none", "--at", "2", "-o", "-"] + words, in: folder)
      return try PNG.decode([UInt8](bytes))
    }
    let hud = ["--annotate", "hud"]
    // The picture's own shape cuts nothing.
    #expect(try picture("--crop", "16:9", hud[0], hud[1]) == picture(hud[0], hud[1]))
    let (bare, told) = try (picture("--crop", "1:1"), picture("--crop", "1:1", hud[0], hud[1]))
    let (width, height) = (bare.width, bare.height)
    #expect((told.width, told.height) == (width, height))
    func changes(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
      rows.reduce(0) { sum, y in sum + columns.count { bare[$0, y] != told[$0, y] } }
    }
    // The ring, the score and the prompt are there, and the middle is the picture.
    #expect(changes(0..<width / 4, 0..<height / 3) > 20)
    #expect(changes(width * 3 / 4..<width, 0..<height / 4) > 20)
    #expect(changes(width / 4..<width * 3 / 4, height * 3 / 4..<height) > 20)
    #expect(changes(width * 2 / 5..<width * 3 / 5, height * 2 / 5..<height * 3 / 5) == 0)
  }
}
