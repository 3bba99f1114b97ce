import Foundation
import Geometry
import MediaPipe
import TestSupport
import Testing
import Tracker
import Tracking
import TrackingFiles

/// Where the real tracker and its models are, if anywhere.
enum RealTracker {
  static let face = SharedData.file("data/models/face_landmarker.task").path
  static let hand = SharedData.file("data/models/hand_landmarker_composed.task").path
  static let library = SharedData.packageRoot.appending(path: MediaPipeLibrary.folderName).path

  static let isLibraryThere = (try? MediaPipeLibrary(named: library)) != nil
  static let isThere = FileManager.default.fileExists(atPath: face) && isLibraryThere
  static let absent =
    "needs ../shared (models) and tracker install (the library), which are not both there"

  static let options = ["--mediapipe-library", library, "--face-model", face]

  /// Tracks a clip as a person does.
  static func track(
    _ media: String, _ more: [String] = ["--num-faces", "1"], in folder: ScratchFolder,
    to name: String = "t.jsonl"
  ) throws -> (header: TrackingHeader, samples: [TrackingSample]) {
    try Program.product.succeed(
      ["track", media, "-o", folder.path(name), "--progress", "none"] + options + more)
    return try read(folder.path(name))
  }

  static func read(
    _ path: String
  ) throws -> (header: TrackingHeader, samples: [TrackingSample]) {
    let reader = try TrackingReader(path: path)
    var samples: [TrackingSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return (reader.header, samples)
  }
}

/// How far two runs of the tracker lie apart.
struct Agreement {
  /// The mean distance of landmarks, in pixels.
  private(set) var pixels = 0.0
  /// The largest difference of a face's matrix, its mean and its worst, in centimetres.
  private(set) var matrix = 0.0, worstMatrix = 0.0
  /// The largest difference of a face's blendshapes, in the mean.
  private(set) var blendshape = 0.0
  private(set) var faces = 0

  init(_ found: [TrackingSample], _ expected: [TrackingSample]) throws {
    try #require(found.map(\.timestampMs).count == expected.count)
    for (one, other) in zip(found, expected) {
      #expect(abs(one.timestampMs - other.timestampMs) < 0.01)
      #expect(one.faces.count == other.faces.count, "at \(one.timestampMs) ms")
      for face in other.faces {
        let nearest = try #require(
          one.faces.min { Self.distance($0, face) < Self.distance($1, face) })
        add(nearest, face)
      }
    }
    let count = Double(max(1, faces))
    (pixels, matrix, blendshape) = (pixels / count, matrix / count, blendshape / count)
  }

  private mutating func add(_ one: FaceSample, _ other: FaceSample) {
    faces += 1
    pixels += Self.distance(one, other)
    let entries = zip(one.pose?.rowMajor ?? [], other.pose?.rowMajor ?? []).map { abs($0 - $1) }
    matrix += entries.max() ?? .infinity
    worstMatrix = max(worstMatrix, entries.max() ?? .infinity)
    // The first is the model's remainder, which files leave out.
    let scores = zip(one.blendshapes.scores, other.blendshapes.scores).dropFirst()
    blendshape += scores.map { Double(abs($0 - $1)) }.max() ?? .infinity
  }

  private static func distance(_ one: FaceSample, _ other: FaceSample) -> Double {
    guard one.landmarks.count == other.landmarks.count, !one.landmarks.isEmpty else {
      return .infinity
    }
    let distances = zip(one.landmarks, other.landmarks).map { $0.xy.distance(to: $1.xy) }
    return distances.reduce(0, +) / Double(distances.count)
  }
}

