import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Dumps of MediaPipe's API before Tasks, and of holistic results, in the ways in which programs write
/// them.
@Suite struct OlderDumpTests {
  private let options = TrackingFileOptions(fallbackSize: PixelSize(width: 100, height: 200))

  private static let object = #"{"x":0.5,"y":0.25,"z":0.125,"visibility":0}"#
  private static let list = "[0.5,0.25,0.125]"

  /// Points as a list of objects or lists, and in the wrappers that programs put around them.
  private static func points(_ count: Int) -> [String] {
    let plain = [Text.points(count, object), Text.points(count, list)]
    return plain + plain.map { "{\"landmark\":\($0)}" } + ["{\"landmarks\":\(plain[0])}"]
  }

  private func only(_ text: String) throws -> TrackingSample {
    let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
    #expect(reader.dialect == .solutions)
    let sample = try reader.next()
    #expect(try reader.next() == nil)
    #expect(reader.unknownKeys.isEmpty)
    return try #require(sample)
  }

  @Test(arguments: ["multiFaceLandmarks", "multi_face_landmarks"])
  func `faces of the older API are read, however their points are wrapped`(key: String) throws {
    for points in Self.points(478) {
      let sample = try only(
        "{\"timestampMs\": 3, \"image\": {}, \"\(key)\": [\(points), \(points)]}")
      #expect(sample.faces.count == 2)
      #expect(
        sample.faces.allSatisfy {
          $0.landmarks == Array(repeating: Point3(50, 50, 12.5), count: 478)
        })
    }
  }

  static let hands = [
    (
      "multiHandLandmarks", "multiHandWorldLandmarks", "multiHandedness",
      #"{"index":0,"score":0.75,"label":"Left"}"#
    ),
    (
      "multi_hand_landmarks", "multi_hand_world_landmarks", "multi_handedness",
      #"{"classification":[{"index":0,"score":0.75,"label":"Left"}]}"#
    ),
    (
      "multiHandLandmarks", "multiHandWorldLandmarks", "multiHandedness",
      #"[{"index":0,"score":0.75,"label":"Left","displayName":""}]"#
    ),
  ]

  /// The older API names hands as a mirror shows them.
  @Test(arguments: hands)
  func `hands of the older API have the subject's own side`(
    points: String, world: String, handedness: String, entry: String
  ) throws {
    let list = Text.points(21, Self.object)
    let sample = try only(
      "{\"timestampMs\": 3, \"\(points)\": [\(list)], \"\(world)\": [\(list)],"
        + " \"\(handedness)\": [\(entry)]}")
    let hand = try #require(sample.hands.first)
    #expect(hand.handedness == .right)
    #expect(hand.score == 0.75)
    #expect(hand.landmarks.count == 21)
    #expect(hand.worldLandmarks == Array(repeating: SIMD3(0.5, 0.25, 0.125), count: 21))
  }

  @Test(arguments: [
    ("faceLandmarks", "leftHandLandmarks", "rightHandLandmarks"),
    ("face_landmarks", "left_hand_landmarks", "right_hand_landmarks"),
  ])
  func `holistic results have one face and a key for each hand`(
    face: String, left: String, right: String
  ) throws {
    for (points, hand) in zip(Self.points(468), Self.points(21)) {
      let sample = try only(
        "{\"timestampMs\": 3, \"\(right)\": \(hand), \"\(face)\": \(points), \"\(left)\": \(hand)}")
      #expect(sample.faces.map(\.landmarks.count) == [468])
      #expect(sample.hands.map(\.handedness) == [.right, .left])
      #expect(sample.hands.allSatisfy { $0.landmarks.count == 21 })
    }
    for nothing in ["null", "[]", "{}"] {
      let sample = try only(
        "{\"timestampMs\": 3, \"\(right)\": \(nothing), \"\(face)\": \(nothing)}")
      #expect(sample.faces.isEmpty && sample.hands.isEmpty)
    }
  }

  @Test func `a bad hand under a key of its own is left out by itself`() throws {
    var options = options
    options.skipsBadSamples = true
    let text =
      "{\"timestampMs\": 3, \"leftHandLandmarks\": \(Text.points(21, Self.object)),"
      + " \"rightHandLandmarks\": \(Text.points(21, "[NaN,0,0]"))}"
    let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
    let sample = try reader.next()
    #expect(sample?.hands.map(\.handedness) == [.left])
    #expect(reader.leftOut.hands == 1)
  }

  static let times: [(key: String, written: [Double], ms: [Double])] = [
    ("timestampMs", [0, 40], [0, 40]), ("timestamp_ms", [0, 40], [0, 40]),
    ("timestampInMilliseconds", [0, 40], [0, 40]), ("time_ms", [0, 40], [0, 40]),
    ("timestamp", [0, 40], [0, 40]), ("time", [0, 40], [0, 40]),
    ("timestamp_s", [0, 0.25], [0, 250]), ("timestampSeconds", [0, 0.25], [0, 250]),
    ("timestamp_us", [0, 40_000], [0, 40]), ("timestampNs", [0, 4e7], [0, 40]),
    ("frame", [0, 2], [10, 90]), ("frame_index", [0, 2], [10, 90]),
  ]

  @Test(arguments: times)
  func `a key of a time says its unit`(key: String, written: [Double], ms: [Double]) throws {
    var options = options
    options.clipTimes = ClipTimes([10, 50, 90])
    let text = written.map { "{\"\(key)\": \($0), \"multiFaceLandmarks\": []}" }
      .joined(separator: "\n")
    let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
    var found: [Double] = []
    while let sample = try reader.next() { found.append(sample.timestampMs) }
    #expect(zip(found, ms).allSatisfy { abs($0 - $1) < 1e-9 } && found.count == 2, "\(found)")
    let skim = try TrackingSkim(bytes: Array(text.utf8), options: options)
    #expect(skim.times == written)
  }

  @Test func `a time counts before the number of a frame`() throws {
    let text = #"{"frame": 9, "timestamp": 40, "timestamp_ms": 41, "multiFaceLandmarks": []}"#
    let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
    #expect(try reader.next()?.timestampMs == 41)
  }

  @Test func `times of two kinds in one file are a fault`() throws {
    let text = """
      {"timestamp_ms": 0, "multiFaceLandmarks": []}
      {"timestamp_s": 1, "multiFaceLandmarks": []}
      """
    let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
    _ = try reader.next()
    #expect(throws: TrackingFault.self) { try reader.next() }
  }

  @Test func `results without a time are the next frame's each, where that is said`() throws {
    let text = Array(repeating: #"{"multiFaceLandmarks": []}"#, count: 3).joined(separator: "\n")
    let fault = #expect(throws: TrackingFault.self) {
      try TrackingReader(bytes: Array(text.utf8), options: options).next()
    }
    #expect(fault?.description.contains("--tracking-time-unit frames") == true)
    var counted = options
    counted.timeUnit = .frames
    counted.clipTimes = ClipTimes([10, 50, 95])
    let reader = try TrackingReader(bytes: Array(text.utf8), options: counted)
    var found: [Double] = []
    while let sample = try reader.next() { found.append(sample.timestampMs) }
    #expect(found == [10, 50, 95])
    #expect(try TrackingSkim(bytes: Array(text.utf8), options: counted).times == [0, 1, 2])
  }
}

