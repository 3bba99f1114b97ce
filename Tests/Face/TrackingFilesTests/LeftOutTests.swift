import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// What a bad number costs: the smallest part of the sample that it is in.
@Suite struct LeftOutTests {
  private let options = TrackingFileOptions(
    fallbackSize: PixelSize(width: 100, height: 200), skipsBadSamples: true)

  /// The only sample of a file, and what was left out of it.
  private func read(_ text: String) throws -> (sample: TrackingSample?, leftOut: LeftOut) {
    let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
    let sample = try reader.next()
    while try reader.next() != nil {}
    return (sample, reader.leftOut)
  }

  private static let hand = Text.points(21)
  private static let bad = Text.points(21, "[0.5,NaN,NaN]")
  private static let face = "{\"id\": 7, \"landmarks\": \(Text.points(468))}"

  private func own(_ members: String) -> String {
    Text.file("{\"timestampMs\": 5, \(members)}")
  }

  @Test func `world points go alone, and the hand stays`() throws {
    let (sample, leftOut) = try read(
      own(
        #""faces": [\#(Self.face)], "hands": [{"landmarks": \#(Self.hand),"#
          + #" "worldLandmarks": \#(Self.bad)}]"#))
    #expect(sample?.faces.count == 1)
    #expect(sample?.hands.first?.landmarks.count == 21)
    #expect(sample?.hands.first?.worldLandmarks == [])
    #expect(leftOut.worldPoints == 1)
    #expect(leftOut.notes.first == "1 hand without its world points, which are bad:")
    #expect(leftOut.notes.dropFirst().first?.contains("hands[0].worldLandmarks[0]") == true)
    #expect(leftOut.notes.count == 2)
  }

  /// 32 faults fill the list of a sample; those of later parts still count.
  @Test func `a part is left out though others before it are full of faults`() throws {
    let lists = [Self.bad, Self.bad, Self.bad]
    let hands = lists.map { #"{"landmarks": \#(Self.hand), "worldLandmarks": \#($0)}"# }
    let (sample, leftOut) = try read(
      own(
        #""hands": [\#(hands.joined(separator: ",")), {"landmarks": \#(Self.bad)}],"#
          + #" "faces": [{"landmarks": \#(Text.points(468, "[null,0,0]"))}, \#(Self.face)]"#))
    #expect(sample?.hands.map(\.worldLandmarks.count) == [0, 0, 0])
    #expect(sample?.faces.map(\.id) == [7])
    #expect(sample?.leftOutFaces == 1)
    #expect(
      leftOut.summary
        == "3 hands without their world points, which are bad; 1 bad hand and 1 bad face were left out"
    )
  }

  @Test func `a blendshape that is no number is as if it were not there`() throws {
    let (sample, leftOut) = try read(
      own(
        #""faces": [{"landmarks": \#(Text.points(468)),"#
          + #" "blendshapes": {"jawOpen": NaN, "mouthPucker": 0.5, "jawLeft": null,"#
          + #" "jawRight": 2.01, "jawForward": -2, "headYaw": 12}}]"#))
    #expect(sample?.faces.first?.blendshapes[.jawOpen] == 0)
    #expect(sample?.faces.first?.blendshapes[.mouthPucker] == 0.5)
    #expect(sample?.faces.first?.blendshapes[.jawForward] == -2)
    #expect(leftOut.summary == "3 bad blendshapes were left out")
  }

  @Test func `a fault of the sample's own costs all of it`() throws {
    for sample in [#"{"timestampMs": NaN}"#, #"{"faces": []}"#, "[]", "{oops}"] {
      let (read, leftOut) = try read(Text.file(sample, Text.sample(9)))
      #expect(read?.timestampMs == 9)
      #expect(leftOut.summary == "1 bad sample was left out")
    }
  }

  @Test func `a faulty entry teaches no name, nor does a sample that is left out`() throws {
    func sample(
      _ time: Int, _ name: String, corners: String = "[[0,0],[1,0],[1,1],[0,1]]"
    ) -> String {
      #"{"timestampMs": \#(time),"#
        + #" "images": [{"name": "\#(name)", "id": 1, "corners": \#(corners)}]}"#
    }
    for faulty in [
      // Corners that are no quad; and a sample whose time does not go on.
      [sample(0, "other", corners: "[[0,0],[1,1],[1,0],[0,1]]")],
      [Text.sample(0), sample(0, "other")],
    ] {
      let lines = faulty + [sample(5, "card"), sample(6, "third")]
      let reader = try TrackingReader(
        bytes: Array(Text.file(lines.joined(separator: "\n")).utf8), options: options)
      var names: [String] = []
      while let sample = try reader.next() { names += sample.images.map(\.name) }
      // The one that is good has the identity, and a third name for it is the fault.
      #expect(names == ["card"])
      let last = try #require(reader.leftOut.faults.last)
      #expect(last.problem == .repeatedIdentity && last.description.contains("\"card\" before"))
      #expect(reader.leftOut.faultCount == 2)
    }
  }

  @Test func `a known picture goes alone`() throws {
    let (sample, leftOut) = try read(
      own(
        #""images": [{"name": "a", "corners": [[0,0],[1,0],[1,1]]},"#
          + #" {"name": "b", "corners": [[0,0],[1,0],[1,1],[0,1]]}]"#))
    #expect(sample?.images.map(\.name) == ["b"])
    #expect(leftOut.images == 1)
  }

  @Test func `without being asked to leave it out, the first fault is thrown`() {
    let text = own(#""hands": [{"landmarks": \#(Self.hand), "worldLandmarks": \#(Self.bad)}]"#)
    let fault = #expect(throws: TrackingFault.self) {
      try TrackingReader(bytes: Array(text.utf8)).next()
    }
    #expect(fault?.part == .worldPoints(hand: 0))
    #expect(fault?.problem == .notFinite)
  }

  @Test(arguments: [0, 1])
  func `a bad matrix of a dump costs the face whose it is`(bad: Int) throws {
    let places = [(-10.0, 0.0), (12.0, 3.0)].map { x, y in SyntheticFace(x: x, y: y, z: -60) }
    var matrices = places.map { "\($0.matrix)" }
    matrices[bad] = "[" + Array(repeating: "NaN", count: 16).joined(separator: ",") + "]"
    let points = places.map { face in
      face.landmarks(width: 100, height: 200).map {
        "{\"x\":\($0[0]),\"y\":\($0[1]),\"z\":\($0[2])}"
      }.joined(separator: ",")
    }
    let (sample, leftOut) = try read(
      "{\"timestampMs\": 1, \"faceLandmarks\": [[\(points[0])],[\(points[1])]],"
        + " \"facialTransformationMatrixes\": [\(matrices.joined(separator: ","))]}")
    #expect(sample?.faces.count == 1)
    let x = try #require(sample?.faces.first?.pose?.translation.x)
    #expect(abs(x - places[1 - bad].x) < 1e-9)
    #expect(leftOut.summary == "1 bad face was left out")
  }
}
