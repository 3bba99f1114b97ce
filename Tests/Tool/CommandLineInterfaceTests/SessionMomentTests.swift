import Foundation
import TestSupport
import Testing

/// Parts and frames that events of the session name, on the sample's story in which the game is played.
///
/// Its log stands in `SampleSessionTests`: the teeth at 2873.2 ms, the brushing at 7666.7 ms, the outcome at 8666.7 ms.
@Suite struct SessionMomentTests {
  private static func played() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try Program.product.succeed(
      ["sample", "--story", "brushing", "--size", "96x64", "-o", "play"], in: folder)
    return folder
  }

  private func render(_ folder: ScratchFolder, _ words: String...) throws -> Program.Outcome {
    try Program.product.run(
      ["render", "play", "--avatar", "crown", "--overwrite", "-o", "out.mkv"] + words, in: folder)
  }

  @Test func `a part between events is the part between their seconds`() throws {
    let folder = try Self.played()
    func bytes(_ start: String, _ end: String, _ words: String...) throws -> [UInt8] {
      try Program.product.succeed(
        ["render", "play", "--avatar", "crown", "--overwrite", "-o", "out.mkv", "--start", start]
          + ["--end", end] + words, in: folder)
      return try folder.bytes("out.mkv")
    }
    let part = try bytes("7.4667", "7.8667")
    #expect(try bytes("gatePassed:brushing-200ms", "gatePassed#2+0.2s") == part)
    #expect(try bytes("gatePassed#last-200ms", "outcome:completed-800ms") == part)
    #expect(try bytes("0", "0.3") == bytes("faceFound-2s", "state#3+300ms"))
    // A session that is asked for is replayed with its own settings.
    let session = ["--session", "play/session.json"]
    #expect(
      try bytes("hint:shakeFaster", "hint#2+200ms", session[0], session[1])
        == bytes("6.3732", "6.5732", session[0], session[1]))
  }

  @Test func `a plan has the seconds of events`() throws {
    let folder = try Self.played()
    func plan(_ start: String, _ end: String) throws -> String {
      try Program.product.succeed(
        ["plan", "play", "--avatar", "crown", "-o", "out.mp4", "--parts", "3", "--overwrite"]
          + ["--start", start, "--end", end, "--plan", "plan.json"], in: folder)
      return String(decoding: try folder.bytes("plan.json"), as: UTF8.self)
    }
    let seconds = try plan("7.2667", "8.6667")
    #expect(seconds.contains("\"start\": 7.2667"))
    #expect(try plan("gatePassed:brushing-0.4s", "outcome") == seconds)
  }

  @Test func `a picture is that of the event`() throws {
    let folder = try Self.played()
    func picture(_ words: String...) throws -> [UInt8] {
      try Program.product.succeed(
        ["snapshot", "play", "--avatar", "crown", "--overwrite", "-o", "out.png"] + words,
        in: folder)
      return try folder.bytes("out.png")
    }
    #expect(try picture("--at", "gatePassed") == picture("--at", "2.8732"))
    #expect(try picture("--at", "gatePassed-60s") == picture("--at", "0"))
    #expect(
      try picture("--best", "--start", "gatePassed-1s", "--end", "gatePassed+1s")
        == picture("--best", "--start", "1.8732", "--end", "3.8732"))
  }

  @Test func `an event that did not happen is one error with those that did`() throws {
    let folder = try Self.played()
    let none = try render(folder, "--start", "quadrant:upperLeft-2s")
    #expect(none.exitCode == 65)
    #expect(
      none.error.contains("quadrant:upperLeft-2s: the session has no event quadrant:upperLeft"))
    #expect(none.error.contains("gatePassed:teeth at 2.9 s"))
    let third = try render(folder, "--end", "gatePassed#3")
    #expect(third.exitCode == 65 && third.error.contains("only 2 of the event gatePassed"))
    let swapped = try render(
      folder, "--start", "gatePassed:brushing", "--end", "gatePassed:teeth")
    #expect(
      swapped.exitCode == 64
        && swapped.error.contains("gatePassed:brushing, which is second 7.6667"))
    let mistyped = try render(folder, "--start", "gatePased")
    #expect(mistyped.exitCode == 64 && mistyped.error.contains("did you mean \"gatePassed\"?"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.mkv")))
  }
}
