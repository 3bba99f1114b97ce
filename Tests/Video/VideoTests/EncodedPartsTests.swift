import ClipReading
import ClipWriting
import Foundation
import Frames
import Geometry
import TestSupport
import Testing

/// Parts of a clip that are encoded apart, and joined without encoding again.
@Suite struct EncodedPartsTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  static let cases: [(codec: EncoderSettings.Codec, kind: String)] = [
    (.ffv1, "mkv"), (.h264, "mp4"), (.h264, "mov"), (.hevc, "mp4"),
  ]

  /// A clip of 24 frames with pictures between others in its order of decoding; from frame to frame it takes
  /// 40 ms, or first 40 and then 80.
  private func source(even: Bool) throws -> String {
    try work.clip(
      "in.mkv", frames: 24, filter: even ? nil : "setpts='if(lt(N,10),N,2*N-10)'",
      ["-c:v", "ffv1", "-pix_fmt", "yuv420p", "-vsync", "passthrough"])
  }

  private func settings(_ codec: EncoderSettings.Codec) -> EncoderSettings {
    var settings = EncoderSettings()
    (settings.codec, settings.crf, settings.threads) = (codec, 0, 1)
    settings.preset = "medium"
    return settings
  }

  /// Encodes some frames of a clip alone; what is given back has been a message meanwhile.
  private func encode(
    _ source: String, _ frames: Range<Int>, _ settings: EncoderSettings
  ) throws -> (stream: PictureStream, pictures: [EncodedPicture]) {
    let reader = try ClipReader(path: source)
    let encoder = try PictureEncoder(settings: settings, video: VideoParameters(reader.info))
    var pictures: [EncodedPicture] = []
    while let frame = try reader.nextFrame() {
      if frames.contains(frame.index) { try encoder.encode(frame) { pictures.append($0) } }
    }
    try encoder.finish { pictures.append($0) }
    #expect(encoder.frameCount == frames.count && pictures.count == frames.count)
    #expect(pictures.first?.isKey == true)
    let message = try JSONEncoder().encode(encoder.stream)
    return (
      try JSONDecoder().decode(PictureStream.self, from: message),
      pictures.map {
        EncodedPicture(
          bytes: $0.bytes, pts: $0.pts, dts: $0.dts, duration: $0.duration, flags: $0.flags,
          sideData: $0.sideData)
      }
    )
  }

  @Test(arguments: cases, [true, false])
  func `two halves, encoded apart, are the whole`(
    format: (codec: EncoderSettings.Codec, kind: String), even: Bool
  ) throws {
    let (source, settings) = (try source(even: even), settings(format.codec))
    let (whole, joined) = (work.path("whole.\(format.kind)"), work.path("joined.\(format.kind)"))
    try copyClip(source, to: whole, settings: settings)
    let first = try encode(source, 0..<11, settings)
    let second = try encode(source, 11..<24, settings)
    #expect(first.stream == second.stream)

    let muxer = try Muxer(path: joined)
    try muxer.add(first.stream)
    try muxer.begin()
    for picture in first.pictures + second.pictures { try muxer.write(picture) }
    #expect(!FileManager.default.fileExists(atPath: joined))
    try muxer.finish()

    let (a, b) = (try readAll(ClipReader(path: whole)), try readAll(ClipReader(path: joined)))
    #expect(a.frames.count == 24)
    #expect(a.frames == b.frames)
    #expect(a.times == b.times)
    // The opinion of another program.
    let size = 96 * 64 * 3 / 2
    #expect(try referenceFrames(joined, size: size) == referenceFrames(source, size: size))
    #expect(try Tools.probe(joined, "frame=pts_time") == Tools.probe(whole, "frame=pts_time"))
    for entry in ["stream=codec_name,width,height,pix_fmt,time_base", "format=duration"] {
      #expect(try Tools.probe(joined, entry) == Tools.probe(whole, entry))
    }
  }

  @Test(arguments: cases)
  func `one encoder and one muxer write what the clip's writer does`(
    codec: EncoderSettings.Codec, kind: String
  ) throws {
    let (source, settings) = (try source(even: true), settings(codec))
    let (whole, apart) = (work.path("whole.\(kind)"), work.path("apart.\(kind)"))
    try copyClip(source, to: whole, settings: settings)
    let encoded = try encode(source, 0..<24, settings)
    let muxer = try Muxer(path: apart)
    try muxer.add(encoded.stream)
    try muxer.begin()
    for picture in encoded.pictures { try muxer.write(picture) }
    try muxer.finish()
    #expect(
      try Data(contentsOf: URL(filePath: apart)) == Data(contentsOf: URL(filePath: whole)))
  }

  @Test func `a muxer that was not begun, or is finished, takes nothing`() throws {
    let encoded = try encode(source(even: true), 0..<2, settings(.ffv1))
    let path = work.path("out.mkv")
    let picture = try #require(encoded.pictures.first)
    do {
      let muxer = try Muxer(path: path)
      #expect(throws: VideoError.self) { try muxer.write(picture) }
      #expect(throws: VideoError.self) { try muxer.finish() }
      try muxer.add(encoded.stream)
      #expect(throws: VideoError.self) { try muxer.write(picture) }
      try muxer.begin()
      try muxer.write(picture)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    let muxer = try Muxer(path: path)
    try muxer.add(encoded.stream)
    try muxer.begin()
    for picture in encoded.pictures { try muxer.write(picture) }
    try muxer.finish()
    try muxer.finish()
    #expect(throws: VideoError.self) { try muxer.write(picture) }
    #expect(try ClipReader(path: path).info.codec == "ffv1")
    #expect(videoError { _ = try Muxer(path: work.path("out.webm")).add(encoded.stream) } != nil)
  }
}
