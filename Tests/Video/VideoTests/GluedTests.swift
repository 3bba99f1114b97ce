import ClipReading
import ClipWriting
import Foundation
import Frames
import Problems
import TestSupport
import Testing

/// Recordings whose times start again go on after the last frame's own duration, with their sound.
@Suite struct GluedTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// Twelve frames at 30 a second, and sound as long.
  static let kinds: [(name: String, arguments: [String])] = [
    ("webm", ["-c:v", "libvpx", "-c:a", "libopus", "-ar", "48000"]),
    (
      "live.webm",
      ["-c:v", "libvpx", "-c:a", "libopus", "-ar", "48000", "-f", "webm", "-live", "1"]
    ),
    ("mkv", ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2", "-c:a", "aac"]),
    ("ts", ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2", "-c:a", "aac"]),
    ("flv", ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2", "-c:a", "aac"]),
    ("mpg", ["-c:v", "mpeg2video", "-c:a", "mp2"]),
    (
      "mp4",
      [
        "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2", "-g", "6", "-c:a", "aac", "-movflags",
        "frag_keyframe+empty_moov+default_base_moof",
      ]
    ),
  ]

  func part(_ index: Int, _ name: String = "part", extra: [String] = []) throws -> String {
    let (kind, arguments) = Self.kinds[index]
    let path = work.path("\(name).\(kind)")
    try Tools.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=30", "-f", "lavfi", "-i",
        "sine=frequency=440:sample_rate=48000", "-t", "0.4", "-threads", "1",
      ] + arguments + extra + [path])
    return path
  }

  /// Whether times rise by a frame at 30 a second throughout, in a container that counts milliseconds.
  func expectEven(_ times: [Double], count: Int) {
    #expect(times.count == count)
    for (number, time) in times.enumerated() {
      let even = times[0] + Double(number) * 1000 / 30
      #expect(abs(time - even) < 2, "frame \(number) at \(time) ms, not \(even) ms")
    }
  }

  @Test(arguments: [0, 2])
  func `more finished files of Matroska than are read are refused`(index: Int) throws {
    let part = try part(index)
    let path = try work.joined([part, part, part], as: "three.\(Self.kinds[index].name)")
    let error = videoError { _ = try ClipReader(path: path) }
    #expect(error?.problemCode == .badRecording)
    #expect(error?.description.contains("3 finished recordings") == true)
    #expect(error?.description.contains("mkvmerge") == true)
  }

  @Test(arguments: kinds.indices)
  func `parts go on at the same rate, and are named`(index: Int) throws {
    let part = try part(index)
    let path = try work.joined([part, part], as: "joined.\(Self.kinds[index].name)")
    let reader = try ClipReader(path: path)
    let times = try readAll(reader).times
    expectEven(times, count: 24)
    try #require(times.count == 24)
    #expect(reader.damage.isClean)
    let note = try #require(reader.notes.first)
    for place in [12] {
      let at = times[place]
      let isNamed = (-1...1).contains { note.contains("at \(Int(at.rounded()) + $0) ms (by ") }
      #expect(isNamed, "\(note) does not name \(at) ms")
    }
    let single = try ClipReader(path: part)
    _ = try readAll(single)
    #expect(single.notes.isEmpty)
  }

  @Test(arguments: kinds.indices)
  func `sound stays with the pictures`(index: Int) throws {
    let part = try part(index)
    let kind = Self.kinds[index].name
    let path = try work.joined([part, part], as: "joined.\(kind)")
    let target = work.path(kind.hasSuffix("webm") ? "out.webm" : "out.mkv")
    #expect(try copyClip(path, to: target, settings: settings(for: target)) == [])
    let pictures = try Tools.probe(target, "packet=pts_time").compactMap(Double.init).sorted()
    let sound = try Tools.probe(target, "packet=pts_time", stream: "a:0").compactMap(Double.init)
    #expect(pictures.count == 24)
    #expect(zip(sound, sound.dropFirst()).allSatisfy { $0 < $1 })
    // Each part has sound from its start on: none is later than a few packets, and none is further apart.
    let length = try #require(pictures.last) - pictures[0]
    #expect(abs((try #require(sound.last)) - pictures[0] - length) < 0.12)
    let steps = zip(sound.dropFirst(), sound).map { $0 - $1 }
    #expect(steps.allSatisfy { $0 < 0.12 }, "\(steps)")
  }

  private func settings(for target: String) -> EncoderSettings {
    var settings = EncoderSettings()
    if target.hasSuffix("webm") { settings.codec = .vp9 }
    return settings
  }

  @Test(arguments: kinds.indices)
  func `a part of a glued clip is that part of the whole`(index: Int) throws {
    let part = try part(index)
    let path = try work.joined([part, part], as: "joined.\(Self.kinds[index].name)")
    let whole = try readAll(ClipReader(path: path))
    let second = try readAll(ClipReader(path: path, part: .frames(13...15)))
    #expect(second.times == Array(whole.times[13...15]))
    #expect(second.frames == Array(whole.frames[13...15]))
    let start = (whole.times[18] - 5) / 1000
    let late = try readAll(ClipReader(path: path, part: .seconds(start: start, end: nil)))
    #expect(late.times == Array(whole.times[18...]))
    let moment = try readAll(ClipReader(path: path, part: .moment(whole.times[20] / 1000 + 0.01)))
    #expect(moment.times == [whole.times[20]])
    #expect(moment.frames == [whole.frames[20]])
    #expect(try ClipReader(path: path).countFrames() == 24)
  }

  @Test func `a transport stream goes on where its clock was set back by an hour`() throws {
    let part = try part(3)
    let later = work.path("later.ts")
    try Tools.ffmpeg(["-i", part, "-c", "copy", "-output_ts_offset", "5000", later])
    let path = try work.joined([later, part], as: "joined.ts")
    let reader = try ClipReader(path: path)
    expectEven(try readAll(reader).times, count: 24)
    #expect(reader.hasParts)
  }

  @Test func `a clock that goes round is no new part`() throws {
    let wrapping = work.path("wrapping.ts")
    // 2^33 ticks of 90 kHz are 95443.7 s.
    try Tools.ffmpeg(["-i", try part(3), "-c", "copy", "-output_ts_offset", "95442.5", wrapping])
    let reader = try ClipReader(path: wrapping)
    expectEven(try readAll(reader).times, count: 12)
    #expect(!reader.hasParts)
  }

  @Test func `a time that jumps ahead is a stall`() throws {
    let part = try part(3)
    let later = work.path("later.ts")
    try Tools.ffmpeg(["-i", part, "-c", "copy", "-output_ts_offset", "100", later])
    let reader = try ClipReader(path: try work.joined([part, later], as: "joined.ts"))
    let times = try readAll(reader).times
    #expect(times.count == 24 && !reader.hasParts)
    #expect(times[12] - times[11] > 90_000)
  }

  // MARK: Times in one file

  /// An FLV file without sound whose pictures have other times.
  func retimed(_ time: (_ number: Int, _ stated: Int) -> Int) throws -> ClipReader {
    let source = try work.clip("plain.flv", frames: 24, rate: "25", ["-c:v", "flv", "-g", "6"])
    let path = try work.edited(source, as: "retimed.flv") { bytes in
      let tags = FlashTags(bytes).tags.filter { $0.kind == 9 }
      for (number, tag) in tags.enumerated() {
        FlashTags.setTime(time(number, FlashTags.time(bytes, tag.place)), in: &bytes, tag.place)
      }
    }
    return try ClipReader(path: path)
  }

  @Test func `a recorder that sets its clock to 0 goes on`() throws {
    let reader = try retimed { $0 < 12 ? $1 : $1 - 480 }
    let times = try readAll(reader).times
    #expect(times.count == 24 && reader.hasParts)
    for (number, time) in times.enumerated() {
      #expect(abs(time - times[0] - Double(number) * 40) < 0.01)
    }
  }

  @Test(arguments: [
    (12, -50), (13, -50), (12, -40), (6, -120),
  ])
  func `a time that is slightly early or there already is no new part`(
    number: Int, by: Int
  ) throws {
    let reader = try retimed { $0 == number ? max(0, $1 + by) : $1 }
    let times = try readAll(reader).times
    #expect(times.count == 24 && !reader.hasParts)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(abs(times[23] - times[0] - 23 * 40) < 0.01)
  }

  @Test(arguments: [-100, 3_600_000])
  func `a single wrong time is no new part`(by: Int) throws {
    let reader = try retimed { $0 == 14 ? max(0, $1 + (by < 0 ? -$1 : by)) : $1 }
    #expect(try readAll(reader).times.count == 24)
    #expect(!reader.hasParts)
  }
}