/// Keys that are misspelt in all samples.
@Suite struct MisspeltKeyTests {
  private let options = TrackingFileOptions(
    fallbackSize: PixelSize(width: 100, height: 200), skipsBadSamples: true)

  private func fault(_ text: String) -> TrackingFault? {
    do {
      let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
      while try reader.next() != nil {}
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("Faces", "faces"), ("face", "faces"), ("hand", "hands"), ("imgaes", "images"),
  ])
  func `a misspelt key of all samples is a fault with the nearest`(
    key: String, meant: String
  ) throws {
    let text = Text.file(
      #"{"timestampMs": 0}"#, #"{"timestampMs": 1, "\#(key)": []}"#,
      #"{"timestampMs": 2, "\#(key)": []}"#)
    let found = try #require(fault(text))
    #expect(found.problem == .misspeltKey)
    #expect(found.line == 3)
    #expect(found.description.contains("\(key): found") && found.expected == meant)
    #expect(throws: TrackingFault.self) { try TrackingSkim(bytes: Array(text.utf8)) }
  }

  @Test(arguments: ["face_landmark", "multiFaceLandmark", "facelandmarks"])
  func `a key of a dump that means one thing is read, and told`(key: String) throws {
    let reader = try TrackingReader(
      bytes: Array(#"{"timestampMs": 0, "\#(key)": []}"#.utf8),
      options: TrackingFileOptions(fallbackSize: PixelSize(width: 9, height: 9)))
    while try reader.next() != nil {}
    #expect(reader.notes.contains { $0.contains("\"\(key)\" is read as") }, "\(reader.notes)")
  }

  @Test(arguments: [("landmark", "landmarks")])
  func `so is one of a dump, with a time or without`(key: String, meant: String) {
    let found = fault(#"{"timestampMs": 0, "\#(key)": []}"#)
    #expect(found?.problem == .misspeltKey)
    #expect(found?.expected == meant)
    let first = fault(#"{"\#(key)": []}"#)
    #expect(first?.problem == .unrecognised)
    #expect(first?.description.contains("did you mean \"\(meant)\"?") == true)
  }

  @Test func `one of some samples, and a word that is near nothing, are counted`() throws {
    #expect(fault(Text.file(Text.sample(0), #"{"timestampMs": 1, "Faces": []}"#)) == nil)
    #expect(fault(Text.file(#"{"timestampMs": 1, "mood": 3}"#)) == nil)
    #expect(fault(Text.file(#"{"timestampMs": 1, "faces": [], "Hands": []}"#)) == nil)
    #expect(fault(Text.file(#"{"timestampMs": 1}"#)) == nil)
  }
}
