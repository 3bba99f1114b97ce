import ClipReading
import Foundation
import Frames
import TestSupport
import Testing

/// Frames whose packets are unreadable are counted, whatever the container tells of them.
///
/// The clips have 50 frames at 25 a second, and what is left of them keeps its times.
@Suite struct MissingPacketsTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  func source(_ name: String, _ codec: [String]) throws -> Data {
    let path = try work.clip(
      name, size: "160x128", frames: 50, filter: "noise=alls=15:allf=t",
      codec + ["-g", "10", "-pix_fmt", "yuv420p"])
    let (frames, damage) = try read(path)
    #expect(frames.count == 50)
    #expect(damage.isClean)
    return try Data(contentsOf: URL(filePath: path))
  }

  func read(_ path: String) throws -> (timesMs: [Double], damage: DamageReport) {
    let reader = try ClipReader(path: path)
    var times: [Double] = []
    while let frame = try reader.nextFrame() { times.append(frame.timestampMs) }
    return (times, reader.damage)
  }

  func read(_ data: Data, as name: String) throws -> (timesMs: [Double], damage: DamageReport) {
    let path = work.path("hit-" + name)
    try data.write(to: URL(filePath: path))
    return try read(path)
  }

  @Test(arguments: [("in.webm", "libvpx"), ("in.mkv", "libx264")])
  func `the first frames of Matroska are missed`(name: String, codec: String) throws {
    var data = try source(name, ["-c:v", codec])
    // The first cluster (RFC 9559, 5.1.3), which is read to find out what the streams are.
    let cluster = try #require(data.firstRange(of: Data([0x1F, 0x43, 0xB6, 0x75])))
    data.replaceSubrange(cluster.lowerBound..<cluster.lowerBound + 300, with: Data(count: 300))
    guard let (times, damage) = try? read(data, as: name) else { return }
    #expect(times.count < 50)
    #expect((49...51).contains(times.count + damage.framesLost), "\(damage)")
  }

  @Test(arguments: ["mjpeg", "mpeg4", "huffyuv"])
  func `frames behind a hole in AVI keep their times`(codec: String) throws {
    let pixels = codec == "huffyuv" ? ["-pix_fmt", "yuv422p"] : ["-q:v", "3"]
    let path = try work.clip(
      "in.avi", size: "160x128", frames: 50, filter: "noise=alls=15:allf=t",
      ["-c:v", codec, "-g", "5"] + pixels)
    var data = try Data(contentsOf: URL(filePath: path))
    let (start, length) = (data.count / 3, data.count / 12)
    data.replaceSubrange(start..<start + length, with: Data(count: length))
    let (times, damage) = try read(data, as: "in.avi")
    #expect(times.count < 50)
    #expect(times.count + damage.framesLost == 50, "\(damage)")
    // Each is where `ffmpeg` put it, and so the last one is at the clip's end.
    #expect(times.allSatisfy { abs($0 / 40 - ($0 / 40).rounded()) < 1e-6 })
    #expect(abs((times.last ?? 0) - 49 * 40) < 1e-6)
  }

  @Test(arguments: ["libx264", "mpeg2video"])
  func `packets missing from a transport stream are told by the times`(codec: String) throws {
    let whole = try source("in.ts", ["-c:v", codec, "-bf", "0"])
    let packet = 188
    let start = whole.count / packet / 3
    var zeroed = whole
    let range = start * packet + 17..<(start + whole.count / packet / 10) * packet
    zeroed.replaceSubrange(range, with: Data(count: range.count))
    var removed = whole
    removed.removeSubrange(start * packet..<(start + 37) * packet)
    for (data, what) in [(zeroed, "zeroed"), (removed, "removed")] {
      let (times, damage) = try read(data, as: "in.ts")
      #expect(!damage.isClean, "\(what)")
      #expect((49...51).contains(times.count + damage.framesLost), "\(what): \(damage)")
    }
    // What ends between two packets may have been meant so; what ends within one was not.
    #expect(try !read(whole.prefix(100 * packet + 50), as: "in.ts").damage.isClean)
    #expect(try read(whole.prefix(whole.count - packet * 4), as: "in.ts").damage.framesLost == 0)
  }

  @Test func `an uneven rate of a whole transport stream is no damage`() throws {
    let path = try work.clip(
      "uneven.ts", frames: 30, filter: "select='not(between(n,5,12))'",
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-vsync", "vfr"])
    #expect(try read(path).damage.isClean)
  }

  @Test func `what a lossless decoder only logs is told of its picture`() throws {
    var data = try source("in.mkv", ["-c:v", "ffv1", "-slicecrc", "1", "-level", "3"])
    data[data.count / 2] ^= 0x10
    let (times, damage) = try read(data, as: "in.mkv")
    #expect(times.count == 50)
    #expect(damage.framesDamaged == 1, "\(damage)")

    let path = try work.clip(
      "in.mov", size: "160x128", frames: 50, filter: "noise=alls=15:allf=t", ["-c:v", "qtrle"])
    data = try Data(contentsOf: URL(filePath: path))
    let (start, length) = (data.count / 3, data.count / 10)
    data.replaceSubrange(start..<start + length, with: Data(count: length))
    #expect(try !read(data, as: "in.mov").damage.isClean)
  }

  /// What VP8 does not decode is what was in the picture's memory: which that was depends on when
  /// frames are given back.
  @Test func `damaged VP8 does not depend on how long its frames are kept`() throws {
    let original = try source("in.webm", ["-c:v", "libvpx", "-deadline", "realtime"])
    for step in 1...6 {
      var data = original
      data[data.count * step / 8] ^= 0x20
      let path = work.path("hit.webm")
      try data.write(to: URL(filePath: path))
      let given = try frames(path, keeping: 0)
      for kept in [3, 50] {
        let others = try frames(path, keeping: kept)
        #expect(zip(given, others).allSatisfy { $0 == $1 }, "\(step) of 8, \(kept) kept")
      }
    }
  }

  func frames(_ path: String, keeping count: Int) throws -> [[UInt8]] {
    let reader = try ClipReader(path: path)
    var bytes: [[UInt8]] = []
    var kept: [Kept] = []
    while var frame = try reader.nextFrame() {
      bytes.append(try planeBytes(&frame))
      kept.append(Kept(frame))
      if kept.count > count { kept.removeFirst() }
    }
    return bytes
  }
}

private final class Kept {
  private let frame: VideoFrame

  init(_ frame: consuming VideoFrame) { self.frame = frame }
}
