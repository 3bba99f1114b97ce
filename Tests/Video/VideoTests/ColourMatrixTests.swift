import ClipReading
import ClipWriting
import Foundation
import Frames
import Geometry
import Imaging
import Problems
import TestSupport
import Testing

/// Colours by every matrix, against the formulas of ITU-T H.273 and against zimg (FFmpeg's `zscale`).
@Suite struct ColourMatrixTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// A clip of one picture whose R'G'B' is stored by a matrix, tagged with it or not.
  private func clip(
    _ matrix: String, tag: String? = nil, format: String = "yuv444p",
    source: String = "testsrc2=size=64x48", size: String = "64x48", _ more: [String] = []
  ) throws -> String {
    let path = work.path("\(matrix)-\(format).mkv")
    let named =
      ["bt2020c": "2020_cl", "bt2020nc": "2020_ncl", "smpte240m": "240m"][matrix] ?? matrix
    let filter =
      "format=gbrp,zscale=matrixin=gbr:matrix=\(named):range=limited"
      + ":primariesin=\(primaries(more)):transferin=709:primaries=\(primaries(more)):transfer=709"
      + ",format=\(format),setparams=colorspace=\(tag ?? matrix):range=tv"
    try Tools.ffmpeg(
      [
        "-f", "lavfi", "-i", source, "-frames:v", "1", "-vf", filter, "-c:v", "ffv1",
        "-colorspace", tag ?? matrix, "-color_range", "tv",
      ] + more + [path])
    return path
  }

  private func primaries(_ arguments: [String]) -> String {
    guard let place = arguments.firstIndex(of: "-color_primaries") else { return "709" }
    return ["bt2020": "2020", "smpte432": "smpte432", "bt470bg": "bt470bg"][arguments[place + 1]]
      ?? "709"
  }

  private func shown(_ path: String, _ matrix: ClipMatrix? = nil) throws -> StraightRGBA8 {
    var options = ReadingOptions()
    options.reading.colourMatrix = matrix
    return try nextFrame(of: ClipReader(path: path, options: options)).toStraightRGBA8()
  }

  /// The same picture as FFmpeg makes it before it is stored.
  private func source(_ picture: String) throws -> [UInt8] {
    let raw = work.path("source.raw")
    try Tools.ffmpeg([
      "-f", "lavfi", "-i", picture, "-frames:v", "1", "-vf", "format=gbrp", "-pix_fmt", "rgba",
      "-f", "rawvideo", raw,
    ])
    return [UInt8](try Data(contentsOf: URL(filePath: raw)))
  }

  private func furthest(_ one: [UInt8], _ other: [UInt8]) -> Int {
    guard one.count == other.count, !one.isEmpty else { return 255 }
    return zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 255
  }

  static let matrices: [(String, [String])] = [
    ("fcc", []), ("ycgco", []), ("bt2020nc", ["-color_primaries", "bt709"]),
    ("chroma-derived-nc", ["-color_primaries", "bt709"]),
    ("chroma-derived-nc", ["-color_primaries", "smpte432"]),
    ("chroma-derived-nc", ["-color_primaries", "bt470bg"]),
  ]

  @Test(arguments: matrices)
  func `what zimg stores by a matrix comes back`(matrix: String, more: [String]) throws {
    // Of 8 bit, what is converted is rounded twice.
    for (format, allowed) in [("yuv444p", 4), ("yuv444p10le", 2)] {
      let path = try clip(matrix, format: format, more)
      #expect(try Tools.probe(path, "stream=color_space") == [matrix])
      let colour = more.last == "smpte432" ? "gray" : nil
      // Display P3 is brought to sRGB; what is grey stays.
      let picture = colour.map { _ in "testsrc2=size=64x48,hue=s=0" } ?? "testsrc2=size=64x48"
      let stored = colour == nil ? path : try clip(matrix, format: format, source: picture, more)
      let distance = furthest(try shown(stored).bytes, try source(picture))
      // zimg's YCgCo has 219 levels of chroma.
      #expect(
        distance <= (matrix == "ycgco" ? 6 : allowed), "\(matrix) \(format) \(more): \(distance)")
    }
  }

  @Test func `YCgCo is read by its formula in each format`() throws {
    // A field of one colour: chroma of all subsamplings is the same everywhere.
    for (format, depth) in [("yuv420p", 8), ("yuv422p", 8), ("yuv444p", 8), ("yuv420p10le", 10)] {
      let path = try clip("ycgco", format: format, source: "color=0x20C060:size=64x48")
      var frame = try nextFrame(of: ClipReader(path: path))
      #expect(frame.pixelFormatName == format)
      #expect(frame.encoding.matrix == .bt709)
      let bytes = try planeBytes(&frame)
      let (r, g, b) = (32.0 / 255, 192.0 / 255, 96.0 / 255)
      let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
      let unit = Double(1 << (depth - 8))
      let expected = [
        16 + 219 * y, 128 + 224 * (b - y) / 1.8556, 128 + 224 * (r - y) / 1.5748,
      ].map { $0 * unit }
      func sample(_ place: Int) -> Double {
        depth == 8
          ? Double(bytes[place]) : Double(bytes[2 * place]) + 256 * Double(bytes[2 * place + 1])
      }
      let luma = 64 * 48
      let chroma = format.hasPrefix("yuv420") ? luma / 4 : format == "yuv422p" ? luma / 2 : luma
      // Two roundings to the sample, of what was stored and of what it becomes.
      for (place, value) in zip([0, luma, luma + chroma], expected) {
        #expect(abs(sample(place) - value) <= 3 * unit, "\(format) \(place)")
      }
    }
  }

  @Test func `chroma of half the size is taken at each pixel's own place`() throws {
    // zimg's way: chroma brought to full size first.
    let ramp = "gradients=size=64x48:x0=0:y0=0:x1=63:y1=47:c0=red:c1=lime:nb_colors=2:speed=0.00001"
    let path = try clip("ycgco", format: "yuv420p", source: ramp)
    let raw = work.path("zimg.raw")
    try Tools.ffmpeg([
      "-i", path, "-vf", "zscale=matrix=gbr:range=full:filter=bilinear,format=gbrp", "-pix_fmt",
      "rgba",
      "-f", "rawvideo", raw,
    ])
    let expected = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    #expect(furthest(try shown(path).bytes, expected) <= 6)
  }

  @Test func `the matrices that are drawn in are handed out as they are stored`() throws {
    let picture = "testsrc2=size=64x48"
    for (matrix, expected) in [("smpte240m", YUVEncoding.Matrix.smpte240m), ("fcc", .fcc)] {
      let path = work.path("\(matrix).mkv")
      // swscale's own conversion: zimg does not have SMPTE 240M.
      try Tools.ffmpeg([
        "-f", "lavfi", "-i", picture, "-frames:v", "1", "-vf",
        "format=gbrp,scale=out_color_matrix=\(matrix):out_range=tv:flags=accurate_rnd+full_chroma_int,"
          + "format=yuv444p", "-c:v", "ffv1", "-colorspace", matrix, "-color_range", "tv", path,
      ])
      let reader = try ClipReader(path: path)
      #expect(reader.info.conversionNote == nil)
      #expect(reader.info.colourTags.matrix == matrix)
      #expect(try nextFrame(of: reader).encoding.matrix == expected)
      #expect(furthest(try shown(path).bytes, try source(picture)) <= 4)
    }
  }

  @Test func `constant luminance is read by its formula`() throws {
    // ITU-R BT.2020-2, table 4; FFmpeg's zimg takes the curve of a display instead.
    func curve(_ light: Double) -> Double {
      light < 0.0181 ? 4.5 * light : 1.0993 * pow(light, 0.45) - 0.0993
    }
    let light = (red: 0.3, green: 0.5, blue: 0.1)
    let y = curve(0.2627 * light.red + 0.6780 * light.green + 0.0593 * light.blue)
    let (r, g, b) = (curve(light.red), curve(light.green), curve(light.blue))
    let stored = [
      64 + 876 * y, 512 + 896 * (b - y) / (b < y ? 1.9404 : 1.5816),
      512 + 896 * (r - y) / (r < y ? 1.7184 : 0.9938),
    ].map { UInt16($0.rounded()) }
    let (raw, path) = (work.path("constant.raw"), work.path("constant.mkv"))
    let bytes = stored.flatMap { sample in
      (0..<32 * 32).flatMap { _ in [UInt8(sample & 255), UInt8(sample >> 8)] }
    }
    try Data(bytes).write(to: URL(filePath: raw))
    try Tools.ffmpeg([
      "-f", "rawvideo", "-s", "32x32", "-pix_fmt", "yuv444p10le", "-i", raw, "-vf",
      "setparams=colorspace=bt2020c:range=tv", "-c:v", "ffv1",
      "-colorspace", "bt2020c", "-color_primaries", "bt709", "-color_range", "tv", path,
    ])
    let pixel = try shown(path)[16, 16]
    for (channel, value) in [(pixel.red, r), (pixel.green, g), (pixel.blue, b)] {
      #expect(abs(Double(channel) - 255 * value) <= 2)
    }
  }

  @Test func `a conversion is said, and the output is tagged with what it is`() throws {
    let path = try clip("ycgco")
    let reader = try ClipReader(path: path)
    #expect(reader.info.conversionNote == "colours are converted from YCgCo to BT.709")
    try copyClip(path, to: work.path("out.mp4"))
    #expect(try Tools.probe(work.path("out.mp4"), "stream=color_space") == ["bt709"])
  }

  @Test func `ICtCp is refused with words that say what to do`() throws {
    let path = work.path("ictcp.mp4")
    try Tools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "2", "-c:v", "libx264",
      "-pix_fmt", "yuv420p", "-bsf:v", "h264_metadata=matrix_coefficients=14", path,
    ])
    let error = videoError { _ = try ClipReader(path: path) }
    #expect(error?.problemCode == .badRecording)
    #expect(error?.description.contains("ICtCp") == true)
    #expect(error?.description.contains("--colour-matrix bt2020nc") == true)
    // Where the tag is wrong, what is said goes.
    #expect(try shown(path, .bt709).width == 64)
  }

  @Test func `Dolby Vision without a base that others can show is refused`() throws {
    let path = work.path("vision.mp4")
    try Tools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=128x96", "-frames:v", "2", "-c:v", "libx265",
      "-x265-params", "log-level=error", "-tag:v", "hvc1", path,
    ])
    let plain = try Data(contentsOf: URL(filePath: path))
    for (profile, base, isRefused) in [(5, 0, true), (8, 4, false), (8, 1, false)] {
      try DolbyVisionBox.insert(profile: profile, compatibleBase: base, into: plain)
        .write(to: URL(filePath: path))
      let error = videoError { _ = try ClipReader(path: path) }
      #expect((error != nil) == isRefused)
      #expect(error == nil || error?.problemCode == .badRecording)
      #expect(error?.description.contains("Dolby Vision profile 5") ?? true)
      #expect(try shown(path, .bt2020nc).width == 128)
    }
  }

  @Test func `a tag that means nothing is said, and the usual matrix is taken`() throws {
    let path = work.path("reserved.mp4")
    try Tools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "2", "-c:v", "libx264",
      "-pix_fmt", "yuv420p", "-bsf:v", "h264_metadata=matrix_coefficients=3", path,
    ])
    let info = try ClipReader(path: path).info
    #expect(info.conversionNote?.contains("reserved") == true)
    #expect(info.conversionNote?.contains("BT.601") == true)
    #expect(info.colourTags.matrix == "smpte170m")
  }

  @Test func `another matrix can be said, and that planes of Y'CbCr hold RGB`() throws {
    let picture = "testsrc2=size=64x48"
    let expected = try source(picture)
    #expect(furthest(try shown(clip("bt709", tag: "smpte170m"), .bt709).bytes, expected) <= 4)
    #expect(furthest(try shown(clip("ycgco", tag: "bt709"), .ycgco).bytes, expected) <= 6)
    // Planes of green, blue and red that are labelled as Y'CbCr.
    let (raw, path) = (work.path("planes.raw"), work.path("planes.mkv"))
    func relabelled(_ filter: String, from: String, as to: String) throws -> String {
      try Tools.ffmpeg([
        "-f", "lavfi", "-i", picture, "-frames:v", "1", "-vf", filter, "-pix_fmt", from,
        "-f", "rawvideo", raw,
      ])
      try Tools.ffmpeg([
        "-f", "rawvideo", "-s", "64x48", "-pix_fmt", to, "-i", raw, "-c:v", "ffv1", "-pix_fmt", to,
        path,
      ])
      return path
    }
    let planes = try relabelled("format=gbrp", from: "gbrp", as: "yuv444p")
    #expect(try shown(planes, .rgb).bytes == expected)
    let error = videoError { _ = try shown(clip("bt709", format: "yuv420p"), .rgb) }
    #expect(error?.problemCode == .usage)
  }

  @Test func `a clip of no matrix keeps its colours at another size`() throws {
    let (path, out) = (work.path("wide.mp4"), work.path("small.mp4"))
    try Tools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=1280x720", "-frames:v", "1", "-pix_fmt", "yuv420p", path,
    ])
    let reader = try ClipReader(path: path)
    #expect(reader.info.colourTags.matrix == nil)
    let writer = try ClipWriter(
      path: out, settings: EncoderSettings(), following: reader,
      size: .init(width: 640, height: 360))
    let frame = try nextFrame(of: reader).scaled(to: #require(.init(width: 640, height: 360)))
    #expect(frame.encoding.matrix == .bt709)
    try writer.write(frame)
    try writer.finish()
    #expect(try Tools.probe(out, "stream=color_space") == ["bt709"])
  }

  @Test func `a matrix that changes on the way is brought to the first`() throws {
    let parts = try ["bt709", "smpte170m"].map { matrix in
      let path = work.path("\(matrix).ts")
      try Tools.ffmpeg([
        "-f", "lavfi", "-i", "color=0x20C060:size=128x96", "-frames:v", "3", "-vf",
        "format=gbrp,zscale=matrix=\(matrix == "bt709" ? "709" : "170m"):range=limited,format=yuv420p",
        "-c:v", "libx264", "-colorspace", matrix, "-bf", "0", path,
      ])
      return path
    }
    let path = work.path("both.ts")
    try Tools.ffmpeg(["-i", "concat:\(parts.joined(separator: "|"))", "-c", "copy", path])
    let reader = try ClipReader(path: path)
    var colours: [RGBA8] = []
    while let frame = try reader.nextFrame() {
      #expect(frame.colourTags.matrix == "bt709")
      let picture = try frame.toStraightRGBA8()
      colours.append(picture[64, 48])
    }
    #expect(colours.count == 6)
    for colour in colours {
      #expect(abs(Int(colour.red) - 0x20) <= 4)
      #expect(abs(Int(colour.green) - 0xC0) <= 4)
    }
  }
}

