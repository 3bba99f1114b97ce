import FaceModel
import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// The real recordings and dumps, beside Foundation's JSON reader.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct RecordingTests {
  static let recordings = ["gesture", "phone-portrait", "portrait-still", "signing", "two-faces"]

  @Test(arguments: recordings)
  func `every number of a recording is read as Foundation reads it`(name: String) throws {
    let file = SharedData.file("recordings/\(name)/tracking.jsonl")
    let reader = try TrackingReader(path: file.path)
    var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")[...]
    let header = try object(lines.removeFirst())
    #expect(reader.dialect == .own)
    #expect(reader.header.size.width == header["width"] as? Int)
    #expect(reader.header.size.height == header["height"] as? Int)
    #expect(reader.header.rotation == .none)
    #expect(!reader.header.mirrored)

    while let sample = try reader.next() {
      let expected = try object(lines.removeFirst())
      #expect(sample.timestampMs == expected["timestampMs"] as? Double)
      let faces = expected["faces"] as? [[String: Any]] ?? []
      let hands = expected["hands"] as? [[String: Any]] ?? []
      try #require(sample.faces.count == faces.count)
      try #require(sample.hands.count == hands.count)
      for (face, raw) in zip(sample.faces, faces) {
        try expect(face.landmarks, raw["landmarks"], size: reader.header.size)
        #expect(face.pose?.rowMajor == raw["matrix"] as? [Double])
        let shapes = raw["blendshapes"] as? [String: Double] ?? [:]
        for shape in Blendshape.allCases {
          #expect(face.blendshapes[shape] == (shapes[shape.rawValue] ?? 0))
        }
      }
      for (hand, raw) in zip(sample.hands, hands) {
        #expect(hand.handedness?.rawValue == raw["handedness"] as? String)
        #expect(hand.score == raw["score"] as? Double)
        try expect(hand.landmarks, raw["landmarks"], size: reader.header.size)
        let world = try #require(raw["worldLandmarks"] as? [[Double]])
        #expect(hand.worldLandmarks == world.map { SIMD3($0[0], $0[1], $0[2]) })
      }
    }
    #expect(lines.isEmpty)
    #expect(reader.unknownKeys.isEmpty)
  }

  private func object(_ line: Substring) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  private func expect(
    _ points: [Point3<TrackerSpace>], _ raw: Any?, size: PixelSize<TrackerSpace>
  ) throws {
    let raw = try #require(raw as? [[Double]])
    let (width, height) = (Double(size.width), Double(size.height))
    #expect(points == raw.map { Point3($0[0] * width, $0[1] * height, $0[2] * width) })
  }
}
