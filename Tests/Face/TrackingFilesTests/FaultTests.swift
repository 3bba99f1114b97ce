import Foundation
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// One file for each fault that a tracking file can have.
@Suite struct FaultTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var line: Int?
    var problem: TrackingFault.Problem
    /// What the message must contain beside the file and the line.
    var words: [String]

    init(
      _ name: String, _ text: String, line: Int?, _ problem: TrackingFault.Problem,
      _ words: String...
    ) {
      (self.name, self.text, self.line) = (name, text, line)
      (self.problem, self.words) = (problem, words)
    }

    var testDescription: String { name }
  }

  /// A file whose only sample has this as its faces.
  private static func faces(_ faces: String) -> String {
    Text.file(#"{"timestampMs": 0, "faces": \#(faces)}"#)
  }

  private static func matrix(_ matrix: String) -> String { faces(#"[{"matrix": \#(matrix)}]"#) }

  static let headers = [
    Case("an empty file", "", line: nil, .empty, "nothing"),
    Case("white space", " \n\t\n", line: nil, .empty, "nothing"),
    Case("no JSON", "hello", line: 1, .notJSON, "no JSON", "avatar-tracking/1", "MediaPipe"),
    Case(
      "a CSV", "time,x,y\n0,0.5,0.5\n", line: 1, .notJSON, "no JSON", "avatar-tracking/1",
      "MediaPipe"),
    Case("a PNG", "\u{89}PNG\r\n", line: 1, .notJSON),
    Case("a number", "5\n", line: 1, .wrongType, "5", "an object"),
    Case("another object", #"{"name": "clip"}"#, line: 1, .unrecognised),
    Case(
      "another version", #"{"format": "avatar-tracking/2", "width": 1, "height": 1}"#, line: 1,
      .wrongFormat, "avatar-tracking/2", "avatar-tracking/1"),
    Case("no header", Text.sample(0), line: 1, .wrongHeader, "header"),
    Case(
      "no height", #"{"format": "avatar-tracking/1", "width": 5}"#, line: 1, .missingKey, "height"),
    Case(
      "a width of 0", #"{"format": "avatar-tracking/1", "width": 0, "height": 1}"#, line: 1,
      .wrongHeader, "0 x 1"),
    Case(
      "half a pixel", #"{"format": "avatar-tracking/1", "width": 1.5, "height": 1}"#, line: 1,
      .wrongHeader, "1.5"),
    Case(
      "a size as text", #"{"format": "avatar-tracking/1", "width": "5", "height": 1}"#, line: 1,
      .wrongType, "width", "a number"),
    Case(
      "an odd turn",
      #"{"format": "avatar-tracking/1", "width": 5, "height": 1, "rotationDegrees": 45}"#,
      line: 1, .wrongHeader, "45", "90"),
    Case(
      "mirrored as a number",
      #"{"format": "avatar-tracking/1", "width": 5, "height": 1, "mirrored": 1}"#, line: 1,
      .wrongType, "mirrored", "true or false"),
  ]

  private static func card(_ name: String, _ id: Int) -> String {
    #"{"name": "\#(name)", "id": \#(id), "corners": [[0,0],[1,0],[1,1],[0,1]]}"#
  }

  private static func images(
    _ member: String = #""score": 1"#, corners: String = "[[0,0],[1,0],[1,1],[0,1]]"
  ) -> String {
    Text.file(
      #"{"timestampMs": 1, "images": [{"name": "a", "corners": \#(corners), \#(member)}]}"#)
  }

  static let samples = [
    Case("no JSON in a sample", Text.file(Text.sample(0), "{oops}"), line: 3, .notJSON),
    Case(
      "a truncated sample", Text.file(Text.sample(0), #"{"timestampMs": 1, "fa"#), line: 3, .notJSON
    ),
    Case(
      "two samples in a line", Text.file("{\"timestampMs\": 1} {\"timestampMs\": 2}"), line: 2,
      .notJSON),
    Case(
      "a bad value under an unknown key", Text.file(#"{"timestampMs": 1, "x": [1,,2]}"#), line: 2,
      .notJSON),
    Case(
      "a bad word under an unknown key", Text.file(#"{"timestampMs": 1, "x": tru}"#), line: 2,
      .notJSON),
    Case("a bad number", Text.file(#"{"timestampMs": 1.2.3}"#), line: 2, .notJSON),
    Case("no time", Text.file("{}"), line: 2, .missingKey, "timestampMs"),
    Case(
      "a time twice", Text.file(#"{"timestampMs": 1, "timestampMs": 2}"#), line: 2, .duplicateKey),
    Case(
      "faces twice", Text.file(#"{"timestampMs": 1, "faces": [], "faces": []}"#), line: 2,
      .duplicateKey, "faces"),
    Case("faces as an object", faces("{}"), line: 2, .wrongType, "faces", "a list"),
    Case("a face as a list", faces("[[]]"), line: 2, .wrongType, "faces[0]", "an object"),
    Case("three corners", images(corners: "[[0,0],[1,0],[1,1]]"), line: 2, .landmarkCount, "3"),
    Case(
      "corners that cross", images(corners: "[[0,0],[1,1],[1,0],[0,1]]"), line: 2,
      .cornersNotConvex, "images[0].corners"),
    Case(
      "a corner far away", images(corners: "[[0,0],[2e6,0],[2e6,1],[0,1]]"), line: 2, .outOfRange,
      "2000000"),
    Case(
      "a score above 1", images(#""score": 1.01"#), line: 2, .outOfRange, "images[0].score", "1.01"),
    Case(
      "a score below 0", images(#""score": -0.01"#), line: 2, .outOfRange, "images[0].score"),
    Case(
      "no width", images(#""widthMm": 0"#), line: 2, .outOfRange, "images[0].widthMm", "above 0"),
    Case("a broken id", images(#""id": 1.5"#), line: 2, .wrongType, "images[0].id"),
    Case(
      "a card's matrix in millimetres", images(#""matrix": \#(Text.pose)"#), line: 2,
      .matrixNotRigid, "a scale of 1", "0.1"),
    Case(
      "a picture without a name",
      Text.file(#"{"timestampMs": 1, "images": [{"corners": [[0,0],[1,0],[1,1],[0,1]]}]}"#),
      line: 2,
      .missingKey, "no name"),
    Case(
      "an id twice in a sample",
      Text.file(#"{"timestampMs": 1, "images": [\#(card("a", 3)), \#(card("a", 3))]}"#), line: 2,
      .repeatedIdentity, "images[1].id", "3"),
    Case(
      "an id under two names",
      Text.file(
        #"{"timestampMs": 1, "images": [\#(card("a", 3))]}"#,
        #"{"timestampMs": 2, "images": [\#(card("b", 3))]}"#), line: 3, .repeatedIdentity,
      "images[0].id", "\"a\" before"),
    Case("an empty face", faces("[{}]"), line: 2, .emptyFace, "faces[0]"),
    Case(
      "an id as text", faces(#"[{"id": "a", "matrix": \#(Text.pose)}]"#), line: 2, .wrongType,
      "faces[0].id"),
    Case(
      "467 landmarks", faces(#"[{"landmarks": \#(Text.points(467))}]"#), line: 2, .landmarkCount,
      "467", "468 or 478"),
    Case(
      "477 landmarks", faces(#"[{"landmarks": \#(Text.points(477))}]"#), line: 2, .landmarkCount,
      "477"),
    Case(
      "a million landmarks", faces(#"[{"landmarks": \#(Text.points(100_000, "[0,0,0]"))}]"#),
      line: 2, .landmarkCount, "100000"),
    Case(
      "a landmark without depth", faces(#"[{"landmarks": [[0.1, 0.2]]}]"#), line: 2, .wrongType,
      "faces[0].landmarks[0]", "2 coordinates"),
    Case(
      "NaN", faces(#"[{"landmarks": [[0, NaN, 0]]}]"#), line: 2, .notFinite,
      "faces[0].landmarks[0]", "NaN"),
    Case("-Infinity", Text.file(#"{"timestampMs": -Infinity}"#), line: 2, .notFinite, "-Infinity"),
    Case("an overflow", matrix("[1e999]"), line: 2, .notFinite, "1e999"),
    Case("null", matrix("[null]"), line: 2, .notFinite, "null"),
    Case(
      "a NaN score", faces(#"[{"matrix": \#(Text.pose), "blendshapes": {"jawOpen": NaN}}]"#),
      line: 2, .notFinite, "blendshapes"),
    Case(
      "scores in percent", faces(#"[{"matrix": \#(Text.pose), "blendshapes": {"jawOpen": 37.5}}]"#),
      line: 2, .outOfRange, "blendshapes"),
    Case(
      "a coordinate of 1e300", faces(#"[{"landmarks": \#(Text.points(468, "[1e300,0,0]"))}]"#),
      line: 2, .outOfRange, "1e+300"),
    Case(
      "15 numbers", matrix("[1,0,0,0, 0,1,0,0, 0,0,1,-50, 0,0,0]"), line: 2, .matrixShape, "15",
      "16"),
    Case(
      "no last row", matrix("[1,0,0,0, 0,1,0,0, 0,0,1,-50, 0,0,1,1]"), line: 2, .matrixShape,
      "0 0 1 1"),
    Case(
      "a reflection", matrix("[-1,0,0,0, 0,1,0,0, 0,0,1,-50, 0,0,0,1]"), line: 2,
      .matrixNotRigid, "determinant of -1"),
    Case(
      "zeros", matrix("[0,0,0,0, 0,0,0,0, 0,0,0,-50, 0,0,0,1]"), line: 2, .matrixNotRigid,
      "determinant of 0"),
    Case(
      "a shear", matrix("[1,0.02,0,0, 0,1,0,0, 0,0,1,-50, 0,0,0,1]"), line: 2, .matrixNotRigid,
      "columns 1 and 2"),
    Case(
      "two scales", matrix("[1,0,0,0, 0,1.02,0,0, 0,0,1,-50, 0,0,0,1]"), line: 2,
      .matrixNotRigid, "1.02"),
    Case(
      "a face behind the camera", matrix("[1,0,0,0, 0,1,0,0, 0,0,1,50, 0,0,0,1]"), line: 2,
      .matrixBehindCamera, "tz 50"),
    Case(
      "no translation", matrix("[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]"), line: 2,
      .matrixBehindCamera, "tz 0"),
    Case(
      "time going back", Text.file(Text.sample(5), Text.sample(4)), line: 3, .timeNotIncreasing,
      "4", "5"),
    Case("time standing", Text.file(Text.sample(5), Text.sample(5)), line: 3, .timeNotIncreasing),
    Case(
      "20 hand landmarks",
      Text.file(
        #"{"timestampMs":0,"hands":[{"handedness":"Left","landmarks":\#(Text.points(20))}]}"#),
      line: 2, .landmarkCount, "hands[0].landmarks", "20", "21"),
    Case(
      "22 world landmarks",
      Text.file(
        #"{"timestampMs":0,"hands":[{"handedness":"Left","worldLandmarks":\#(Text.points(22))}]}"#),
      line: 2, .landmarkCount, "hands[0].worldLandmarks", "22"),
    Case(
      "a third hand", Text.file(#"{"timestampMs":0,"hands":[{"handedness":"Middle"}]}"#), line: 2,
      .wrongType, "Middle", "Left or Right"),
    Case(
      "three corners",
      Text.file(#"{"timestampMs":0,"images":[{"name":"a","corners":[[0,0],[1,0],[1,1]]}]}"#),
      line: 2, .landmarkCount, "images[0].corners", "3", "4"),
    Case("invalid UTF-8", Text.file("{\"timestampMs\": 1, \"x\": \"\u{0}\"}"), line: 2, .notJSON),
  ]

  @Test(arguments: headers + samples)
  func `each fault is named with its place`(example: Case) throws {
    let scratch = try ScratchFolder()
    let path = try scratch.file(example.text)
    let fault = try #require(firstFault(path))
    #expect(fault.problem == example.problem)
    #expect(fault.line == example.line)
    #expect(fault.file == path)
    let message = fault.description
    #expect(!message.contains("\n"))
    #expect(message.contains(path))
    #expect(message.contains("found") && message.contains("expected"))
    if let line = example.line { #expect(message.contains("line \(line)")) }
    for word in example.words { #expect(message.contains(word), "\(message)") }
  }

  @Test(arguments: samples)
  func `a bad sample can be left out, counted and named`(example: Case) throws {
    let scratch = try ScratchFolder()
    let path = try scratch.file(example.text + "\n" + Text.sample(1000) + "\n")
    let reader = try TrackingReader(path: path, options: TrackingFileOptions(skipsBadSamples: true))
    var times: [Double] = []
    while let sample = try reader.next() { times.append(sample.timestampMs) }
    #expect(times.last == 1000)
    #expect(reader.leftOut.summary != nil)
    #expect(reader.leftOut.faults.first?.problem == example.problem)
  }

  @Test func `invalid UTF-8 is no JSON`() throws {
    let scratch = try ScratchFolder()
    let bytes = Array(Text.file().utf8) + [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D, 0x0A]
    #expect(firstFault(try scratch.file(bytes))?.problem == .notJSON)
  }

  @Test func `a file that is not there, and a folder`() throws {
    let scratch = try ScratchFolder()
    #expect(firstFault(scratch.path("none.jsonl"))?.problem == .notFound)
    #expect(firstFault(scratch.url.path)?.problem == .unreadable)
  }

  @Test func `inspection lists every fault of every sample`() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.file(
      Text.file(
        Text.sample(0), "nonsense", Text.sample(40),
        #"{"timestampMs": 20, "faces": [{"landmarks": []}, {"matrix": [1]}], "mood": 3}"#,
        Text.sample(80), Text.sample(80)))
    let survey = Survey(path)
    #expect(survey.badSamples == 3)
    #expect(survey.timesMs == [0, 40, 80])
    #expect(survey.faults.map(\.line) == [3, 5, 5, 5, 7])
    #expect(
      survey.faults.map(\.problem) == [
        .notJSON, .landmarkCount, .matrixShape, .timeNotIncreasing, .timeNotIncreasing,
      ])
    #expect(survey.unknownKeys == ["mood": 1])
    #expect(Survey(scratch.path("none")).faults.map(\.problem) == [.notFound])
  }

  @Test func `the list of faults is bounded, their count is not`() throws {
    let scratch = try ScratchFolder()
    let bad = Array(repeating: "{}", count: 2 * TrackingLimits.keptFaults).joined(separator: "\n")
    let survey = Survey(try scratch.file(Text.file(bad)))
    #expect(survey.faults.count == TrackingLimits.keptFaults)
    #expect(survey.faultCount == 2 * TrackingLimits.keptFaults)
  }
}
