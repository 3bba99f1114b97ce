import ClipReading
import Foundation
import Frames
import TestSupport
import Testing

/// Sound that is damaged, unknown or does not fit never costs the pictures.
@Suite struct DamagedSoundTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  func source(_ kind: String, sound: String) throws -> String {
    try work.clip(
      "in.\(kind)", frames: 50, sound: true,
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", sound])
  }

  /// A copy of a file in which bytes are others.
  func edited(_ path: String, _ change: (inout Data) throws -> Void) throws -> String {
    var data = try Data(contentsOf: URL(filePath: path))
    try change(&data)
    let edited = work.path("edited-" + URL(filePath: path).lastPathComponent)
    try data.write(to: URL(filePath: edited))
    return edited
  }

  func expectAllPictures(_ target: String) throws {
    let times = try Tools.probe(target, "frame=pts_time").compactMap(Double.init)
    #expect(times.count == 50)
    for (place, time) in times.enumerated() {
      // The run-up of the sound may come before the pictures.
      #expect(abs(time - times[0] - Double(place) / 25) < 0.001)
    }
  }

  @Test(arguments: ["mp4", "mkv"])
  func `sound of an unknown codec is left out, which is no damage, and said so`(kind: String) throws
  {
    let path = try edited(source("mkv", sound: "aac")) { data in
      let place = try #require(data.firstRange(of: Data("A_AAC".utf8)))
      data.replaceSubrange(place, with: Data("A_XYZ".utf8))
    }
    let target = work.path("out.\(kind)")
    let line = "sound track 1 is left out: its codec is not known"
    #expect(try copyClip(path, to: target) == [line])
    let reader = try ClipReader(path: path)
    #expect(reader.leftOutTracks.notes == [line] && reader.leftOutTracks.damaged == [])
    try expectAllPictures(target)
    #expect(try Tools.probe(target, "stream=codec_name", stream: "a") == [])
  }

  /// 0xFFFFFFFF is NaN, 0x7F7F7F7F is 3.4e38 (IEEE 754).
  @Test(arguments: [0xFF, 0x7F] as [UInt8])
  func `a sample that is no number is silent and said so`(byte: UInt8) throws {
    let whole = try source("mkv", sound: "pcm_f32le")
    let path = try edited(whole) { data in
      // Most of the file is sound, of which a sample may begin at any byte.
      let place = data.count / 2
      data.replaceSubrange(place..<place + 16, with: Data(repeating: byte, count: 16))
    }
    let target = work.path("out.mp4")
    let lost = try lostSound(path, to: target)
    #expect(lost.count == 1)
    #expect(lost.first?.contains("is damaged at") == true, "\(lost)")
    try expectAllPictures(target)
    let undamaged = work.path("whole.mp4")
    #expect(try lostSound(whole, to: undamaged) == [])
    let times = try [target, undamaged].map { try Tools.probe($0, "packet=pts", stream: "a") }
    #expect(times[0] == times[1])
  }

