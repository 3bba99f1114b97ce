import ClipWriting
import Foundation
import Frames
import Problems
import TestSupport
import Testing

/// A container may state any 64-bit time; none of them ends the process.
@Suite struct UnbelievableTimesTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// A Matroska file of one MJPEG picture, shown at each of the times for each of the durations.
  ///
  /// Both are in milliseconds. FFmpeg's own muxer would not write such numbers.
  func clip(_ name: String, times: [UInt64], durations: [UInt64]) throws -> String {
    let picture = work.path("picture.jpg")
    try Tools.ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "1", picture])
    let jpeg = [UInt8](try Data(contentsOf: URL(filePath: picture)))
    let header = EBML.element(
      [0x1A, 0x45, 0xDF, 0xA3],
      EBML.number([0x42, 0x86], 1) + EBML.number([0x42, 0xF7], 1) + EBML.number([0x42, 0xF2], 4)
        + EBML.number([0x42, 0xF3], 8) + EBML.element([0x42, 0x82], Array("matroska".utf8))
        + EBML.number([0x42, 0x87], 4) + EBML.number([0x42, 0x85], 2))
    let info = EBML.element([0x15, 0x49, 0xA9, 0x66], EBML.number([0x2A, 0xD7, 0xB1], 1_000_000))
    let track = EBML.element(
      [0xAE],
      EBML.number([0xD7], 1) + EBML.number([0x73, 0xC5], 1) + EBML.number([0x83], 1)
        + EBML.element([0x86], Array("V_MJPEG".utf8))
        + EBML.element([0xE0], EBML.number([0xB0], 64) + EBML.number([0xBA], 48)))
    let clusters = zip(times, durations).flatMap { time, duration in
      EBML.element(
        [0x1F, 0x43, 0xB6, 0x75],
        EBML.number([0xE7], time)
          + EBML.element(
            [0xA0], EBML.element([0xA1], [0x81, 0, 0, 0] + jpeg) + EBML.number([0x9B], duration)))
    }
    let body = info + EBML.element([0x16, 0x54, 0xAE, 0x6B], track) + clusters
    let path = work.path(name)
    try Data(header + EBML.element([0x18, 0x53, 0x80, 0x67], body)).write(
      to: URL(filePath: path))
    return path
  }

  @Test(arguments: [1 << 31, 1 << 53, 1 << 60, UInt64(Int64.max)], ["mp4", "mkv"])
  func `frames that claim to last for ages are written with their times`(
    duration: UInt64, container: String
  ) throws {
    let source = try clip("in.mkv", times: [0, 40, 80], durations: [duration, duration, duration])
    let output = work.path("out.\(container)")
    try copyClip(source, to: output, settings: EncoderSettings())
    #expect(
      try Tools.probe(output, "packet=pts_time").compactMap(Double.init).sorted() == [
        0, 0.04, 0.08,
      ])
  }

  /// A hundred years of 365.25 days, in milliseconds.
  static let limit: UInt64 = 3_155_760_000_000

  /// The times that a clip's frames have in a Matroska file that we write, in seconds.
  ///
  /// What Matroska calls no time at all, the largest number, becomes the time after the frame before.
  static let written: [UInt64: [Double]] = [
    1 << 40: [0, 0x1p40 / 1000, 0x1p40 / 1000], limit - 40: [0, 3_155_759_999.96, 3_155_760_000],
    UInt64(Int64.max): [0, 0.04, 0.08],
  ]

  @Test(arguments: written)
  func `frames that are shown up to the limit are read, and keep their times`(
    time: UInt64, seconds: [Double]
  ) throws {
    let source = try clip("in.mkv", times: [0, time, time], durations: [40, 40, 40])
    let output = work.path("out.mkv")
    try copyClip(source, to: output, settings: EncoderSettings())
    let times = try Tools.probe(output, "packet=pts_time").compactMap(Double.init).sorted()
    #expect(times.count == 3)
    for (time, expected) in zip(times, seconds) { #expect(abs(time - expected) < 0.05) }
  }

  @Test(arguments: [limit + 1, 1 << 53, 1 << 60, 1 << 62])
  func `frames that claim to be shown later than the limit are refused, and leave no file`(
    time: UInt64
  ) throws {
    let source = try clip("in.mkv", times: [0, 40, time], durations: [40, 40, 40])
    let line =
      "\(source): frame 2 has a timestamp more than 100 years after the clip's start, "
      + "the limit; the timestamps are damaged: remux the clip with FFmpeg and new timestamps"
    for kind in ["mkv", "mp4"] {
      let output = work.path("out.\(kind)")
      let error = videoError { try copyClip(source, to: output, settings: EncoderSettings()) }
      #expect(error?.problemCode == .badRecording)
      #expect(error?.description == line)
      #expect(!FileManager.default.fileExists(atPath: output))
    }
  }

  /// MP4 counts in 32 or 64 bits of its own; what does not fit, its muxer refuses or cuts off.
  @Test func `frames that MP4 cannot tell the times of are refused, and leave no file`() throws {
    let source = try clip("in.mkv", times: [0, 1 << 40, 1 << 40], durations: [40, 40, 40])
    let output = work.path("out.mp4")
    let error = videoError { try copyClip(source, to: output, settings: EncoderSettings()) }
    #expect(error?.problemCode == .cannotWrite, "\(String(describing: error))")
    #expect(!FileManager.default.fileExists(atPath: output))
  }
}

/// Matroska's building blocks (RFC 8794): an identifier, a length and the content.
private enum EBML {
  static func element(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
    let length = (UInt64(content.count) | 1 << 56).bigEndian
    return identifier + withUnsafeBytes(of: length) { Array($0) } + content
  }

  static func number(_ identifier: [UInt8], _ value: UInt64) -> [UInt8] {
    element(identifier, withUnsafeBytes(of: value.bigEndian) { Array($0) })
  }
}
