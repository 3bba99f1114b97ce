import TestSupport
import Testing

/// Parts of a clip that is shown faster or slower.
@Suite struct FasterPartTests {
  @Test(arguments: [
    ["--speed", "2"], ["--speed", "1.7", "--start", "0.35"], ["--speed", "0.5"],
    ["--speed", "3", "--fps", "25"], ["--speed", "0.4", "--fps", "30", "--end", "1.2"],
  ])
  func `parts have the frames, times and sound of the whole`(options: [String]) throws {
    let stage = try PartsStage()
    // Without loss, since an encoder begins anew with each part.
    let (whole, joined) = try stage.both(options + ["--codec", "ffv1"], to: "mkv", parts: 3)
    #expect(try stage.partCount() > 1)
    #expect(try stage.hashes(whole) == stage.hashes(joined))
    #expect(try stage.hashes(whole, sound: true) == stage.hashes(joined, sound: true))
    let entries = "packet=pts_time,duration_time"
    #expect(try stage.probe(whole, entries) == stage.probe(joined, entries))
  }

  @Test func `a clip without a lossless codec has the times of the whole`() throws {
    let stage = try PartsStage()
    let (whole, joined) = try stage.both(["--speed", "2"], to: "mp4", parts: 3)
    // Encoders begin anew with each part, and order pictures by themselves.
    let entries = "packet=pts_time"
    #expect(try stage.probe(whole, entries).sorted() == stage.probe(joined, entries).sorted())
    #expect(try stage.hashes(whole, sound: true) == stage.hashes(joined, sound: true))
  }
}
