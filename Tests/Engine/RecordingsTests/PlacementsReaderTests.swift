import Foundation
import Geometry
import Placement
import Recordings
import TestSupport
import Testing
import TrackingFiles

@Suite struct PlacementsReaderTests {
  private static func record(_ frame: Int) -> PlacementRecord {
    PlacementRecord(
      frame: frame, timestampMs: Double(frame) * 40, width: 480, height: 640,
      placements: [
        .init(
          face: 1, layer: "mask", mode: .matrix,
          corners: Quad(Point2(1, 2), Point2(11, 2), Point2(11, 22), Point2(1, 22)), opacity: 1,
          residualPx: nil)
      ])
  }

  private static func read(_ text: String) throws -> [PlacementRecord] {
    let folder = try ScratchFolder()
    let reader = try PlacementsReader(path: folder.write(text, to: "p.jsonl"))
    var records: [PlacementRecord] = []
    while let record = try reader.next() { records.append(record) }
    return records
  }

  @Test func `a placements sidecar is read as it was written`() throws {
    let written = (0..<3).map(Self.record)
    #expect(try Self.read(written.map { $0.line + "\n" }.joined()) == written)
  }

  @Test func `a placements sidecar may be packed`() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.record(0).line + "\n", to: "p.jsonl")
    try Program(named: "gzip").succeed([folder.path("p.jsonl")], in: folder)
    let reader = try PlacementsReader(path: folder.path("p.jsonl.gz"))
    #expect(try reader.next() == Self.record(0))
    #expect(try reader.next() == nil)
  }

  /// What is put in the place of what, and what the fault says of it.
  @Test(arguments: [
    ("[1, 2]", "[null, 2]", "placements[0].corners[0][0]: found null, expected a number"),
    ("[1, 2]", "[NaN, 2]", "not JSON"),
    ("[1, 2]", "[1e7, 2]", "coordinates within 1000000"),
    ("[1, 2]", "[1]", "4 pairs"),
    ("\"opacity\": 1", "\"surface\": \"curved\", \"points\": [[1, 2]], \"opacity\": 1", "9 pairs"),
    ("\"opacity\": 1", "\"surface\": \"round\", \"opacity\": 1", "flat, curved, face"),
    (
      "\"opacity\": 1",
      "\"surface\": \"flat\", \"points\": [\(String(repeating: "[1, 2], ", count: 8))[1, 1e7]], \"opacity\": 1",
      "coordinates within 1000000"
    ),
    ("\"width\": 480", "\"width\": 0", "sides from 1 to"),
    ("\"width\": 480", "\"width\": 100000", "sides from 1 to"),
    ("\"width\": 480, ", "", "no \"width\""),
    ("\"opacity\": 1", "\"opacity\": 1.5", "opacity: found 1.5, expected 0 to 1"),
    ("\"mode\": \"matrix\"", "\"mode\": \"magic\"", "mode"),
    ("\"opacity\": 1", "\"opacity\": 1, \"avatar\": 0", "one of the record's 0 avatars"),
    ("\"opacity\": 1", "\"opacity\": 1, \"avatar\": -1", "avatar: found -1"),
    ("\"opacity\": 1", "\"opacity\": 1, \"scale\": 0, \"rotation\": 1", "a width above 0"),
    ("\"frame\": 1", "\"frame\": 0", "a frame after 0"),
    ("\"frame\": 1", "\"frame\": -1", "0 or more"),
    ("\"timestampMs\": 40", "\"timestampMs\": 0", "a time after 0"),
    ("{\"frame\": 1", "garbage{", "not JSON"),
  ])
  func `a placements sidecar with a bad line is a fault that names the line`(
    old: String, new: String, saying: String
  ) throws {
    let good = Self.record(1).line
    try #require(good.contains(old))
    let text = Self.record(0).line + "\n" + good.replacing(old, with: new) + "\n"
    let fault = try #require(throws: TrackingFault.self) { try Self.read(text) }
    #expect(fault.line == 2)
    #expect(fault.description.contains(saying), "\(fault)")
    #expect(fault.description.contains("p.jsonl, line 2: "), "\(fault)")
  }

  @Test func `a placements sidecar that is empty or not there is a fault`() throws {
    let empty = try #require(throws: TrackingFault.self) { try Self.read("") }
    #expect(empty.problem == .empty)
    let absent = #expect(throws: TrackingFault.self) {
      _ = try PlacementsReader(path: "/no/such/file.jsonl")
    }
    #expect(absent?.problem == .notFound)
    #expect(absent?.description.contains("placements") == true)
  }

  @Test func `a placements sidecar may have as many layers as faces can wear, and no more`() throws
  {
    func text(_ count: Int) -> String {
      var record = Self.record(0)
      record.placements = Array(repeating: record.placements[0], count: count)
      return record.line
    }
    #expect(try Self.read(text(PlacementsReader.mostPlacements)).count == 1)
    let fault = try #require(throws: TrackingFault.self) {
      try Self.read(text(PlacementsReader.mostPlacements + 1))
    }
    #expect(fault.problem == .tooMany)
  }
}