  @Test func `sound whose header is damaged is left out and said so`() throws {
    let path = try edited(source("mkv", sound: "aac")) { data in
      // CodecPrivate (RFC 9559, 5.1.4.1.22) of five bytes, which an AudioSpecificConfig begins with.
      let place = try #require(data.firstRange(of: Data([0x63, 0xA2, 0x85])))
      for offset in 0..<5 { data[place.upperBound + offset] = 0xFF }
    }
    let target = work.path("out.mkv")
    #expect(
      try lostSound(path, to: target) == [
        "sound track 1 (aac) is left out: its description is damaged"
      ])
    try expectAllPictures(target)
  }

  /// FFmpeg opens no part of such a file.
  @Test(arguments: [("mov", "pcm_s16le"), ("mkv", "wmav2")])
  func `a description of sound that keeps a file from being opened is passed over`(
    kind: String, sound: String
  ) throws {
    let path = try edited(source(kind, sound: sound)) { data in
      if kind == "mov" {
        // The version of the second track's `mdhd` (ISO/IEC 14496-12, 8.4.2).
        let header = try #require(data.range(of: Data("mdhd".utf8), options: .backwards))
        data[header.upperBound] = 0xFF
      } else {
        // The rate in a WAVEFORMATEX: behind wFormatTag 0x161 of WMA 2 and two channels.
        let form = try #require(data.firstRange(of: Data([0x61, 0x01, 0x01, 0x00])))
        data[form.upperBound + 3] = 0xF0
      }
    }
    let theirs = try Program.ffmpeg.run(["-nostdin", "-v", "error", "-i", path, "-f", "null", "-"])
    #expect(theirs.exitCode != 0)
    for target in ["out.mp4", "out.mkv"].map(work.path) {
      #expect(
        try lostSound(path, to: target) == ["the sound is left out: its description is damaged"])
      try expectAllPictures(target)
      #expect(try Tools.probe(target, "stream=codec_name", stream: "a") == [])
    }
    let reader = try ClipReader(path: path)
    #expect(reader.leftOutTracks.damaged == ["the sound is left out: its description is damaged"])
    #expect(reader.info.soundTracks.isEmpty)
  }

  @Test func `sound alone whose description is damaged is told as it is`() throws {
    let sound = work.path("in.m4a")
    try Tools.ffmpeg(["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", sound])
    let path = try edited(sound) { data in
      let header = try #require(data.firstRange(of: Data("mdhd".utf8)))
      data[header.upperBound] = 0xFF
    }
    let error = videoError { _ = try ClipReader(path: path) }
    #expect(error?.description.contains("not a readable clip") == true)
  }

  @Test func `a picture over the limit is so without its sound, too`() throws {
    let path = try edited(source("mov", sound: "pcm_s16le")) { data in
      let header = try #require(data.range(of: Data("mdhd".utf8), options: .backwards))
      data[header.upperBound] = 0xFF
    }
    var options = ReadingOptions()
    options.limits.maximumSide = 95
    let error = videoError { _ = try ClipReader(path: path, options: options) }
    guard case .pictureTooLarge = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `sound whose times go back is copied up to there`() throws {
    let whole = work.path("in.mkv")
    try Tools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25", "-f", "lavfi", "-i", "sine", "-t", "2",
      "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "eac3", whole,
    ])
    let path = try edited(whole) { data in
      // Each frame of E-AC-3 begins with 0B 77, behind the block's track, time of two bytes and flags.
      var frames: [Int] = []
      while let next = data[(frames.last.map { $0 + 2 } ?? 0)...].firstRange(
        of: Data([0x0B, 0x77]))
      {
        frames.append(next.lowerBound)
      }
      for frame in frames.dropFirst(30) {
        data[frame - 3] = 0
        data[frame - 2] = 0
      }
    }
    let target = work.path("out.mp4")
    let lost = try lostSound(path, to: target)
    #expect(lost.count == 1)
    #expect(lost.first?.hasPrefix("sound track 1 (eac3) is damaged at ") == true, "\(lost)")
    try expectAllPictures(target)
    let times = try Tools.probe(target, "packet=pts_time", stream: "a:0").compactMap(Double.init)
    #expect((0.9...1.1).contains(try #require(times.last)))
  }

  @Test func `subtitles are copied where they fit, and named where not`() throws {
    let words = work.path("words.srt")
    try "1\n00:00:00,200 --> 00:00:01,000\nHello\n\n2\n00:00:01,200 --> 00:00:01,800\nthere\n"
      .write(toFile: words, atomically: true, encoding: .utf8)
    let path = work.path("in.mkv")
    try Tools.ffmpeg(["-i", source("mp4", sound: "aac"), "-i", words, "-c", "copy", path])
    #expect(try copyClip(path, to: work.path("out.mkv")) == [])
    let (before, after) = (path, work.path("out.mkv"))
    let entries = "packet=pts_time,duration_time,size"
    #expect(
      try Tools.probe(after, entries, stream: "s:0") == Tools.probe(before, entries, stream: "s:0"))
    #expect(
      try copyClip(path, to: work.path("out.mp4")) == [
        "subtitle track 2 (subrip) is left out: .mp4 cannot hold it"
      ])
    #expect(try Tools.probe(work.path("out.mp4"), "stream=codec_name", stream: "a") == ["aac"])
  }

  @Test func `attached files and covers go along or are named`() throws {
    let font = work.path("any.ttf")
    try Data((0..<999).map { UInt8(truncatingIfNeeded: $0) }).write(to: URL(filePath: font))
    let path = work.path("in.mkv")
    try Tools.ffmpeg(
      ["-i", source("mp4", sound: "aac"), "-c", "copy", "-attach", font]
        + ["-metadata:s:t", "mimetype=application/x-truetype-font", path])
    let target = work.path("out.mkv")
    #expect(try copyClip(path, to: target) == [])
    let extracted = work.path("out.ttf")
    try Program.ffmpeg.succeed(
      ["-nostdin", "-v", "error", "-y", "-dump_attachment:t:0", extracted, "-i", target]
        + ["-map", "0:a", "-f", "null", "-"])
    #expect(
      try Data(contentsOf: URL(filePath: extracted)) == Data(contentsOf: URL(filePath: font)))
    let lost = try copyClip(path, to: work.path("out.mp4"))
    #expect(lost.count == 1 && lost[0].hasSuffix("is left out: .mp4 cannot hold it"), "\(lost)")

    let cover = work.path("cover.mp4")
    try Tools.ffmpeg(
      ["-i", source("mp4", sound: "aac"), "-f", "lavfi", "-i", "color=size=32x32:d=0.04"]
        + ["-map", "0", "-map", "1", "-frames:v:1", "1", "-c", "copy", "-c:v:1", "png"]
        + ["-disposition:v:1", "attached_pic", cover])
    #expect(
      try copyClip(cover, to: work.path("again.mp4")) == [
        "the cover picture (track 2) is left out"
      ])
  }
}
