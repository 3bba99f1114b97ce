import AvatarFiles
import ClipReading
import ClipWriting
import Foundation
import Imaging
import Passes
import Recipe
import Recordings
import Rendering
import Snapshots
import TestSupport
import Testing

/// A clip's own transparency: kept by every output that has a place for it, as FFmpeg's tool reads both.
@Suite struct ClipTransparencyTests {
  /// A way to write a clip with transparency, and the decoder that reads it.
  struct Source: Sendable, CustomTestStringConvertible {
    var name: String
    var encoding: [String]
    var decoder: [String] = []

    var testDescription: String { name }
  }

  static let sources = [
    Source(
      name: "vp9.webm", encoding: ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p"],
      decoder: ["-c:v", "libvpx-vp9"]),
    Source(
      name: "vp8.webm",
      encoding: ["-c:v", "libvpx", "-auto-alt-ref", "0", "-b:v", "1M", "-pix_fmt", "yuva420p"],
      decoder: ["-c:v", "libvpx"]),
    Source(
      name: "prores.mov", encoding: ["-c:v", "prores_ks", "-pix_fmt", "yuva444p10le"]),
    Source(name: "animation.mov", encoding: ["-c:v", "qtrle", "-pix_fmt", "argb"]),
    Source(name: "pictures.mov", encoding: ["-c:v", "png", "-pix_fmt", "rgba"]),
  ]

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.folder("out")
  }

  /// A clip whose transparency is a ramp that moves.
  private func clip(_ source: Source, frames: Int = 4) throws -> String {
    let path = folder.path(source.name)
    let drawn =
      "testsrc2=size=64x48:rate=25,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*3+Y+8*N'"
    _ = try Program.ffmpeg.succeed(
      ["-v", "error", "-f", "lavfi", "-i", drawn, "-frames:v", "\(frames)"] + source.encoding
        + [path])
    return path
  }

  /// The pixels as FFmpeg's tool decodes them.
  private func pixels(_ path: String, _ decoder: [String] = []) throws -> [UInt8] {
    [UInt8](
      try Program.ffmpeg.succeed(
        ["-v", "error"] + decoder + [
          "-i", path, "-vsync", "passthrough", "-pix_fmt", "rgba", "-f", "rawvideo", "-",
        ]))
  }

  private func render(_ source: String, to name: String, codec: EncoderSettings.Codec? = nil) throws
    -> (path: String, summary: RenderSummary)
  {
    var output = OutputSettings(path: folder.path(name))
    (output.codec, output.crf) = (codec, 10)
    let settings = RenderSettings(
      recording: try RecordingLocation(video: source, tracking: nil),
      avatars: AvatarSelection(names: ["none"], library: Stage.shipped), output: output)
    return (output.path, try RenderJob(settings).run())
  }

  /// The mean and the largest difference of the alpha of two clips.
  private func difference(_ a: [UInt8], _ b: [UInt8]) throws -> (mean: Double, largest: Int) {
    try #require(a.count == b.count && !a.isEmpty)
    let all = stride(from: 3, to: a.count, by: 4).map { abs(Int(a[$0]) - Int(b[$0])) }
    return (Double(all.reduce(0, +)) / Double(all.count), all.max() ?? 0)
  }

  @Test(arguments: sources)
  func `pictures have it`(source: Source) throws {
    let path = try clip(source)
    let expected = try pixels(path, source.decoder)
    #expect(Set(stride(from: 3, to: expected.count, by: 4).map { expected[$0] }).count > 50)
    let (_, summary) = try render(path, to: "out/%05d.png")
    #expect(!summary.notes.contains { $0.contains("transparency") }, "\(summary.notes)")
    var made: [UInt8] = []
    for number in 0..<4 {
      made += try PNG.read(path: folder.path("out/0000\(number).png")).bytes
    }
    #expect(try difference(made, expected).largest <= 1)
    // The last frame alone is the same, decoded as part of a clip or by itself.
    var settings = RenderSettings(
      recording: try RecordingLocation(video: path, tracking: nil),
      avatars: AvatarSelection(names: ["none"], library: Stage.shipped),
      output: OutputSettings())
    settings.part = .frames(3...3)
    #expect(try SnapshotJob(settings).render().picture.bytes == Array(made.suffix(4 * 64 * 48)))
  }

  @Test(arguments: sources)
  func `clips have it where their codec can hold it`(source: Source) throws {
    let path = try clip(source)
    let expected = try pixels(path, source.decoder)
    for (name, codec, decoder, mean) in [
      ("out.mkv", EncoderSettings.Codec.ffv1, [String](), 0.1), ("out.mov", .prores4444, [], 1.5),
      ("out.webm", .vp9, ["-c:v", "libvpx-vp9"], 3),
    ] {
      let (made, summary) = try render(path, to: name, codec: codec)
      let found = try difference(pixels(made, decoder), expected)
      #expect(found.mean <= mean, "\(name): \(found)")
      #expect(!summary.notes.contains { $0.contains("dropped") }, "\(name): \(summary.notes)")
    }
    let (_, summary) = try render(path, to: "out.mp4")
    #expect(
      summary.notes.contains { $0.contains("transparency is dropped") }, "\(summary.notes)")
  }

  @Test func `it is mirrored with the picture`() throws {
    let path = try clip(Self.sources[3])
    try folder.write(
      """
      {"format": "avatar-tracking/1", "width": 64, "height": 48}
      {"timestampMs": 0, "faces": []}
      """, to: "t.jsonl")
    let plain = try render(path, to: "plain.mkv", codec: .ffv1)
    var output = OutputSettings(path: folder.path("mirrored.mkv"))
    output.codec = .ffv1
    var settings = RenderSettings(
      recording: try RecordingLocation(video: path, tracking: folder.path("t.jsonl")),
      avatars: AvatarSelection(names: ["none"], library: Stage.shipped), output: output)
    settings.passes.mirrored = true
    _ = try RenderJob(settings).run()
    let (a, b) = (try pixels(plain.path), try pixels(output.path))
    var flipped: [UInt8] = []
    for row in 0..<(a.count / (64 * 4)) {
      for x in (0..<64).reversed() { flipped += a[(row * 64 + x) * 4..<(row * 64 + x) * 4 + 4] }
    }
    #expect(flipped == b)
  }

  @Test func `a clip that is cut off keeps what is there`() throws {
    let path = try clip(Self.sources[0], frames: 30)
    let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
    try folder.write(Data(whole.prefix(whole.count * 7 / 10)), to: "cut.webm")
    let (_, summary) = try render(folder.path("cut.webm"), to: "out/%05d.png")
    #expect((5..<30).contains(summary.frames))
    let expected = try pixels(path, Self.sources[0].decoder)
    let first = try PNG.read(path: folder.path("out/00000.png")).bytes
    #expect(try difference(first, Array(expected.prefix(first.count))).largest <= 1)
  }
}
