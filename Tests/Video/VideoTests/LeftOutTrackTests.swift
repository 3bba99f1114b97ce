import ClipReading
import ClipWriting
import Foundation
import TestSupport
import Testing

/// Tracks that no output can have are named, and are no damage.
@Suite struct LeftOutTrackTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// What of a clip's tracks is said before it is written, and of an output.
  func expect(_ notes: [String], of path: String, to target: String = "out.mp4") throws {
    let tracks = try ClipReader(path: path).leftOutTracks
    #expect(tracks.notes == notes && tracks.damaged == [])
    let reader = try ClipReader(path: path)
    let writer = try ClipWriter(
      path: work.path(target), settings: EncoderSettings(), following: reader)
    while let frame = try reader.nextFrame() { try writer.write(frame) }
    try writer.finish()
    #expect(writer.lostSound == [])
    #expect(writer.warnings == notes)
  }

  func twoSounds(_ kind: String, _ codec: String = "aac") throws -> String {
    let path = work.path("two.\(kind)")
    try Tools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25", "-f", "lavfi", "-i",
      "sine=frequency=440:sample_rate=48000", "-t", "0.5", "-map", "0", "-map", "1", "-map", "1",
      "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", codec, path,
    ])
    return path
  }

  @Test(arguments: ["mov", "mp4"])
  func `an unknown sound beside a known one is a note`(kind: String) throws {
    let path = try work.edited(twoSounds(kind), as: "edited.\(kind)") { bytes in
      // The second description of sound (ISO/IEC 14496-12, 8.5.2).
      let name = Array("stsd".utf8)
      let boxes = bytes.indices.dropLast(20).filter { Array(bytes[$0..<$0 + 4]) == name }
      // Behind the box's name lie its version, the count, and the size of the first description.
      let place = try #require(boxes.last) + 16
      #expect(Array(bytes[place..<place + 4]) == Array("mp4a".utf8))
      bytes.replaceSubrange(place..<place + 4, with: Array("apac".utf8))
      // What FFmpeg would know it by all the same.
      let box = Array("esds".utf8)
      let details = try #require(
        bytes.indices.dropLast(4).last { Array(bytes[$0..<$0 + 4]) == box })
      bytes.replaceSubrange(details..<details + 4, with: Array("free".utf8))
    }
    try expect(["sound track 2 (apac) is left out: its codec is not known"], of: path)
    #expect(try Tools.probe(work.path("out.mp4"), "stream=codec_name", stream: "a") == ["aac"])
  }

  @Test func `an unknown sound of Matroska is a note`() throws {
    let path = try work.edited(twoSounds("mkv"), as: "edited.mkv") { bytes in
      let name = Array("A_AAC".utf8)
      let ranges = bytes.indices.dropLast(5).filter { Array(bytes[$0..<$0 + 5]) == name }
      let place = try #require(ranges.last)
      bytes.replaceSubrange(place..<place + 5, with: Array("A_XYZ".utf8))
    }
    try expect(["sound track 2 is left out: its codec is not known"], of: path)
  }

  @Test(arguments: ["mp4", "mkv", "ts"])
  func `a second picture track is a note`(kind: String) throws {
    let path = work.path("two.\(kind)")
    try Tools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25", "-f", "lavfi", "-i",
      "testsrc2=size=48x32:rate=25", "-t", "0.5", "-map", "0", "-map", "1", "-c:v", "libx264",
      "-pix_fmt", "yuv420p", path,
    ])
    try expect(
      ["picture track 1 (h264) is left out: track 0 is the main track"], of: path)
  }

  @Test func `a camera's time code is a note`() throws {
    let path = try work.clip(
      "code.mov", ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-timecode", "01:00:00:00"])
    try expect(["data track 1 (tmcd) is left out: its codec is not known"], of: path)
  }
}
