import ClipReading
import Foundation
import Frames
import TestSupport
import Testing

/// What is read of a damaged clip depends on its file alone.
@Suite struct DamageTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// All that a reader gives.
  struct Outcome: Equatable {
    var frames: [[UInt8]] = []
    var times: [Double] = []
    var damaged: [Bool] = []
    var report: DamageReport?
  }

  func read(_ path: String, threads: Int, part: ClipPart = .whole) throws -> Outcome {
    var options = ReadingOptions()
    options.threads = threads
    let reader = try ClipReader(path: path, part: part, options: options)
    var outcome = Outcome()
    while var frame = try reader.nextFrame() {
      outcome.times.append(frame.timestampMs)
      outcome.damaged.append(frame.isDamaged)
      outcome.frames.append(try planeBytes(&frame))
    }
    outcome.report = reader.damage
    return outcome
  }

  /// Reads with several numbers of threads.
  func expectSameOutcome(_ path: String, part: ClipPart = .whole, _ what: String) throws -> Outcome
  {
    let one = try read(path, threads: 1, part: part)
    for threads in [2, 8, 4] {
      let other = try read(path, threads: threads, part: part)
      #expect(other.report == one.report, "\(what), \(threads) threads")
      #expect(other.times == one.times, "\(what), \(threads) threads")
      #expect(other.damaged == one.damaged, "\(what), \(threads) threads")
      let differing = zip(one.frames, other.frames).enumerated().filter { $1.0 != $1.1 }.map(\.0)
      #expect(differing == [], "\(what), \(threads) threads: other bytes")
    }
    return one
  }

  func clip(_ name: String, _ codec: [String]) throws -> Data {
    let path = try work.clip(
      name, size: "160x128", frames: 50, filter: "noise=alls=15:allf=t",
      codec + ["-g", "20", "-pix_fmt", "yuv420p"])
    return try Data(contentsOf: URL(filePath: path))
  }

  static let codecs: [(name: String, arguments: [String], isSilent: Bool)] = [
    ("h264.mp4", ["-c:v", "libx264"], false),
    ("slices.mkv", ["-c:v", "libx264", "-slices", "4"], false),
    ("hevc.mp4", ["-c:v", "libx265", "-x265-params", "log-level=none:keyint=20"], true),
    ("mpeg4.avi", ["-c:v", "mpeg4", "-bf", "2", "-q:v", "5"], false),
    ("vp8.webm", ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"], true),
    ("vp9.webm", ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"], true),
  ]

  @Test(arguments: codecs)
  func `flipped bits give the same pictures and report with any threads`(
    name: String, arguments: [String], isSilent: Bool
  ) throws {
    let original = try clip(name, arguments)
    var reports = 0
    for seed in 1...3 {
      var random = Seeded(seed: UInt64(seed))
      var data = original
      for _ in 0..<(4 * seed) {
        // The headers at both ends are left: a clip that cannot be opened says so anyway.
        let place = data.count / 16 + random.next(below: data.count * 7 / 8)
        data[place] ^= 1 << random.next(below: 8)
      }
      let path = work.path("hit-\(seed)-" + name)
      try data.write(to: URL(filePath: path))
      let outcome = try expectSameOutcome(path, "\(name), seed \(seed)")
      #expect(outcome.frames.count >= 30)
      if outcome.report?.isClean == false { reports += 1 }
    }
    // VP8 and VP9 decode whatever bits they are given.
    if !isSilent { #expect(reports == 3) }
  }

  @Test(arguments: ["libx264", "libx265", "mpeg4"], [40, 70])
  func `a clip that is cut off ends with the same picture and report`(
    codec: String, percent: Int
  ) throws {
    let original = try clip("whole.mp4", ["-c:v", codec, "-movflags", "+faststart"])
    let path = work.path("cut.mp4")
    try original.prefix(original.count * percent / 100).write(to: URL(filePath: path))
    let outcome = try expectSameOutcome(path, "\(codec) cut at \(percent) %")
    let report = try #require(outcome.report)
    #expect(outcome.frames.count + report.framesLost == 50)
    // What is missing begins about where the file ends.
    let lastMs = try #require(outcome.times.last)
    #expect(abs(try #require(report.firstDamageMs) - lastMs) <= 200, "\(report), last \(lastMs)")
  }

  @Test func `a part of a damaged clip is the same with any threads`() throws {
    var data = try clip("whole.mp4", ["-c:v", "libx264"])
    for offset in 0..<4000 {
      data[data.count * 6 / 10 + offset] ^= UInt8(truncatingIfNeeded: offset * 37 % 255 + 1)
    }
    let path = work.path("hit.mp4")
    try data.write(to: URL(filePath: path))
    let outcome = try expectSameOutcome(path, part: .seconds(start: 1, end: nil), "from 1 s")
    #expect(outcome.times.first == 1000)
    #expect(outcome.report?.isClean == false)
  }

  /// HEVC's slices that end early are not told by FFmpeg; the report has them all the same.
  @Test func `a picture of HEVC with a hole is told and filled with the one before`() throws {
    var data = try clip(
      "whole.mkv", ["-c:v", "libx265", "-x265-params", "log-level=none:keyint=1:slices=2"])
    let whole = try read(work.path("whole.mkv"), threads: 1)
    for offset in 0..<4000 { data[data.count / 2 + offset] = UInt8(offset * 37 % 255) }
    let path = work.path("hit.mkv")
    try data.write(to: URL(filePath: path))
    let outcome = try expectSameOutcome(path, "HEVC")
    #expect(outcome.report?.framesDamaged == outcome.damaged.count { $0 })
    #expect(outcome.report?.isClean == false)
    #expect(outcome.frames.count >= 40)
    #expect(zip(outcome.frames, whole.frames).count { $0 == $1 } >= 20)
  }
}

/// Random numbers that are the same in every run.
private struct Seeded {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
