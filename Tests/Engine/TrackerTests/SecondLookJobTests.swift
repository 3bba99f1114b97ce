import Foundation
import Frames
import Geometry
import TestSupport
import Testing
import Tracker
import Tracking
import TrackingFiles

/// A tracker of close-ups that sees a face in the middle of each that is bright enough.
final class ScriptedCloseUps: CloseUpTracker {
  let note = TrackerNote(name: "scripted", version: "1")
  private(set) var shown: [(closeUp: Int, timeMs: Int)] = []
  private(set) var sizes: Set<PixelSize<TrackerSpace>> = []
  private(set) var forgotten: Set<Int> = []

  func track(_ picture: TrackerPicture, atMs timeMs: Int) throws -> TrackingSample {
    try track(picture, atMs: timeMs, closeUp: 0)
  }

  func track(
    _ picture: TrackerPicture, atMs timeMs: Int, closeUp: Int
  ) throws -> TrackingSample {
    shown.append((closeUp, timeMs))
    sizes.insert(picture.size)
    let (width, height) = (Double(picture.size.width), Double(picture.size.height))
    let middle = (picture.size.height / 2 * picture.size.width + picture.size.width / 2) * 3
    guard picture.pixels[middle] > 100 else { return TrackingSample(timestampMs: Double(timeMs)) }
    return TrackingSample(
      timestampMs: Double(timeMs),
      faces: [BoxFaces.face(x: width / 2, y: height / 2, side: max(width, height) / 3)])
  }

  func forget(closeUp: Int) throws { forgotten.insert(closeUp) }
}

/// The second look on a clip's way into a file: which frames are decoded again, and what is in the file.
@Suite struct SecondLookJobTests {
  private let folder: ScratchFolder
  private let output: String

  init() throws {
    folder = try ScratchFolder()
    output = folder.path("t.jsonl")
  }

  /// A clip of 640 x 480, 25 a second, that is white in some frames and black in the others.
  private func clip(frames: Int = 50, white: String = "1", keyEvery: Int = 12) throws -> String {
    let path = folder.path("clip.mp4")
    try Program.ffmpeg.succeed([
      "-v", "error", "-y", "-f", "lavfi", "-i", "color=black:s=640x480:r=25", "-vf",
      "drawbox=t=fill:color=white:enable='\(white)'", "-frames:v", "\(frames)", "-c:v", "libx264",
      "-g", "\(keyEvery)", "-pix_fmt", "yuv420p", path,
    ])
    return path
  }

  private func run(
    _ media: String, _ sees: @escaping (Int) -> Bool, by closeUps: ScriptedCloseUps,
    side: Double = 80, stopAfter: Int = .max, minFace: Int? = nil,
    change: (inout TrackSettings) -> Void = { _ in }
  ) throws -> TrackSummary {
    try run(
      media, { sees($0) ? 300 : nil }, by: closeUps, side: side, minFace: minFace,
      isCancelled: { $0 >= stopAfter }, change: change)
  }

  /// - Parameters:
  ///   - place: where the face is that the tracker sees in a frame; nil where it sees none.
  ///   - isCancelled: asked with the frames that the tracker has seen.
  private func run(
    _ media: String, _ place: @escaping (Int) -> Double?, by closeUps: ScriptedCloseUps,
    side: Double = 80, mostFaces: Int = 1, minFace: Int? = nil,
    isCancelled: @escaping (Int) -> Bool = { _ in false },
    change: (inout TrackSettings) -> Void = { _ in }
  ) throws -> TrackSummary {
    var settings = TrackSettings(media: media, output: output)
    change(&settings)
    let tracker = ScriptedTracker { call, picture in
      let scale = Double(picture.size.width) / 640
      let face = place(call * settings.every).map {
        BoxFaces.face(x: $0 * scale, y: 200 * scale, side: side * scale)
      }
      return TrackingSample(timestampMs: 0, faces: [face].compactMap(\.self))
    }
    let setup = CloseUpSetup(mode: .video, mostFaces: mostFaces, minFace: minFace) { closeUps }
    return try TrackJob(settings).run(
      tracker, mostFaces: mostFaces, closeUps: setup,
      isCancelled: { isCancelled(tracker.times.count) })
  }

