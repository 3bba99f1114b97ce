import ClipReading
import Foundation
import Frames
import Problems
import TestSupport
import Testing

/// Edit lists play as ISO/IEC 14496-12, 8.6.6, says: parts at other speeds, pictures that stay, pauses.
@Suite struct EditListTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// Twelve pictures at 30 a second, of 3000 ticks each.
  func source(sound: Bool = false, _ codec: [String] = ["-c:v", "libx264", "-bf", "0"]) throws
    -> String
  {
    try work.clip(
      "in.mp4", frames: 12, rate: "30", sound: sound,
      codec + ["-g", "4", "-pix_fmt", "yuv420p", "-video_track_timescale", "90000"])
  }

  func edited(_ edits: [MovieFile.Edit], _ source: String? = nil) throws -> String {
    var movie = try MovieFile(source ?? self.source())
    try movie.setEdits(edits)
    return try movie.write(to: work.path("edited.mp4"))
  }

  static let frame = 1000.0 / 30
  /// Edit lists, and when which pictures of the track are shown.
  static let lists: [(edits: [MovieFile.Edit], shown: [(picture: Int, ms: Double)])] = [
    ([(800, 0, 0.5)], (0..<12).map { ($0, Double($0) * 2 * frame) }),
    ([(200, 0, 2)], (0..<12).map { ($0, Double($0) * frame / 2) }),
    ([(100, 0, 2)], (0..<6).map { ($0, Double($0) * frame / 2) }),
    ([(400, 18000, 0.5)], (6..<12).map { ($0, Double($0 - 6) * 2 * frame) }),
    (
      [(200, 0, 1), (500, 18000, 0), (200, 18000, 1)],
      (0..<6).map { ($0, Double($0) * frame) } + [(6, 200)]
        + (6..<12).map { ($0, 700 + Double($0 - 6) * frame) }
    ),
    // The picture that is on show at a time between two.
    ([(100, 0, 1), (300, 10000, 0)], (0..<3).map { ($0, Double($0) * frame) } + [(3, 100)]),
    // A duration of 0 plays to the end of the track.
    ([(0, 0, 1)], (0..<12).map { ($0, Double($0) * frame) }),
    ([(500, -1, 1), (0, 18000, 1)], (6..<12).map { ($0, 500 + Double($0 - 6) * frame) }),
    ([(500, -1, 1), (400, 0, 1)], (0..<12).map { ($0, 500 + Double($0) * frame) }),
    ([(500, -1, 1), (800, 0, 0.5)], (0..<12).map { ($0, 500 + Double($0) * 2 * frame) }),
    (
      [(200, 0, 1), (500, -1, 1), (200, 18000, 1)],
      (0..<6).map { ($0, Double($0) * frame) }
        + (6..<12).map { ($0, 700 + Double($0 - 6) * frame) }
    ),
  ]

  @Test(arguments: lists.indices)
  func `pictures are shown when the list plays them`(index: Int) throws {
    let (edits, shown) = Self.lists[index]
    let source = try source()
    let pictures = try readAll(ClipReader(path: source)).frames
    let path = try edited(edits, source)
    let reader = try ClipReader(path: path)
    let found = try readAll(reader)
    #expect(found.times.count == shown.count)
    for (time, wanted) in zip(found.times, shown) { #expect(abs(time - wanted.ms) < 0.6) }
    #expect(found.frames == shown.map { pictures[$0.picture] })
    #expect(reader.damage.isClean)

    // A part, and what is written, have the same times.
    let last = shown.count - 1
    let part = try readAll(ClipReader(path: path, part: .frames(last...last)))
    #expect(part.times == [found.times[last]] && part.frames == [found.frames[last]])
    let target = work.path("out.mp4")
    try copyClip(path, to: target)
    let written = try Tools.probe(target, "frame=pts_time").compactMap(Double.init)
    for (time, seconds) in zip(found.times, written) { #expect(abs(time - seconds * 1000) < 0.6) }
  }

  @Test func `pictures in another order than they are decoded keep theirs`() throws {
    let source = try source(sound: false, ["-c:v", "libx264", "-bf", "2"])
    let pictures = try readAll(ClipReader(path: source)).frames
    // The first picture is shown two pictures after it is decoded.
    let path = try edited([(800, 6000, 0.5)], source)
    let found = try readAll(ClipReader(path: path))
    #expect(found.frames == pictures)
    for (number, time) in found.times.enumerated() {
      #expect(abs(time - Double(number) * 2 * Self.frame) < 0.6)
    }
  }

  @Test func `the clip is as long as its list, and says so`() throws {
    let reader = try ClipReader(path: edited([(800, 0, 0.5)]))
    #expect(reader.info.duration == 0.8)
    #expect(
      reader.notes == [
        "the clip's edit list plays it at 0.5 times its speed; with it the clip is 0.8 s long"
      ])
  }

  @Test func `a list that plays backwards is refused by name`() throws {
    let path = try edited([(400, 0, -1)])
    let error = videoError { _ = try ClipReader(path: path) }
    #expect(error == .unfollowedSpeed(path: path, track: 0, speed: -1))
    #expect(error?.problemCode == .badRecording)
  }

  @Test func `sound at another speed is left out, and said so`() throws {
    var movie = try MovieFile(source(sound: true))
    try movie.setEdits([(800, 0, 0.5)])
    try movie.setEdits([(800, 1024, 0.5)], track: 1)
    let path = try movie.write(to: work.path("edited.mp4"))
    let line =
      "sound track 1 (aac) is left out: the edit list plays it at 0.5 times its speed, which is not "
      + "followed in sound; export the clip again to keep it"
    #expect(try ClipReader(path: path).leftOutTracks.damaged == [line])
    #expect(try lostSound(path, to: work.path("out.mp4")) == [line])
    #expect(try Tools.probe(work.path("out.mp4"), "frame=pts_time").count == 12)
  }

  @Test func `a list may play a track a hundred times and no more`() throws {
    let limits = VideoLimits()
    let source = try source()
    let edits = (0..<limits.maximumPlays).map { _ in (duration: 400, mediaTime: 0, rate: 1.0) }
    let reader = try ClipReader(path: edited(edits, source))
    #expect(try readAll(reader).times.count == 12 * limits.maximumPlays)
    let path = try edited(edits + edits.prefix(1), source)
    let error = videoError { _ = try ClipReader(path: path) }
    #expect(error == .playedTooOften(path: path, track: 0, maximum: limits.maximumPlays))
    #expect(error?.problemCode == .recordingTooLarge)
  }

  @Test func `many parts of which each plays little are read`() throws {
    // Each entry lists the samples from the key frame on: 4 at most.
    let edits = (0..<200).map { (duration: 34, mediaTime: $0 % 12 * 3000, rate: 1.0) }
    #expect(try readAll(ClipReader(path: edited(edits))).times.count >= 200)
  }
}
