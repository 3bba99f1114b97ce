import Foundation
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Each limit, from both of its sides.
@Suite struct LimitTests {
  private func expectLimit(
    _ atLimit: String, _ overLimit: String, _ problem: TrackingFault.Problem,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let scratch = try ScratchFolder()
    let good = firstFault(try scratch.file(Text.file(atLimit)))
    #expect(good == nil, sourceLocation: sourceLocation)
    let bad = firstFault(try scratch.file(Text.file(overLimit)))
    #expect(bad?.problem == problem, sourceLocation: sourceLocation)
  }

  private func repeated(_ text: String, _ count: Int) -> String {
    Array(repeating: text, count: count).joined(separator: ",")
  }

  @Test func `the length of a line`() throws {
    let sample = Text.sample(0)
    let room = TrackingLimits.documentBytes - sample.utf8.count
    let atLimit = sample + String(repeating: " ", count: room)
    try expectLimit(atLimit, atLimit + " ", .tooLong)
    #expect(TrackingFault.Problem.tooLong.isLimit)
  }

  @Test func `a line that is too long can be left out`() throws {
    let scratch = try ScratchFolder()
    let long = String(repeating: "x", count: 3 * TrackingLimits.documentBytes)
    let path = try scratch.file(Text.file(Text.sample(0), long, Text.sample(1)))
    let reader = try TrackingReader(path: path, options: TrackingFileOptions(skipsBadSamples: true))
    #expect(try reader.next()?.timestampMs == 0)
    #expect(try reader.next()?.timestampMs == 1)
    #expect(try reader.next() == nil)
    #expect(reader.leftOut.faults.map(\.line) == [3])
  }

  @Test func `faces of a sample`() throws {
    func sample(_ count: Int) -> String {
      #"{"timestampMs":0,"faces":[\#(repeated(#"{"matrix":\#(Text.pose)}"#, count))]}"#
    }
    try expectLimit(sample(TrackingLimits.faces), sample(TrackingLimits.faces + 1), .tooMany)
  }

  @Test func `hands of a sample and gestures of a hand`() throws {
    func sample(_ hands: Int, gestures: Int, key: String = "gestures") -> String {
      let gestures = repeated(#"{"categoryName":"Victory"}"#, gestures)
      let hand = #"{"handedness":"Left","\#(key)":[\#(gestures)]}"#
      return #"{"timestampMs":0,"hands":[\#(repeated(hand, hands))]}"#
    }
    let (hands, gestures) = (TrackingLimits.hands, TrackingLimits.gestures)
    try expectLimit(sample(hands, gestures: 1), sample(hands + 1, gestures: 1), .tooMany)
    for key in ["gestures", "customGestures"] {
      try expectLimit(
        sample(1, gestures: gestures, key: key), sample(1, gestures: gestures + 1, key: key),
        .tooMany)
    }
  }

  @Test func `pictures of a sample and bytes of a name`() throws {
    func sample(_ images: Int, name: Int) -> String {
      let name = String(repeating: "n", count: name)
      let image = #"{"name":"\#(name)","corners":[[0,0],[1,0],[1,1],[0,1]]}"#
      return #"{"timestampMs":0,"images":[\#(repeated(image, images))]}"#
    }
    let (images, bytes) = (TrackingLimits.images, TrackingLimits.nameBytes)
    try expectLimit(sample(images, name: 1), sample(images + 1, name: 1), .tooMany)
    try expectLimit(sample(1, name: bytes), sample(1, name: bytes + 1), .tooMany)
  }

  @Test func `levels of an unknown value`() throws {
    func sample(_ depth: Int) -> String {
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return #"{"timestampMs":0,"x":\#(value)}"#
    }
    try expectLimit(sample(TrackingLimits.depth - 1), sample(TrackingLimits.depth + 1), .tooMany)
    try expectLimit(sample(1), sample(100_000), .tooMany)
  }

  @Test func `the side of a picture`() throws {
    let scratch = try ScratchFolder()
    for (side, isGood) in [
      (TrackingLimits.pictureSide, true), (TrackingLimits.pictureSide + 1, false),
    ] {
      let header = #"{"format":"avatar-tracking/1","width":\#(side),"height":1}"#
      #expect((firstFault(try scratch.file(header)) == nil) == isGood)
    }
  }

  @Test func `a coordinate and a translation`() throws {
    func landmarks(_ x: String) -> String {
      let points = Text.points(468, "[\(x),0,0]")
      return #"{"timestampMs":0,"faces":[{"landmarks":\#(points)}]}"#
    }
    try expectLimit(landmarks("-1e6"), landmarks("-1.1e6"), .outOfRange)
    func pose(_ z: String) -> String {
      Text.sample(0, pose: "[1,0,0,0, 0,1,0,0, 0,0,1,\(z), 0,0,0,1]")
    }
    try expectLimit(pose("-1e6"), pose("-1.1e6"), .outOfRange)
  }

  @Test func `how far a matrix may be from rigid`() throws {
    func shear(_ m01: Double) -> String {
      Text.sample(0, pose: "[1,\(m01),0,0, 0,1,0,0, 0,0,1,-50, 0,0,0,1]")
    }
    // The cosine between the columns is about m01.
    try expectLimit(shear(0.0099), shear(0.0102), .matrixNotRigid)
    func stretch(_ m11: Double) -> String {
      Text.sample(0, pose: "[1,0,0,0, 0,\(m11),0,0, 0,0,1,-50, 0,0,0,1]")
    }
    try expectLimit(stretch(1.0099), stretch(1.0102), .matrixNotRigid)
    func scaled(_ s: Double) -> String {
      Text.sample(0, pose: "[\(s),0,0,0, 0,\(s),0,0, 0,0,\(s),-50, 0,0,0,1]")
    }
    try expectLimit(scaled(3), scaled(-3), .matrixNotRigid)
  }

  @Test func `names of unknown keys`() throws {
    let keys = (0..<50).map { "\"a\($0)\":0" }.joined(separator: ",")
    let more = (0..<50).map { "\"b\($0)\":0" }.joined(separator: ",")
    let scratch = try ScratchFolder()
    let path = try scratch.file(
      Text.file("{\"timestampMs\":0,\(keys)}", "{\"timestampMs\":1,\(more)}"))
    let survey = Survey(path)
    #expect(survey.samples == 2)
    #expect(survey.unknownKeys.count == TrackingLimits.unknownKeys + 1)
    #expect(survey.unknownKeys.values.reduce(0, +) == 100)
    #expect(survey.unknownKeys["..."] == 100 - TrackingLimits.unknownKeys)
  }

  @Test(arguments: ["/dev/zero", "/tmp"])
  func `a device and a folder are refused`(path: String) {
    let fault = #expect(throws: TrackingFault.self) { try TrackingReader(path: path) }
    #expect(fault?.problem == .unreadable)
  }
}
