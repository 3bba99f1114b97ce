import Foundation
import Reels
import Requests
import TestSupport
import Testing

/// `reel`: several recordings in one clip, as a caller runs it.
@Suite struct ReelRenderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A lossless clip of test pictures, with a tone of 48,000 samples a second.
  private func clip(
    _ name: String, _ source: String = "testsrc2=size=160x120:rate=25", frames: Int = 25,
    tone: Int? = 440, format: String = "yuv420p", options: [String] = []
  ) throws {
    var arguments = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", source]
    if let tone {
      arguments += [
        "-f", "lavfi", "-i", "sine=frequency=\(tone):sample_rate=48000", "-c:a", "pcm_s16le",
        "-ac", "2", "-af", "atrim=end_sample=\(frames * 1920)",
      ]
    }
    try Program.ffmpeg.succeed(
      arguments + ["-vf", "trim=end_frame=\(frames)", "-pix_fmt", format, "-c:v", "ffv1"] + options
        + [folder.path(name)])
  }

  @discardableResult
  private func reel(_ arguments: [String]) throws -> Program.Outcome {
    let outcome = try Program.product.run(
      ["reel"] + arguments + ["--progress", "none"], in: folder)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    return outcome
  }

  private func planes(_ name: String) throws -> [UInt8] {
    try SyntheticClip.rawFrames(of: folder.path(name), in: folder)
  }

  private func sound(_ name: String) throws -> [Int16] {
    let bytes = try Program.ffmpeg.succeed(
      [
        "-nostdin", "-v", "error", "-i", folder.path(name), "-map", "0:a:0", "-f", "s16le", "-",
      ], in: folder)
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  private static let frame = 160 * 120 * 3 / 2

  @Test func `a reel of cuts has the frames and the samples of its recordings`() throws {
    try clip("a.mkv", frames: 25)
    try clip("b.mkv", "mandelbrot=size=160x120:rate=25", frames: 10, tone: 880)
    try reel(["a.mkv", "b.mkv", "--codec", "ffv1", "-o", "out.mkv"])
    #expect(try planes("out.mkv") == planes("a.mkv") + planes("b.mkv"))
    let (heard, first, second) = try (sound("out.mkv"), sound("a.mkv"), sound("b.mkv"))
    #expect(first.count == 2 * 48000 && second.count == 2 * 19200)
    // Samples of 16 bits in 24 bits are themselves.
    #expect(heard == first + second)
  }

  @Test func `a dissolve mixes what it covers, and nothing else`() throws {
    try clip("a.mkv", frames: 20)
    try clip("b.mkv", "mandelbrot=size=160x120:rate=25", frames: 20, tone: nil)
    try reel(["a.mkv", "b.mkv", "--transition", "dissolve:200", "--codec", "ffv1", "-o", "out.mkv"])
    let (all, a, b) = try (planes("out.mkv"), planes("a.mkv"), planes("b.mkv"))
    let frame = Self.frame
    #expect(all.count == 35 * frame)
    #expect(all[..<(15 * frame)] == a[..<(15 * frame)])
    #expect(Array(all[(20 * frame)...]) == Array(b[(5 * frame)...]))
    for number in 0..<5 {
      let share = Int((Double(number + 1) / 6 * 256).rounded())
      let (at, from, to) = ((15 + number) * frame, (15 + number) * frame, number * frame)
      let differs = (0..<frame).contains {
        Int(all[at + $0]) != (Int(a[from + $0]) * (256 - share) + Int(b[to + $0]) * share + 128)
          >> 8
      }
      #expect(!differs, "frame \(number) of the transition")
    }
    // The tone goes as its picture does.
    let heard = try sound("out.mkv")
    #expect(heard.count == 35 * 1920 * 2)
    #expect(heard.suffix(15 * 1920 * 2).allSatisfy { $0 == 0 })
  }

  @Test func `a wipe brings the next picture in from the right`() throws {
    try clip("a.mkv", "color=c=black:size=160x120:rate=25", frames: 20, tone: nil)
    try clip("b.mkv", "color=c=white:size=160x120:rate=25", frames: 20, tone: nil)
    try reel(["a.mkv", "b.mkv", "--transition", "wipe:400", "--codec", "ffv1", "-o", "out.mkv"])
    let all = try planes("out.mkv")
    let edges = (10..<20).map { number in
      all[(number * Self.frame)..<(number * Self.frame + 160)].firstIndex { $0 > 128 }
        .map { $0 - number * Self.frame } ?? 160
    }
    #expect(edges == edges.sorted(by: >) && edges[0] > 100 && edges[9] < 20, "\(edges)")
  }

  @Test func `recordings of any size, rate, rotation, colours and sound fit one reel`() throws {
    try clip("a.mkv", frames: 12)
    try clip("b.mkv", "testsrc2=size=96x200:rate=60", frames: 30, tone: nil, format: "yuv444p10le")
    try clip(
      "c.mkv", "testsrc2=size=200x100:rate=12.5", frames: 6, tone: 300, format: "yuv420p10le",
      options: [
        "-color_trc", "smpte2084", "-color_primaries", "bt2020", "-colorspace", "bt2020nc",
      ])
    try clip("d.mp4", frames: 12, tone: nil, options: ["-c:v", "libx264", "-qp", "0"])
    try SyntheticClip.setMatrix([0, 1, -1, 0], in: folder.path("d.mp4"))
    let outcome = try reel(["a.mkv", "b.mkv", "c.mkv", "d.mp4", "-o", "out.mp4"])
    let told = try Program.ffprobe.succeed([
      "-v", "error", "-count_frames", "-show_entries",
      "stream=codec_type,width,height,pix_fmt,nb_read_frames,r_frame_rate", "-of", "csv=p=0",
      folder.path("out.mp4"),
    ])
    let text = String(decoding: told, as: UTF8.self)
    // 12 + 30/60 s + 6/12.5 s + 12 frames at 25 a second.
    #expect(text.contains("video,160,120,yuv420p,25/1,49"), "\(text)\(outcome.error)")
    #expect(text.contains("audio"))
  }

  @Test func `two recordings are seen at once, beside each other or one in a corner`() throws {
    try clip("a.mkv", "color=c=red:size=160x120:rate=25", frames: 10)
    try clip("b.mkv", "color=c=blue:size=160x120:rate=25", frames: 14)
    let split = try reel([
      "a.mkv", "b.mkv", "--together", "split", "--size", "200x100", "--codec", "ffv1", "-o",
      "s.mkv",
    ])
    #expect(split.error.contains("the shorter of its recordings"))
    let inset = try reel([
      "a.mkv", "b.mkv", "--together", "inset", "--size", "200x100", "--codec", "ffv1", "-o",
      "i.mkv",
    ])
    #expect(inset.exitCode == 0)
    func luma(_ name: String, _ x: Int, _ y: Int) throws -> UInt8 {
      let all = try planes(name)
      #expect(all.count == 10 * 200 * 100 * 3 / 2)
      return all[y * 200 + x]
    }
    let (red, blue) = try (luma("s.mkv", 20, 50), luma("s.mkv", 180, 50))
    #expect(abs(Int(red) - 81) < 3 && abs(Int(blue) - 41) < 3)
    #expect(try luma("s.mkv", 98, 50) == red && luma("s.mkv", 102, 50) == blue)
    #expect(try luma("i.mkv", 20, 20) == red && luma("i.mkv", 180, 80) == blue)
  }

  @Test func `two stills are seen at once, each in its place`() throws {
    for (name, colour) in [("red.png", "red"), ("blue.png", "blue")] {
      try Program.ffmpeg.succeed([
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=c=\(colour):size=64x64",
        "-frames:v", "1", folder.path(name),
      ])
    }
    for layout in ["split", "inset"] {
      try reel([
        "red.png", "blue.png", "--together", layout, "--size", "240x120", "--seconds", "0.2",
        "--codec", "ffv1", "-o", "\(layout).mkv",
      ])
      let all = try planes("\(layout).mkv")
      let (first, second) = (all[60 * 240 + 20], all[100 * 240 + 200])
      // Luma of BT.709: pictures make no clip of another range than players expect.
      #expect(abs(Int(first) - 63) < 4 && abs(Int(second) - 32) < 4, "\(layout)")
    }
  }

  @Test func `a title is seen for its time and changes nothing beside it`() throws {
    try clip("a.mkv", "color=c=black:size=320x240:rate=25", frames: 50, tone: nil)
    try reel(["a.mkv", "--title", "春 שלום Hello", "--codec", "ffv1", "-o", "out.mkv"])
    let (with, without) = try (planes("out.mkv"), planes("a.mkv"))
    let size = 320 * 240 * 3 / 2
    let changed = (0..<50).filter {
      with[($0 * size)..<(($0 + 1) * size)] != without[($0 * size)..<(($0 + 1) * size)]
    }
    #expect(changed.first == 7 && changed.last.map { $0 < 45 } == true, "\(changed)")
    let middle = Array(with[(20 * size)..<(20 * size + 320 * 240)])
    // It lies in the lower third, and its letters are white.
    #expect(middle[..<(320 * 150)].allSatisfy { $0 == 16 })
    #expect(middle.contains { $0 > 220 })
    let long = try reel([
      "a.mkv", "--title", String(repeating: "long ", count: 200), "-o", "long.mp4",
    ])
    #expect(long.error.contains("ends in an ellipsis"))
  }

  @Test func `music is heard from the begin to the end, and begins anew`() throws {
    try clip("a.mkv", frames: 75, tone: nil)
    try Program.ffmpeg.succeed([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i",
      "sine=frequency=500:duration=1:sample_rate=48000",
      folder.path("m.wav"),
    ])
    let outcome = try reel(["a.mkv", "--music", "m.wav", "--codec", "ffv1", "-o", "out.mkv"])
    #expect(outcome.error.contains("it begins anew"))
    let heard = try sound("out.mkv")
    #expect(heard.count == 2 * 144_000)
    #expect(heard[(2 * 60_000)..<(2 * 61_000)].contains { abs(Int($0)) > 500 })
  }

  @Test func `a reel's file says of each recording how it is shown, and pages begin and end it`()
    throws
  {
    try clip("a.mkv", frames: 25)
    try folder.write(
      """
      {"format": "avatar-reel/1", "size": "200x160", "fps": 25, "transition": "dissolve:120",
       "defaults": {"avatar": "none"},
       "segments": [
         {"picture": true, "recording": "a.mkv", "at": 0.4, "seconds": 1, "title": {"text": "Begin", "place": "middle"}},
         {"recording": "a.mkv", "start": 0.2, "end": 0.8, "transition": "cut"},
         {"cells": [{"recording": "a.mkv"}, {"recording": "a.mkv", "start": 0.4}], "layout": "inset"}
       ]}
      """, to: "reel.json")
    try reel(["reel.json", "-o", "out.mp4"])
    let frames = try Program.ffprobe.succeed([
      "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
      "stream=nb_read_frames", "-of", "csv=p=0", folder.path("out.mp4"),
    ])
    // A second of a page, 15 frames, and the 15 that both recordings have, less three that are shared.
    #expect(String(decoding: frames, as: UTF8.self).hasPrefix("52"))
  }

  @Test func `what a reel is is told to editing programs`() throws {
    try clip("a.mkv", frames: 25)
    try clip("b.mkv", frames: 20)
    try reel(["a.mkv", "b.mkv", "--transition", "dissolve:400", "-o", "out.otio"])
    let timeline = try #require(
      try JSONSerialization.jsonObject(with: Data(folder.bytes("out.otio"))) as? [String: Any])
    #expect(timeline["OTIO_SCHEMA"] as? String == "Timeline.1")
    let stack = try #require(timeline["tracks"] as? [String: Any])
    let tracks = try #require(stack["children"] as? [[String: Any]])
    #expect(tracks.map { $0["kind"] as? String } == ["Video", "Audio"])
    let children = try #require(tracks[0]["children"] as? [[String: Any]])
    #expect(
      children.map { $0["OTIO_SCHEMA"] as? String } == ["Clip.2", "Transition.1", "Clip.2"])
    let lengths = children.compactMap {
      (($0["source_range"] as? [String: Any])?["duration"] as? [String: Any])?["value"] as? Double
    }
    #expect(lengths == [20, 15])
  }

  @Test func `music is a track of an editing program's, and a page stands still`() throws {
    try clip("a.mkv", frames: 50)
    try Program.ffmpeg.succeed([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1:sample_rate=48000",
      folder.path("m.wav"),
    ])
    try folder.write(
      """
      {"format": "avatar-reel/1", "music": "m.wav", "segments": [
        {"picture": true, "recording": "a.mkv", "at": 1, "seconds": 1}, {"recording": "a.mkv"}]}
      """, to: "reel.json")
    try reel(["reel.json", "-o", "out.otio"])
    let text = String(decoding: try folder.bytes("out.otio"), as: UTF8.self)
    #expect(text.contains("FreezeFrame.1") && text.contains("\"Music\""))
    #expect(text.ranges(of: "m.wav").count == 6)
    let outcome = try Program.product.run(
      ["reel", "a.mkv", "--crf", "20", "-o", "other.otio"], in: folder)
    #expect(outcome.exitCode == 64 && outcome.error.contains("--crf"))
  }

  @Test func `a page of the best moment has its time in an editing program`() throws {
    try clip("a.mkv", frames: 50)
    try folder.write(
      SyntheticTracking(width: 160, height: 120, frames: 50).text, to: "a.jsonl")
    let scored = try Program.product.run(
      [
        "snapshot", "a.mkv", "--avatar", "none", "--best", "--start", "1", "--score", "-", "-o",
        "best.png",
      ],
      in: folder)
    let score = try #require(
      try JSONSerialization.jsonObject(with: scored.output) as? [String: Any], "\(scored.error)")
    let frame = try #require((score["best"] as? [String: Any])?["frame"] as? Double)
    #expect(frame >= 25)
    try folder.write(
      """
      {"format": "avatar-reel/1", "segments": [
        {"picture": true, "recording": "a.mkv", "best": true, "start": 1, "seconds": 1}]}
      """, to: "reel.json")
    try reel(["reel.json", "-o", "out.otio"])
    let text = String(decoding: try folder.bytes("out.otio"), as: UTF8.self)
    let start = try #require(
      text.firstMatch(
        of: /"start_time": \{\s*"OTIO_SCHEMA": "RationalTime.1",\s*"rate": 25,\s*"value": ([0-9.]+)/
      ))
    #expect(Double(start.1) == frame)
  }

  @Test func `limits of a reel's file are told on both sides`() throws {
    func segments(_ count: Int, _ more: String = "") -> String {
      let one = #"{"recording": "a.mkv"\#(more)}"#
      return
        #"{"format": "avatar-reel/1", "segments": [\#(Array(repeating: one, count: count).joined(separator: ","))]}"#
    }
    func fault(_ text: String) -> String? {
      do {
        _ = try ReelFile.read(Array(text.utf8), named: "reel", in: "")
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(fault(segments(200)) == nil)
    #expect(fault(segments(201))?.contains("1 to 200") == true)
    #expect(fault(segments(0))?.contains("1 to 200") == true)
    for (member, fits, beyond) in [
      ("seconds", "3600", "3601"), ("best", "0.1", "0.09"),
      (
        "title", "\"\(String(repeating: "a", count: 1000))\"",
        "\"\(String(repeating: "a", count: 1001))\""
      ),
    ] {
      #expect(fault(segments(1, ", \"\(member)\": \(fits)")) == nil, "\(member)")
      #expect(fault(segments(1, ", \"\(member)\": \(beyond)")) != nil, "\(member)")
    }
    for (text, isFit) in [
      ("wipe:40", true), ("wipe:39", false), ("wipe:3000", true), ("wipe:3001", false),
    ] {
      #expect((Reel.Transition(text) != nil) == isFit, "\(text)")
    }
    for (text, isFit) in [
      ("16x16", true), ("14x16", false), ("4096x4096", true), ("4098x16", false),
    ] {
      #expect((ReelFile.size(text) != nil) == isFit, "\(text)")
    }
    let large = [UInt8](repeating: UInt8(ascii: " "), count: Reel.mostBytes + 1)
    #expect(throws: RequestError.self) { try ReelFile.read(large, named: "reel", in: "") }
  }

  @Test func `a reel lasts four hours at most`() throws {
    try clip("a.mkv", frames: 2, tone: nil)
    for (more, code) in [([], Int32(0)), (["0.1"], 75)] {
      let segments = (Array(repeating: "3600", count: 4) + more).map {
        "{\"recording\": \"a.mkv\", \"picture\": true, \"avatar\": \"none\", \"seconds\": \($0)}"
      }
      try folder.write(
        "{\"format\": \"avatar-reel/1\", \"segments\": [\(segments.joined(separator: ","))]}",
        to: "long.json")
      let outcome = try Program.product.run(
        ["reel", "long.json", "-o", "long-\(code).otio", "--progress", "none"], in: folder)
      #expect(outcome.exitCode == code, "\(outcome.error)")
      #expect(code == 0 || outcome.error.contains("14400 seconds"), "\(outcome.error)")
    }
  }

  @Test func `what is wrong with a reel is said in one line, and nothing is left`() throws {
    try clip("a.mkv", frames: 5, tone: nil)
    try folder.write("not a clip", to: "bad.mkv")
    try folder.write(
      #"{"format": "avatar-reel/2", "segments": [{"recordign": "a.mkv"}, {"recording": "a.mkv", "transition": "fade"}]}"#,
      to: "bad.json")
    for (arguments, code, words) in [
      (["a.mkv", "bad.mkv"], Int32(65), "bad.mkv"),
      (["a.mkv", "none.mkv"], 66, "none.mkv"),
      (["bad.json"], 65, "recordign"),
      (["a.mkv", "--transition", "fade"], 64, "dissolve"),
      (["a.mkv", "--together", "split"], 64, "2 expected"),
      (["a.mkv", "--size", "101x100"], 64, "even"),
      (["a.mkv", "--on-beats"], 64, "--music"),
      (["a.mkv", "a.mkv", "--together", "split", "--transition", "wipe"], 64, "--together"),
      (
        ["a.mkv", "a.mkv", "--avatar", "ox", "--avatar", "pig", "--avatar", "dragon"], 64, "one for"
      ),
    ] {
      let outcome = try Program.product.run(
        ["reel"] + arguments + ["-o", "out.mp4", "--progress", "none"], in: folder)
      #expect(outcome.exitCode == code, "\(arguments): \(outcome.error)")
      #expect(outcome.error.contains(words), "\(arguments): \(outcome.error)")
      #expect(outcome.errorLines.filter { $0.hasPrefix("error:") }.count == 1)
      #expect(try !folder.names().contains { $0.contains("out.mp4") })
    }
  }
}
