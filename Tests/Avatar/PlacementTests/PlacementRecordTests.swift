import Foundation
import Geometry
import Placement
import TestSupport
import Testing
import Tracking

@Suite struct PlacementRecordTests {
  private static func quad(_ n: [Double]) -> Quad<OutputSpace> {
    Quad(Point2(n[0], n[1]), Point2(n[2], n[3]), Point2(n[4], n[5]), Point2(n[6], n[7]))
  }

  private static let record = PlacementRecord(
    frame: 12, timestampMs: 480.0004, width: 480, height: 640,
    placements: [
      .init(
        face: 1, layer: "mask", mode: .matrix,
        corners: quad([10, 20.5, -0.0004, 1.0005, 100.1239, 1e-9, 123456.7, -3.25]), opacity: 1,
        residualPx: 6.2),
      .init(
        face: -2, layer: "a \"b\" \\ \n 龙", mode: .landmarks,
        corners: quad([0, 0, 0, 0, 0, 0, 0, 0]), opacity: 0.33333333, residualPx: nil),
    ])

  @Test func `a line of the sidecar is as the specification shows it`() {
    #expect(
      Self.record.line
        == "{\"frame\": 12, \"timestampMs\": 480, \"width\": 480, \"height\": 640, \"placements\": ["
        + "{\"face\": 1, \"subject\": \"face\", \"layer\": \"mask\", \"mode\": \"matrix\", \"corners\": "
        + "[[10, 20.5], [0, 1.001], [100.124, 0], [123456.7, -3.25]], "
        + "\"opacity\": 1, \"residualPx\": 6.2}, "
        + "{\"face\": -2, \"subject\": \"face\", \"layer\": \"a \\\"b\\\" \\\\ \\u000a 龙\", \"mode\": \"landmarks\", "
        + "\"corners\": [[0, 0], [0, 0], [0, 0], [0, 0]], \"opacity\": 0.3333}]}")
    #expect(
      PlacementRecord(frame: 0, timestampMs: 0, width: 1, height: 2, placements: []).line
        == "{\"frame\": 0, \"timestampMs\": 0, \"width\": 1, \"height\": 2, \"placements\": []}")
  }

  @Test func `a line of the sidecar can be read back to its last decimal`() throws {
    let read = try JSONDecoder().decode(PlacementRecord.self, from: Data(Self.record.line.utf8))
    #expect(read.frame == 12)
    #expect(read.timestampMs == 480)
    #expect(read.placements.map(\.layer) == Self.record.placements.map(\.layer))
    #expect(read.placements.map(\.mode) == [.matrix, .landmarks])
    #expect(read.placements.map(\.residualPx) == [6.2, nil])
    #expect(distance(read.placements[0].corners, Self.record.placements[0].corners) < 0.001)
    #expect(read.line == Self.record.line)
  }

  /// Numbers that lie at the last decimals, below them, and beyond what decimals can say.
  static let numbers: [Double] = [
    0, -0.0, 1, 1e-9, -1e-9, 1e-6, 0.00004999, 0.00005, 0.00015, 0.0005, -0.0005, 0.0015, 0.1, 0.3,
    1.0 / 3, 0.99994, 0.99996, 123.4565, 1e5 + 0.0005, 999_999.9995, 1e9 + 0.123, 0x1p53, 1e15,
    -1e17,
  ]

  @Test func `a record as it is written is what reading its line gives, to the bit`() throws {
    var random = SplitMix64(state: 7)
    func number() -> Double {
      Bool.random(using: &random)
        ? Self.numbers.randomElement(using: &random) ?? 0
        : Double.random(in: -3000...3000, using: &random)
    }
    // Drives, and boxes of particles, are far smaller than corners may be.
    func drive() -> Double { min(max(number(), -999_999), 999_999) }
    func opacity() -> Double {
      Self.numbers.filter { (0...1).contains($0) }.randomElement(using: &random) ?? 1
    }
    for round in 0..<500 {
      var record = Self.record
      record.timestampMs = number()
      for place in record.placements.indices {
        record.placements[place].corners = Self.quad((0..<8).map { _ in number() })
        record.placements[place].opacity = opacity()
        record.placements[place].residualPx = round % 2 == 0 ? number() : nil
        record.placements[place].driven =
          round % 3 == 0 ? DrivenSize(scale: abs(drive()) + 1e-9, rotation: drive()) : nil
      }
      // Particles: a box, and no opacity.
      let (low, high) = (drive(), drive())
      record.placements.append(
        .init(
          face: 4, layer: "sparks", mode: .matrix,
          corners: Self.quad([low, low, high, low, high, high, low, high]), opacity: opacity(),
          residualPx: nil, subject: .card, scene: "rain", count: round))
      // A model: a box in whatever order, and the origins of its nodes by name, whose order is that of their names.
      var model = PlacementRecord.Entry(
        face: 5, layer: "hat", mode: .matrix, corners: Self.quad((0..<8).map { _ in drive() }),
        opacity: opacity(), residualPx: nil, avatar: record.avatars.isEmpty ? nil : 0)
      let names = ["", "a\"b", "é"].prefix(round % 4).map(\.self)
      model.nodes = names.map { PlacedNode(name: $0, depth: drive()) }
      model.points = names.map { _ in Point2(drive(), drive()) }
      record.placements.append(model)
      if !names.isEmpty {
        var item = PlacementRecord.Entry(
          face: 6, layer: "house", mode: .matrix, corners: model.corners, opacity: 1,
          residualPx: nil, subject: .card, scene: "rain")
        (item.nodes, item.points) = (model.nodes, model.points)
        record.placements.append(item)
      }
      let written = record.asWritten
      let read = try JSONDecoder().decode(PlacementRecord.self, from: Data(record.line.utf8))
      #expect(read == written)
      #expect(written.line == record.line && written.asWritten == written)
    }
  }

  @Test func `a width that is less than can be written is not 0`() throws {
    var record = Self.record
    record.placements[0].driven = DrivenSize(scale: 1e-9, rotation: 0)
    #expect(record.asWritten.placements[0].driven?.scale == 1e-6)
  }

  @Test(arguments: [Subject.face(3), .card(3), .picture])
  func `a line of the sidecar names the kind of its subject`(subject: Subject) throws {
    var record = Self.record
    record.placements[0].face = subject.identity
    record.placements[0].subject = subject.kind
    let read = try JSONDecoder().decode(PlacementRecord.self, from: Data(record.line.utf8))
    #expect(read.placements.map(\.subject) == [subject.kind, .face])
    #expect(read.placements[0].face == subject.identity)
  }

  @Test func `a line of the sidecar names what was worn, and what drives made of a layer`() throws {
    var record = Self.record
    record.mirrored = true
    record.avatars = [.init(name: "a \"b\"", sha256: "5f0c"), .init(name: "ox", sha256: "00ff")]
    record.placements[0].avatar = 1
    record.placements[0].driven = DrivenSize(scale: 3.1234567, rotation: -2.5)
    record.placements[0].artworkFrame = 12
    let line = record.line
    #expect(
      line.contains(
        "\"residualPx\": 6.2, \"scale\": 3.123457, \"rotation\": -2.5, \"artworkFrame\": 12, \"avatar\": 1}, {"
      ))
    #expect(
      line.hasSuffix(
        "], \"mirrored\": true, \"avatars\": [{\"name\": \"a \\\"b\\\"\", \"sha256\": \"5f0c\"}, "
          + "{\"name\": \"ox\", \"sha256\": \"00ff\"}]}"))
    let read = try JSONDecoder().decode(PlacementRecord.self, from: Data(line.utf8))
    #expect(read.mirrored && read.avatars == record.avatars)
    #expect(read.placements.map(\.avatar) == [1, nil])
    #expect(read.placements[0].driven == DrivenSize(scale: 3.123457, rotation: -2.5))
    #expect(read.placements[1].driven == nil)
    #expect(read.placements.map(\.artworkFrame) == [12, nil])
    #expect(read.line == line)
  }

  @Test func `a line of the sidecar rounds any number to three decimals`() throws {
    var random = SplitMix64(state: 3)
    for _ in 0..<2000 {
      let x = random.number(-5000...5000) * (random.number(0...1) < 0.5 ? 1 : 1e-3)
      let record = PlacementRecord(frame: 0, timestampMs: x, width: 1, height: 1, placements: [])
      let expected = String(format: "%.3f", (x * 1000).rounded() / 1000)
      let read = try JSONDecoder().decode(PlacementRecord.self, from: Data(record.line.utf8))
      #expect(read.timestampMs == Double(expected))
    }
  }

  @Test(arguments: [1e15, -4e18, 1e300, .infinity, -.infinity, .nan])
  func `a line of the sidecar stays JSON for numbers beyond all pictures`(number: Double) throws {
    let record = PlacementRecord(
      frame: 0, timestampMs: number, width: 1, height: 1, placements: [])
    let object = try JSONSerialization.jsonObject(with: Data(record.line.utf8))
    let value = try #require(object as? [String: Any])["timestampMs"] as? Double
    #expect(value == (number.isFinite ? number : nil))
  }

  @Test(arguments: ["[[0,0],[0,0],[0,0]]", "[[0,0],[0,0],[0,0],[0]]", "[0,0,0,0]"])
  func `a line of the sidecar is refused without four corners`(corners: String) {
    let text = """
      {"frame":0,"timestampMs":0,"width":1,"height":1,"placements":[{"face":1,"layer":"a",\
      "mode":"matrix","opacity":1,"corners":\(corners)}]}
      """
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PlacementRecord.self, from: Data(text.utf8))
    }
  }
}
