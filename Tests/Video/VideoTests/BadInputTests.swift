import ClipReading
import Foundation
import Frames
import Problems
import TestSupport
import Testing

/// Whatever a file holds, reading it ends with frames, a report or one clear line.
@Suite struct BadInputTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  func write(_ bytes: some Sequence<UInt8>, as name: String) throws -> String {
    let path = work.path(name)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  func openingError(_ path: String) -> VideoError? {
    videoError { _ = try ClipReader(path: path) }
  }

  /// Reads to the end; returns the frames, and the error or the damage.
  func readOut(_ path: String) -> (frames: Int, error: VideoError?, damage: DamageReport?) {
    var frames = 0
    var damage: DamageReport?
    let error = videoError {
      let reader = try ClipReader(path: path)
      defer { damage = reader.damage }
      while try reader.nextFrame() != nil { frames += 1 }
    }
    return (frames, error, damage)
  }

  // MARK: Files that are no clips

  @Test func `what is not a file is said so`() throws {
    #expect(openingError(work.path("none.mp4")) == .inputNotFound(path: work.path("none.mp4")))
    #expect(openingError(work.url.path)?.problemCode == .recordingNotFound)
    let pipe = work.path("pipe.mp4")
    #expect(mkfifo(pipe, 0o600) == 0)
    // Opening a pipe would wait for a writer for ever.
    #expect(openingError(pipe) == .notAFile(path: pipe))
    #expect(
      openingError(try write([], as: "empty.mp4")) == .emptyFile(path: work.path("empty.mp4")))
  }

  @Test func `garbage is no clip`() throws {
    var random = SystemRandomNumberGenerator()
    let noise = (0..<50_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    for (index, bytes) in [noise, Array(repeating: 0, count: 4096), Array("hello".utf8)]
      .enumerated()
    {
      let error = openingError(try write(bytes, as: "garbage-\(index).mp4"))
      #expect(error?.problemCode == .badRecording, "\(String(describing: error))")
    }
  }

  /// FFmpeg's demuxer of ASF answers with -1, which is "operation not permitted".
  @Test func `damage is called so whatever number stands for it`() throws {
    let path = try work.clip("in.asf", ["-c:v", "wmv2"])
    var data = try Data(contentsOf: URL(filePath: path))
    var random = SplitMix64(state: 3)
    for place in 60..<data.count { data[place] = UInt8(truncatingIfNeeded: random.next()) }
    try data.write(to: URL(filePath: path))
    #expect(openingError(path)?.description.contains("(the data is damaged)") == true)
  }

  @Test func `a clip without a picture says what is in it`() throws {
    let sound = work.path("sound.m4a")
    try Tools.ffmpeg(["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", sound])
    #expect(openingError(sound) == .noVideoStream(path: sound, found: "sound"))
    let cover = work.path("cover.png")
    try Tools.ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=32x32", "-frames:v", "1", cover])
    let song = work.path("song.m4a")
    try Tools.ffmpeg([
      "-i", sound, "-i", cover, "-map", "0", "-map", "1", "-c", "copy", "-disposition:v",
      "attached_pic", song,
    ])
    #expect(openingError(song) == .noVideoStream(path: song, found: "sound and cover art"))
  }

  @Test func `what FFmpeg gives up on is said in words that help`() throws {
    let clip = try work.clip("in.mkv", frames: 3, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    var data = try Data(contentsOf: URL(filePath: clip))
    let place = try #require(data.firstRange(of: Data("V_MPEG4/ISO/AVC".utf8)))
    data.replaceSubrange(place, with: Data("V_XXXX9/ISO/XXX".utf8))
    let unknown = try #require(openingError(try write(data, as: "unknown.mkv"))).description
    #expect(
      unknown.hasSuffix("its video is in an unknown codec; convert it to H.264"),
      "\(unknown)")
    let whole = try work.clip("in.mp4", frames: 5, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let half = try Data(contentsOf: URL(filePath: whole))
    let cut = openingError(try write(half.prefix(half.count / 2), as: "cut.mp4"))?.description
    #expect(cut?.contains("missing index") == true, "\(cut ?? "no error")")
  }

  @Test func `playlists are not followed`() throws {
    let clip = try work.clip("in.ts", frames: 5, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let lists = [
      "list.m3u8":
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(clip)\n#EXT-X-ENDLIST\n",
      "list.ffconcat": "ffconcat version 1.0\nfile '\(clip)'\n",
      "list.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\n"
        + "m=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
      "list.mpd":
        "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\">"
        + "<Period><AdaptationSet><Representation id=\"1\"><BaseURL>\(clip)</BaseURL>"
        + "</Representation></AdaptationSet></Period></MPD>",
    ]
    for (name, text) in lists {
      let error = openingError(try write(text.utf8, as: name))
      #expect(error?.problemCode == .badRecording, "\(name): \(String(describing: error))")
    }
    // A name that FFmpeg would take for a pattern or an address is only a name.
    for name in ["img%03d.png", "http:x.mp4", "concat:a|b.mp4"] {
      let path = work.path(name)
      try FileManager.default.copyItem(atPath: clip, toPath: path)
      #expect(try readAll(ClipReader(path: path)).frames.count == 5)
    }
  }

  // MARK: Limits

  /// A PNG of one colour, so that a huge one is a small file.
  func png(_ name: String, width: Int, height: Int) throws -> String {
    let path = work.path(name)
    let header = PNGChunk.bigEndian(UInt32(width)) + PNGChunk.bigEndian(UInt32(height))
    let data =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + PNGChunk.bytes("IHDR", header + [8, 0, 0, 0, 0])
      + PNGChunk.bytes("IDAT", [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01])
      + PNGChunk.bytes("IEND", [])
    try Data(data).write(to: URL(filePath: path))
    return path
  }

  @Test func `a picture over the limit is refused`() throws {
    let still = try png("huge.png", width: 16384, height: 16384)
    let error = openingError(still)
    #expect(error?.problemCode == .recordingTooLarge, "\(String(describing: error))")
    #expect(error?.description.contains("16384 x 16384") == true)

    // The limit that is met is the one that is told.
    #expect(error?.description.contains("more than the 67108864 pixels allowed") == true)
    let long = openingError(try png("long.png", width: 16385, height: 1))
    #expect(
      long?.description.contains("16385 x 1, more than the 16384 pixels a side allowed") == true,
      "\(String(describing: long))")
    #expect(long?.problemCode == .recordingTooLarge)

    // A clip whose limit is lower than its picture, by the container's word.
    let clip = try work.clip("in.mp4", frames: 2, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    var options = ReadingOptions()
    options.limits.maximumPixels = 96 * 64 - 1
    #expect(
      videoError { _ = try ClipReader(path: clip, options: options) }
        == .pictureTooLarge(path: clip, picture: "96 x 64", limit: "\(96 * 64 - 1) pixels"))
  }

  @Test func `thousands of streams are refused`() throws {
    let path = work.path("streams.mkv")
    try Tools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=16x16", "-f", "lavfi", "-i", "sine", "-t", "0.2"]
        + ["-map", "0"] + Array(repeating: ["-map", "1"], count: 120).flatMap { $0 }
        + ["-c:v", "ffv1", "-c:a", "pcm_s16le", path])
    #expect(openingError(path) == .tooManyStreams(path: path, maximum: 100))
  }

  @Test func `a frame rate beyond belief is not believed`() throws {
    let path = try work.clip(
      "fast.mp4", frames: 6, ["-r", "90000", "-c:v", "mpeg4", "-video_track_timescale", "90000"])
    let reader = try ClipReader(path: path)
    #expect(reader.info.averageFrameRate == nil)
    #expect(try readAll(reader).frames.count == 6)
  }

  @Test func `a picture that changes its size is fitted into the largest`() throws {
    let small = try work.clip("a.ts", frames: 5, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let large = try work.clip(
      "b.ts", size: "128x96", frames: 5, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let both = try Data(contentsOf: URL(filePath: small)) + Data(contentsOf: URL(filePath: large))
    let (frames, error, _) = readOut(try write(both, as: "both.ts"))
    #expect(frames == 10)
    #expect(error == nil)
  }

  @Test func `the time of a change is known where a stream states none`() throws {
    let codec = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "0"]
    let both = try [("a.h264", "96x64"), ("b.h264", "128x96")].reduce(into: Data()) { both, part in
      let path = try work.clip(part.0, size: part.1, frames: 5, codec)
      both += try Data(contentsOf: URL(filePath: path))
    }
    guard case .pictureSizeChanged(_, _, _, let atMs) = readOut(try write(both, as: "both.h264")).1
    else {
      Issue.record("no change")
      return
    }
    #expect(abs(atMs - 200) < 1)
  }

  // MARK: Damage

  @Test(arguments: ["mp4", "mkv", "mov", "avi", "webm", "ts"])
  func `every prefix of a clip ends well`(kind: String) throws {
    let codec = kind == "webm" ? "libvpx" : kind == "avi" ? "mpeg4" : "libx264"
    let more = kind == "mp4" ? ["-movflags", "+faststart"] : []
    let source = try work.clip(
      "in.\(kind)", size: "64x48", frames: 30, sound: kind != "avi",
      ["-c:v", codec, "-pix_fmt", "yuv420p"] + more)
    let data = try Data(contentsOf: URL(filePath: source))
    let whole = readOut(source)
    #expect(whole.frames == 30)
    #expect(whole.damage?.isClean == true)
    var last = 0
    for step in 0..<24 {
      let length = data.count * step / 24
      let (frames, error, damage) = readOut(try write(data.prefix(length), as: "cut.\(kind)"))
      #expect(frames >= last || error != nil)
      last = max(last, frames)
      guard let damage else {
        #expect(error != nil)
        continue
      }
      // A transport stream does not tell how long it was, and may end behind any of its packets.
      if frames < 30, kind != "ts" || length % 188 != 0 {
        #expect(!damage.isClean, "\(length) of \(data.count) bytes, \(frames) frames")
        if kind != "ts" { #expect((frames + damage.framesLost) >= 29) }
      }
    }
  }

  @Test(arguments: ["mp4", "mkv"])
  func `damage in the middle is counted`(kind: String) throws {
    let source = try work.clip(
      "in.\(kind)", size: "128x96", frames: 60, filter: "noise=alls=40:allf=t",
      ["-c:v", "libx264", "-g", "10", "-bf", "0", "-pix_fmt", "yuv420p"])
    var data = try Data(contentsOf: URL(filePath: source))
    // Every value, so that nothing that is hit stays what it was.
    let start = data.count * 2 / 5
    for offset in 0..<4000 { data[start + offset] ^= UInt8(truncatingIfNeeded: offset * 37 + 1) }
    let (frames, error, damage) = readOut(try write(data, as: "hit.\(kind)"))
    #expect(error == nil)
    #expect(frames >= 20)
    let report = try #require(damage)
    #expect(report.framesDamaged + report.framesLost > 0, "\(report)")
    #expect((600...2000).contains(try #require(report.firstDamageMs)), "\(report)")
  }

  @Test func `random damage anywhere neither crashes nor hangs`() throws {
    let source = try work.clip(
      "in.mp4", size: "64x48", frames: 12, sound: true,
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart"])
    let original = try Data(contentsOf: URL(filePath: source))
    var state: UInt64 = 7
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    for _ in 0..<60 {
      var data = original
      for _ in 0..<20 { data[next() % data.count] = UInt8(next() % 256) }
      let (frames, error, damage) = readOut(try write(data, as: "hit.mp4"))
      #expect(frames <= 1000)
      #expect(error != nil || damage != nil)
    }
  }
}
