import ClipReading
import Foundation
import Frames
import TestSupport
import Testing

/// Frame times are checked against what `ffprobe` reads from the same files.
@Suite struct TimingTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// Steps of 1, 2 and 3 hundredths of a second: a variable frame rate.
  static let irregular = "setpts='floor(N*1.7+mod(N\\,3)*0.4)/25/TB'"

  static let sources: [(name: String, filter: String?, arguments: [String])] = [
    ("b-frames.mp4", nil, ["-c:v", "libx264", "-bf", "3", "-pix_fmt", "yuv420p"]),
    ("irregular.mp4", irregular, ["-vsync", "vfr", "-c:v", "libx264", "-pix_fmt", "yuv420p"]),
    (
      "irregular.mkv", irregular,
      ["-vsync", "vfr", "-enc_time_base", "1/90000", "-c:v", "libx264", "-pix_fmt", "yuv420p"]
    ),
    ("ntsc.mov", nil, ["-r", "30000/1001", "-c:v", "mpeg4", "-pix_fmt", "yuv420p"]),
    (
      "no-edit-list.mp4", nil,
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-use_editlist", "0"]
    ),
    (
      "starts-late.mp4", nil,
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-output_ts_offset", "0.64"]
    ),
    (
      "fragments.mp4", nil,
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "frag_keyframe"]
    ),
    ("vp9.webm", nil, ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-pix_fmt", "yuv420p"]),
  ]

  @Test(arguments: sources.indices)
  func `frames carry the container's times, and keep them`(index: Int) throws {
    let (name, filter, arguments) = Self.sources[index]
    let source = try work.clip(name, frames: 20, filter: filter, arguments)
    let expected = try Tools.probe(source, "frame=best_effort_timestamp_time").compactMap(
      Double.init)
    let reader = try ClipReader(path: source)
    let times = try readAll(reader).times
    #expect(times.count == expected.count)
    for (time, seconds) in zip(times, expected) { #expect(abs(time - seconds * 1000) < 0.001) }
    #expect(reader.damage.isClean)

    let kind = name.hasSuffix("mkv") || name.hasSuffix("webm") ? "mkv" : "mp4"
    let target = work.path("out.\(kind)")
    try copyClip(source, to: target)
    let written = try Tools.probe(target, "frame=pts_time")
    #expect(written == (try Tools.probe(source, "frame=best_effort_timestamp_time")))
  }

  @Test func `the last frame keeps its length`() throws {
    let source = try work.clip("in.mp4", frames: 10, rate: "5", ["-c:v", "libx264", "-bf", "0"])
    let target = work.path("out.mp4")
    try copyClip(source, to: target)
    for path in [source, target] {
      #expect(try Tools.probe(path, "stream=duration") == ["2.000000"])
    }
  }

  @Test func `a transport stream counts from its own start`() throws {
    let source = try work.clip(
      "in.ts", frames: 8, ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "0"])
    let first = try Tools.probe(source, "frame=pts_time").first.flatMap(Double.init)
    #expect(try #require(first) > 1)
    let times = try readAll(ClipReader(path: source)).times
    #expect(times.map { ($0).rounded() } == (0..<8).map { Double($0 * 40) })
    let target = work.path("out.mp4")
    try copyClip(source, to: target)
    #expect(try Tools.probe(target, "frame=pts_time").first == "0.000000")
  }

  @Test func `a stream without times gets them`() throws {
    let source = try work.clip("in.h264", frames: 9, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let times = try readAll(ClipReader(path: source)).times
    #expect(times.count == 9)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(abs((times[8] - times[0]) - 8 * 40) < 1)
  }

  @Test func `a still is a clip of one frame`() throws {
    for name in ["still.png", "still.jpg"] {
      let source = try work.clip(name, frames: 1, [])
      let reader = try ClipReader(path: source)
      let (frames, times, _) = try readAll(reader)
      #expect(frames.count == 1)
      #expect(times == [0])
    }
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)),
    arguments: ["gesture", "phone-portrait", "two-faces", "signing"])
  func `every tracking sample of the recordings falls on a frame`(recording: String) throws {
    struct Files: Decodable { var video: String, tracking: String }
    struct Sample: Decodable { var timestampMs: Double? }
    let folder = SharedData.file("recordings/\(recording)")
    let files = try JSONDecoder().decode(
      Files.self, from: Data(contentsOf: folder.appending(path: "recording.json")))
    let reader = try ClipReader(path: folder.appending(path: files.video).path)
    var times: [Double] = []
    while let frame = try reader.nextFrame() { times.append(frame.timestampMs) }
    #expect(reader.damage.isClean)
    let lines = try String(contentsOf: folder.appending(path: files.tracking), encoding: .utf8)
      .split(separator: "\n")
    var samples = 0
    for line in lines {
      // The landmarks need not be read: the time stands first.
      guard let start = line.firstRange(of: "\"timestampMs\":") else { continue }
      let text = line[start.upperBound...].drop { $0 == " " }.prefix { "0123456789.-".contains($0) }
      let ms = try #require(Double(text))
      samples += 1
      #expect(times.contains { abs($0 - ms) < 0.5 }, "\(ms) ms")
    }
    #expect(samples == times.count)
  }
}
