import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Dumps as programs lay them out: the same results in lists, objects and wrappers of many kinds give the same
/// samples as one result a line.
@Suite struct WrappedDumpTests {
  private let options = TrackingFileOptions(fallbackSize: PixelSize(width: 100, height: 200))

  /// A face whose points all differ, as objects.
  private static let points =
    "["
    + (0..<468).map { #"{"x":\#(Double($0) / 1000),"y":0.25,"z":0.125,"visibility":0}"# }
    .joined(separator: ",") + "]"
  private static let matrix = "[1,0,0,0,0,1,0,0,0,0,1,0,0,0,-50,1]"
  private static let scores =
    #"[{"index":25,"score":0.5,"categoryName":"jawOpen","displayName":""}]"#

  private static func result(_ extra: String = "") -> String {
    #""faceLandmarks":[\#(points)],"faceBlendshapes":[{"categories":\#(scores)}],"#
      + #""facialTransformationMatrixes":[{"rows":4,"columns":4,"data":\#(matrix)}]\#(extra)"#
  }
  private static let times = [0.0, 33.5, 67]
  private static let objects = times.map { "{\"timestampMs\":\($0),\(result())}" }

  private func read(_ text: String) throws -> (samples: [TrackingSample], reader: TrackingReader) {
    let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
    var samples: [TrackingSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    // A pass that only skims sees the same.
    let skim = try TrackingSkim(bytes: Array(text.utf8), options: options)
    #expect(skim.count == samples.count)
    #expect(skim.contents.map { $0.contains(.face) } == samples.map { !$0.faces.isEmpty })
    return (samples, reader)
  }

  private func expected() throws -> [TrackingSample] {
    let expected = try read(Self.objects.joined(separator: "\n")).samples
    #expect(expected.count == 3)
    #expect(expected.allSatisfy { $0.faces.first?.landmarks.count == 468 })
    #expect(expected.allSatisfy { $0.faces.first?.pose != nil })
    #expect(expected.allSatisfy { $0.faces.first?.blendshapes[.jawOpen] == 0.5 })
    return expected
  }

  /// A JSON text on many lines.
  private static func pretty(_ text: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `objects may follow each other with commas, on lines of their own or not`() throws {
    let expected = try expected()
    let pretty = try Self.objects.map(Self.pretty)
    for objects in [Self.objects, pretty] {
      for separator in [",\n", ", \r\n", "\n,", "\n\u{1E}", "\n\n", "\n"] {
        let text = objects.joined(separator: separator)
        for text in [text, "\u{FEFF}" + text + ",\n", "[" + text + "]", "[\n" + text + ",\n]\n"] {
          #expect(try read(text).samples == expected, "\(separator.debugDescription)")
        }
      }
    }
    for text in [Self.objects.joined(), Self.objects.joined(separator: " ")] {
      #expect(try read(text).samples == expected)
    }
    #expect(
      try read(Self.pretty("[" + Self.objects.joined(separator: ",") + "]")).samples == expected)
  }

  @Test(arguments: [
    #"{"fps":30,"frames":LIST}"#, #"{"frames":LIST,"fps":30}"#, #"{"results":LIST}"#,
    #"{"meta":{"app":"x","tags":[1,[{"a":2}],"]{"]},"data":{"samples":LIST,"n":[3]},"end":{}}"#,
    #"{"timestamp":1714557600000,"frames":LIST}"#, #"{"time":"2026-05-01T10:00:00Z","all":LIST}"#,
  ])
  func `a list within objects is the samples'`(text: String) throws {
    let expected = try expected()
    let list = "[" + Self.objects.joined(separator: ",") + "]"
    let whole = text.replacing("LIST", with: list)
    #expect(try read(whole).samples == expected)
    #expect(try read("\u{FEFF}\n" + Self.pretty(whole) + "\n\n").samples == expected)
    // Elements that begin their lines, and a comma behind the last.
    let lines = Self.objects.joined(separator: ",\n")
    for list in ["[\(lines)]", "[\n\(lines)\n]", "[\n\(lines),\n]"] {
      #expect(try read(text.replacing("LIST", with: list)).samples == expected, "\(list.prefix(3))")
    }
    // What is longer than a sample may be is read as well.
    let long = String(repeating: " ", count: TrackingLimits.documentBytes)
    let spread = text.replacing("LIST", with: list.replacing("},{\"t", with: "},\(long){\"t"))
    #expect(try read(spread).samples == expected)
  }

  @Test func `what stands around the list is read and counted`() throws {
    let list = "[" + Self.objects.joined(separator: ",") + "]"
    let reader = try read(#"{"fps":30,"width":320,"height":240,"frames":\#(list)}"#).reader
    #expect(reader.header.size == PixelSize(width: 320, height: 240))
    #expect(reader.unknownKeys == ["fps": 1, "frames": 1])
    let line = try read(
      #"{"fps":30,"width":320,"height":240}"# + "\n" + Self.objects.joined(separator: "\n"))
    #expect(line.samples.count == 3)
    #expect(line.reader.header.size == PixelSize(width: 320, height: 240))
    let own = try read(
      #"{"format":"avatar-tracking/1","width":8,"height":6,"frames":["#
        + #"{"timestampMs":1,"faces":[{"landmarks":\#(Self.points)}],"faceLandmarks":[]}]}"#)
    #expect(own.reader.dialect == .own)
    #expect(own.samples.map(\.faces.count) == [1])
  }

  @Test func `faults within a list, and behind it, name line and sample`() throws {
    let list = Self.objects.joined(separator: ",\n")
    for (text, words) in [
      ("{\"frames\":[\n\(list)", "within the array"),
      ("{\"frames\":[\n\(list)]", "within the array"),
      ("{\"frames\":[\n\(list)]}\n{}", "more text after"),
      ("{\"frames\":[\n\(list),\n{oops}]}", "line 5, sample 4"),
    ] {
      let fault = #expect(throws: TrackingFault.self) { try read(text) }
      #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
    }
  }

  /// Wrappers around one result, with the time beside it or within.
  @Test(arguments: [
    #"{"timestampMs":T,"results":[{R}],"inputImageHeight":240,"inferenceTime":12}"#,
    #"{"results":[{R}],"timestampMs":T}"#, #"{"result":{"timestampMs":T,R},"inferenceTime":12}"#,
    #"{"timestampMs":T,"data":{"face":{R},"pose":{"landmarks":[[{"x":0,"y":0,"z":0}]]}}}"#,
    #"{"timestampMs":T,"results":[{"timestampMs":7,R}]}"#,
  ])
  func `a result within other objects is read`(line: String) throws {
    let lines = Self.times.map {
      line.replacing("T,", with: "\($0),").replacing("T}", with: "\($0)}")
        .replacing("R", with: Self.result())
    }
    #expect(try read(lines.joined(separator: "\n")).samples == expected())
  }

  @Test func `two results in one sample are refused`() throws {
    let line = #"{"timestampMs":0,"results":[{\#(Self.result())},{\#(Self.result())}]}"#
    let fault = #expect(throws: TrackingFault.self) {
      try read([line, line].joined(separator: "\n"))
    }
    #expect(fault?.description.contains("2 results in results") == true)
  }

  @Test func `a fault within a wrapper has its whole path`() throws {
    let text = #"{"timestampMs":0,"results":[{"faceLandmarks":[[{"x":NaN,"y":0,"z":0}]]}]}"#
    let fault = #expect(throws: TrackingFault.self) { try read(text) }
    #expect(fault?.place == "results[0].faceLandmarks[0].landmarks[0]")
  }

  /// Java's Optional as Gson and Jackson write it, and lists of categories without a head.
  @Test func `an Optional is what it holds`() throws {
    let lines = Self.times.map {
      #"{"timestampMs":\#($0),"faceLandmarks":[\#(Self.points)],"#
        + #""faceBlendshapes":{"value":[\#(Self.scores)]},"#
        + #""facialTransformationMatrixes":{"present":true,"value":[\#(Self.matrix)]}}"#
    }
    #expect(try read(lines.joined(separator: "\n")).samples == expected())
    let empty =
      #"{"timestampMs":0,"faceLandmarks":[],"faceBlendshapes":{},"#
      + #""facialTransformationMatrixes":{"value":null}}"#
    #expect(try read(empty).samples.first?.faces.isEmpty == true)
  }

  @Test(arguments: ["P", "[P]"])
  func `468 points under landmarks are a face, 21 a hand`(form: String) throws {
    let plain = try read(#"{"timestampMs":0,"faceLandmarks":[\#(Self.points)]}"#).samples
    #expect(
      try read(#"{"timestampMs":0,"landmarks":\#(form.replacing("P", with: Self.points))}"#)
        .samples == plain)
    let hand = Text.points(21, #"{"x":0.5,"y":0.25,"z":0}"#)
    let samples = try read(
      #"{"timestampMs":0,"landmarks":\#(form.replacing("P", with: hand))}"#
    ).samples
    #expect(samples.first?.hands.first?.landmarks.count == 21)
  }

  @Test(arguments: [
    (#"{"timestampMs":0,"mesh":P}"#, "468 points under mesh"),
    (#"{"t":0,"found":{"face":[{"points":P}]}}"#, "468 points under found.face[0].points"),
    (#"{"timestampMs":0,"faces":[{"keypoints":P}]}"#, "468 points under faces[0].keypoints"),
    (#"{"fps":1,"items":[{"mesh":P}]}"#, "468 points under items[0].mesh"),
    (#"{"fps":30,"mood":1,"a":2,"b":3}"#, #"but "fps", "mood", "a" and 1 more"#),
  ])
  func `points under no known key are named with their place`(text: String, words: String) {
    let fault = #expect(throws: TrackingFault.self) {
      try read(text.replacing("P", with: Self.points))
    }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
    #expect(fault?.line == 1)
  }
}

@Suite struct TimeTextTests {
  private func times(_ texts: [String], key: String = "timestamp") throws -> [Double] {
    let text = texts.map { "{\"\(key)\": \"\($0)\", \"faceLandmarks\": []}" }
      .joined(separator: "\n")
    let options = TrackingFileOptions(
      fallbackSize: PixelSize(width: 9, height: 9), clipTimes: ClipTimes([10, 50]))
    let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
    let skim = try TrackingSkim(bytes: Array(text.utf8), options: options)
    var found: [Double] = []
    while let sample = try reader.next() {
      found.append(sample.timestampMs + reader.header.timeOffsetMs)
    }
    #expect(skim.times.map { skim.milliseconds(of: $0) + skim.header.timeOffsetMs } == found)
    return found
  }

  /// Against Foundation's calendar.
  @Test func `a date is the milliseconds since 1970`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for (year, month, day) in [
      (1970, 1, 1), (2000, 2, 29), (2026, 5, 1), (2100, 3, 1), (1969, 12, 31),
    ] {
      let date = try #require(
        calendar.date(from: DateComponents(year: year, month: month, day: day)))
      let padded = [year, month, day].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
      let text = #"{"timestamp": "\#(padded)T00:00:01.5Z", "faceLandmarks": []}"#
      let skim = try TrackingSkim(
        bytes: Array(text.utf8),
        options: TrackingFileOptions(fallbackSize: PixelSize(width: 9, height: 9)))
      #expect(skim.times == [date.timeIntervalSince1970 * 1000 + 1500])
      #expect(skim.timesAreDates)
    }
  }

  /// The same moments, as programs write them, begin at the clip's first frame.
  @Test(arguments: [
    ["2026-05-01T10:00:00.000Z", "2026-05-01T10:00:00.250Z"],
    ["2026-05-01T12:00:00+02:00", "2026-05-01T12:00:00.25+02:00"],
    ["2026-05-01T23:59:59.9-0430", "2026-05-02T00:00:00.15-0430"],
    ["2026-05-01 10:00:00", "2026-05-01 10:00:00.250000"],
    ["2026-05-01T10:00Z", "2026-05-01T10:00:00,250Z"],
    ["20260501T100000Z", "20260501T100000.250+00"],
    ["2026-05-01 10:00:00 +0000 UTC", "2026-05-01 10:00:00.250 +0000 UTC"],
    ["2026-05-01T10:00:00.000000001Z", "2026-05-01T12:00:00.250000001+02:00"],
  ])
  func `dates of a wall clock begin on the first frame`(texts: [String]) throws {
    for key in ["timestamp", "time", "timestampMs"] {
      let found = try times(texts, key: key)
      #expect(
        found.count == 2 && zip(found, [10, 260]).allSatisfy { abs($0 - $1) < 1e-3 }, "\(found)")
    }
  }

  @Test func `times of day and numbers as texts are the clip's`() throws {
    #expect(try times(["00:00:00.010", "00:01:02.5"]) == [10, 62_500])
    #expect(try times(["10", "50.5"]) == [10, 50.5])
  }

  @Test(arguments: [
    "yesterday", "2026-13-01T00:00:00Z", "2026-05-01", "2026-05-01T25:00:00Z", "10:00", "",
    "2026-05-01T10:00:00.Z", "2026-05-01T10:00:00ZZ", "00:00:01:12",
  ])
  func `another text is refused`(text: String) {
    let fault = #expect(throws: TrackingFault.self) {
      try times(["2026-05-01T10:00:00.000Z", text])
    }
    #expect(fault?.description.contains("ISO 8601") == true)
  }

  @Test func `a date beside a time says nothing more`() throws {
    let text = #"{"timestamp": "2026-05-01T10:00:00Z", "time_ms": 40, "faceLandmarks": []}"#
    let reader = try TrackingReader(
      bytes: Array(text.utf8),
      options: TrackingFileOptions(fallbackSize: PixelSize(width: 9, height: 9)))
    #expect(try reader.next()?.timestampMs == 40)
    #expect(reader.header.timeOffsetMs == 0)
  }
}