/// The box by which MP4 says that a track is of Dolby Vision (ETSI GS CCM 001; Dolby Vision streams within
/// the ISO base media file format, 3.2).
enum DolbyVisionBox {
  /// Puts the box behind that of HEVC's parameters; the file's index has to lie at its end.
  static func insert(profile: Int, compatibleBase: Int, into file: Data) -> Data {
    var bytes = [UInt8](file)
    let type = profile > 7 ? "dvvC" : "dvcC"
    let level = 1
    let record: [UInt8] =
      [
        1, 0, UInt8(profile << 1 | level >> 5), UInt8((level & 31) << 3 | 0b101),
        UInt8(compatibleBase << 4),
      ] + Array(repeating: 0, count: 19)
    let box = [0, 0, 0, UInt8(record.count + 8)] + Array(type.utf8) + record
    func size(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    func place(of name: String) -> Int? {
      let wanted = Array(name.utf8)
      return (4...bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == wanted }.map { $0 - 4 }
    }
    guard let parameters = place(of: "hvcC") else { return file }
    let end = parameters + size(at: parameters)
    for name in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "hvc1"] {
      guard let start = place(of: name) else { continue }
      let grown = size(at: start) + box.count
      for (index, shift) in [24, 16, 8, 0].enumerated() {
        bytes[start + index] = UInt8(grown >> shift & 255)
      }
    }
    bytes.insert(contentsOf: box, at: end)
    return Data(bytes)
  }
}
