import Comparison
import Foundation
import Geometry
import Goldens
import Imaging
import Review
import TestSupport
import Testing

/// Regions of a case that are not compared, or that alone are.
@Suite struct RegionCaseTests {
  private static let corner = "{\"x\": 0, \"y\": 0, \"width\": 4, \"height\": 3}"

  /// Changes a pixel of a golden by more than any rounding.
  private func change(_ name: String, x: Int, y: Int, in stage: RenderedSuite) throws {
    let path = stage.path + "/\(name).png"
    var golden = try PNG.read(path: path)
    golden[x, y] = RGBA8(golden[x, y].red &+ 60, 0, 0)
    try PNG.write(golden, to: path, replacing: true)
  }

  @Test func `pixels of an ignored rectangle are not compared, those beside it are`() throws {
    let names = ["within", "beside", "below", "plain"]
    let ignored = "\"ignore\": [\(Self.corner)]"
    let stage = try RenderedSuite(
      "\"name\": \"within\", \(ignored)", "\"name\": \"beside\", \(ignored)",
      "\"name\": \"below\", \(ignored)", "\"name\": \"plain\""
    ).recorded()
    for (name, x, y) in [("within", 3, 2), ("beside", 4, 2), ("below", 3, 3), ("plain", 3, 2)] {
      try change(name, x: x, y: y, in: stage)
    }
    let results = try stage.verify().results
    #expect(results.map(\.review.name) == names)
    #expect(results.map(\.review.verdict) == [.passed, .failed, .failed, .failed])
    let frame = try #require(results.first?.review.frames.first)
    #expect(frame.measures?.comparedPixels == 96 * 72 - 12)
    let region = try #require(frame.regions?.first)
    #expect(region.name == "rectangle 4 x 3 at 0, 0" && region.use == .ignored)
    #expect(region.corners == [[0, 0], [4, 0], [4, 3], [0, 3]])
    #expect(results[3].review.frames.first?.regions == nil)
  }

  @Test func `all but a rectangle is left out where it alone is compared`() throws {
    let only = "\"compareOnly\": [\(Self.corner)]"
    let stage = try RenderedSuite(
      "\"name\": \"within\", \(only)", "\"name\": \"beside\", \(only)"
    ).recorded()
    try change("within", x: 3, y: 2, in: stage)
    try change("beside", x: 4, y: 2, in: stage)
    let results = try stage.verify().results
    #expect(results.map(\.review.verdict) == [.failed, .passed])
    #expect(results[1].review.frames.first?.measures?.comparedPixels == 12)
  }

  @Test func `an ignored layer may move, and what alone is compared may not`() throws {
    let stage = try RenderedSuite(
      "\"name\": \"layer\", \"ignore\": [{\"layer\": \"0\"}]",
      "\"name\": \"ofFace\", \"ignore\": [{\"layer\": \"0\", \"face\": 1}]",
      "\"name\": \"face\", \"ignore\": [{\"face\": 1}]",
      "\"name\": \"only\", \"compareOnly\": [{\"layer\": \"0\"}]"
    ).recorded()
    try stage.setAvatar(x: 0.2)
    let results = try stage.verify().results
    #expect(results.map(\.review.verdict) == [.passed, .passed, .passed, .failed])
    // Where the layer was, and where it went.
    #expect(results[0].review.frames[0].regions?.count == 2)
    #expect(results[0].review.frames[0].measures?.differingPixels == 0)
    #expect(results[3].review.explanation.contains { $0.hasPrefix("layer 0: ") })
    // The box around the face's landmarks reaches farther than the layer.
    let box = try #require(results[2].review.frames[0].regions?.first)
    let quads = results[2].review.frames[0].quads.flatMap(\.corners)
    #expect(quads.allSatisfy { $0[0] >= box.corners[0][0] && $0[1] >= box.corners[0][1] })
    for name in ["layer", "face"] { try change(name, x: 0, y: 0, in: stage) }
    let later = try stage.verify().results
    #expect(later[0].review.verdict == .failed && later[2].review.verdict == .failed)
    // What is left out is not told of.
    #expect(!later[0].review.explanation.contains { $0.contains("layer 0") })
  }