  private func samples() throws -> [TrackingSample] {
    let reader = try TrackingReader(path: output)
    var samples: [TrackingSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return samples
  }

  private func counts() throws -> String {
    try samples().map { "\($0.faces.count)" }.joined()
  }

  @Test func `frames without a face are decoded again, and only those`() throws {
    let closeUps = ScriptedCloseUps()
    // Seen in 15 to 29, lost for 5 frames, seen to the end.
    let summary = try run(
      clip(), { $0 >= 15 && !(20..<25).contains($0) }, by: closeUps)
    #expect(summary.secondLook == 20 && summary.samplesWithFaces == 50 && summary.tracked == 50)
    #expect(try counts() == String(repeating: "1", count: 50))
    // Each with the frames in which the face was seen.
    #expect(closeUps.shown.count == 15 + 1 + 5 + 2)
    #expect(closeUps.sizes == [PixelSize(clamping: 512, 512)])
    // Backward in the clip is forward for the tracker.
    #expect(closeUps.shown.prefix(16).map { $0.timeMs } == (0...15).map { $0 * 40 })
    // Each is where it was.
    for sample in try samples() {
      let middle = BoxFaces.middle(sample.faces[0])
      #expect(abs(middle.x - 300) < 1 && abs(middle.y - 200) < 1)
    }
  }

  @Test func `a frame in which nothing is seen stays without a face`() throws {
    let closeUps = ScriptedCloseUps()
    // Dark before frame 8, so that nothing is there.
    let summary = try run(clip(white: "gte(n,8)"), { $0 >= 15 }, by: closeUps)
    #expect(summary.secondLook == 7)
    #expect(try counts() == String(repeating: "0", count: 8) + String(repeating: "1", count: 42))
    // The first dark one is the last that is looked at.
    #expect(closeUps.shown.count == 1 + 7 + 1)
  }

  @Test func `a picture that was made to fit has close-ups in the clip's size`() throws {
    let closeUps = ScriptedCloseUps()
    let summary = try run(clip(frames: 20), { $0 >= 5 }, by: closeUps) {
      $0.size = PixelSize(clamping: 160, 120)
    }
    #expect(summary.secondLook == 5 && closeUps.sizes == [PixelSize(clamping: 512, 512)])
    let middle = BoxFaces.middle(try samples()[2].faces[0])
    #expect(abs(middle.x - 75) < 0.5 && abs(middle.y - 50) < 0.5)
  }

  @Test func `one frame of so many has a second look too, as numbered pictures have`() throws {
    let summary = try run(clip(), { $0 >= 15 }, by: ScriptedCloseUps()) { $0.every = 5 }
    #expect(summary.secondLook == 3)
    #expect(try counts() == "1111111111")
    try folder.folder("frames")
    try Program.ffmpeg.succeed([
      "-v", "error", "-i", clip(frames: 20), folder.path("frames/%03d.png"),
    ])
    let pictures = try run(
      folder.path("frames/%03d.png"), { !(5..<10).contains($0) }, by: ScriptedCloseUps()
    ) { $0.rate = FrameRate(25) }
    #expect(pictures.secondLook == 5 && pictures.samplesWithFaces == 20)
  }

  @Test func `an interrupted run is gone on with to the same samples`() throws {
    let media = try clip(frames: 120)
    let sees = { (frame: Int) in frame >= 15 && !(60..<70).contains(frame) }
    _ = try run(media, sees, by: ScriptedCloseUps())
    let whole = try samples()
    try FileManager.default.removeItem(atPath: output)
    // In the middle of the gap: what is not settled is not kept.
    #expect(throws: TrackerError.self) {
      try run(media, sees, by: ScriptedCloseUps(), stopAfter: 65)
    }
    let kept = try #require(try PartialTracking(of: output))
    #expect((1..<60).contains(kept.sampleCount))
    let first = max(0, kept.sampleCount - 26)
    let summary = try run(media, { sees($0 + first) }, by: ScriptedCloseUps()) {
      $0.resumes = true
    }
    #expect(summary.resumed == kept.sampleCount && summary.resumed + summary.tracked == 120)
    // What the tracker is shown again so that it follows what it followed is not counted again.
    #expect(summary.secondLook == (kept.sampleCount..<120).count { !sees($0) })
    let again = try samples()
    #expect(again.map(\.timestampMs) == whole.map(\.timestampMs))
    #expect(again.map(\.faces.count) == whole.map(\.faces.count))
  }

  @Test func `a small face is followed in close-ups, and one that is not small is not`() throws {
    // An eighth of 480 rows is 60.
    for (side, isSmall) in [(59.0, true), (61, false)] {
      let closeUps = ScriptedCloseUps()
      let summary = try run(clip(frames: 10), { _ in true }, by: closeUps, side: side)
      #expect(summary.closeUps == (isSmall ? 10 : 0))
      #expect(closeUps.shown.count == (isSmall ? 10 : 0))
      #expect(try counts() == "1111111111")
      #expect(closeUps.shown.allSatisfy { $0.closeUp == closeUps.shown[0].closeUp })
      try FileManager.default.removeItem(atPath: output)
    }
  }

