import Alignment
import FaceModel
import Foundation
import Geometry
import Recordings
import Rendering
import SampleRecording
import TestSupport
import Testing
import Tracking
import TrackingFiles

@Suite struct AlignReferenceTests {
  @Test func `alignment against a reference of a recording with itself is perfect`() throws {
    let stage = try AlignStage()
    let report = try stage.report(reference: stage.tracking.text)
    #expect(report[.nme] == 0 && report[.rawNme] == 0)
    #expect(report[.failureRate8] == 0 && report[.auc10] == 1 && report[.missedFaces] == 0)
    #expect(report[.referenceJitter] == 0)
  }

  @Test
  func
    `alignment against a reference of a copy that is shifted by known pixels has the known error`()
    throws
  {
    var stage = try AlignStage()
    let truth = stage.tracking
    // The landmarks of `unlikeness` u lie (1 + sin(i) / 2) u and (cos(i) / 2 - 1) u beside those of 0.
    for index in truth.samples.indices { stage.tracking.samples[index].faces[0].unlikeness += 2 }
    let perFace = (0..<468).reduce(0.0) { sum, i in
      let (dx, dy) = (1 + 0.5 * sin(Double(i)), 0.5 * cos(Double(i)) - 1)
      return sum + 2 * (dx * dx + dy * dy).squareRoot() / 468
    }
    let errors = truth.samples.map { 100 * perFace / stage.interOcular($0.faces[0]) }
    let report = try stage.report(reference: truth.text)
    let mean = errors.reduce(0, +) / Double(errors.count)
    #expect(abs(try #require(report[.nme]) - mean) < 1e-4)
    let over = 100 * Double(errors.count { $0 > 10 }) / Double(errors.count)
    #expect(abs(try #require(report[.failureRate10]) - over) < 1e-5)
    let auc = errors.reduce(0) { $0 + max(0, 1 - $1 / 10) } / Double(errors.count)
    #expect(abs(try #require(report[.auc10]) - auc) < 1e-5)
    // A constant shift does not tremble.
    #expect(try #require(report[.referenceJitter]) < 1e-4)
  }

  @Test func `alignment against a reference is the same for a tracker that saw a mirrored picture`()
    throws
  {
    let stage = try AlignStage(frames: 10)
    // As the format says: x becomes 1 - x, and each landmark the one across the face.
    let lines = stage.tracking.samples.map { sample in
      let points = sample.faces[0].landmarks(width: 160, height: 120)
      let flipped = FaceTopology.mirrorIndex.prefix(468).map {
        [1 - points[$0][0], points[$0][1], 0]
      }
      return "{\"timestampMs\": \(sample.timestampMs), \"faces\": [{\"landmarks\": \(flipped)}]}"
    }
    let header =
      "{\"format\": \"avatar-tracking/1\", \"width\": 160, \"height\": 120, \"mirrored\": true}"
    let report = try stage.report(reference: ([header] + lines).joined(separator: "\n"))
    #expect(try #require(report[.nme]) < 1e-4)
    #expect(report[.missedFaces] == 0)
    // And for one that says nothing of it, it is far off.
    let plain = header.replacingOccurrences(of: "true", with: "false")
    let wrong = try stage.report(reference: ([plain] + lines).joined(separator: "\n"))
    #expect(try #require(wrong[.failureRate10]) > 50)
  }

  @Test func `alignment against a reference takes the dump of a web app`() throws {
    let stage = try AlignStage(frames: 4)
    let lines = stage.tracking.samples.map { sample in
      let points = sample.faces[0].landmarks(width: 160, height: 120).map {
        "{\"x\": \($0[0]), \"y\": \($0[1]), \"z\": 0}"
      }
      return
        "{\"timestampMs\": \(sample.timestampMs), \"faceLandmarks\": [[\(points.joined(separator: ","))]]}"
    }
    let array = "[" + lines.joined(separator: ",\n") + "]"
    for text in [lines.joined(separator: "\n"), array] {
      let report = try stage.report(reference: text)
      #expect(try #require(report[.nme]) < 1e-4)
    }
  }