/// The real tracker against what the real tracker saw in another program, version 0.10.21 of it and
/// another conversion to RGB (`../shared/recordings`).
@Suite(.enabled(if: RealTracker.isThere, Comment(rawValue: RealTracker.absent)))
struct RealTrackerTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func agreement(_ recording: String, _ more: [String] = ["--num-faces", "1"]) throws
    -> Agreement
  {
    let place = SharedData.file("recordings/\(recording)")
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    let clip = try #require(names.first { $0.hasPrefix("clip.") })
    // What was recorded has had no second look.
    let found = try RealTracker.track(
      place.appending(path: clip).path, more + ["--no-second-look"], in: folder)
    let expected = try RealTracker.read(place.appending(path: "tracking.jsonl").path)
    #expect(found.header.size == expected.header.size)
    // Not all recordings name their clip's.
    let hash = try #require(found.header.clipSHA256)
    #expect(hash == expected.header.clipSHA256 ?? hash)
    return try Agreement(found.samples, expected.samples)
  }

  /// Those that take long run where everything is checked.
  private static let recordings =
    Thorough.cases(
      ["phone-portrait", "portrait-still", "gesture", "expressions", "winks"], sample: 2)

  @Test(arguments: recordings)
  func `a clip of one face is tracked as it was recorded`(recording: String) throws {
    let found = try agreement(recording)
    #expect(found.faces > 0)
    #expect(found.pixels < 0.5)
    #expect(found.matrix < 0.1 && found.worstMatrix < 0.3)
    #expect(found.blendshape < 0.06)
  }

  @Test func `a face that is lost and found is lost and found in the same frames`() throws {
    let found = try agreement("signing")
    #expect(found.faces == 36 && found.pixels < 0.5 && found.blendshape < 0.06)
    #expect(found.matrix < 0.1 && found.worstMatrix < 0.3)
  }

  /// With four faces asked for MediaPipe finds this one in 27 of 51 frames, with one in 36.
  @Test(arguments: ["1", "4"])
  func `a face that is lost, or found late, is there in all frames at a second look`(
    faces: String
  ) throws {
    let place = SharedData.file("recordings/signing")
    let found = try RealTracker.track(
      place.appending(path: "clip.mkv").path, ["--num-faces", faces], in: folder)
    #expect(found.samples.count == 51 && found.samples.allSatisfy { $0.faces.count == 1 })
    let boxes = found.samples.compactMap { FaceBox($0.faces[0].landmarks.lazy.map(\.xy)) }
    let recorded = try RealTracker.read(place.appending(path: "tracking.jsonl").path).samples
    // But for the first two, in which the recorded tracker takes the hand for a part of the face.
    for (sample, other) in zip(found.samples, recorded) where sample.timestampMs > 560 {
      let (one, seen) = (sample.faces[0], try #require(other.faces.first))
      // 40 pixels lie between the eyes.
      let apart = zip(one.landmarks, seen.landmarks).map { $0.xy.distance(to: $1.xy) }
      #expect(apart.reduce(0, +) / 478 < 2, "at \(sample.timestampMs) ms")
    }
    // It moves without leaps.
    for (one, next) in zip(boxes, boxes.dropFirst()) {
      #expect(one.center.distance(to: next.center) < 0.1 * one.size)
    }
  }

  /// Eyes' distances in pixels, and how far landmarks may be; all of them where everything is checked.
  private static let sizes: [(Int, Double)] =
    Thorough.cases([(60, 0.007), (15, 0.025), (40, 0.009), (25, 0.013)], sample: 2)

  /// A recorded face in a large picture, in which it is not found as a whole, against the same face in
  /// its own clip; of the eyes' distance.
  @Test(arguments: sizes)
  func `a small face keeps its landmarks`(eyes: Int, most: Double) throws {
    let clip = folder.path("face.mkv")
    try Program.ffmpeg.succeed([
      "-v", "error", "-i", SharedData.file("recordings/phone-portrait/clip.mov").path, "-an",
      "-frames:v", "10", "-c:v", "ffv1", clip,
    ])
    let large = try RealTracker.track(
      clip, ["--num-faces", "1", "--no-second-look"], in: folder, to: "large.jsonl")
    // 211 pixels lie between the eyes.
    let (width, height) = (480 * eyes / 211 / 2 * 2, 640 * eyes / 211 / 2 * 2)
    let path = folder.path("small.mkv")
    try Program.ffmpeg.succeed([
      "-v", "error", "-i", clip, "-vf",
      "scale=\(width):\(height):flags=area,format=yuv444p,pad=1920:1080:700:300:color=0x405060",
      "-an", "-frames:v", "10", "-c:v", "ffv1", path,
    ])
    let found = try RealTracker.track(
      path, ["--num-faces", "1", "--min-face", "\(eyes * 9 / 5)"], in: folder, to: "small.jsonl")
    var sum = 0.0
    for (sample, other) in zip(found.samples, large.samples) {
      let (one, whole) = (try #require(sample.faces.first), try #require(other.faces.first))
      let distances = zip(one.landmarks, whole.landmarks).map { small, large in
        Point2<TrackerSpace>(
          (small.x - 700) * 480 / Double(width), (small.y - 300) * 640 / Double(height)
        ).distance(to: large.xy)
      }
      sum += distances.reduce(0, +) / 478 / 211
    }
    #expect(found.samples.count == 10 && sum / 10 < most)
    let inTurns = try RealTracker.track(path, ["--num-faces", "1"], in: folder, to: "turns.jsonl")
    #expect(inTurns.samples.allSatisfy { $0.faces.count == 1 })
    let without = try RealTracker.track(
      path, ["--num-faces", "1", "--no-second-look"], in: folder, to: "none.jsonl")
    #expect(without.samples.allSatisfy { $0.faces.isEmpty })
  }

  @Test func `two faces are tracked as they were recorded`() throws {
    let found = try agreement("two-faces", ["--num-faces", "2"])
    #expect(found.faces == 112 && found.pixels < 0.5 && found.blendshape < 0.06)
    #expect(found.matrix < 0.1 && found.worstMatrix < 0.3)
  }

  /// The invariant of the mirror (`FaceTopology.mirrorIndex`): a flipped picture has the other side's points.
  @Test func `a picture that is mirrored or turned has the same face, mirrored or turned`() throws {
    let still = SharedData.file("recordings/portrait-still/clip.png").path
    let plain = try RealTracker.track(still, in: folder).samples[0].faces[0]
    let turned = folder.path("turned.jpg")
    try Program.ffmpeg.succeed([
      "-v", "error", "-i", still, "-vf", "hflip,vflip", "-q:v", "2", folder.path("t.jpg"),
    ])
    // Stored upside down, with a tag that says so: what is tracked is upright.
    try tag(folder.path("t.jpg"), orientation: 3, to: turned)
    let upright = try RealTracker.track(turned, in: folder, to: "turned.jsonl").samples[0].faces[0]
    let flipped = folder.path("flipped.png")
    try Program.ffmpeg.succeed(["-v", "error", "-i", still, "-vf", "hflip", flipped])
    let mirrored = try RealTracker.track(flipped, in: folder, to: "m.jsonl").samples[0].faces[0]
    let nose = 4
    #expect(abs(mirrored.landmarks[nose].x - (512 - plain.landmarks[nose].x)) < 3)
    #expect(abs(mirrored.landmarks[nose].y - plain.landmarks[nose].y) < 3)
    // The subject's right eye is on the picture's left, and on a mirrored one still is.
    #expect(plain.landmarks[33].x < plain.landmarks[263].x)
    #expect(mirrored.landmarks[33].x < mirrored.landmarks[263].x)
    #expect(upright.landmarks[nose].xy.distance(to: plain.landmarks[nose].xy) < 2)
  }

  /// A JPEG with an orientation of EXIF, as cameras write it.
  private func tag(_ path: String, orientation: UInt8, to other: String) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let exif: [UInt8] =
      [0xFF, 0xE1, 0, 34] + Array("Exif\0\0".utf8)
      + [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      + [0, 0, 0, 0]
    bytes.insert(contentsOf: exif, at: 2)
    try Data(bytes).write(to: URL(filePath: other))
  }

  @Test func `a clip that is stored turned is tracked upright`() throws {
    let place = SharedData.file("recordings/phone-portrait/clip.mov").path
    let found = try RealTracker.track(
      place, ["--num-faces", "1", "--track-every", "8"], in: folder)
    // Stored 640 x 480; shown 480 x 640.
    #expect(found.header.size == PixelSize(clamping: 480, 640))
    #expect(found.samples.count == 4 && found.samples.allSatisfy { $0.faces.count == 1 })
    let face = found.samples[0].faces[0].landmarks
    // The forehead is above the chin.
    #expect(face[10].y < face[152].y - 50)
  }

  @Test func `a picture without a face has a sample without one, and that is said`() throws {
    let path = folder.path("grey.png")
    try Program.ffmpeg.succeed([
      "-v", "error", "-f", "lavfi", "-i", "color=gray:s=320x240", "-frames:v", "1", path,
    ])
    let outcome = try Program.product.run(
      ["track", path, "-o", folder.path("t.jsonl")] + RealTracker.options)
    #expect(outcome.exitCode == 0 && outcome.error.contains("note: no faces were found"))
    #expect(try RealTracker.read(folder.path("t.jsonl")).samples.map(\.faces.count) == [0])
  }

  /// A model of another task, no model, a torn one: a line of what was found, and nothing is left.
  @Test func `what is no model of the task is refused`() throws {
    let still = SharedData.file("recordings/portrait-still/clip.png").path
    var torn = [UInt8](try Data(contentsOf: URL(filePath: RealTracker.face)))
    torn.removeLast(torn.count / 2)
    let models = [
      RealTracker.hand, try folder.write("no model", to: "text.task"),
      try folder.write(torn, to: "torn.task"),
    ]
    for model in models {
      let outcome = try Program.product.run([
        "track", still, "-o", folder.path("x.jsonl"), "--face-model", model,
        "--mediapipe-library", RealTracker.library, "--progress", "none",
      ])
      #expect(outcome.exitCode == 65, "\(outcome.error)")
      #expect(outcome.errorLines.filter { $0.hasPrefix("error: ") }.count == 1)
      #expect(outcome.error.contains("\(model): not a model of the Face Landmarker: "))
    }
    #expect(try folder.names() == ["text.task", "torn.task"])
  }

  @Test func `a tracker that is killed is a line, and exit code 70`() throws {
    let clip = SharedData.file("recordings/gesture/clip.mp4").path
    let running = try Program.product.start(
      ["track", clip, "-o", folder.path("x.jsonl"), "--progress", "json"] + RealTracker.options)
    #expect(running.waitForError(containing: #""frame":"#))
    // Its one child is the tracker's process.
    let own = try Program(named: "pgrep").run(["-P", "\(running.processIdentifier)"])
    let process = try #require(own.text.split(separator: "\n").compactMap { Int32($0) }.first)
    kill(process, SIGSEGV)
    let outcome = try running.end()
    #expect(outcome.exitCode == 70)
    #expect(outcome.error.contains("error: the tracker's process was ended by signal 11"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("x.jsonl")))
  }

  /// Ctrl-C as a shell sends it, and `--resume` after it.
  @Test func `a run that is interrupted is gone on with to its end`() throws {
    let clip = SharedData.file("recordings/winks/clip.mp4").path
    let output = folder.path("t.jsonl")
    let arguments =
      ["track", clip, "-o", output, "--progress", "none", "--num-faces", "1"] + RealTracker.options
    let running = try Program.product.start(arguments)
    let partial = PartialTracking.path(besides: output)
    #expect(
      eventually {
        let attributes = try? FileManager.default.attributesOfItem(atPath: partial)
        return (attributes?[.size] as? Int ?? 0) > 100_000
      })
    running.send(SIGINT)
    let outcome = try running.end()
    #expect(outcome.exitCode == 130)
    #expect(!FileManager.default.fileExists(atPath: output))
    let kept = try #require(try PartialTracking(of: output))
    #expect(kept.sampleCount > 0 && kept.sampleCount < 354)
    let resumed = try Program.product.run(arguments + ["--resume"])
    #expect(resumed.exitCode == 0, "\(resumed.error)")
    #expect(resumed.error.contains("note: \(kept.sampleCount) samples of an earlier run were kept"))
    let found = try RealTracker.read(output)
    #expect(found.samples.count == 354 && found.samples.allSatisfy { $0.faces.count == 1 })
    let recorded = try RealTracker.read(
      SharedData.file("recordings/winks/tracking.jsonl").path)
    #expect(try Agreement(found.samples, recorded.samples).pixels < 0.5)
    #expect(try folder.names() == ["t.jsonl"])
  }
}
