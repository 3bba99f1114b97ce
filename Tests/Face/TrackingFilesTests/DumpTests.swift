import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Dumps of MediaPipe's results: the same six results as three bindings write them.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct DumpTests {
  static let files: [(name: String, dialect: TrackingDialect)] = [
    ("web.jsonl", .web), ("python.json", .python), ("ios.jsonl", .ios),
  ]
  let size = PixelSize<TrackerSpace>(width: 480, height: 270)

  private func dump(_ name: String) throws -> [TrackingSample] {
    try samples(
      SharedData.file("data/dumps/\(name)").path, TrackingFileOptions(fallbackSize: size))
  }

  @Test(arguments: files)
  func `a dump is recognised by its keys`(file: (name: String, dialect: TrackingDialect)) throws {
    let path = SharedData.file("data/dumps/\(file.name)").path
    let reader = try TrackingReader(path: path, options: TrackingFileOptions(fallbackSize: size))
    #expect(reader.dialect == file.dialect)
    #expect(reader.header.size == size)
    while try reader.next() != nil {}
    #expect(reader.unknownKeys.isEmpty)
  }

  @Test func `the three bindings give equal samples`() throws {
    let all = try Self.files.map { try dump($0.name) }
    #expect(all[0].count == 6)
    #expect(all[0] == all[1])
    #expect(all[0] == all[2])
  }

  @Test func `the dumps equal the recording that they were made from`() throws {
    let recorded = try samples(SharedData.file("recordings/two-faces/tracking.jsonl").path)
    for (dump, own) in zip(try dump("web.jsonl"), recorded) {
      #expect(dump.timestampMs == own.timestampMs)
      try #require(dump.faces.count == own.faces.count)
      for (dump, own) in zip(dump.faces, own.faces) {
        #expect(dump.landmarks == own.landmarks)
        #expect(dump.pose == own.pose)
        #expect(dump.blendshapes[.jawOpen] == own.blendshapes[.jawOpen])
      }
    }
  }

  @Test func `a dump without a picture size says which option gives it`() throws {
    let fault = firstFault(SharedData.file("data/dumps/web.jsonl").path)
    #expect(fault?.problem == .unknownPictureSize)
    #expect(fault?.description.contains("--tracking-size") == true)
  }

  @Test func `options override what the video suggests`() throws {
    let other = try #require(PixelSize<TrackerSpace>(width: 270, height: 480))
    let reader = try TrackingReader(
      path: SharedData.file("data/dumps/ios.jsonl").path,
      options: TrackingFileOptions(
        size: other, rotation: .clockwise, mirrored: true, fallbackSize: size))
    #expect(
      reader.header == TrackingHeader(size: other, rotation: .clockwise, mirrored: true))
  }

  /// Drops matrices as MediaPipe does for a degenerate face: the list closes up.
  @Test(arguments: [0, 1])
  func `a shorter list of matrices is paired by projection`(dropped: Int) throws {
    let whole = try dump("web.jsonl")
    let scratch = try ScratchFolder()
    let text = try String(contentsOf: SharedData.file("data/dumps/web.jsonl"), encoding: .utf8)
    let lines = try text.split(separator: "\n").map { line in
      var object = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      var matrices = try #require(object["facialTransformationMatrixes"] as? [Any])
      matrices.remove(at: dropped)
      object["facialTransformationMatrixes"] = matrices
      return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }
    let paired = try samples(
      scratch.file(lines.joined(separator: "\n")), TrackingFileOptions(fallbackSize: size))
    for (sample, whole) in zip(paired, whole) {
      #expect(sample.faces[dropped].pose == nil)
      #expect(sample.faces[1 - dropped].pose == whole.faces[1 - dropped].pose)
    }
  }

  /// The order of the list means nothing.
  @Test func `swapped matrices find their faces`() throws {
    let scratch = try ScratchFolder()
    let text = try String(contentsOf: SharedData.file("data/dumps/python.json"), encoding: .utf8)
    var objects = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    for index in objects.indices {
      let matrices = objects[index]["facial_transformation_matrixes"] as? [Any] ?? []
      objects[index]["facial_transformation_matrixes"] = Array(matrices.reversed())
    }
    let data = try JSONSerialization.data(withJSONObject: objects, options: .prettyPrinted)
    let swapped = try samples(
      scratch.file(data, name: "t.json"), TrackingFileOptions(fallbackSize: size))
    #expect(
      try swapped.map { $0.faces.map(\.pose) } == dump("web.jsonl").map { $0.faces.map(\.pose) })
  }
}

