import ClipReading
import Foundation
import Frames
import Imaging
import Problems
import TestSupport
import Testing

/// Frames at another rate, against the formula and against FFmpeg's `fps` filter.
@Suite struct EvenFramesTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  private func read(
    _ path: String, at rate: Double, part: ClipPart = .whole
  ) throws -> (frames: [[UInt8]], times: [Double], indices: [Int], pts: [Int64]) {
    let rate = try #require(FrameRate(rate))
    var source = EvenFrames(of: try ClipReader(path: path, part: part), at: rate)
    var result: (frames: [[UInt8]], times: [Double], indices: [Int], pts: [Int64])
    result = ([], [], [], [])
    while var frame = try source.next() {
      result.frames.append(try planeBytes(&frame))
      result.times.append(frame.timestampMs)
      result.indices.append(frame.index)
      result.pts.append(frame.pts)
    }
    return result
  }

  /// The tool rounds times down to its grid with `round=up` for those of the clip: the frame on show.
  @Test(arguments: [60.0, 50, 30, 25, 24, 12.5, 7, 240])
  func `shows at each time the frame that is on show`(rate: Double) throws {
    let source = try SyntheticClip(width: 64, height: 48, frames: 20).make("a.mkv", in: work)
    let own = try readAll(ClipReader(path: source))
    let found = try read(source, at: rate)
    // 20 frames of 40 ms.
    #expect(found.frames.count == Int((800 * rate / 1000).rounded(.up)))
    for (number, time) in found.times.enumerated() {
      #expect(abs(time - Double(number) * 1000 / rate) < 0.6)
      #expect(found.frames[number] == own.frames[Int((time + 0.6) / 40)], "\(number)")
    }
    #expect(found.indices == Array(0..<found.frames.count))
    #expect(found.pts == found.indices.map { Int64($0) * 1000 })
    try Tools.ffmpeg([
      "-i", source, "-vf", "fps=\(rate):round=up", "-c:v", "ffv1", work.path("b.mkv"),
    ])
    let reference = try referenceFrames(work.path("b.mkv"), size: 64 * 48 * 3 / 2)
    let count = min(reference.count, found.frames.count)
    #expect(abs(reference.count - found.frames.count) <= 1)
    #expect(Array(found.frames[..<count]) == Array(reference[..<count]))
  }

  @Test func `a part is as the whole`() throws {
    let source = try SyntheticClip(width: 64, height: 48, frames: 20).make("a.mkv", in: work)
    let whole = try read(source, at: 60)
    let part = try read(source, at: 60, part: .frames(7...11))
    // Frames 7 to 11 are on show from 280 to 480 ms: the grid's 17th (283 ms) to 28th (467 ms) times.
    #expect(part.indices == Array(17...28))
    #expect(part.frames == Array(whole.frames[17...28]))
    #expect(part.times == Array(whole.times[17...28]) && part.pts == Array(whole.pts[17...28]))
  }

  /// Frames of which each is shown for as long as it is until the next one, whatever its packet says.
  @Test(arguments: ["mkv", "ts"])
  func `a part of a clip of variable rate is as the whole`(container: String) throws {
    var clip = SyntheticClip(width: 64, height: 48, frames: 12)
    clip.filter = "settb=1/1000,setpts=40*N+30*mod(N\\,2)"
    clip.options = ["-vsync", "passthrough", "-enc_time_base", "1:1000"]
    if container == "ts" { clip.codec += ["-bf", "0"] }
    let source = try clip.make("a.\(container)", in: work)
    let whole = try read(source, at: 120)
    for place in [3, 4, 7, 8] {
      let part = try read(source, at: 120, part: .frames(place...place))
      let first = try #require(part.indices.first)
      let range = first..<(first + part.indices.count)
      #expect(part.indices == Array(range) && part.frames == Array(whole.frames[range]))
      // 70 ms and 10 ms long: 8 or 9 times of the grid, or 1 or 2.
      #expect(place % 2 == 0 ? (8...9).contains(range.count) : (1...2).contains(range.count))
    }
  }

  @Test func `a part between two times of the grid has no frame`() throws {
    let source = try SyntheticClip(width: 64, height: 48, frames: 20).make("a.mkv", in: work)
    let error = videoError { _ = try read(source, at: 1, part: .frames(3...5)) }
    #expect(error?.problemCode == .noSuchFrame)
  }

  @Test func `drawing on a frame leaves the next one as it is`() throws {
    let source = try SyntheticClip(width: 64, height: 48, frames: 3).make("a.mkv", in: work)
    let rate = try #require(FrameRate(50))
    var even = EvenFrames(of: try ClipReader(path: source), at: rate)
    let own = try readAll(ClipReader(path: source))
    var count = 0
    while var frame = try even.next() {
      #expect(try planeBytes(&frame) == own.frames[count / 2])
      try frame.withMutablePicture { picture in
        let plane = picture.planes[0]
        plane.base.update(repeating: 0, count: plane.stride * plane.height)
      }
      count += 1
    }
    #expect(count == 6)
  }

  /// The longest that a frame may be repeated, from both sides.
  @Test(arguments: [(600.0, true), (601, false)])
  func `a frame is repeated for ten minutes and no longer`(seconds: Double, fits: Bool) throws {
    var clip = SyntheticClip(width: 64, height: 48, frames: 2)
    clip.filter = "setpts=N*\(seconds)/TB"
    clip.options = ["-vsync", "passthrough"]
    let source = try clip.make("a.mkv", in: work)
    var count = 0
    let error = videoError { count = try read(source, at: 1).frames.count }
    #expect((count >= 600) == fits)
    #expect((error == nil) == fits)
    if !fits {
      #expect(error?.problemCode == .recordingTooLarge)
      #expect("\(try #require(error))".contains("frame 0 is shown for 601 s"))
    }
  }

  @Test func `rates are a thousandth to a thousand`() {
    #expect(FrameRate(0.001) != nil && FrameRate(1000) != nil)
    #expect(FrameRate(0.0009) == nil && FrameRate(1000.1) == nil && FrameRate(.nan) == nil)
    #expect("\(FrameRate(60).map { "\($0)" } ?? "")" == "60 frames a second")
    #expect("\(FrameRate(29.97).map { "\($0)" } ?? "")" == "29.97 frames a second")
  }
}
