import ClipReading
import ClipWriting
import Foundation
import Frames
import Imaging
import Problems
import TestSupport
import Testing

/// Pixel formats from decoder to encoder, as FFmpeg's own tool decodes both ends.
@Suite struct FormatTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// Every format that is drawn on as it is, and a codec whose decoder gives it; p010 comes from
  /// hardware decoders alone, and no container states it.
  static let native = [
    ("yuv420p", "ffv1"), ("yuv422p", "ffv1"), ("yuv444p", "ffv1"), ("nv12", "rawvideo"),
    ("yuv420p10le", "ffv1"), ("yuv422p10le", "ffv1"), ("yuv444p10le", "ffv1"),
    ("yuvj420p", "mjpeg"), ("yuvj422p", "mjpeg"), ("yuvj444p", "mjpeg"),
    ("rgb24", "rawvideo"), ("bgr24", "rawvideo"),
  ]

  /// A clip of odd size.
  private func clip(_ format: String, _ codec: String, frames: Int = 2) throws -> String {
    try work.clip(
      "in.nut", frames: frames, filter: "scale=37:23", ["-c:v", codec, "-pix_fmt", format])
  }

  private func decoded(
    _ path: String, as format: String, _ filters: String = "null"
  ) throws -> [UInt8] {
    let raw = work.path("decoded.raw")
    try Tools.ffmpeg([
      "-i", path, "-vsync", "passthrough", "-vf", filters, "-pix_fmt", format, "-f", "rawvideo",
      raw,
    ])
    return [UInt8](try Data(contentsOf: URL(filePath: raw)))
  }

  @Test(arguments: native)
  func `samples stay what they are from decoder to encoder`(format: String, codec: String) throws {
    let source = try clip(format, codec)
    let expected = try decoded(source, as: format)
    let reader = try ClipReader(path: source)
    #expect(reader.info.pixelFormat == format)
    #expect(reader.info.conversionNote == nil)
    #expect(try readAll(reader).frames.joined().elementsEqual(expected))

    var settings = EncoderSettings()
    settings.codec = .ffv1
    let target = work.path("out.mkv")
    #expect(try copyClip(source, to: target, settings: settings) == [])
    #expect(try decoded(target, as: format) == expected)
  }

  @Test(arguments: native)
  func `pictures are mirrored as FFmpeg mirrors them`(format: String, codec: String) throws {
    let source = try clip(format, codec, frames: 1)
    var frame = try nextFrame(of: ClipReader(path: source))
    let before = try planeBytes(&frame)
    try frame.flipHorizontally()
    #expect(try planeBytes(&frame) == decoded(source, as: format, "hflip"))
    try frame.flipHorizontally()
    #expect(try planeBytes(&frame) == before)
  }

  @Test(arguments: [
    ("yuv420p10le", ["tv", "bt2020nc", "bt2020", "smpte2084"], "topleft"),
    ("yuv420p10le", ["tv", "bt2020nc", "bt2020", "arib-std-b67"], "left"),
    ("yuv422p", ["pc", "bt709", "bt709", "bt709"], "left"),
    ("yuv444p10le", ["pc", "smpte170m", "smpte170m", "smpte170m"], "center"),
    ("yuv420p", ["tv", "bt470bg", "bt470bg", "bt709"], "center"),
    ("yuv422p10le", ["tv", "bt709", "smpte432", "bt709"], "left"),
  ])
  func `tags and samples are kept together`(
    format: String, tags: [String], location: String
  ) throws {
    let source = try work.clip(
      "in.mkv", frames: 2,
      [
        "-c:v", "ffv1", "-pix_fmt", format, "-color_range", tags[0], "-colorspace", tags[1],
        "-color_primaries", tags[2], "-color_trc", tags[3], "-chroma_sample_location", location,
      ])
    let entries = "stream=pix_fmt,color_range,color_space,color_transfer,color_primaries"
    let expected = try Tools.probe(source, entries)
    var settings = EncoderSettings()
    for (codec, name) in [(EncoderSettings.Codec.ffv1, "out.mkv"), (.hevc, "out.mp4")] {
      (settings.codec, settings.pixelFormat) = (codec, .clip)
      let target = work.path(name)
      try copyClip(source, to: target, settings: settings)
      #expect(try Tools.probe(target, entries) == expected, "\(codec)")
      if codec == .ffv1 {
        #expect(try decoded(target, as: format) == decoded(source, as: format))
      }
    }
  }

  /// What decoders give beside the native formats, and what comes nearest.
  @Test(arguments: [
    ("yuv420p12le", "ffv1", "yuv420p10le"), ("yuv422p12le", "ffv1", "yuv422p10le"),
    ("yuv444p12le", "ffv1", "yuv444p10le"), ("yuv411p", "rawvideo", "yuv422p"),
    ("yuv440p", "ffv1", "yuv444p"), ("yuv410p", "ffv1", "yuv420p"),
    ("yuyv422", "rawvideo", "yuv422p"), ("nv21", "rawvideo", "yuv420p"),
    ("gray", "ffv1", "yuv420p"),
    ("gray10le", "ffv1", "yuv420p10le"), ("gbrp", "rawvideo", "rgb24"), ("bgra", "ffv1", "rgb24"),
    ("gbrp10le", "ffv1", "yuv444p10le"), ("rgb48le", "rawvideo", "yuv444p10le"),
    ("yuva444p", "ffv1", "yuv444p"), ("pal8", "rawvideo", "rgb24"),
  ])
  func `other formats go to the nearest`(format: String, codec: String, nearest: String) throws {
    let source = try clip(format, codec, frames: 1)
    let reader = try ClipReader(path: source)
    #expect(reader.info.decodedPixelFormat == format)
    #expect(reader.info.pixelFormat == nearest)
    let note = try #require(reader.info.conversionNote)
    #expect(note.contains(format) && note.contains(nearest))
    #expect(note.contains("transparency") == ["bgra", "yuva444p", "pal8"].contains(format))
    let frame = try nextFrame(of: reader)
    #expect(frame.pixelFormatName == nearest)
    // Another opinion on the conversion; kernels and dither may differ by a little.
    let meaning = "scale=out_color_matrix=bt709:out_range=\(format.hasPrefix("gray") ? "pc" : "tv")"
    let isRGB = reader.info.colourTags.matrix == "bt709"
    let expected = try decoded(
      source, as: nearest, isRGB || format.hasPrefix("gray") ? meaning : "null")
    let bytes = frame.packedBytes()
    try #require(bytes.count == expected.count)
    let isDeep = nearest.hasSuffix("10le")
    func level(_ bytes: [UInt8], _ i: Int) -> Double {
      isDeep ? Double(Int(bytes[2 * i]) + Int(bytes[2 * i + 1]) << 8) / 4 : Double(bytes[i])
    }
    let count = bytes.count / (isDeep ? 2 : 1)
    let difference = (0..<count).reduce(0.0) { $0 + abs(level(bytes, $1) - level(expected, $1)) }
    #expect(difference / Double(count) < 2.5)
  }

  /// What each codec makes of a clip: by itself, and as asked.
  @Test(arguments: [
    ("yuv420p10le", EncoderSettings.Codec.h264, "auto", "yuv420p", true),
    ("yuv420p10le", .h264, "clip", "yuv420p10le", false),
    ("yuv422p", .h264, "auto", "yuv420p", true),
    ("yuv422p", .h264, "yuv422p10", "yuv422p10le", false),
    ("yuv444p10le", .hevc, "auto", "yuv420p10le", true),
    ("yuv444p10le", .hevc, "clip", "yuv444p10le", false),
    ("yuv420p10le", .hevc, "auto", "yuv420p10le", false),
    ("yuv420p10le", .vp9, "auto", "yuv420p10le", false),
    ("yuv420p10le", .av1, "auto", "yuv420p10le", false),
    ("yuv444p", .av1, "auto", "yuv420p", false),
    ("yuv422p10le", .prores4444, "auto", "yuv444p12le", false),
    ("yuv422p10le", .ffv1, "auto", "yuv422p10le", false),
    ("gbrp", .ffv1, "auto", "bgr0", false),
    ("gbrp", .h264, "auto", "yuv420p", true),
  ])
  func `a codec gets what its players take, or what was asked for`(
    format: String, codec: EncoderSettings.Codec, choice: String, expected: String, isNoted: Bool
  ) throws {
    let source = try work.clip("in.mkv", frames: 2, ["-c:v", "ffv1", "-pix_fmt", format])
    var settings = EncoderSettings()
    settings.codec = codec
    settings.pixelFormat = try #require(EncoderSettings.PixelFormatChoice(rawValue: choice))
    let target = work.path(codec == .prores4444 ? "out.mov" : "out.mkv")
    let notes = try copyClip(source, to: target, settings: settings)
    #expect(try Tools.probe(target, "stream=pix_fmt") == [expected])
    #expect(notes.isEmpty == !isNoted, "\(notes)")
  }

  @Test func `a format that the encoder lacks is refused, with those that it has`() throws {
    let source = try work.clip("in.mkv", frames: 1, ["-c:v", "ffv1", "-pix_fmt", "yuv420p"])
    func refusal(_ codec: EncoderSettings.Codec, _ name: String) -> VideoError? {
      var settings = EncoderSettings()
      (settings.codec, settings.pixelFormat) = (codec, .layout(.yuv422p))
      return videoError { try copyClip(source, to: work.path(name), settings: settings) }
    }
    for (codec, name, fitting) in [
      (EncoderSettings.Codec.av1, "out.mkv", "use yuv420p, yuv420p10 or"),
      (.prores4444, "out.mov", "use yuv444p10 or"),
    ] {
      let error = refusal(codec, name)
      #expect(error?.problemCode == .unfitOutput)
      #expect(error?.description.contains(fitting) == true)
    }
    // An overlay would lose its transparency.
    var settings = EncoderSettings()
    (settings.codec, settings.pixelFormat) = (.ffv1, .layout(.yuv420p))
    let error = videoError {
      _ = try ClipWriter(
        path: work.path("overlay.mkv"), settings: settings, overlaying: ClipReader(path: source))
    }
    #expect(error?.problemCode == .unfitOutput)
  }

  /// SMPTE ST 2086 and CTA-861.3, from a codec's messages to the container and from there on.
  @Test func `the light levels of HDR10 are kept`() throws {
    let source = try work.clip(
      "in.mp4", frames: 2,
      [
        "-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-color_trc", "smpte2084", "-x265-params",
        "log-level=none:hdr10=1:max-cll=987,321:master-display="
          + "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
      ])
    let entries = "stream_side_data=max_content,max_average,red_x,white_point_y,max_luminance"
    var settings = EncoderSettings()
    settings.codec = .hevc
    for name in ["out.mp4", "out.mkv"] {
      let target = work.path(name)
      try copyClip(source, to: target, settings: settings)
      // Numbers and fractions, which containers shorten.
      let found = try Tools.probe(target, entries).joined(separator: ",").split(separator: ",")
        .map { $0.split(separator: "/").compactMap { Double($0) } }
        .map { $0.dropFirst().reduce($0.first ?? 0, /) }
      #expect(Set(found) == [987, 321, 0.68, 0.329, 1000], "\(name)")
    }
  }

  @Test func `pictures without a matrix get one that is tagged`() throws {
    let source = try work.clip("in.mkv", frames: 1, ["-c:v", "ffv1", "-pix_fmt", "gbrp"])
    let target = work.path("out.mp4")
    var settings = EncoderSettings()
    (settings.crf, settings.pixelFormat) = (0, .layout(.yuv444p))
    try copyClip(source, to: target, settings: settings)
    #expect(try Tools.probe(target, "stream=color_range,color_space") == ["tv,bt709"])
    // The colours are those of the source.
    let (a, b) = (try decoded(source, as: "rgb24"), try decoded(target, as: "rgb24"))
    let difference = zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(difference) / Double(a.count) < 1)
  }

  @Test(arguments: [
    ("a.webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p"], true),
    ("o.webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p"], false),
    ("a.mov", ["-c:v", "prores_ks", "-pix_fmt", "yuva444p10le"], true),
  ])
  func `a clip's transparency is dropped, and said so`(
    name: String, arguments: [String], isSaid: Bool
  ) throws {
    let path = try work.clip(name, frames: 3, arguments)
    let note = try ClipReader(path: path).info.conversionNote
    #expect(note?.hasSuffix("transparency is dropped") ?? false == isSaid, "\(note ?? "none")")
  }
}
