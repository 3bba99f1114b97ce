import ClipReading
import Foundation
import Frames
import Problems
import TestSupport
import Testing

/// Reading a part gives the same frames, places and times as reading the whole.
@Suite struct PartTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  static let sources: [(name: String, arguments: [String])] = [
    ("closed.mp4", ["-c:v", "libx264", "-g", "12", "-bf", "3", "-pix_fmt", "yuv420p"]),
    (
      "open.mkv",
      [
        "-c:v", "libx264", "-x264-params", "keyint=12:open-gop=1:bframes=3:b-adapt=0", "-pix_fmt",
        "yuv420p",
      ]
    ),
    (
      "open.mp4",
      [
        "-c:v", "libx264", "-x264-params", "keyint=12:open-gop=1:bframes=3:b-adapt=0", "-pix_fmt",
        "yuv420p",
      ]
    ),
    (
      "refreshed.mp4",
      [
        "-c:v", "libx264", "-x264-params", "keyint=12:intra-refresh=1:bframes=0", "-pix_fmt",
        "yuv420p",
      ]
    ),
    ("open-hevc.mp4", ["-c:v", "libx265", "-x265-params", "keyint=12:log-level=none"]),
    ("mpeg4.avi", ["-c:v", "mpeg4", "-g", "12", "-bf", "2", "-pix_fmt", "yuv420p"]),
    (
      "recorder.webm",
      ["-c:v", "libvpx", "-deadline", "realtime", "-g", "12", "-live", "1", "-pix_fmt", "yuv420p"]
    ),
    (
      "fragments.mp4",
      [
        "-c:v", "libx264", "-g", "12", "-pix_fmt", "yuv420p", "-movflags",
        "frag_keyframe+empty_moov",
      ]
    ),
    ("flash.flv", ["-c:v", "libx264", "-g", "12", "-pix_fmt", "yuv420p"]),
    ("stream.ts", ["-c:v", "libx264", "-g", "12", "-pix_fmt", "yuv420p"]),
    ("raw.h264", ["-c:v", "libx264", "-g", "12", "-pix_fmt", "yuv420p"]),
  ]

  @Test(arguments: sources.indices)
  func `a part equals the same frames of the whole`(index: Int) throws {
    let (name, arguments) = Self.sources[index]
    let source = try work.clip(name, size: "64x48", frames: 40, arguments)
    let whole = try readAll(ClipReader(path: source))
    #expect(whole.frames.count == 40)
    #expect(whole.indices == Array(0..<40))
    for range in [0...0, 0...19, 20...39, 11...13, 12...12, 36...99] {
      let reader = try ClipReader(path: source, part: .frames(range))
      let part = try readAll(reader)
      let clamped = Array(range.lowerBound...min(range.upperBound, 39))
      #expect(part.indices == clamped)
      #expect(part.frames == clamped.map { whole.frames[$0] }, "\(range)")
      #expect(part.times == clamped.map { whole.times[$0] })
      #expect(reader.damage.isClean)
    }
    // One frame is decoded by a way of its own.
    for place in whole.indices {
      let reader = try ClipReader(path: source, part: .frames(place...place))
      let lone = try readAll(reader)
      #expect(lone.indices == [place])
      #expect(lone.times == [whole.times[place]])
      // Not compared by the macro, which would print the pixels.
      let isSame = lone.frames == [whole.frames[place]]
      #expect(isSame, "frame \(place)")
      #expect(reader.damage.isClean)
    }
    let seconds = try readAll(ClipReader(path: source, part: .seconds(start: 0.6, end: 1.2)))
    let expected = whole.times.indices.filter { (599.5..<1199.5).contains(whole.times[$0]) }
    #expect(seconds.indices == expected)
    #expect(seconds.frames == expected.map { whole.frames[$0] })
    let moment = try readAll(ClipReader(path: source, part: .moment(0.75)))
    let shown = try #require(whole.times.lastIndex { $0 <= 750.5 })
    #expect(moment.indices == [shown])
    #expect(moment.frames == [whole.frames[shown]])
  }

  @Test func `a part that holds no frame is an error`() throws {
    let source = try work.clip("in.mp4", frames: 10, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    for part in [
      ClipPart.frames(10...12), .seconds(start: 5, end: nil), .seconds(start: nil, end: 0),
      .moment(2),
    ] {
      let error = videoError {
        let reader = try ClipReader(path: source, part: part)
        while try reader.nextFrame() != nil {}
      }
      #expect(error?.problemCode == .noSuchFrame, "\(part)")
    }
  }

  @Test func `the time steps of two halves fit together`() throws {
    let source = try work.clip(
      "in.mp4", frames: 30, ["-c:v", "libx264", "-g", "10", "-bf", "2", "-pix_fmt", "yuv420p"])
    let (one, two) = (work.path("one.mp4"), work.path("two.mp4"))
    try copyClip(source, to: one, part: .frames(0...14))
    try copyClip(source, to: two, part: .frames(15...29))
    #expect(try Tools.probe(one, "stream=duration") == ["0.600000"])
    #expect(try Tools.probe(two, "stream=duration") == ["0.600000"])
    #expect(try Tools.probe(two, "frame=pts_time").first == "0.000000")
  }
}
