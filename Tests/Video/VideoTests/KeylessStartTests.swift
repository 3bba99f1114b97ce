import ClipReading
import Foundation
import Frames
import TestSupport
import Testing

/// What a clip loses that does not begin with a key frame is counted.
@Suite struct KeylessStartTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// A clip of key frames every six frames, without its first two packets.
  func clip(_ name: String, _ codec: [String]) throws -> String {
    let whole = try work.clip(
      "whole-\(name)", frames: 18, rate: "30",
      codec + ["-g", "6", "-keyint_min", "6", "-sc_threshold", "0", "-pix_fmt", "yuv420p"])
    let target = work.path(name)
    try Tools.ffmpeg([
      "-i", whole, "-c", "copy", "-bsf:v", "noise=drop='lt(n,2)'", "-copyinkf", target,
    ])
    return target
  }

  /// Packets that are to be shown and come before the first key frame, as FFprobe has them.
  func leading(_ path: String) throws -> Int {
    try Tools.probe(path, "packet=flags").prefix { !$0.contains("K") }.count { !$0.contains("D") }
  }

  @Test(arguments: [
    ("h264.mp4", "libx264"), ("h264.mkv", "libx264"), ("h264.ts", "libx264"),
    ("h264.flv", "libx264"), ("h264.avi", "libx264"), ("mpeg2.ts", "mpeg2video"),
    ("mpeg2.mpg", "mpeg2video"), ("vp8.webm", "libvpx"),
  ])
  func `pictures that a decoder leaves out are lost`(name: String, codec: String) throws {
    let path = try clip(name, ["-c:v", codec])
    let expected = try leading(path)
    #expect(expected == 4)
    let reader = try ClipReader(path: path)
    #expect(try readAll(reader).times.count == 12)
    #expect(reader.damage.framesLost == expected)
  }

  @Test(arguments: [("mpeg4.mp4", "mpeg4"), ("h263.flv", "flv")])
  func `pictures that a decoder makes up are damaged`(name: String, codec: String) throws {
    let path = try clip(name, ["-c:v", codec])
    let expected = try leading(path)
    let reader = try ClipReader(path: path)
    var damaged: [Bool] = []
    while let frame = try reader.nextFrame() { damaged.append(frame.isDamaged) }
    #expect(damaged == (0..<16).map { $0 < expected })
    #expect(reader.damage.framesDamaged == expected)
  }

  @Test(arguments: ["mp4", "ts", "mkv"])
  func `a clip that begins with a key frame is whole`(kind: String) throws {
    let path = try work.clip(
      "whole.\(kind)", frames: 18, ["-c:v", "libx264", "-bf", "3", "-g", "6", "-flags", "+cgop"])
    let reader = try ClipReader(path: path)
    #expect(try readAll(reader).times.count == 18)
    #expect(reader.damage.isClean)
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
  func `what is lost of the case is counted`() throws {
    let reader = try ClipReader(path: SharedData.file("cases/no-key.mp4").path)
    #expect(try readAll(reader).times.count == 6)
    #expect(reader.damage.framesLost == 5)
  }
}
