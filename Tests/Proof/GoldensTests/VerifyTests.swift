import ClipReading
import Comparison
import Foundation
import Frames
import Geometry
import Goldens
import Imaging
import Isolation
import Placement
import Recordings
import Rendering
import Review
import Snapshots
import TestSupport
import Testing

@Suite struct VerifyTests {
  @Test func `a still's golden is the picture that a snapshot makes`() throws {
    let stage = try RenderedSuite("\"name\": \"a/still\", \"frame\": 3").recorded()
    var settings = RenderSettings(
      recording: try RecordingLocation(finding: stage.folder.path("clip/in.mkv")),
      avatars: AvatarSelection(names: ["plate"], library: stage.library),
      output: OutputSettings(path: ""))
    settings.part = .frames(3...3)
    let snapshot = try SnapshotJob(settings).render().picture
    #expect(try PNG.read(path: stage.path + "/a/still.png") == snapshot)
    #expect(
      try stage.files().keys.sorted() == [
        "a/still.placements.jsonl", "a/still.png", "golden.json", "provenance.jsonl",
      ])
  }

  @Test func `frames of a part are those of single snapshots, numbered by frame`() throws {
    let stage = try RenderedSuite(
      "\"name\": \"part\", \"frames\": \"1-7\", \"every\": 3",
      "\"name\": \"one\", \"frame\": 4", "\"name\": \"times\", \"at\": [0.04, 0.16]"
    ).recorded()
    let files = try stage.files()
    let parts = files.keys.filter { $0.hasPrefix("part/") }.sorted()
    #expect(parts == ["part/00001.png", "part/00004.png", "part/00007.png"])
    #expect(files["part/00004.png"] == files["one.png"])
    #expect(files["times/00004.png"] == files["one.png"])
    #expect(files["times/00001.png"] == files["part/00001.png"])
    let lines = try #require(files["part.placements.jsonl"]).split(separator: 10)
    let frames = try lines.map {
      try JSONDecoder().decode(PlacementRecord.self, from: Data($0)).frame
    }
    #expect(frames == [1, 4, 7])
  }

  @Test func `a crop is that part of the whole picture, and its placements move along`() throws {
    let stage = try RenderedSuite(
      "\"name\": \"whole\"",
      "\"name\": \"part\", \"crop\": {\"x\": 20, \"y\": 10, \"width\": 50, \"height\": 40}"
    ).recorded()
    let whole = try PNG.read(path: stage.path + "/whole.png")
    let part = try PNG.read(path: stage.path + "/part.png")
    #expect(part == whole.cropped(x: 20, y: 10, width: 50, height: 40))
    func corner(_ name: String) throws -> [Double] {
      let bytes = try stage.folder.bytes("Golden/\(name).placements.jsonl")
      let record = try JSONDecoder().decode(PlacementRecord.self, from: Data(bytes))
      let corner = try #require(record.placements.first).corners.corners[0]
      return [corner.x, corner.y]
    }
    let (a, b) = (try corner("whole"), try corner("part"))
    #expect(abs(a[0] - 20 - b[0]) < 0.002 && abs(a[1] - 10 - b[1]) < 0.002)
  }

  @Test func `an avatar that moved fails, is explained, and its quads and pictures are kept`()
    throws
  {
    let stage = try RenderedSuite("\"name\": \"still\"", "\"name\": \"bare\", \"avatar\": \"none\"")
      .recorded()
    try stage.setAvatar(x: 0.2)
    let outcome = try stage.verify()
    #expect(outcome.results.map(\.review.verdict) == [.failed, .passed])
    let review = try #require(outcome.results.first?.review)
    #expect(!review.explanation.isEmpty)
    #expect(review.rungs.contains { $0.rung == "maxChannelDifference" && !$0.passed })
    let frame = try #require(review.frames.first)
    // A fifth of an eye distance of a head that is seen almost from the front.
    let quads = frame.quads.map { ($0.side, $0.corners[0][0]) }
    #expect(quads.map(\.0) == [.expected, .actual] && quads[1].1 - quads[0].1 > 1)
    #expect(frame.landmarks.count == 468)
    let actual = try PNG.read(path: stage.path + "/.results/" + #require(frame.actual))
    #expect(try actual != PNG.read(path: stage.path + "/still.png"))
    let written = try stage.suite().review()
    #expect(written.cases.map(\.name) == ["still", "bare"])
    #expect(written.cases[0].frames[0].expected == stage.path + "/still.png")
  }

  @Test func `several frames of which one differs name it, with curves over all`() throws {
    let stage = try RenderedSuite("\"name\": \"part\", \"frames\": \"0-4\"").recorded()
    var golden = try PNG.read(path: stage.path + "/part/00002.png")
    golden[5, 5] = RGBA8(1, 2, 3)
    try PNG.write(golden, to: stage.path + "/part/00002.png", replacing: true)
    let result = try #require(try stage.verify().results.first)
    #expect(result.review.frames.map(\.verdict) == [.passed, .passed, .failed, .passed, .passed])
    #expect(result.review.explanation.first == "1 of 5 frames differ by more than is allowed")
    let curve = try #require(result.review.curves.first)
    #expect(curve.allowed == 0 && curve.values.map { $0 == 0 } == [true, true, false, true, true])
    // It was not recorded so.
    #expect(result.notes.contains { $0.hasPrefix("part/00002.png: changed by hand") })
  }

  @Test func `tracking that is out of step with its clip is told as such`() throws {
    let stage = try RenderedSuite("\"name\": \"part\", \"frames\": \"0-7\"")
    func track(lateBy frames: Int) throws {
      var tracking = SyntheticTracking(width: 96, height: 72, frames: 12)
      for index in tracking.samples.indices {
        tracking.samples[index].timestampMs += Double(40 * (frames - 2))
      }
      tracking.samples.removeAll { $0.timestampMs < 0 }
      try stage.folder.write(tracking.text, to: "clip/in.jsonl")
    }
    try track(lateBy: 0)
    _ = try stage.recorded()
    try track(lateBy: 1)
    let late = try #require(try stage.verify().results.first).review.explanation
    #expect(late.contains { $0.hasPrefix("one frame late (as ") }, "\(late)")
    try track(lateBy: -1)
    let early = try #require(try stage.verify().results.first).review.explanation
    #expect(early.contains { $0.hasPrefix("one frame early (as ") }, "\(early)")
  }

  @Test func `thresholds let pass what they allow, in the region that they are for`() throws {
    let judged = "\"thresholds\": {\"maxChannelDifference\": 0}"
    let stage = try RenderedSuite(
      "\"name\": \"inside\", \"region\": \"inside\", \(judged)",
      "\"name\": \"outside\", \"region\": \"outside\", \(judged)",
      "\"name\": \"share\", \"thresholds\": {\"maxChangedShare\": 0.001}",
      "\"name\": \"both\", \"region\": \"inside\", \(judged), \"outsideThresholds\":"
        + " {\"maxChannelDifference\": 3}"
    ).recorded()
    for name in ["inside", "outside", "share", "both"] {
      var golden = try PNG.read(path: stage.path + "/\(name).png")
      // A corner of the picture, far from the face.
      golden[0, 0] = RGBA8(golden[0, 0].red &+ 40, 0, 0)
      try PNG.write(golden, to: stage.path + "/\(name).png", replacing: true)
    }
    let verdicts = try stage.verify().results.map(\.review.verdict)
    #expect(verdicts == [.passed, .failed, .passed, .failed])
  }

  @Test func `a region that depends on placements without any is an error, not a pass`() throws {
    let stage = try RenderedSuite("\"name\": \"a\", \"region\": \"inside\"").recorded()
    try FileManager.default.removeItem(atPath: stage.path + "/a.placements.jsonl")
    let result = try #require(try stage.verify().results.first)
    #expect(result.review.verdict == .error)
    #expect(result.review.explanation.first?.contains("the golden has no placements") == true)
  }

  @Test func `an untracked clip is not tracked automatically, and what to do is said`()
    throws
  {
    let stage = try RenderedSuite(
      "\"name\": \"bare\", \"avatar\": \"none\", \"frame\": 3",
      "\"name\": \"worn\", \"frame\": 3")
    try FileManager.default.removeItem(atPath: stage.folder.path("clip/in.jsonl"))
    let results = try stage.verify().results
    let verdicts = Dictionary(
      uniqueKeysWithValues: results.map { ($0.review.name, $0.review.verdict) })
    #expect(verdicts == ["bare": .missing, "worn": .error])
    let line = try #require(results.first { $0.review.name == "worn" }?.review.explanation.first)
    let clip = "\(stage.path)/../clip/in"
    #expect(line.hasPrefix("\(clip).mkv: it has no tracking file"), "\(line)")
    #expect(line.contains("avatar-overlay track \(clip).mkv -o \(clip).jsonl"), "\(line)")
  }

  @Test func `one case that cannot be rendered does not stop the others`() throws {
    let stage = try RenderedSuite(
      "\"name\": \"good\"", "\"name\": \"gone\", \"recording\": \"../nowhere\"",
      "\"name\": \"avatar\", \"avatar\": \"plaet\"", "\"name\": \"past\", \"frame\": 8",
      "\"name\": \"end\", \"frames\": \"5-9\"", "\"name\": \"same\", \"at\": [0.08, 0.09]",
      "\"name\": \"crop\", \"crop\": {\"x\": 60, \"y\": 0, \"width\": 40, \"height\": 9}",
      "\"name\": \"large\", \"size\": \"2049x2048\", \"fit\": \"stretch\"",
      "\"name\": \"skipped\", \"skip\": \"why\"")
    let outcome = try stage.verify()
    let said = Dictionary(
      uniqueKeysWithValues: outcome.results.map {
        ($0.review.name, "\($0.review.verdict) \($0.review.explanation.joined(separator: "; "))")
      })
    #expect(outcome.skipped.map(\.reason) == ["why"])
    let expected = [
      "good": "missing there is no golden", "gone": "error .*no such file",
      "avatar": "error .*did you mean \"plate\"", "past": "error .*8 frames",
      "end": "error the case asks for 5 frames, the clip has only 3 of them \\(up to frame 7\\)",
      "same": "error seconds 0.08 and 0.09 are both frame 2", "crop": "error the crop of 40 x 9",
      "large": "error .*2049 x 2048 .*at most 4194304",
    ]
    #expect(said.count == expected.count)
    for (name, words) in expected {
      let text = try #require(said[name])
      #expect(try Regex(words).firstMatch(in: text) != nil, "\(text)")
    }
    #expect(throws: GoldenError.self) {
      try stage.approve(.matching([NamePattern("end")]))
    }
    #expect(try stage.approve(.all).recorded.map(\.name) == ["good"])
  }

  @Test func `only the cases that are meant are rendered, and the others' results stay`() throws {
    let stage = try RenderedSuite("\"name\": \"a/x\"", "\"name\": \"a/y\"", "\"name\": \"b\"")
    _ = try stage.verify()
    #expect(try stage.verify(only: "a").results.map(\.review.name) == ["a/x", "a/y"])
    #expect(try stage.suite().review().cases.count == 3)
    let error = #expect(throws: GoldenError.self) { try stage.verify(only: "c") }
    #expect("\(try #require(error))".contains("is called c"))
  }

  @Test func `results of cases that are no more are forgotten`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"", "\"name\": \"b\"")
    _ = try stage.verify()
    try stage.setCases(["\"name\": \"b\""])
    _ = try stage.verify()
    #expect(try stage.suite().review().cases.map(\.name) == ["b"])
    #expect(
      try stage.folder.names(in: "Golden/.results") == [
        ".gitignore", "b", "b.json", "times.jsonl",
      ])
  }

  @Test(arguments: [1, 2, 7])
  func `results do not depend on how many cases are rendered at a time`(jobs: Int) throws {
    let stage = try RenderedSuite(
      "\"name\": \"part\", \"frames\": \"0-7\"", "\"name\": \"a\"", "\"name\": \"b\", \"at\": 0.2",
      "\"name\": \"c\", \"mirror\": true")
    let outcome = try stage.verify(jobs: jobs)
    #expect(outcome.results.map(\.review.name) == ["part", "a", "b", "c"])
    #expect(outcome.results.map(\.pictures.count) == [8, 1, 1, 1])
  }

  @Test func `a request to stop is heard, and goldens are as they were`() throws {
    let stage = try RenderedSuite("\"name\": \"a\"").recorded()
    let before = try stage.files()
    let cancellation = Cancellation()
    cancellation.request()
    #expect(throws: GoldenError.interrupted) {
      try SuiteVerifier(stage.suite(), library: stage.library).run(cancellation: cancellation)
    }
    #expect(try stage.files() == before)
  }
}
