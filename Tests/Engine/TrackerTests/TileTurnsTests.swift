import Geometry
import TestSupport
import Testing
import Tracker
import Tracking
import TrackingFiles

/// Small faces that are looked for without being asked for: all pieces at first, then a few in turns.
@Suite struct TileTurnsTests {
  private static let size = PixelSize<TrackerSpace>(clamping: 640, 480)
  private static let tiles = SearchTiles.tiles(of: size, minFace: 24)

  /// Tracks a clip of a filter of FFmpeg's in which the whole picture shows no face.
  private func track(
    _ filter: String, rate: Int = 2, inTurns: Bool = true
  ) throws -> (shown: [Int: Int], samples: [TrackingSample]) {
    let folder = try ScratchFolder()
    let (clip, output) = (folder.path("clip.mp4"), folder.path("t.jsonl"))
    try Program.ffmpeg.succeed([
      "-v", "error", "-y", "-filter_complex", filter, "-r", "\(rate)", "-c:v", "libx264",
      "-pix_fmt",
      "yuv420p",
      clip,
    ])
    let closeUps = ScriptedCloseUps()
    let setup = CloseUpSetup(mode: .video, mostFaces: 4, looksInTurns: inTurns) { closeUps }
    _ = try TrackJob(TrackSettings(media: clip, output: output)).run(
      ScriptedTracker(), mostFaces: 4, closeUps: setup, isCancelled: { false })
    // What is followed has a number of its own.
    let pieces = closeUps.shown.filter { $0.closeUp == 0 }
    let reader = try TrackingReader(path: output)
    var samples: [TrackingSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return (Dictionary(pieces.map { ($0.timeMs, 1) }, uniquingKeysWith: +), samples)
  }

  private func empty(_ seconds: Int, _ colour: String, rate: Int = 2) -> String {
    "color=\(colour):s=640x480:r=\(rate):d=\(seconds)"
  }

  @Test func `all pieces are looked at first, then two every half second`() throws {
    let shown = try track(empty(4, "black")).shown
    #expect(Self.tiles.count > 2)
    #expect(
      shown
        == Dictionary(
          uniqueKeysWithValues: (0..<8).map { (500 * $0, $0 == 0 ? Self.tiles.count : 2) }))
    #expect(try track(empty(4, "black"), inTurns: false).shown.isEmpty)
  }

  @Test(arguments: [(18, 0), (22, 1)])
  func `all are looked at again where the picture changes, but for twenty seconds`(
    seconds: Int, again: Int
  ) throws {
    let shown = try track("\(empty(seconds, "black"))[a];\(empty(2, "0x505050"))[b];[a][b]concat")
      .shown
    #expect(shown.values.count { $0 == Self.tiles.count } == 1 + again)
    #expect((shown[1000 * seconds] == Self.tiles.count) == (again == 1))
  }

  @Test func `where a piece of the picture changes, it is looked at next`() throws {
    let tile = try #require(Self.tiles.last { $0.width <= 144 })
    let (x, y) = (tile.left + tile.width / 2, tile.top + tile.height / 2)
    let square = "drawbox=x=\(x - 30):y=\(y - 30):w=60:h=60:t=fill:color=white:enable='gte(t,1.2)'"
    let (shown, samples) = try track("\(empty(3, "black", rate: 8)),\(square)", rate: 8)
    #expect(shown.values.contains(3))
    // It comes at 1.25 s, is looked for at 1.5 s, and followed back.
    #expect(samples.map(\.faces.count) == (0..<24).map { $0 < 10 ? 0 : 1 })
  }

  @Test func `a small face is found by itself, back to the first frame`() throws {
    let tile = try #require(Self.tiles.first { $0.left > 0 && $0.top > 0 })
    let (x, y) = (tile.left + tile.width / 2, tile.top + tile.height / 2)
    let square = "drawbox=x=\(x - 30):y=\(y - 30):w=60:h=60:t=fill:color=white"
    let drawn = "\(empty(2, "black", rate: 8)),\(square)"
    let samples = try track(drawn, rate: 8).samples
    #expect(samples.map(\.faces.count) == [Int](repeating: 1, count: 16))
    let middle = BoxFaces.middle(try #require(samples.first?.faces.first))
    #expect(abs(middle.x - Double(x)) < 8 && abs(middle.y - Double(y)) < 8)
    #expect(try track(drawn, rate: 8, inTurns: false).samples.allSatisfy(\.faces.isEmpty))
  }
}