  @Test(arguments: [
    ("{\"layer\": \"1\"}", "no frame has a layer \"1\"; the layers are \"0\""),
    ("{\"layer\": \"horns\"}", "no frame has a layer \"horns\"; the layers are \"0\""),
    ("{\"layer\": \"0\", \"face\": 3}", "face 3 has no layer \"0\" in any frame"),
    ("{\"face\": 3}", "no frame has a face 3; the faces are 1"),
    (
      "{\"x\": 90, \"y\": 0, \"width\": 7, \"height\": 1}",
      "the rectangle 7 x 1 at 90, 0 does not lie in the picture of 96 x 72 pixels"
    ),
    (
      "{\"x\": 0, \"y\": 0, \"width\": 96, \"height\": 72}",
      "the ignored regions leave no pixel of the picture to compare"
    ),
  ])
  func `a region that names nothing, or everything, is an error with its line`(
    region: String, words: String
  ) throws {
    let stage = try RenderedSuite("\"name\": \"plain\"", "\"name\": \"a\"").recorded()
    try stage.setCases(["\"name\": \"plain\"", "\"name\": \"a\", \"ignore\": [\(region)]"])
    let results = try stage.verify().results
    #expect(results.map(\.review.verdict) == [.passed, .error])
    let told = try #require(results[1].review.explanation.first)
    #expect(
      told.hasPrefix("\(stage.path)/golden.json:4:26: cases[1].ignore[0]: \(words)"), "\(told)")
    // Nothing is recorded of a case that is judged by nothing.
    #expect(throws: GoldenError.self) { try stage.approve(.matching([NamePattern("a")])) }
  }

  @Test func `all but one pixel may be ignored`() throws {
    let regions =
      "{\"x\": 0, \"y\": 0, \"width\": 96, \"height\": 71},"
      + "{\"x\": 0, \"y\": 71, \"width\": 95, \"height\": 1}"
    let stage = try RenderedSuite("\"name\": \"a\", \"ignore\": [\(regions)]").recorded()
    let frame = try stage.verify().results.first?.review.frames.first
    #expect(frame?.measures?.comparedPixels == 1)
    try change("a", x: 95, y: 71, in: stage)
    #expect(try stage.verify().results.first?.review.verdict == .failed)
  }

  @Test func `a test's picture is compared without the regions that the suite leaves out`() throws {
    let suite = try SuiteFolder(
      cases: "\"name\": \"g/*\", \"given\": true, \"ignore\": [\(Self.corner)]",
      "\"name\": \"h\", \"given\": true, \"ignore\": [{\"layer\": \"0\"}]")
    var picture = try Picture.disc()
    _ = try suite.store(.all).check(picture, case: "g/a")
    picture[3, 2] = RGBA8(1, 2, 3)
    #expect(try suite.store().check(picture, case: "g/a").passed)
    picture[4, 2] = RGBA8(1, 2, 3)
    #expect(try !suite.store().check(picture, case: "g/a").passed)
    let complaint = try #require(try suite.store().check(picture, case: "h").complaint)
    #expect(
      complaint.contains("cases[1].ignore[0]: no frame has a layer \"0\"; it is not known where"),
      "\(complaint)")
  }

  @Test func `what cannot be a region is a fault of the file, with its place`() throws {
    let scene = ManifestTests.scene
    func faults(_ members: String) throws -> [String] {
      try SuiteFolder.faults(
        "{\"format\": \"golden-suite/1\", \"cases\": [\n{\"name\": \"a\", \(scene), \(members)}]}")
    }
    let empty = try faults("\"ignore\": []")
    #expect(empty.count == 1 && empty[0].hasPrefix("golden.json:2:59: cases[0].ignore: "))
    let both = try faults("\"ignore\": [{\"x\": 1, \"layer\": \"a\"}, {}]")
    #expect(both.count == 2 && both.allSatisfy { $0.contains("a region is a rectangle (") })
    #expect(both[1].contains("cases[0].ignore[1]: "))
    #expect(try faults("\"ignore\": [{\"x\": 1}]").count == 3)
    let crop = "\"crop\": {\"x\": 5, \"y\": 5, \"width\": 20, \"height\": 10}"
    func covering(_ height: Int) throws -> [String] {
      try faults(
        "\(crop), \"ignore\": [{\"x\": 0, \"y\": 0, \"width\": 20, \"height\": \(height)}]")
    }
    #expect(try covering(9) == [])
    #expect(try covering(10).first?.contains("covers the whole picture") == true)
    func many(_ count: Int) throws -> [String] {
      try faults(
        "\"compareOnly\": ["
          + Array(repeating: Self.corner, count: count).joined(separator: ",") + "]")
    }
    #expect(try many(SuiteLimits.regions) == [])
    #expect(try many(SuiteLimits.regions + 1).first?.contains("regions of a case") == true)
    func named(_ length: Int) throws -> [String] {
      try faults("\"ignore\": [{\"layer\": \"\(String(repeating: "a", count: length))\"}]")
    }
    #expect(try named(200) == [])
    #expect(try named(201).first?.contains("at most 200 characters") == true)
  }
}
