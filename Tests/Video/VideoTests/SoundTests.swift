import ClipReading
import Foundation
import TestSupport
import Testing

@Suite struct SoundTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// The packets of the first sound track, as a digest that another program computes.
  func digest(_ path: String) throws -> String {
    try Tools.ffmpeg(["-i", path, "-map", "0:a:0", "-c", "copy", "-f", "md5", "-"])
  }

  @Test(arguments: [
    ("aac", "mp4", "mp4"), ("aac", "mov", "mp4"), ("libopus", "mkv", "mkv"),
    ("libmp3lame", "mkv", "mov"), ("pcm_s16le", "mov", "mkv"), ("aac", "mkv", "mp4"),
  ])
  func `packets are copied untouched`(codec: String, from: String, to: String) throws {
    let source = try work.clip(
      "in.\(from)", frames: 50, sound: true,
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", codec])
    let target = work.path("out.\(to)")
    #expect(try copyClip(source, to: target) == [])
    #expect(try digest(target) == digest(source))
    #expect(try Tools.probe(target, "frame=pts_time") == Tools.probe(source, "frame=pts_time"))
    let before = try Tools.probe(source, "packet=pts_time", stream: "a:0").compactMap(Double.init)
    let after = try Tools.probe(target, "packet=pts_time", stream: "a:0").compactMap(Double.init)
    #expect(before.count == after.count)
    for (a, b) in zip(before, after) { #expect(abs(a - b) < 0.001) }
  }

  @Test func `run-up sound from before 0 does not move the pictures in Matroska`() throws {
    let source = try work.clip(
      "in.mp4", frames: 25, sound: true,
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"])
    let target = work.path("out.mkv")
    try copyClip(source, to: target)
    #expect(try Tools.probe(target, "frame=pts_time").first == "0.000000")
    let before = try Tools.probe(source, "packet=pts_time", stream: "a:0").compactMap(Double.init)
    let after = try Tools.probe(target, "packet=pts_time", stream: "a:0").compactMap(Double.init)
    let heard = before.filter { $0 >= 0 }
    #expect(after.count == heard.count)
    for (a, b) in zip(heard, after) { #expect(abs(a - b) < 0.001) }
  }

  @Test func `a part takes its own sound, in step`() throws {
    let source = try work.clip(
      "in.mp4", frames: 75, sound: true,
      ["-c:v", "libx264", "-g", "10", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le", "-f", "mov"])
    let target = work.path("out.mov")
    try copyClip(source, to: target, part: .seconds(start: 1, end: 2))
    #expect(try Tools.probe(target, "frame=pts_time").count == 25)
    #expect(try Tools.probe(target, "frame=pts_time").first == "0.000000")
    // The samples from 1 s to 2 s, to the packet: 1024 samples of PCM are one packet.
    func samples(_ path: String, _ arguments: [String]) throws -> [Int16] {
      let raw = work.path("sound.raw")
      try Tools.ffmpeg(["-i", path, "-vn"] + arguments + ["-f", "s16le", raw])
      return try Data(contentsOf: URL(filePath: raw)).withUnsafeBytes {
        Array($0.bindMemory(to: Int16.self))
      }
    }
    let whole = try samples(source, [])
    let part = try samples(target, [])
    #expect(abs(part.count - 44100) <= 2048)
    #expect(Array(part[0..<40000]) == Array(whole[44100..<84100]))
  }

  @Test func `every sound track comes along, with its language`() throws {
    let source = work.path("in.mkv")
    try Tools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25", "-f", "lavfi", "-i", "sine=frequency=300",
      "-f", "lavfi", "-i", "sine=frequency=500", "-map", "0", "-map", "1", "-map", "2", "-t", "1",
      "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-metadata:s:a:0", "language=deu",
      "-metadata:s:a:1", "language=zho", source,
    ])
    let target = work.path("out.mp4")
    try copyClip(source, to: target)
    #expect(
      try Tools.probe(target, "stream_tags=language", stream: "a") == ["deu", "zho"])
  }
}
