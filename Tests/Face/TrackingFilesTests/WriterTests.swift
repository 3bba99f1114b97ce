import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

@Suite struct WriterTests {
  private func write(
    _ samples: [TrackingSample], _ header: TrackingHeader, to path: String
  ) throws {
    let writer = try TrackingWriter(
      path: path, header: header, video: "clip.mp4",
      tracker: TrackerNote(name: "a \"tracker\"\n", version: "1"))
    for sample in samples { try writer.write(sample) }
    try writer.finish()
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)),
    arguments: ["gesture", "signing", "two-faces"], ["t.jsonl", "t.jsonl.gz"])
  func `a recording is read back bit for bit`(name: String, file: String) throws {
    let reader = try TrackingReader(
      path: SharedData.file("recordings/\(name)/tracking.jsonl").path)
    var original: [TrackingSample] = []
    while let sample = try reader.next() { original.append(sample) }
    let scratch = try ScratchFolder()
    try write(original, reader.header, to: scratch.path(file))
    let back = try TrackingReader(path: scratch.path(file))
    #expect(back.header == reader.header)
    for sample in original {
      let again = try #require(try back.next())
      let isEqual = again == sample
      #expect(isEqual, "the sample at \(sample.timestampMs) ms")
    }
    #expect(try back.next() == nil)
    #expect(back.unknownKeys.isEmpty)
  }

  @Test func `everything that a sample holds is written`() throws {
    let size = try #require(PixelSize<TrackerSpace>(width: 64, height: 32))
    let header = TrackingHeader(
      size: size, rotation: .counterclockwise, mirrored: true, timeOffsetMs: -12.5)
    let hand = HandSample(
      handedness: .right, score: 0.25,
      landmarks: Array(repeating: Point3(32, 16, -8), count: 21),
      worldLandmarks: Array(repeating: SIMD3(0.5, -0.25, 0), count: 21),
      gestures: [Gesture(categoryName: "Thumb_Up", score: 1)],
      customGestures: [Gesture(categoryName: "Brushing", score: 0.5)])
    let nameless = HandSample(
      handedness: nil, landmarks: Array(repeating: Point3(0, 0, 0), count: 21))
    let image = ImageSample(
      name: "a \\ \"card\"\t",
      corners: Quad(Point2(0, 0), Point2(64, 0), Point2(64, 32), Point2(-32, 96)), score: 0.5)
    let face = FaceSample(
      id: -7, landmarks: Array(repeating: Point3(16, -8, 4), count: 468),
      pose: FacialTransform(rotation: .identity, scale: 2, translation: Vector3(1, 2, -30)),
      blendshapes: Blendshapes([.jawOpen: 0.5]))
    let poseOnly = FaceSample(
      pose: FacialTransform(rotation: .identity, translation: Vector3(0, 0, -1)))
    let sample = TrackingSample(
      timestampMs: 1.0 / 3, faces: [face, poseOnly], hands: [hand, nameless], images: [image])
    let scratch = try ScratchFolder()
    let path = scratch.path("t.jsonl")
    try write([sample], header, to: path)
    let reader = try TrackingReader(path: path)
    #expect(reader.header == header)
    let again = try #require(try reader.next())
    let isEqual = again == sample
    #expect(isEqual, "the sample at \(sample.timestampMs) ms")
  }

  @Test func `an empty list of gestures is written and read as one`() throws {
    let size = try #require(PixelSize<TrackerSpace>(width: 64, height: 32))
    let lists: [[Gesture]?] = [nil, [], [Gesture(categoryName: "Victory", score: 0.5)]]
    let hands = lists.flatMap { gestures in
      lists.map {
        HandSample(
          handedness: .left, landmarks: Array(repeating: Point3(0, 0, 0), count: 21),
          gestures: gestures, customGestures: $0)
      }
    }
    let scratch = try ScratchFolder()
    let path = scratch.path("t.jsonl")
    try write(
      [TrackingSample(timestampMs: 1, hands: hands)], TrackingHeader(size: size), to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.ranges(of: #""gestures":[]"#).count == 3)
    #expect(text.ranges(of: #""customGestures":[]"#).count == 3)
    #expect(text.ranges(of: #""gestures":"#).count == 6)
    #expect(try samples(path).first?.hands == hands)
  }

  @Test func `coordinates keep within half of the seventh decimal`() throws {
    let size = try #require(PixelSize<TrackerSpace>(width: 1280, height: 720))
    var random = SplitMix64(state: 1)
    let points = (0..<468).map { _ in
      Point3<TrackerSpace>(
        .random(in: -2000...2000, using: &random), .random(in: -2000...2000, using: &random),
        .random(in: -2000...2000, using: &random))
    }
    let scratch = try ScratchFolder()
    let path = scratch.path("t.jsonl")
    try write(
      [TrackingSample(timestampMs: 0, faces: [FaceSample(landmarks: points)])],
      TrackingHeader(size: size), to: path)
    let back = try #require(samples(path).first?.faces.first)
    for (a, b) in zip(points, back.landmarks) {
      #expect(abs(a.x - b.x) <= 0.51e-7 * 1280)
      #expect(abs(a.y - b.y) <= 0.51e-7 * 720)
      #expect(abs(a.z - b.z) <= 0.51e-7 * 1280)
    }
  }

  @Test func `what cannot be written is refused`() throws {
    let header = TrackingHeader(size: try #require(PixelSize(width: 1, height: 1)))
    let scratch = try ScratchFolder()
    let writer = try TrackingWriter(path: scratch.path("t.jsonl"), header: header)
    try writer.write(TrackingSample(timestampMs: 1))
    #expect(throws: TrackingWriteError.timeNotIncreasing(timestampMs: 1, previousMs: 1)) {
      try writer.write(TrackingSample(timestampMs: 1))
    }
    let broken = FaceSample(landmarks: Array(repeating: Point3(0, .nan, 0), count: 468))
    #expect(throws: TrackingWriteError.notFinite(timestampMs: 2)) {
      try writer.write(TrackingSample(timestampMs: 2, faces: [broken]))
    }
    try writer.write(TrackingSample(timestampMs: 3))
    try writer.finish()
    #expect(try samples(scratch.path("t.jsonl")).map(\.timestampMs) == [1, 3])

    #expect(throws: TrackingWriteError.self) {
      try TrackingWriter(path: scratch.path("no/such/folder.jsonl"), header: header)
    }
  }

  @Test func `a file that is not finished does not appear`() throws {
    let header = TrackingHeader(size: try #require(PixelSize(width: 1, height: 1)))
    let scratch = try ScratchFolder()
    do {
      let writer = try TrackingWriter(path: scratch.path("t.jsonl"), header: header)
      try writer.write(TrackingSample(timestampMs: 1))
      #expect(!FileManager.default.fileExists(atPath: scratch.path("t.jsonl")))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
  }
}