  @Test func `a small face that the whole picture loses is still followed, until it is gone`()
    throws
  {
    let closeUps = ScriptedCloseUps()
    let summary = try run(
      clip(frames: 40, white: "lt(n,30)"), { $0 < 3 }, by: closeUps, side: 40)
    #expect(summary.closeUps == 30)
    #expect(try counts() == String(repeating: "1", count: 30) + String(repeating: "0", count: 10))
    #expect(closeUps.forgotten.contains(closeUps.shown[0].closeUp))
  }

  @Test func `the small faces of a run that is gone on with are counted once`() throws {
    let media = try clip(frames: 120)
    #expect(throws: TrackerError.self) {
      try run(media, { _ in true }, by: ScriptedCloseUps(), side: 40, stopAfter: 80)
    }
    let kept = try #require(try PartialTracking(of: output)).sampleCount
    let summary = try run(media, { _ in true }, by: ScriptedCloseUps(), side: 40) {
      $0.resumes = true
    }
    #expect(kept > 26 && summary.closeUps == 120 - kept)
    #expect(summary.faces == summary.closeUps)
  }

  /// Where more are followed than may be in a sample, those that the picture shows now come first.
  @Test(arguments: [1, 2])
  func `a small face that the whole picture shows is kept before one of a close-up alone`(
    mostFaces: Int
  ) throws {
    _ = try run(
      clip(frames: 20), { $0 < 10 ? 100 : 500 }, by: ScriptedCloseUps(), side: 40,
      mostFaces: mostFaces)
    let places = try samples().map { $0.faces.map { Int(BoxFaces.middle($0).x.rounded()) } }
    // Where there is room for both, the second look finds the one in the samples before it.
    let both = mostFaces > 1
    #expect(places.prefix(10).allSatisfy { $0 == (both ? [100, 500] : [100]) })
    #expect(places.dropFirst(10).allSatisfy { $0 == (both ? [100, 500] : [500]) })
  }

  /// With one key frame the clip would be decoded from its start for each of a hundred gaps.
  @Test(arguments: Thorough.cases([(9999, true), (12, false)], sample: 1))
  func `so much is decoded again, in a clip with key frames and in one without`(
    keyEvery: Int, isCut: Bool
  ) throws {
    let summary = try run(
      clip(frames: 500, keyEvery: keyEvery), { $0 % 5 != 3 }, by: ScriptedCloseUps())
    #expect((summary.cutLooks > 0) == isCut)
    #expect((summary.secondLook == 100) == !isCut)
    // Those near the clip's start cost little.
    #expect(summary.secondLook > 10 && summary.tracked == 500)
  }

  @Test func `a cancelled run ends while frames are decoded again`() throws {
    let closeUps = ScriptedCloseUps()
    var asked = 0
    let media = try clip(frames: 410, keyEvery: 9999)
    // Seen from frame 400 on: of the 400 before it the last 26 are shown, and none of the first.
    #expect(throws: TrackerError.self) {
      try run(
        media, { $0 >= 400 ? 300 : nil }, by: closeUps,
        isCancelled: { frames in
          guard frames >= 402 else { return false }
          asked += 1
          return asked >= 100
        })
    }
    #expect(asked == 100 && closeUps.shown.isEmpty)
  }

  @Test func `without anything that sees again nothing is different`() throws {
    let tracker = ScriptedTracker { call, _ in
      TrackingSample(timestampMs: 0, faces: call >= 15 ? [BoxFaces.face(x: 300)] : [])
    }
    let settings = TrackSettings(media: try clip(frames: 20), output: output)
    let summary = try TrackJob(settings).run(tracker, isCancelled: { false })
    #expect(summary.secondLook == 0 && summary.samplesWithFaces == 5)
  }

  @Test(arguments: [["track", "x.mp4", "-o", "x.jsonl"], ["render", "x.mp4", "-o", "y.mp4"]])
  func `no second look and a smallest face exclude each other`(verb: [String]) throws {
    let outcome = try Program.product.run(verb + ["--min-face", "40", "--no-second-look"])
    #expect(outcome.exitCode == 64 && outcome.error.contains("--min-face and --no-second-look"))
    for value in ["23", "2001", "x"] {
      let refused = try Program.product.run(verb + ["--min-face", value])
      #expect(refused.exitCode == 64 && refused.error.contains("--min-face"))
    }
  }
}