/// Layouts of dumps that the recorded ones do not have.
@Suite struct DumpLayoutTests {
  static let rows = [[0.0, -1, 0, 5], [1, 0, 0, 6], [0, 0, 1, -50], [0, 0, 0, 1]]
  static let transposed = (0..<4).map { column in (0..<4).map { rows[$0][column] } }
  let options = TrackingFileOptions(fallbackSize: PixelSize(width: 100, height: 200))

  static let spellings = [
    #"{"rows":4,"columns":4,"data":\#(transposed.flatMap { $0 })}"#,
    #"{"rows":4,"columns":4,"data":\#(rows.flatMap { $0 })}"#,
    "\(transposed.flatMap { $0 })", "\(rows.flatMap { $0 })", "\(rows)", "\(transposed)",
  ]

  @Test(arguments: spellings)
  func `a matrix is read in whichever order it stands`(matrix: String) throws {
    let scratch = try ScratchFolder()
    let path = try scratch.file(
      #"{"timestampMs": 1, "faceLandmarks": [], "facialTransformationMatrixes": [\#(matrix)]}"#)
    let sample = try #require(samples(path, options).first)
    #expect(sample.faces.first?.pose?.rowMajor == Self.rows.flatMap { $0 })
  }

  @Test func `a result with nothing in it is a sample with nothing in it`() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.file(
      """
      {"timestampMs": 1}
      {"timestampMs": 2, "faceLandmarks": [], "faceBlendshapes": []}
      """)
    let all = try samples(path, options)
    #expect(all.map(\.timestampMs) == [1, 2])
    #expect(all.allSatisfy { $0.faces.isEmpty && $0.hands.isEmpty })
  }

  static let hands = [
    (
      #""landmarks": [P], "worldLandmarks": [W], "handedness": [H], "handednesses": [H]"#,
      "categoryName", "timestampMs"
    ),
    (
      #""hand_landmarks": [P], "hand_world_landmarks": [W], "handedness": [H]"#,
      "category_name", "timestamp_ms"
    ),
  ]

  @Test(arguments: hands)
  func `hands and gestures are read from both spellings`(
    keys: String, name: String, time: String
  ) throws {
    let point = Text.points(21, #"{"x":0.5,"y":0.25,"z":0.125,"visibility":null}"#)
    let category = #"[{"index":0,"score":0.75,"\#(name)":"Left"}]"#
    let gesture = #""gestures": [[{"index":-1,"score":0.5,"\#(name)":"Thumb_Up"}]]"#
    let body = keys.replacing("P", with: point).replacing("W", with: point)
      .replacing("H", with: category)
    let scratch = try ScratchFolder()
    let path = try scratch.file(#"{"\#(time)": 7, \#(body), \#(gesture)}"#)
    let reader = try TrackingReader(path: path, options: options)
    let hand = try #require(reader.next()?.hands.first)
    #expect(hand.handedness == .left)
    #expect(hand.score == 0.75)
    #expect(hand.landmarks == Array(repeating: Point3(50, 50, 12.5), count: 21))
    #expect(hand.worldLandmarks == Array(repeating: SIMD3(0.5, 0.25, 0.125), count: 21))
    #expect(hand.gestures == [Gesture(categoryName: "Thumb_Up", score: 0.5)])
    #expect(reader.unknownKeys.isEmpty)
  }

  @Test(
    arguments: [
      (#", "gestures": [[], [{"score":0.5,"categoryName":"Victory"}]]"#, [[], ["Victory"]]),
      (#", "gestures": [[], []]"#, [[], []]),
      // A list for the first hand alone, and results of the Hand Landmarker.
      (#", "gestures": [[]]"#, [[], nil]),
      ("", [nil, nil]),
    ] as [(String, [[String]?])])
  func `an empty list of a hand's gestures is kept apart from none`(
    gestures: String, expected: [[String]?]
  ) throws {
    let points = Text.points(21, #"{"x":0.5,"y":0.25,"z":0.125}"#)
    let scratch = try ScratchFolder()
    let path = try scratch.file(
      #"{"timestampMs": 7, "landmarks": [\#(points), \#(points)]\#(gestures)}"#)
    let hands = try #require(samples(path, options).first?.hands)
    #expect(hands.map { $0.gestures?.map(\.categoryName) } == expected)
    #expect(hands.allSatisfy { $0.customGestures == nil })
  }
}
