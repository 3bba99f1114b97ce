import Foundation
import TestSupport
import Testing

/// That a clip plays on phones and in messengers as it is rendered where nothing is asked for.
@Suite struct PhoneTests {
  private let stage: ToolStage

  init() throws {
    stage = try ToolStage(clip: SyntheticClip(width: 96, height: 64, frames: 160))
  }

  private func probe(_ name: String, _ words: [String]) throws -> String {
    String(
      decoding: try Program.ffprobe.succeed(
        ["-v", "error", "-select_streams", "v:0"] + words + ["-of", "default=nk=1:nw=1"]
          + [stage.folder.path(name)], in: stage.folder), as: UTF8.self
    ).trimmingCharacters(in: .newlines)
  }

  @Test
  func `a clip is H.264 High, 4:2:0 in 8 bit, of a level that phones decode, its index in front`()
    throws
  {
    #expect(try stage.render("out/x.mp4").exitCode == 0)
    let stream = try probe(
      "out/x.mp4", ["-show_entries", "stream=codec_name,profile,pix_fmt,level,has_b_frames"])
    let values = stream.split(separator: "\n").map(String.init)
    #expect(values[0] == "h264" && values[1] == "High", "\(values)")
    #expect(values.contains("yuv420p"))
    let level = try #require(values.compactMap { Int($0) }.last { $0 > 9 })
    #expect(level <= 42)
    let bytes = Data(try stage.folder.bytes("out/x.mp4"))
    let index = try #require(bytes.firstRange(of: Data("moov".utf8)))
    let pictures = try #require(bytes.firstRange(of: Data("mdat".utf8)))
    #expect(index.lowerBound < pictures.lowerBound)
  }

  /// The clip has 25 frames a second and no cut.
  @Test(arguments: ["h264", "hevc"])
  func `a key picture comes at least every five seconds, and that of H.264 closes its group`(
    codec: String
  ) throws {
    #expect(try stage.render("out/x.mp4", "--codec", codec).exitCode == 0)
    let packets = try probe("out/x.mp4", ["-show_entries", "packet=pts_time,flags"])
      .split(separator: "\n").map(String.init)
    var keys: [(place: Int, seconds: Double)] = []
    let pairs = stride(from: 0, to: packets.count - 1, by: 2).map { (packets[$0], packets[$0 + 1]) }
    for (place, (time, flags)) in pairs.enumerated() where flags.hasPrefix("K") {
      keys.append((place, try #require(Double(time))))
    }
    #expect(keys.count >= 2)
    for (one, next) in zip(keys, keys.dropFirst()) {
      #expect(next.seconds - one.seconds <= 5.0001)
      // No picture that is decoded after it is shown before it; x265 opens its groups.
      guard codec == "h264" else { continue }
      let after = pairs[next.place...].compactMap { Double($0.0) }
      #expect(after.allSatisfy { $0 >= next.seconds })
    }
    let end = Double(pairs.count) / 25
    #expect(end - (keys.last?.seconds ?? 0) <= 5.0001)
  }
}
