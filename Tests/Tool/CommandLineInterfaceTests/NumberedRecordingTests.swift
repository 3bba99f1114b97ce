import Foundation
import Imaging
import TestSupport
import Testing

/// Numbered pictures in place of a clip: `frames/%05d.png --fps 30`.
@Suite struct NumberedRecordingTests {
  private let folder: ScratchFolder
  private static let frames = 20

  init() throws {
    folder = try ScratchFolder()
    for name in ["frames", "clip", "pictures"] { try folder.folder(name) }
    try SmallSample.copy(to: "play", in: folder)
  }

  /// The sample's first frames as pictures, and FFmpeg's clip of those very pictures.
  private func makePictures() throws {
    let quiet = ["-nostdin", "-v", "error"]
    let clip = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path("play")).first {
        $0.hasSuffix(".mp4")
      })
    try Program.ffmpeg.succeed(
      quiet + ["-i", "play/\(clip)", "-frames:v", "\(Self.frames)", "-pix_fmt", "rgb24"]
        + ["-start_number", "0", "frames/%05d.png"], in: folder)
    try Program.ffmpeg.succeed(
      quiet + ["-framerate", "30", "-i", "frames/%05d.png", "-c:v", "ffv1", "-pix_fmt", "bgr0"]
        + ["clip.mkv"], in: folder)
  }

  private func run(_ words: String...) throws -> Program.Outcome {
    try Program.product.run(words, in: folder)
  }

  private func render(_ recording: String, _ output: String, _ words: [String]) throws {
    try Program.product.succeed(
      ["render", recording, "--tracking", "play/tracking.jsonl", "--avatar", "dragon"]
        + ["-o", output] + words, in: folder)
  }

  @Test func `they are rendered as a clip of them is`() throws {
    try makePictures()
    try render("frames/%05d.png", "pictures/%d.png", ["--fps", "30"])
    try render("clip.mkv", "clip/%d.png", [])
    for frame in 0..<Self.frames {
      let (own, clip) = try (
        folder.bytes("pictures/\(frame).png"), folder.bytes("clip/\(frame).png")
      )
      #expect(try PNG.decode(own) == PNG.decode(clip), "\(frame)")
    }
    try Program.product.succeed(
      ["snapshot", "frames/%05d.png", "--fps", "30", "--tracking", "play/tracking.jsonl"]
        + ["--avatar", "dragon", "--at", "0.4", "-o", "share.png"], in: folder)
    #expect(
      try PNG.decode(folder.bytes("share.png")) == PNG.decode(folder.bytes("pictures/12.png")))
    // As a clip it has their rate.
    try render("frames/%05d.png", "out.mp4", ["--fps", "30"])
    let told = try Program.ffprobe.succeed(
      ["-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets,avg_frame_rate"]
        + ["-of", "csv=p=0", "out.mp4"], in: folder)
    #expect(String(decoding: told, as: UTF8.self).hasPrefix("30/1,\(Self.frames)"))
  }

  @Test func `inspect and align read them too`() throws {
    try makePictures()
    for verb in [["inspect"], ["align", "--avatar", "dragon"]] {
      let outcome = try Program.product.run(
        verb + ["frames/%05d.png", "--fps", "30", "--tracking", "play/tracking.jsonl", "--json"],
        in: folder)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      #expect(String(decoding: outcome.output, as: UTF8.self).contains("frames"))
    }
  }

  @Test func `without a rate, and with one that is not used, one line says what to do`() throws {
    try makePictures()
    let unsaid = try run("render", "frames/%05d.png", "--avatar", "none", "-o", "x.mp4")
    #expect(unsaid.exitCode == 64 && unsaid.error.contains("--fps 30"), "\(unsaid.error)")
    let idle = try run(
      "snapshot", "clip.mkv", "--avatar", "none", "--fps", "30", "-o", "x.png")
    #expect(idle.exitCode == 64 && idle.error.contains("frames of its own"), "\(idle.error)")
    let none = try run(
      "render", "none/%05d.png", "--fps", "30", "--avatar", "none", "-o", "x.mp4")
    #expect(none.exitCode == 66 && none.error.contains("none/%05d.png"), "\(none.error)")
    try FileManager.default.removeItem(atPath: folder.path("frames/00004.png"))
    let gap = try run(
      "render", "frames/%05d.png", "--fps", "30", "--avatar", "none", "-o", "x.mp4")
    #expect(gap.exitCode == 66 && gap.error.contains("00004.png"), "\(gap.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("x.mp4")))
  }
}
