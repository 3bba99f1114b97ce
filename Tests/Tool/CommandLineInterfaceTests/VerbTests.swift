import Foundation
import Imaging
import TestSupport
import Testing

/// What each verb gives when all is well.
@Suite struct VerbTests {
  private func probe(_ stage: ToolStage, _ name: String, _ entries: String) throws -> String {
    let output = try Program.ffprobe.succeed(
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "csv=p=0",
        stage.folder.path(name),
      ], in: stage.folder)
    return String(decoding: output, as: UTF8.self)
      .trimmingCharacters(in: CharacterSet(charactersIn: ",\n"))
  }

  @Test(arguments: [
    ("x.mp4", [], "h264"), ("x.mov", ["--codec", "hevc"], "hevc"), ("x.webm", [], "vp9"),
    ("x.mkv", ["--codec", "ffv1"], "ffv1"), ("x.mp4", ["--codec", "av1"], "av1"),
    ("x.mov", ["--codec", "prores4444"], "prores"),
  ])
  func `the verb render writes every container and codec`(
    name: String, options: [String], codec: String
  ) throws {
    let stage = try ToolStage()
    let outcome = try stage.run(
      ["render", "in.mkv", "--avatar", "mask", "--progress", "none", "-o", "out/\(name)"] + options)
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.errorLines.last == "out/\(name): faces drawn in 6 of 6 frames")
    #expect(try probe(stage, "out/\(name)", "stream=codec_name,width,height") == "\(codec),96,64")
    #expect(try stage.frameCount("out/\(name)") == 6)
  }

  @Test func `the verb render takes a part and a size`() throws {
    let stage = try ToolStage()
    for (part, frames) in [
      (["--frames", "1-3"], 3), (["--frames", "4"], 1), (["--start", "0.08"], 4),
      (["--start", "0.04", "--end", "0.12"], 2), (["--end", "0.1"], 3),
    ] {
      let outcome = try stage.run(
        [
          "render", "in.mkv", "--avatar", "mask", "-o", "out/x.mkv", "--overwrite", "--size",
          "48x32",
        ] + part)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      #expect(try stage.frameCount("out/x.mkv") == frames, "\(part)")
      #expect(try probe(stage, "out/x.mkv", "stream=width,height") == "48,32")
    }
  }

  @Test func `the verb render writes the pixel format that was asked for`() throws {
    let stage = try ToolStage()
    for (choice, format) in [
      ("yuv444p10", "yuv444p10le"), ("clip", "yuv420p"), ("auto", "yuv420p"),
    ] {
      let outcome = try stage.render("out/\(choice).mp4", "--pixel-format", choice)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      #expect(try probe(stage, "out/\(choice).mp4", "stream=pix_fmt") == format)
    }
  }

  @Test func `the verb render tells progress as JSON, a line an event`() throws {
    let stage = try ToolStage()
    let outcome = try stage.run(
      "render", "in.mkv", "--avatar", "mask", "--progress", "json", "-o", "out/x.mkv")
    struct Event: Decodable {
      var frame: Int
      var fps, outTimeMs, speed: Double
      var progress: String

      enum CodingKeys: String, CodingKey {
        case frame, fps, speed, progress
        case outTimeMs = "out_time_ms"
      }
    }
    let events = try outcome.errorLines.filter { $0.hasPrefix("{") }.map {
      try JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }
    #expect(events.last?.progress == "end")
    #expect(events.last?.frame == 6)
    #expect(events.last?.outTimeMs == 200)
    #expect(events.dropLast().allSatisfy { $0.progress == "continue" })
  }

  @Test func `the verb render gives faces different avatars from left to right`() throws {
    let stage = try ToolStage()
    var tracking = ToolStage.tracking(SyntheticClip(width: 96, height: 64, frames: 2))
    for index in tracking.samples.indices {
      // Listed from right to left, which must make no difference.
      tracking.samples[index].faces = [
        SyntheticFace(id: 8, x: 12, z: -50), SyntheticFace(id: 3, x: -12, z: -50),
      ]
    }
    try stage.folder.write(tracking.text, to: "in.jsonl")
    for (name, colour) in [("red", RGBA8(255, 0, 0)), ("blue", RGBA8(0, 0, 255))] {
      try SyntheticAvatar().adding("\"scale\": 2", SyntheticAvatar.solid(20, 20, colour))
        .write("Avatars/\(name)", in: stage.folder)
    }
    let outcome = try stage.run(
      "snapshot", "in.mkv", "--avatar", "red", "--avatar", "blue", "--overlay-only", "-o",
      "out/x.png")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let picture = try PNG.read(path: stage.folder.path("out/x.png"))
    var columns: [RGBA8: [Int]] = [:]
    for y in 0..<picture.height {
      for x in 0..<picture.width where picture[x, y].alpha == 255 {
        columns[picture[x, y], default: []].append(x)
      }
    }
    let red = try #require(columns[RGBA8(255, 0, 0)]?.max())
    let blue = try #require(columns[RGBA8(0, 0, 255)]?.min())
    #expect(red < 48 && blue > 48)
  }

  /// The pictures of an overlay clip, laid over the clip, are the rendered pictures.
  @Test func `the verb render gives the overlay alone, with its transparency`() throws {
    let stage = try ToolStage()
    for (name, codec, format) in [
      ("x.mov", "prores4444", "yuva444p12le"), ("x.mkv", "ffv1", "bgra"),
      ("x.webm", "vp9", "yuv420p"),
    ] {
      let outcome = try stage.run(
        "render", "in.mkv", "--avatar", "mask", "--overlay-only", "--codec", codec, "-o",
        "out/\(name)")
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      #expect(try stage.frameCount("out/\(name)") == 6)
      #expect(try probe(stage, "out/\(name)", "stream=pix_fmt") == format)
    }
    let pictures = try stage.run(
      "render", "in.mkv", "--avatar", "mask", "--overlay-only", "-o", "out/%d.png")
    #expect(pictures.exitCode == 0, "\(pictures.error)")
    let picture = try PNG.read(path: stage.folder.path("out/3.png"))
    let alphas = Set((0..<64).flatMap { y in (0..<96).map { x in picture[x, y].alpha } })
    #expect(alphas.contains(0) && alphas.contains(255))
  }

  @Test func `the verb inspect tells what is in a good recording`() throws {
    let stage = try ToolStage()
    let text = try stage.run("inspect", "in.mkv")
    #expect(text.exitCode == 0, "\(text.text)")
    #expect(text.error.isEmpty)
    for word in ["6 frames", "h264", "96 x 64", "frames with a face: 6 of 6", "no faults"] {
      #expect(text.text.contains(word), "\"\(word)\" is not in: \(text.text)")
    }
    let json = try stage.run("inspect", "in.mkv", "--json")
    #expect(json.exitCode == 0)
    #expect(try JSONSerialization.jsonObject(with: json.output) is [String: Any])
  }

  @Test func `the verb avatars list, lint and preview know the avatars that are shipped`() throws {
    let stage = try ToolStage()
    let shipped = SharedData.packageRoot.appending(path: "Avatars").path
    let ids = [
      "bear-hood", "crown", "dragon", "monkey", "opera", "ox", "pig", "shark-hat", "sheep",
      "tiger-cub",
    ]
    let list = try stage.run("avatars", "list", "--avatars", shipped)
    #expect(list.exitCode == 0)
    #expect(ids.allSatisfy { id in list.text.split(separator: "\n").contains { $0.hasPrefix(id) } })
    struct Summary: Decodable { var id: String }
    let json = try stage.run("avatars", "list", "--avatars", shipped, "--json")
    let listed = try JSONDecoder().decode([Summary].self, from: json.output).map(\.id)
    #expect(Set(ids).isSubset(of: listed))

    let lint = try stage.run("avatars", "lint", "--avatars", shipped)
    #expect(lint.exitCode == 0, "\(lint.text)")

    let preview = try stage.run("avatars", "preview", "mask", "-o", "out/p.png")
    #expect(preview.exitCode == 0, "\(preview.error)")
    let sheet = try PNG.read(path: stage.folder.path("out/p.png"))
    #expect(sheet.width > 5 * 300 && sheet.height > 4 * 300)
    #expect(sheet.isOpaque)
  }

  /// Kinds of input that people have, and what is said of them beside the result.
  static let inputs: [(name: String, options: [String], notes: [String])] = [
    ("ten-bit.mkv", ["-pix_fmt", "yuv420p10le", "-c:v", "ffv1"], ["yuv420p10le"]),
    ("4-2-2.mp4", ["-pix_fmt", "yuv422p", "-c:v", "libx264"], ["yuv422p"]),
    ("grey.mkv", ["-pix_fmt", "gray", "-c:v", "ffv1"], ["gray"]),
    ("animation.gif", [], ["bgra", "transparency"]),
    ("photo.jpg", ["-frames:v", "1"], ["rgb24"]),
    ("photo.webp", ["-frames:v", "1"], ["rgb24"]),
    ("late.mkv", ["-output_ts_offset", "5", "-pix_fmt", "yuv420p", "-c:v", "libx264"], []),
    ("broadcast.ts", ["-pix_fmt", "yuv420p", "-c:v", "libx264"], []),
    ("stream.h264", ["-pix_fmt", "yuv420p", "-c:v", "libx264"], []),
    ("wide.mp4", ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-vf", "setsar=4/3"], []),
  ]

  @Test func `the verb render takes what FFmpeg decodes and says what it changed`() throws {
    let stage = try ToolStage()
    for (name, options, stated) in Self.inputs {
      let sound = name.hasSuffix(".ts") ? ["-f", "lavfi", "-i", "sine"] : []
      let picture = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25"]
      try Program.ffmpeg.succeed(
        ["-nostdin", "-v", "error", "-y"] + picture + sound
          + ["-frames:v", "6"]
          + (name.hasSuffix(".ts") ? ["-c:a", "libmp3lame", "-shortest"] : []) + options
          + [stage.folder.path(name)], in: stage.folder)
      // FFmpeg 5 writes six frames of MP3 so that their sample rate cannot be told: the pictures are kept
      // without the sound.
      let rate = try Program.ffprobe.run(
        [
          "-v", "error", "-select_streams", "a", "-show_entries", "stream=sample_rate", "-of",
          "csv=p=0", name,
        ], in: stage.folder)
      let isUntold = rate.text.hasPrefix("0")
      let notes = isUntold ? ["sound", "sample rate"] : stated
      let outcome = try stage.run(
        "render", "--video", name, "--tracking", "in.jsonl", "--tracking-offset-ms", "first",
        "--avatar", "mask", "--progress", "none", "--overwrite", "-o", "out/x.mp4")
      #expect(outcome.exitCode == (isUntold ? 65 : 0), "\(name): \(outcome.error)")
      #expect(try stage.frameCount("out/x.mp4") == (name.hasPrefix("photo") ? 1 : 6), "\(name)")
      for note in notes { #expect(outcome.error.contains(note), "\(name): \(outcome.error)") }
      #expect(notes.isEmpty == (outcome.errorLines.count == 2), "\(name): \(outcome.error)")
    }
  }

  /// Sides that are odd, and so small that an encoder's own divisions come to nothing.
  @Test(arguments: ["95x63", "333x111", "64x2", "1x1"])
  func `the verb render takes odd sizes where the codec does`(size: String) throws {
    let stage = try ToolStage()
    for (name, codec) in [("x.mkv", "ffv1"), ("x.webm", "vp9")] {
      let outcome = try stage.render(
        "out/\(name)", "--codec", codec, "--size", size, "--fit", "stretch")
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      let found = try probe(stage, "out/\(name)", "stream=width,height")
      #expect(found == size.replacing("x", with: ","))
      #expect(try stage.frameCount("out/\(name)") == 6)
    }
  }

  @Test func `the verb render of one frame may be one picture`() throws {
    let stage = try ToolStage()
    #expect(try stage.render("out/x.png", "--frames", "2").exitCode == 0)
    let snapshot = try stage.run(
      "snapshot", "in.mkv", "--avatar", "mask", "--frame", "2", "-o", "out/y.png")
    #expect(snapshot.exitCode == 0)
    #expect(try stage.folder.bytes("out/x.png") == stage.folder.bytes("out/y.png"))
  }

  @Test func `the verb render of several frames into one picture leaves the one that was there`()
    throws
  {
    let stage = try ToolStage()
    #expect(try stage.render("out/x.png", "--frames", "2").exitCode == 0)
    let before = try stage.folder.bytes("out/x.png")
    try stage.expect(
      stage.render("out/x.png", "--overwrite"), refusedWith: 64, saying: ["%05d"],
      leaving: ["x.png"])
    #expect(try stage.folder.bytes("out/x.png") == before)
  }

  @Test func `the verb render that fails leaves the pictures that it would have replaced`() throws {
    let stage = try ToolStage()
    #expect(try stage.render("out/%d.png", "--frames", "0-2").exitCode == 0)
    let before = try (0..<3).map { try stage.folder.bytes("out/\($0).png") }
    // The last frame's place is taken by a folder, which no file replaces.
    try FileManager.default.createDirectory(
      atPath: stage.folder.path("out/3.png"), withIntermediateDirectories: false)
    try stage.expect(
      stage.render("out/%d.png", "--frames", "0-3", "--mirror", "--overwrite"), refusedWith: 73,
      saying: ["out/3.png"], leaving: ["0.png", "1.png", "2.png", "3.png"])
    #expect(try (0..<3).map { try stage.folder.bytes("out/\($0).png") } == before)
  }

  @Test func `the verb snapshot makes a contact sheet`() throws {
    let stage = try ToolStage()
    let outcome = try stage.run(
      "snapshot", "in.mkv", "--avatar", "mask", "--sheet", "3x2", "--label", "six", "-o",
      "out/s.png")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let sheet = try PNG.read(path: stage.folder.path("out/s.png"))
    // Three cells of 320 pixels with gaps around them.
    #expect(sheet.width > 960 && sheet.width < 1000)
  }

  @Test func `the verb sample makes a recording that inspects clean and renders`() throws {
    let stage = try ToolStage()
    let made = try stage.run("sample", "-o", "out/sample", "--size", "96x54", "--progress", "none")
    #expect(made.exitCode == 0, "\(made.error)")
    #expect(
      try stage.folder.names(in: "out/sample") == ["clip.mp4", "recording.json", "tracking.jsonl"])
    let inspected = try stage.run("inspect", "out/sample")
    #expect(inspected.exitCode == 0, "\(inspected.text)")
    let rendered = try stage.run(
      "render", "out/sample", "--avatar", "mask", "--frames", "100-110", "-o", "out/x.mp4")
    #expect(rendered.exitCode == 0, "\(rendered.error)")
    // Made once, it is not overwritten by mistake.
    let again = try stage.run("sample", "-o", "out/sample", "--size", "96x54")
    #expect(again.exitCode == 73, "\(again.error)")
  }
}