  /// The sample's tracking is exact, so what is added to it is all that can be found.
  @Test
  func
    `alignment against a reference of the sample with known noise has the error and the jitter of that noise`()
    throws
  {
    let folder = try ScratchFolder()
    let size = try #require(PixelSize<TrackerSpace>(width: 256, height: 144))
    let recorder = SampleRecorder(size: size, frameRate: 25, duration: 1, threads: 2)
    try recorder.write(into: folder.path("sample"))
    let sigma = 0.3
    var random = SplitMix64(state: 1)
    let reader = try TrackingReader(path: folder.path("sample/tracking.jsonl"))
    let noisy = try TrackingWriter(path: folder.path("noisy.jsonl"), header: reader.header)
    var (ocular, squares, count) = (0.0, 0.0, 0)
    func gauss() -> Double {
      (-2 * log(random.number(1e-12...1))).squareRoot() * cos(2 * .pi * random.number(0...1))
    }
    while var sample = try reader.next() {
      for face in sample.faces.indices {
        let points = sample.faces[face].landmarks
        ocular += 1 / points[33].xy.distance(to: points[263].xy)
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let box = try #require(xs.max()) - #require(xs.min())
        squares += 1 / (box * (try #require(ys.max()) - #require(ys.min())))
        count += 1
        for i in points.indices {
          sample.faces[face].landmarks[i].x += sigma * gauss()
          sample.faces[face].landmarks[i].y += sigma * gauss()
        }
      }
      try noisy.write(sample)
    }
    try noisy.finish()

    var settings = try AlignStage(frames: 1).settings()
    settings.render.recording = try .init(
      video: folder.path("sample/clip.mp4"), tracking: folder.path("noisy.jsonl"))
    settings.reference = folder.path("sample/tracking.jsonl")
    let report = try AlignJob(settings).run().report
    // The length of a normally distributed vector of the plane has the mean sigma sqrt(pi / 2).
    let nme = 100 * sigma * (Double.pi / 2).squareRoot() * ocular / Double(count)
    #expect(abs(try #require(report[.nme]) / nme - 1) < 0.01)
    // Differences of independent noise: sqrt(2) of it in each of two coordinates. The box of the
    // noisy face is a little larger than the exact one's.
    let jitter = 100 * 2 * sigma * (squares / Double(count)).squareRoot()
    #expect(abs(try #require(report[.referenceJitter]) / jitter - 1) < 0.03)
    #expect(report[.missedFaces] == 0)
    #expect(report.faces > 0)
  }

  @Test
  func
    `alignment against a reference counts a face that was not found as a failure, and out of the mean`()
    throws
  {
    var stage = try AlignStage(frames: 10)
    let truth = stage.tracking
    // The tracker loses the face, for longer than it would be held.
    for index in 2..<10 { stage.tracking.samples[index].faces = [] }
    let report = try stage.report(reference: truth.text)
    let missed = try #require(report[.missedFaces])
    #expect(missed > 0 && missed < 100)
    #expect(try #require(report[.failureRate10]) >= missed)
    #expect(try #require(report[.auc10]) <= 1 - missed / 100)
  }

  @Test(arguments: ["\"frame\": 7", "\"timestampMs\": 280", "\"timestampMs\": 284.9"])
  func
    `alignment against a reference takes points that were set by hand, by frame or time, by number or name`(
      moment: String
    ) throws
  {
    let stage = try AlignStage(frames: 10)
    let face = stage.tracking.samples[7].faces[0]
    // On a picture of twice the size, so that all numbers are to be halved.
    let points = face.landmarks(width: 160, height: 120).map { [$0[0] * 320, $0[1] * 240] }
    let nose = [points[4][0] + 6, points[4][1]]
    let report = try stage.report(
      reference: """
        {"format": "avatar-annotations/1", "width": 320, "height": 240}
        {\(moment), "faces": [{"id": 3, "points":
          {"rightEyeOuter": \(points[33]), "263": \(points[263]), "noseTip": \(nose)}}]}
        """.replacingOccurrences(of: "\n  ", with: ""))
    #expect(
      abs(try #require(report[.nme]) - 100 * (3.0 / 3) / stage.interOcular(face)) < 1e-3)
    #expect(report[.referenceJitter] == nil)
  }

  @Test func `alignment against a reference of another recording's times says so`() throws {
    let stage = try AlignStage(frames: 5)
    var late = stage.tracking
    for index in late.samples.indices { late.samples[index].timestampMs += 1e6 }
    #expect(throws: AlignError.self) { try stage.report(reference: late.text) }
    do {
      _ = try stage.report(reference: late.text)
    } catch {
      let text = "\(error)"
      #expect(text.contains("no annotation belongs to a frame of the clip"))
      #expect(text.contains("1000000.0 ms") && text.contains("frames 0 to 4"))
    }
  }

  @Test func `alignment against a reference of a picture of another shape is refused`() throws {
    let stage = try AlignStage(frames: 5)
    let error = #expect(throws: AlignError.self) {
      try stage.report(
        reference: "{\"format\": \"avatar-annotations/1\", \"width\": 640, \"height\": 640}\n")
    }
    #expect("\(try #require(error))".contains("640 x 640"))
  }

  @Test
  func
    `alignment against a reference of another picture's tracking is refused, and of other faces named`()
    throws
  {
    let stage = try AlignStage(frames: 5)
    let square = SyntheticTracking(width: 120, height: 120, frames: 5)
    #expect(throws: AlignError.self) { try stage.report(reference: square.text) }
    let other = SyntheticTracking(width: 160, height: 120, frames: 5) { $0.x += 60 }
    let report = try stage.report(reference: other.text)
    #expect(report[.missedFaces] == 100 && report[.failureRate10] == 100 && report[.auc10] == 0)
    #expect(report[.nme] == nil)
    #expect(report.notes.contains { $0.contains("another recording") })
  }

  static let point = "\"33\": [10, 10], \"263\": [40, 10]"

  @Test(arguments: [
    ("{\"frame\": 0, \"faces\": [{\"points\": {\(point), \"4\": [NaN, 1]}}]}", "column"),
    ("{\"frame\": 0, \"faces\": [{\"points\": {\(point), \"4\": [Infinity, 1]}}]}", "column"),
    ("{\"frame\": 0, \"faces\": [{\"points\": {\(point), \"4\": [1e999, 1]}}]}", "[inf, 1.0]"),
    ("{\"frame\": 0, \"faces\": [{\"points\": {\(point), \"4\": [\"1\", 1]}}]}", "a string"),
    ("{\"frame\": 0, \"faces\": [{\"points\": {\(point), \"4\": [null, 1]}}]}", "null"),
    ("{\"frame\": 0, \"faces\": [{\"points\": {\(point), \"4\": [1, 2, 3]}}]}", "3 entries"),
    ("{\"frame\": 0, \"faces\": [{\"points\": {\(point), \"478\": [1, 1]}}]}", "478"),
    ("{\"frame\": 0, \"faces\": [{\"points\": {\(point), \"noseTop\": [1, 1]}}]}", "noseTip"),
    (
      "{\"frame\": 0, \"faces\": [{\"points\": {\(point), \"rightEyeOuter\": [1, 1]}}]}", "twice"
    ),
    ("{\"frame\": 0, \"faces\": [{\"points\": {\"33\": [10, 10]}}]}", "263"),
    ("{\"frame\": 0, \"faces\": [{\"points\": {\(point)}, \"idd\": 1}]}", "did you mean id?"),
    ("{\"frame\": 0, \"face\": []}", "did you mean faces?"),
    ("{\"frame\": 0.5, \"faces\": []}", "whole number"),
    ("{\"frame\": -1, \"faces\": []}", "whole number"),
    ("{\"faces\": []}", "frame or timestampMs"),
    ("{\"frame\": 0, \"timestampMs\": 0, \"faces\": []}", "one of them"),
    ("{\"frame\": 0}", "no list of faces"),
    ("{\"frame\": 0, \"faces\": [1]}", "an object"),
    ("[]", "column"), ("nonsense", "column"),
  ])
  func `alignment against a reference names what is wrong with an annotation, and its line`(
    line: String, word: String
  ) throws {
    let stage = try AlignStage(frames: 3)
    let header = "{\"format\": \"avatar-annotations/1\", \"width\": 160, \"height\": 120}\n"
    let error = #expect(throws: TrackingFault.self) {
      try stage.report(reference: header + line + "\n")
    }
    let fault = try #require(error)
    #expect(fault.line == 2)
    // A line that is no object has no key to name.
    if word != "column" { #expect("\(fault)".contains(word), "\(fault)") }
  }

  @Test
  func `alignment against a reference refuses moments that go back, and headers that are none`()
    throws
  {
    let stage = try AlignStage(frames: 3)
    let header = "{\"format\": \"avatar-annotations/1\", \"width\": 160, \"height\": 120}\n"
    for text in [
      header + "{\"frame\": 1, \"faces\": []}\n{\"frame\": 1, \"faces\": []}\n",
      header + "{\"frame\": 1, \"faces\": []}\n{\"timestampMs\": 99, \"faces\": []}\n",
      "{\"format\": \"avatar-annotations/2\", \"width\": 160, \"height\": 120}\n",
      "{\"format\": \"avatar-annotations/1\", \"width\": 0, \"height\": 120}\n",
      "{\"format\": \"avatar-annotations/1\", \"width\": 160, \"height\": 120, \"depth\": 1}\n",
      "{\"format\": \"avatar-annotations/1\", \"width\": 160}\n", "",
    ] {
      #expect(throws: TrackingFault.self, "\(text)") { try stage.report(reference: text) }
    }
  }
}
