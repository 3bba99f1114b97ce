import ClipReading
import ClipWriting
import Foundation
import TestSupport
import Testing

/// Sound that the output's container cannot hold is converted, as another program hears it.
@Suite struct SoundConversionTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// A clip whose sound the `ffmpeg` tool makes by a filter.
  func clip(
    _ name: String, sound: String, seconds: Double = 2, _ arguments: [String]
  ) throws -> String {
    let path = work.path(name)
    try Tools.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=\(seconds)", "-f", "lavfi", "-i",
        sound, "-t", "\(seconds)", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "10",
      ] + arguments + [path])
    return path
  }

  func convert(
    _ source: String, to target: String, part: ClipPart = .whole,
    limits: VideoLimits = VideoLimits()
  ) throws -> (notes: [String], lost: [String]) {
    var options = ReadingOptions()
    options.limits = limits
    var settings = EncoderSettings()
    if target.hasSuffix("webm") {
      settings.codec = .vp9
      settings.crf = 40
    }
    let reader = try ClipReader(path: source, part: part, options: options)
    let writer = try ClipWriter(path: target, settings: settings, following: reader)
    while let frame = try reader.nextFrame() { try writer.write(frame) }
    try writer.finish()
    return (writer.warnings, writer.lostSound)
  }

  /// What is heard of a clip from 0 of its pictures on, mixed to one channel of 48 kHz.
  func heard(_ path: String) throws -> [Float] {
    let raw = path + ".f32"
    try Tools.ffmpeg([
      "-copyts", "-i", path, "-map", "0:a:0", "-af", "aresample=48000:async=1:first_pts=0", "-ac",
      "1", "-f",
      "f32le", raw,
    ])
    return try Data(contentsOf: URL(filePath: raw)).withUnsafeBytes {
      Array($0.bindMemory(to: Float.self))
    }
  }

  /// A tone that rises from 200 to 2,000 Hz and swells: no part of it is like another.
  static let sweep =
    "aevalsrc='0.4*(0.6+0.4*sin(3*t))*sin(2*PI*(200*t+450*t*t))':sample_rate=48000:duration=2"

  /// How alike two stretches of sound are, from -1 to 1, and by how many samples the second is late.
  func likeness(_ a: [Float], _ b: [Float]) -> (best: Double, late: Int) {
    var found = (best: -1.0, late: 0)
    let margin = 2400
    let count = min(a.count, b.count) - 2 * margin
    guard count > 1000 else { return found }
    for late in stride(from: -margin, through: margin, by: 4) {
      var (ab, aa, bb) = (0.0, 0.0, 0.0)
      for place in stride(from: margin, to: margin + count, by: 2) {
        let (x, y) = (Double(a[place]), Double(b[place + late]))
        ab += x * y
        aa += x * x
        bb += y * y
      }
      let value = ab / max(1e-9, (aa * bb).squareRoot())
      if value > found.best { found = (value, late) }
    }
    return found
  }

  @Test(arguments: [
    (
      "pcm_s16le", "mkv", "mp4", "aac",
      "the sound was converted from PCM to AAC, as MP4 cannot hold it"
    ),
    (
      "pcm_f32le", "mkv", "mp4", "aac",
      "the sound was converted from PCM to AAC, as MP4 cannot hold it"
    ),
    (
      "libvorbis", "mkv", "mov", "aac",
      "the sound was converted from Vorbis to AAC, as QuickTime cannot hold it"
    ),
    (
      "aac", "mp4", "webm", "opus",
      "the sound was converted from AAC to Opus, as WebM cannot hold it"
    ),
    (
      "libmp3lame", "mkv", "webm", "opus",
      "the sound was converted from MP3 to Opus, as WebM cannot hold it"
    ),
    (
      "adpcm_ima_qt", "mov", "mkv", "aac",
      "the sound was converted from ADPCM to AAC, as Matroska cannot hold it"
    ),
  ])
  func `sound is converted, and sounds as before at the same time`(
    codec: String, from: String, to: String, into: String, note: String
  ) throws {
    let source = try clip("in.\(from)", sound: Self.sweep, ["-c:a", codec])
    let target = work.path("out.\(to)")
    let (notes, lost) = try convert(source, to: target)
    #expect(notes == [note])
    #expect(lost == [])
    #expect(try Tools.probe(target, "stream=codec_name", stream: "a") == [into])
    let (before, after) = (try heard(source), try heard(target))
    #expect(abs(before.count - after.count) <= 1024, "\(before.count) \(after.count)")
    let (best, late) = likeness(before, after)
    #expect(best > 0.98)
    #expect(abs(late) <= 96, "\(late) samples of 48 kHz late")
  }

  @Test(arguments: ["mp4", "webm"])
  func `a part has its own sound, cut where it ends`(kind: String) throws {
    let source = try clip("in.mkv", sound: Self.sweep, ["-c:a", "pcm_s16le"])
    let target = work.path("out.\(kind)")
    _ = try convert(source, to: target, part: .seconds(start: 0.52, end: 1.52))
    let whole = try heard(source)
    let part = try heard(target)
    // A frame of AAC has 1,024 samples; what the last is filled up with is silent.
    #expect((48000..<49024).contains(part.count), "\(part.count)")
    #expect(part[48000...].allSatisfy { abs($0) < 0.1 })
    let (best, late) = likeness(Array(whole[24960..<72960]), part)
    #expect(best > 0.98)
    #expect(abs(late) <= 48, "\(late)")
  }

  /// A flash and a beep at 1 s, in sound that begins 0.4 s late and has a hole before it.
  @Test(arguments: ["mp4", "webm"])
  func `a beep stays with its flash behind a late start and a hole`(kind: String) throws {
    let source = work.path("in.mkv")
    let beep =
      "aevalsrc='if(between(t,0.6,0.7),0.8*sin(2*PI*1000*t),0)':sample_rate=32000:duration=1.2,"
      + "aselect='not(between(t,0.2,0.4))'"
    try Tools.ffmpeg([
      "-f", "lavfi", "-i",
      "color=black:size=96x64:rate=25:duration=2,drawbox=color=white:t=fill:enable='between(n,25,26)'",
      "-itsoffset", "0.4", "-f", "lavfi", "-i", beep, "-c:v", "libx264", "-pix_fmt", "yuv420p",
      "-c:a", "pcm_s16le", source,
    ])
    let target = work.path("out.\(kind)")
    _ = try convert(source, to: target)
    let sound = try heard(target)
    let onset = try #require(sound.firstIndex { abs($0) > 0.2 })
    #expect(abs(Double(onset) / 48000 - 1) < 0.005, "\(onset)")
    // Silence before the beep is silent, the late start included.
    #expect(sound[..<(onset - 480)].allSatisfy { abs($0) < 0.02 })
    let luma = try referenceFrames(target, size: 96 * 64 * 3 / 2)
    #expect(luma.firstIndex { $0[32 * 96 + 48] > 128 } == 25)
  }

  @Test(arguments: [
    ("mono", 8000, "mp4", "mono", 8000), ("stereo", 192_000, "mp4", "stereo", 96000),
    ("5.1(side)", 48000, "mp4", "5.1", 48000), ("7.1", 44100, "mp4", "7.1", 44100),
    ("7.1", 44100, "webm", "7.1", 48000), ("hexadecagonal", 48000, "mp4", "7.1", 48000),
    ("5.1(side)", 22050, "webm", "5.1", 48000),
  ])
  func `channels and rates are kept, or the nearest that the encoder takes`(
    layout: String, rate: Int, kind: String, keptLayout: String, keptRate: Int
  ) throws {
    let source = try clip(
      "in.mkv", sound: "sine=frequency=440:sample_rate=\(rate)", seconds: 1,
      ["-af", "aformat=channel_layouts=\(layout)", "-c:a", "pcm_s16le"])
    let target = work.path("out.\(kind)")
    #expect(try convert(source, to: target).lost == [])
    let found = try Tools.probe(target, "stream=sample_rate,channel_layout", stream: "a:0")
    #expect(found == ["\(keptRate),\(keptLayout)"])
    let count = try heard(target).count
    #expect(abs(count - 48000) <= 2048, "\(count)")
  }

  /// FFmpeg here has no encoder of AMR; frames of it (3GPP TS 26.101) may hold any bits.
  @Test(arguments: ["mp4", "webm"])
  func `a phone's AMR is converted`(kind: String) throws {
    var speech = Data("#!AMR\n".utf8)
    var noise: UInt32 = 1
    for _ in 0..<100 {
      speech.append(0x3C)
      for _ in 0..<31 {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        speech.append(UInt8(noise >> 24))
      }
    }
    let file = work.path("speech.amr")
    try speech.write(to: URL(filePath: file))
    let source = work.path("in.3gp")
    try Tools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=2", "-i", file, "-c:v", "libx264",
      "-pix_fmt", "yuv420p", "-c:a", "copy", source,
    ])
    let target = work.path("out.\(kind)")
    let (notes, lost) = try convert(source, to: target)
    let (codec, container) = kind == "mp4" ? ("AAC", "MP4") : ("Opus", "WebM")
    #expect(
      notes == ["the sound was converted from AMR to \(codec), as \(container) cannot hold it"])
    #expect(lost == [])
    let (before, after) = (try heard(source), try heard(target))
    #expect(abs(before.count - after.count) <= 6144, "\(before.count) \(after.count)")
    let (best, late) = likeness(before, after)
    #expect(best > 0.8)
    #expect(abs(late) <= 240, "\(late)")
  }

  @Test func `sound that is damaged in the middle is silent there, and goes on in time`() throws {
    let source = try clip("in.mkv", sound: Self.sweep, ["-c:a", "ac3", "-b:a", "192k"])
    var data = try Data(contentsOf: URL(filePath: source))
    // Each frame of AC-3 begins with 0B 77.
    var frames: [Int] = []
    while let next = data[(frames.last.map { $0 + 2 } ?? 0)...].firstRange(of: Data([0x0B, 0x77])) {
      frames.append(next.lowerBound)
    }
    for frame in frames[20..<30] { for byte in 0..<64 { data[frame + byte] = 0xFF } }
    let damaged = work.path("damaged.mkv")
    try data.write(to: URL(filePath: damaged))
    let (notes, lost) = try convert(damaged, to: work.path("out.webm"))
    #expect(notes == ["the sound was converted from AC-3 to Opus, as WebM cannot hold it"])
    #expect(lost.count == 1)
    let line = try #require(lost.first)
    #expect(line.hasPrefix("sound track 1 (ac3) is damaged at "), "\(line)")
    #expect(line.hasSuffix(" ms and silent where it cannot be decoded"), "\(line)")
    let (before, after) = (try heard(source), try heard(work.path("out.webm")))
    let (best, late) = likeness(Array(before[52000...]), Array(after[52000...]))
    #expect(best > 0.98)
    #expect(abs(late) <= 96)
    #expect(try Tools.probe(work.path("out.webm"), "frame=pts_time").count == 50)
  }

  @Test func `silence is filled in up to the limit`() throws {
    let source = try clip(
      "in.mkv", sound: Self.sweep + ",aselect='not(between(t,0.5,1.01))'", ["-c:a", "pcm_s16le"])
    var limits = VideoLimits()
    limits.maximumFilledSilence = 0.55
    #expect(try convert(source, to: work.path("within.mp4"), limits: limits).lost == [])
    #expect(try heard(work.path("within.mp4")).count > 90_000)
    limits.maximumFilledSilence = 0.45
    let lost = try convert(source, to: work.path("beyond.mp4"), limits: limits).lost
    #expect(lost.count == 1)
    #expect(lost.first?.hasSuffix(" ms and converted up to there") == true, "\(lost)")
    #expect(try heard(work.path("beyond.mp4")).count < 30_000)
  }

  @Test(arguments: [(3999, 1), (384_001, 1), (48000, 8)])
  func `sound beyond the limits is left out and said so`(rate: Int, channels: Int) throws {
    let source = try clip(
      "in.mkv", sound: "sine=frequency=440:sample_rate=\(rate)", seconds: 1,
      ["-ac", "\(channels)", "-c:a", "pcm_s16le"])
    var limits = VideoLimits()
    #expect(limits.maximumSoundChannels == 24)
    limits.maximumSoundChannels = 7
    #expect(
      try convert(source, to: work.path("out.mp4"), limits: limits).lost == [
        "sound track 1 (pcm_s16le) is left out: .mp4 cannot hold it, and sound of \(rate) Hz and "
          + "\(channels) channel\(channels == 1 ? "" : "s") cannot be converted"
      ])
  }

  @Test(arguments: [(4000, "mono"), (384_000, "mono"), (48000, "22.2")])
  func `sound up to the limits is converted`(rate: Int, layout: String) throws {
    let source = try clip(
      "in.mkv", sound: "sine=frequency=440:sample_rate=\(rate)", seconds: 1,
      ["-af", "aformat=channel_layouts=\(layout)", "-c:a", "pcm_s16le"])
    #expect(try convert(source, to: work.path("out.mp4")).lost == [])
    #expect(try heard(work.path("out.mp4")).contains { abs($0) > 0.05 })
  }

  @Test func `packets of more samples than the limit are silent`() throws {
    // A packet of 1,024 samples each.
    let source = try clip("in.mkv", sound: Self.sweep, ["-c:a", "pcm_s16le"])
    var limits = VideoLimits()
    limits.maximumSoundFrame = 1024
    #expect(try convert(source, to: work.path("within.mp4"), limits: limits).lost == [])
    limits.maximumSoundFrame = 1023
    #expect(
      try convert(source, to: work.path("beyond.mp4"), limits: limits).lost == [
        "sound track 1 (pcm_s16le) is damaged at 0 ms and silent where it cannot be decoded"
      ])
    #expect(try Tools.probe(work.path("beyond.mp4"), "frame=pts_time").count == 50)
  }

  @Test func `conversion gives the same bytes each time`() throws {
    let source = try clip("in.mkv", sound: Self.sweep, ["-c:a", "pcm_s16le"])
    let files = try ["a", "b"].map { name in
      _ = try convert(source, to: work.path("\(name).mp4"))
      return try Data(contentsOf: URL(filePath: work.path("\(name).mp4")))
    }
    #expect(files[0] == files[1])
  }
}
