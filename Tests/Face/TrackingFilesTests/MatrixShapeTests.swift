import Foundation
import Geometry
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Matrices of dumps in the shapes of several languages' JSON, under MediaPipe's key and under near ones.
@Suite struct MatrixShapeTests {
  /// Row by row.
  private static let rows: [Double] = [
    0.8, 0, 0.6, 1.5, 0, 1, 0, -2.5, -0.6, 0, 0.8, -42, 0, 0, 0, 1,
  ]
  private static let columns = (0..<16).map { rows[$0 % 4 * 4 + $0 / 4] }

  private static func cells(_ letter: String, from first: Int) -> String {
    let fields = rows.enumerated().map { place, number in
      "\"\(letter)\(place / 4 + first)\(place % 4 + first)\":\(number)"
    }
    return "{\(fields.joined(separator: ","))}"
  }

  private static func listed(_ numbers: [Double]) -> String {
    "{" + numbers.enumerated().map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  private static let nested = (0..<4).map { Array(rows[4 * $0..<4 * $0 + 4]) }

  static let shapes: [String] = [
    "[\(rows)]", "[\(columns)]", "[\(nested)]", "[{\"rows\":4,\"columns\":4,\"data\":\(columns)}]",
    "{\"value\":[\(rows)]}", "[{\"value\":\(rows)}]", "[\(cells("e", from: 0))]",
    "[\(cells("m", from: 0))]",
    "[\(cells("m", from: 1))]", "[\(listed(columns))]",
    "[{\"rows\":4,\"columns\":4,\"data\":\(listed(columns))}]",
    "[{\"elements\":\(columns)}]", "[{\"columns\":\(nested)}]",
    // One matrix, where a list of them is expected.
    "\(rows)", "\(nested)", "{\"rows\":4,\"cols\":4,\"data\":\(columns)}", cells("e", from: 0),
    listed(rows),
  ]

  private func read(_ text: String) throws -> (poses: [FacialTransform?], notes: [String]) {
    let options = TrackingFileOptions(fallbackSize: PixelSize(width: 100, height: 200))
    let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
    var poses: [FacialTransform?] = []
    while let sample = try reader.next() { poses += sample.faces.map(\.pose) }
    return (poses, reader.notes)
  }

  @Test(arguments: shapes) func `every shape is the same matrix`(shape: String) throws {
    let (poses, notes) = try read("{\"timestampMs\":0,\"facialTransformationMatrixes\":\(shape)}")
    #expect(poses.map { $0?.rowMajor } == [Self.rows])
    #expect(notes.isEmpty)
  }

  @Test(arguments: [
    "facialTransformationMatrices", "facialTransformationMatrix", "facial_transformation_matrices",
    "FacialTransformationMatrixes", "facial_transformation_matrix",
  ])
  func `a near key is read, and said once`(key: String) throws {
    let lines = (0..<3).map { "{\"timestampMs\":\($0),\"\(key)\":[\(Self.rows)]}" }
    let wrapped = "{\"results\":[\(lines.joined(separator: ","))]}"
    for text in [lines.joined(separator: "\n")] + (key.hasSuffix("trices") ? [wrapped] : []) {
      let (poses, notes) = try read(text)
      #expect(poses.map { $0?.rowMajor } == [Self.rows, Self.rows, Self.rows])
      #expect(notes.count == 1 && notes[0].contains("\"\(key)\" is read as \"facial"), "\(notes)")
    }
  }

  @Test func `a matrix that lacks numbers is named`() {
    for shape in ["[{\"e00\":1,\"e11\":1}]", "[{\"0\":1,\"1\":2}]", "[{}]", "[{\"e99\":1}]"] {
      let fault = #expect(throws: TrackingFault.self) {
        try read("{\"timestampMs\":0,\"facialTransformationMatrixes\":\(shape)}")
      }
      #expect(fault?.place.hasPrefix("facialTransformationMatrixes[0]") == true)
    }
  }

  @Test func `times of the own format may be texts`() throws {
    func times(_ header: String, _ times: [String]) throws -> [Double] {
      let face = "\"faces\":[{\"matrix\":\(Self.rows)}]"
      let lines = [header] + times.map { "{\"timestampMs\":\($0),\(face)}" }
      let reader = try TrackingReader(bytes: Array(lines.joined(separator: "\n").utf8))
      var found: [Double] = []
      while let sample = try reader.next() { found.append(sample.timestampMs) }
      return found
    }
    #expect(try times(Text.header, ["\"0\"", "\"33.5\"", "67"]) == [0, 33.5, 67])
    #expect(try times(Text.header, ["\"00:00:01.5\"", "\"00:01:02.25\""]) == [1500, 62_250])
    let seconds = Text.header.replacing("}", with: ", \"timeUnit\": \"s\"}")
    #expect(try times(seconds, ["\"0.5\""]) == [500])
    for (header, time) in [
      (seconds, "\"00:00:01.5\""), (Text.header, "\"2024-05-01T12:00:00Z\""),
      (Text.header, "\"soon\""),
    ] {
      let fault = #expect(throws: TrackingFault.self) { try times(header, [time]) }
      #expect(fault?.place == "timestampMs" && fault?.line == 2)
    }
  }

  @Test(arguments: [(MatrixUnit.metres, 0.01), (.millimetres, 10)])
  func `translations in another unit are read by the option, scaled with the rotation or not`(
    unit: MatrixUnit, factor: Double
  ) throws {
    var options = TrackingFileOptions()
    options.matrixUnit = unit
    for scalesAll in [false, true] {
      let numbers = Self.rows.enumerated().map { place, number in
        place >= 12 || place % 4 != 3 && !scalesAll ? number : number * factor
      }
      let text = Text.file(Text.sample(0, pose: "\(numbers)"))
      let reader = try TrackingReader(bytes: Array(text.utf8), options: options)
      let pose = try #require(try reader.next()?.faces.first?.pose)
      #expect(zip(pose.rowMajor, Self.rows).allSatisfy { abs($0 - $1) < 1e-9 })
    }
  }

  @Test(arguments: [1.0, 0.01, 10]) func `a skim tells how far matrices put faces`(factor: Double)
    throws
  {
    for (yaw, z) in [(0.0, -40.0), (60, -30), (-80, -120), (20, -14)] {
      var face = SyntheticFace(yaw: yaw, pitch: 10, x: 3, y: -2, z: z)
      let points = face.landmarks(width: 480, height: 640)
      face.hasLandmarks = false
      var matrix = face.matrix
      for place in [3, 7, 11] { matrix[place] *= factor }
      let header = #"{"format":"avatar-tracking/1","width":480,"height":640}"#
      func depths(_ landmarks: String) throws -> TrackingSkim.Depths {
        let sample = "{\"timestampMs\":0,\"faces\":[{\"matrix\":\(matrix)\(landmarks)}]}"
        return try TrackingSkim(bytes: Array("\(header)\n\(sample)".utf8)).depths
      }
      let both = try depths(",\"landmarks\":\(points)")
      let ratio = try #require(both.ratio) / factor
      #expect((0.5...2.5).contains(ratio), "\(ratio) at \(yaw) degrees, \(z) cm")
      let alone = try depths("")
      #expect(alone.ratio == nil)
      #expect(abs(try #require(alone.distance) + z * factor) < 1e-4 * abs(z * factor))
    }
  }
}
