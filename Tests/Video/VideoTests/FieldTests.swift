import ClipReading
import ClipWriting
import Foundation
import Frames
import Geometry
import Imaging
import TestSupport
import Testing

/// Frames that are made of two fields, against FFmpeg's own `-vf bwdif`, pixel for pixel.
@Suite struct FieldTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// How such clips come about: the file's name, and FFmpeg's arguments.
  static let kinds: [(name: String, arguments: [String])] = [
    ("top.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-flags", "+ildct+ilme"]),
    ("mbaff.mkv", ["-c:v", "libx264", "-pix_fmt", "yuv422p10le", "-x264opts", "bff=1"]),
    (
      "mpeg2.ts",
      ["-c:v", "mpeg2video", "-pix_fmt", "yuv420p", "-flags", "+ildct+ilme", "-top", "1"]
    ),
    (
      "mpeg2.mpg",
      ["-c:v", "mpeg2video", "-pix_fmt", "yuv420p", "-flags", "+ildct+ilme", "-top", "0"]
    ),
    ("prores.mov", ["-c:v", "prores_ks", "-flags", "+ildct", "-top", "1"]),
    ("lossless.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv420p", "-top", "1", "-field_order", "tt"]),
  ]

  /// A clip of 96 x 64 pixels at 25 frames a second, of two fields each.
  private func interlaced(_ name: String, frames: Int = 8, _ arguments: [String]) throws -> String {
    let isBottom = arguments.contains("bff=1") || name.hasSuffix("mpg")
    let filter =
      "testsrc2=size=96x64:rate=50,tinterlace=interleave_\(isBottom ? "bottom" : "top"),setfield="
      + (isBottom ? "bff" : "tff")
    let path = work.path(name)
    try Tools.ffmpeg(
      ["-f", "lavfi", "-i", filter, "-frames:v", "\(frames)"] + arguments + [path])
    return path
  }

  private func read(
    _ path: String, _ part: ClipPart = .whole, _ way: Deinterlacing = .auto
  ) throws -> (frames: [[UInt8]], times: [Double], indices: [Int]) {
    var options = ReadingOptions()
    options.reading.deinterlacing = way
    return try readAll(ClipReader(path: path, part: part, options: options))
  }

  private func filtered(_ path: String, by filter: String) throws -> [[UInt8]] {
    var frame = try nextFrame(of: ClipReader(path: path))
    let (size, format) = (try planeBytes(&frame).count, frame.pixelFormatName)
    let raw = path + ".filtered"
    try Tools.ffmpeg([
      "-i", path, "-map", "0:v:0", "-vsync", "passthrough", "-vf", filter, "-pix_fmt", format,
      "-f", "rawvideo", raw,
    ])
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
  }

  @Test(arguments: kinds)
  func `each frame becomes one picture, and each field another, as by bwdif`(
    name: String, arguments: [String]
  ) throws {
    let path = try interlaced(name, arguments)
    let flags = try Tools.probe(path, "frame=interlaced_frame")
    try #require(
      flags.allSatisfy { $0.hasPrefix("1") }, "\(name) is not stored as fields: \(flags)")
    let frames = try read(path)
    #expect(frames.frames == (try filtered(path, by: "bwdif=mode=send_frame:deint=interlaced")))
    let fields = try read(path, .whole, .fields)
    #expect(fields.frames == (try filtered(path, by: "bwdif=mode=send_field:deint=interlaced")))
    #expect(fields.frames.count == 2 * frames.frames.count)
    for (place, time) in frames.times.enumerated() {
      #expect(abs(fields.times[2 * place] - time) < 0.001)
      #expect(abs(fields.times[2 * place + 1] - time - 20) < 1.1)
    }
    // The decoder's own.
    #expect(try read(path, .whole, .no).frames == (try filtered(path, by: "null")))
  }

  @Test(arguments: [Deinterlacing.auto, .fields, .no])
  func `a part has the pictures of the whole`(way: Deinterlacing) throws {
    for (name, arguments) in Self.kinds.prefix(3) {
      let path = try interlaced(name, frames: 30, arguments + ["-g", "6"])
      let whole = try read(path, .whole, way)
      for range in [0...0, 3...9, 12...12, 13...20, 28...40] {
        let part = try read(path, .frames(range), way)
        let expected = range.clamped(to: 0...whole.frames.count - 1)
        #expect(part.indices == Array(expected), "\(name) \(range)")
        #expect(part.frames == Array(whole.frames[expected]), "\(name) \(range)")
        #expect(part.times == Array(whole.times[expected]))
      }
      let second = (whole.times[14] + 1) / 1000
      let moment = try read(path, .moment(second), way)
      #expect(moment.frames == [whole.frames[14]], "\(name)")
      let seconds = try read(path, .seconds(start: whole.times[7] / 1000, end: nil), way)
      #expect(seconds.frames == Array(whole.frames[7...]))
    }
  }

  /// Clips of both kinds, glued: whole frames, frames of fields, whole ones, fields.
  private func mixed(_ first: Bool) throws -> String {
    var parts: [String] = []
    for index in 0..<4 {
      let isOfFields = (index % 2 == 0) == first
      let name = "part\(index).ts"
      let arguments = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "4", "-bf", "0"]
      if isOfFields {
        parts.append(
          try interlaced(name, frames: 8, arguments + ["-flags", "+ildct+ilme"]))
      } else {
        parts.append(try work.clip(name, frames: 8, arguments))
      }
    }
    let path = work.path("mixed\(first).mkv")
    try Tools.ffmpeg(["-i", "concat:\(parts.joined(separator: "|"))", "-c", "copy", path])
    return path
  }

  @Test(arguments: [false, true])
  func `whole frames among those of fields stay what they are`(startsWithFields: Bool) throws {
    let path = try mixed(startsWithFields)
    let whole = try read(path)
    // The filter begins with the first frame of fields: bwdif of FFmpeg 7 would take the whole frame before
    // it for the rows at its edges, that of FFmpeg 5 does not.
    let first = startsWithFields ? 0 : 8
    let expected =
      try filtered(path, by: "null").prefix(first)
      + filtered(path, by: "select='gte(n,\(first))',bwdif=mode=send_frame:deint=interlaced")
    #expect(whole.frames == Array(expected))
    for place in stride(from: 1, to: whole.frames.count, by: 3) {
      #expect(try read(path, .frames(place...place)).frames == [whole.frames[place]], "\(place)")
    }
  }

  @Test func `frames that are kept as fields are written and flagged as such`() throws {
    for (name, codec) in [
      ("top.mp4", EncoderSettings.Codec.h264), ("mpeg2.ts", .h264), ("lossless.mkv", .ffv1),
    ] {
      let kind = try #require(Self.kinds.first { $0.name == name })
      let path = try interlaced(name, kind.arguments)
      var options = ReadingOptions()
      options.reading.deinterlacing = .no
      var settings = EncoderSettings()
      settings.codec = codec
      settings.overwrites = true
      let reader = try ClipReader(path: path, options: options)
      let target = work.path("kept.mkv")
      let writer = try ClipWriter(path: target, settings: settings, following: reader)
      while let frame = try reader.nextFrame() { try writer.write(frame) }
      try writer.finish()
      let flags = try [path, target].map {
        try Tools.probe($0, "frame=interlaced_frame,top_field_first").map { $0.prefix(3) }
      }
      #expect(Set(flags[0]).count == 1 && flags[0][0].hasPrefix("1,"), "\(flags)")
      #expect(Set(flags[1]) == Set(flags[0]), "\(name) \(flags)")
    }
  }

  @Test func `a codec without fields is refused where they are to be kept`() throws {
    let path = try interlaced("top.mp4", Self.kinds[0].arguments)
    var options = ReadingOptions()
    options.reading.deinterlacing = .no
    var settings = EncoderSettings()
    settings.codec = .vp9
    let reader = try ClipReader(path: path, options: options)
    let error = videoError {
      _ = try ClipWriter(path: work.path("out.webm"), settings: settings, following: reader)
    }
    #expect(error?.description.contains("does not store interlaced frames") == true)
  }

  @Test func `the container is believed of codecs that have no word for fields`() throws {
    // Matroska says "interlaced, top field first" of VP9.
    let silent = try interlaced(
      "vp9.mkv", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p", "-lossless", "1"])
    let path = work.path("stated.mkv")
    try Tools.ffmpeg(["-i", silent, "-c", "copy", "-field_order", "tt", path])
    try #require(try Tools.probe(path, "stream=field_order") == ["tt"])
    let expected = try filtered(
      path, by: "setfield=tff,bwdif=mode=send_frame:deint=interlaced:parity=tff")
    #expect(try read(path).frames == expected)
  }

  @Test func `what is said of fields names the options`() throws {
    let path = try interlaced("top.mp4", Self.kinds[0].arguments)
    let plain = try work.clip("plain.mp4", ["-pix_fmt", "yuv420p"])
    var options = ReadingOptions()
    for (way, word) in [
      (Deinterlacing.auto, "--deinterlace"), (.no, "as stored"), (.fields, "two"),
    ] {
      options.reading.deinterlacing = way
      let reader = try ClipReader(path: path, options: options)
      _ = try reader.nextFrame()
      #expect(reader.notes.contains { $0.contains(word) })
      #expect(try ClipReader(path: plain, options: options).notes == [])
    }
  }

  @Test func `fields of a clip that is turned are read before it is`() throws {
    let path = try interlaced("top.mp4", Self.kinds[0].arguments)
    let upright = try read(path)
    try SyntheticClip.setMatrix([0, 1, -1, 0], in: path)
    let reader = try ClipReader(path: path)
    let frame = try nextFrame(of: reader)
    #expect((frame.width, frame.height) == (64, 96))
    let back = try frame.turned(.counterclockwise).packedBytes()
    #expect(back == upright.frames[0])
  }
}
