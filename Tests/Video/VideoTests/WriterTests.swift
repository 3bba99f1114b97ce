import ClipReading
import ClipWriting
import Foundation
import Frames
import Geometry
import Imaging
import TestSupport
import Testing

@Suite struct WriterTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  func settings(_ codec: EncoderSettings.Codec, crf: Int = 20) -> EncoderSettings {
    var settings = EncoderSettings()
    settings.codec = codec
    settings.crf = crf
    settings.threads = 2
    return settings
  }

  @Test(arguments: [
    (EncoderSettings.Codec.ffv1, "mkv"), (.h264, "mp4"), (.h264, "mkv"), (.hevc, "mp4"),
  ])
  func `a lossless encode keeps every pixel`(codec: EncoderSettings.Codec, kind: String) throws {
    let source = try work.clip("in.mp4", frames: 12, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let target = work.path("out.\(kind)")
    try copyClip(source, to: target, settings: settings(codec, crf: 0))
    let size = 96 * 64 * 3 / 2
    #expect(try referenceFrames(target, size: size) == referenceFrames(source, size: size))
    #expect(try Tools.probe(target, "frame=pts_time") == Tools.probe(source, "frame=pts_time"))
  }

  /// Widths from which x265 4.1 would write behind its memory.
  @Test(arguments: ["32x32", "34x32", "40x48", "48x32", "50x32"])
  func `H.265 of few columns keeps every pixel`(size: String) throws {
    let source = try work.clip(
      "in.mp4", size: size, frames: 12, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let target = work.path("out.mp4")
    try copyClip(source, to: target, settings: settings(.hevc, crf: 0))
    let pictures = try [source, target].map { path in
      try Program.ffmpeg.succeed(
        ["-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-f", "rawvideo", "-"])
    }
    #expect(pictures[0].count > 12 * 32 * 32 && pictures[0] == pictures[1])
  }

  @Test(arguments: [
    (EncoderSettings.Codec.h264, "mov"), (.hevc, "mkv"), (.vp9, "webm"), (.vp9, "mp4"),
    (.av1, "mp4"), (.prores4444, "mov"), (.ffv1, "mkv"),
  ])
  func `every codec writes what it names, twice the same`(
    codec: EncoderSettings.Codec, kind: String
  ) throws {
    let source = try work.clip(
      "in.mp4", frames: 8, sound: false, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let (one, two) = (work.path("one.\(kind)"), work.path("two.\(kind)"))
    try copyClip(source, to: one, settings: settings(codec))
    try copyClip(source, to: two, settings: settings(codec))
    let name = codec == .prores4444 ? "prores" : codec.rawValue
    #expect(try Tools.probe(one, "stream=codec_name") == [name])
    #expect(
      try Data(contentsOf: URL(filePath: one)) == Data(contentsOf: URL(filePath: two)))
    let times = try Tools.probe(one, "frame=pts_time")
    #expect(times == (try Tools.probe(source, "frame=pts_time")))
  }

  @Test(arguments: [
    ["tv", "bt709", "bt709", "bt709", "left"],
    ["pc", "smpte170m", "smpte170m", "smpte170m", "center"],
    ["tv", "bt2020nc", "bt2020", "bt2020-10", "topleft"],
    ["tv", "bt470bg", "bt470bg", "bt470bg", "left"],
  ])
  func `colour tags are kept`(tags: [String]) throws {
    let location = tags[4] == "left" ? "0" : tags[4] == "center" ? "1" : "2"
    let source = try work.clip(
      "in.mp4", frames: 2,
      [
        "-c:v", "libx264", "-pix_fmt", tags[0] == "pc" ? "yuvj420p" : "yuv420p", "-color_range",
        tags[0], "-colorspace", tags[1], "-color_primaries", tags[2], "-color_trc",
        tags[3] == "bt470bg" ? "gamma28" : tags[3],
        "-x264-params", "chromaloc=\(location)",
      ])
    let entries = "stream=color_range,color_space,color_transfer,color_primaries,chroma_location"
    let expected = try Tools.probe(source, entries)
    #expect(expected == ["\(tags[0]),\(tags[1]),\(tags[3]),\(tags[2]),\(tags[4])"])
    for codec in [EncoderSettings.Codec.h264, .hevc] {
      let target = work.path("out-\(codec.rawValue).mp4")
      try copyClip(source, to: target, settings: settings(codec))
      #expect(try Tools.probe(target, entries) == expected)
    }
    let target = work.path("out.mkv")
    try copyClip(source, to: target, settings: settings(.ffv1))
    #expect(try Tools.probe(target, entries) == expected)
  }

  @Test func `a non-square pixel stays one, turned with its picture`() throws {
    let source = try work.clip(
      "in.mp4", frames: 2, filter: "setsar=4/3", ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    var target = work.path("out.mp4")
    try copyClip(source, to: target)
    #expect(try Tools.probe(target, "stream=sample_aspect_ratio") == ["4:3"])
    #expect(try ClipReader(path: source).info.sceneSize == PixelSize(width: 128, height: 64))
    try SyntheticClip.setMatrix([0, 1, -1, 0], in: source)
    target = work.path("turned.mp4")
    try copyClip(source, to: target)
    #expect(try Tools.probe(target, "stream=sample_aspect_ratio") == ["3:4"])
    #expect(try ClipReader(path: source).info.sceneSize == PixelSize(width: 48, height: 96))
    #expect(try ClipReader(path: target).info.orientation == .upright)
  }

  @Test func `personal metadata goes, unless it is kept`() throws {
    let source = try work.clip(
      "in.mov", frames: 3, sound: true,
      [
        "-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "use_metadata_tags", "-metadata",
        "com.apple.quicktime.make=Apple", "-metadata", "location=+40.7388-074.0002/", "-metadata",
        "title=Holiday", "-metadata", "creation_time=2012-05-09T18:46:38Z",
      ])
    let plain = work.path("plain.mov")
    try copyClip(source, to: plain)
    let tags = try Tools.ffprobe(["-show_format", "-show_streams", plain])
      .split(separator: "\n").filter { $0.hasPrefix("TAG:") }
    let allowed = [
      "major_brand", "minor_version", "compatible_brands", "language", "handler_name",
      "vendor_id",
    ]
    #expect(tags.allSatisfy { tag in allowed.contains { tag.hasPrefix("TAG:\($0)=") } }, "\(tags)")
    #expect(try Data(contentsOf: URL(filePath: plain)).range(of: Data("40.7388".utf8)) == nil)

    var settings = EncoderSettings()
    settings.keepsMetadata = true
    for kind in ["mov", "mkv"] {
      let kept = work.path("kept.\(kind)")
      try copyClip(source, to: kept, settings: settings)
      let text = try Tools.ffprobe(["-show_format", kept])
      #expect(text.contains("Holiday"))
      #expect(text.contains("+40.7388-074.0002/"))
      #expect(text.contains("2012-05-09T18:46:38"))
    }
  }

  @Test func `a drawn picture is written and comes back`() throws {
    let side = 64
    var bytes: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side { bytes += [UInt8(x * 4), UInt8(y * 4), UInt8(128), 255] }
    }
    let picture = try #require(StraightRGBA8(width: side, height: side, bytes: bytes))
    let encoding = YUVEncoding(matrix: .bt709, fullRange: false)
    let size = try #require(PixelSize<OutputSpace>(width: side, height: side))
    let timeBase = try #require(Rational(1, 30000))
    let target = work.path("drawn.mkv")
    let writer = try ClipWriter(
      path: target, settings: settings(.ffv1),
      video: VideoParameters(
        size: size, timeBase: timeBase, averageFrameRate: Rational(30, 1),
        colourTags: ColourTags(encoding)))
    let memory = FrameMemory()
    for index in 0..<5 {
      try writer.write(
        VideoFrame(
          from: picture, encoding: encoding, memory: memory, pts: Int64(index * 1000),
          duration: 1000))
    }
    try writer.finish()
    let reader = try ClipReader(path: target)
    #expect(reader.info.colourTags.matrix == "bt709")
    let frame = try nextFrame(of: reader)
    let back = try frame.toStraightRGBA8()
    // Another program's opinion of the same file.
    let raw = work.path("back.raw")
    try Tools.ffmpeg([
      "-i", target, "-frames:v", "1", "-sws_flags", "bicubic+accurate_rnd+full_chroma_int",
      "-pix_fmt", "rgba", "-f", "rawvideo", raw,
    ])
    let reference = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    var worst = 0
    var worstReference = 0
    for index in bytes.indices {
      worst = max(worst, abs(Int(back.bytes[index]) - Int(bytes[index])))
      worstReference = max(worstReference, abs(Int(back.bytes[index]) - Int(reference[index])))
    }
    // Smooth ramps survive 4:2:0 and 8 bit to within rounding, except at the outer columns.
    #expect(worst <= 6)
    #expect(worstReference <= 6)
  }

  @Test func `a frame is scaled as FFmpeg scales it`() throws {
    let source = try work.clip("in.mkv", frames: 1, ["-c:v", "ffv1", "-pix_fmt", "yuv420p"])
    var frame = try nextFrame(of: ClipReader(path: source))
    let size = try #require(PixelSize<OutputSpace>(width: 48, height: 32))
    frame = try frame.scaled(to: size)
    let bytes = try planeBytes(&frame)
    let raw = work.path("scaled.raw")
    try Tools.ffmpeg([
      "-i", source, "-vf", "scale=48:32:flags=bicubic+accurate_rnd+full_chroma_int+bitexact",
      "-f", "rawvideo", raw,
    ])
    let reference = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    #expect(bytes.count == reference.count)
    // Luma is the same; chroma is sited to the left here, in the middle there.
    #expect(bytes[0..<48 * 32] == reference[0..<48 * 32])
  }
}
