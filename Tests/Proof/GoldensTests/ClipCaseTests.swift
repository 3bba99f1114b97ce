import Comparison
import Foundation
import Goldens
import Imaging
import Review
import TestSupport
import Testing

@Suite struct ClipCaseTests {
  /// Everything may differ but for what the test is about.
  private static let loose = "\"thresholds\": {\"maxChannelDifference\": 255}"

  /// A suite of one clip, whose layers follow each sample at once.
  private func stage(
    _ members: String = "\"clip\": {}", change: (inout SyntheticTracking) -> Void
  ) throws -> RenderedSuite {
    let stage = try RenderedSuite()
    try set(stage, members)
    _ = try stage.recorded()
    try track(stage, change)
    return stage
  }

  private func set(_ stage: RenderedSuite, _ members: String) throws {
    try stage.setCases([
      "\"name\": \"c\", \"smoothing\": \"none\", \(members)"
    ])
  }

  private func track(_ stage: RenderedSuite, _ change: (inout SyntheticTracking) -> Void) throws {
    var tracking = SyntheticTracking(width: 96, height: 72, frames: 8)
    change(&tracking)
    try stage.folder.write(tracking.text, to: "clip/in.jsonl")
  }

  /// A suite of one clip, whose plate is there while the mouth is puckered: golden in all frames, now in
  /// all but these.
  private func stage(_ members: String, without frames: ClosedRange<Int>) throws -> RenderedSuite {
    func pucker(_ tracking: inout SyntheticTracking, but gone: Range<Int>) {
      for frame in 0..<8 {
        tracking.samples[frame].faces[0].blendshapes["mouthPucker"] = gone.contains(frame) ? 0 : 1
      }
    }
    let stage = try RenderedSuite()
    let trigger = "\"when\": {\"blendshape\": \"mouthPucker\", \"above\": 0.6, \"below\": 0.4}"
    try SyntheticAvatar().adding("\"scale\": 2, \(trigger)", SyntheticAvatar.solid(40, 30))
      .write("Avatars/plate", in: stage.folder)
    try track(stage) { pucker(&$0, but: 0..<0) }
    try set(stage, members)
    _ = try stage.recorded()
    try track(stage) { pucker(&$0, but: Range(frames)) }
    return stage
  }

  private func review(_ stage: RenderedSuite) throws -> ReviewCase {
    try #require(try stage.verify().results.first).review
  }

  /// The head is higher in these frames.
  private func raised(_ frames: ClosedRange<Int>) -> (inout SyntheticTracking) -> Void {
    { tracking in for frame in frames { tracking.samples[frame].faces[0].y += 2 } }
  }

  @Test func `a clip's golden is its reduced frames, their hashes and placements`() throws {
    let stage = try RenderedSuite(
      "\"name\": \"c\", \"clip\": {}", "\"name\": \"p\", \"frames\": \"0-7\""
    ).recorded()
    let files = try stage.files()
    #expect(
      files.keys.filter { $0.hasPrefix("c.") }.sorted() == [
        "c.clip.png", "c.frames.jsonl", "c.placements.jsonl",
      ])
    #expect(files["c.placements.jsonl"] == files["p.placements.jsonl"])
    // No side is over 160 pixels, so the frames are those of pictures: row y of frame t is row 8 y + t.
    let clip = try PNG.read(path: stage.path + "/c.clip.png")
    #expect(clip.width == 96 && clip.height == 72 * 8)
    for frame in 0..<8 {
      let picture = try PNG.read(path: stage.path + "/p/0000\(frame).png")
      var rows: [UInt8] = []
      for y in 0..<72 {
        let start = 4 * 96 * (8 * y + frame)
        rows += clip.bytes[start..<(start + 4 * 96)]
      }
      #expect(rows == picture.bytes, "frame \(frame)")
    }
    #expect(try stage.verify().obsolete.all == [])
    let records = try ProvenanceFile(path: stage.path + "/provenance.jsonl")
    #expect(records["c.clip.png"]?.by == "Ada")
  }

  @Test func `a layer that pops for one frame is found, whatever the thresholds allow`() throws {
    let members = "\"clip\": {\"maxFlicker\": 255}, \(Self.loose)"
    let stage = try stage(members, without: 4...4)
    let review = try review(stage)
    #expect(review.verdict == .failed)
    #expect(review.explanation.contains("frame 4: layer 0 not there (flicker)"))
    #expect(review.frames.map(\.verdict).firstIndex(of: .failed) == 4)
    #expect(review.frames.count { $0.verdict == .failed } == 1)
    #expect(review.worstFrame == 4)
    let span = try #require(review.spans?.first)
    #expect(span.first == 4 && span.last == 4 && span.lane == "layer 0")
    // The reduced frames of both are kept, and where the layer was.
    let frame = review.frames[4]
    let expected = try PNG.read(path: stage.path + "/.results/" + #require(frame.expected))
    let actual = try PNG.read(path: stage.path + "/.results/" + #require(frame.actual))
    #expect(expected.width == 96 && expected != actual)
    #expect(frame.quads.map(\.side) == [.expected])
  }

  @Test func `a layer that is away for longer is no flicker, and left to the thresholds`() throws {
    let members = "\"clip\": {\"maxFlicker\": 255}, \(Self.loose)"
    let stage = try stage(members, without: 3...5)
    #expect(try review(stage).verdict == .passed)
    try set(stage, "\"clip\": {\"maxFlicker\": 255}")
    let review = try review(stage)
    #expect(review.explanation[0] == "3 of 8 frames differ by more than is allowed")
    #expect(review.explanation[1] == "frames 3 to 5: layer 0 not there")
  }

  @Test func `a layer that is elsewhere for some frames is told with both ends`() throws {
    let stage = try stage(change: raised(3...5))
    let review = try review(stage)
    let told = try #require(review.explanation.dropFirst().first)
    #expect(told.hasPrefix("frames 3 to 5: layer 0 ") && told.contains(" px up"), "\(told)")
    #expect(
      review.frames.map(\.verdict) == [
        .passed, .passed, .passed, .failed, .failed, .failed, .passed, .passed,
      ])
    #expect(review.curves.last?.rung == "maxFlicker")
    // Approved, it is the golden.
    try stage.approve(.failed)
    #expect(try self.review(stage).verdict == .passed)
  }

  @Test func `the share of frames that differ has a threshold`() throws {
    func verdict(_ share: String) throws -> ReviewCase {
      try review(
        stage(
          "\"clip\": {\"maxFlicker\": 255, \"maxDifferingShare\": \(share)}, \(Self.loose)",
          change: raised(3...5)))
    }
    #expect(try verdict("0.375").verdict == .passed)
    let failed = try verdict("0.374")
    #expect(failed.verdict == .failed)
    #expect(
      failed.explanation.last == "3 of 8 frames differ at all (37.5 %), 37.4 % allowed")
    let rung = try #require(failed.rungs.first { $0.rung == "maxDifferingShare" })
    #expect(rung.found == 0.375 && !rung.passed)
  }

  @Test func `flicker between frames has a threshold, and what differs evenly has none`() throws {
    // A frame in which the layer is elsewhere for three frames jumps twice.
    let stage = try stage("\"clip\": {\"maxFlicker\": 255}, \(Self.loose)", change: raised(3...5))
    let found = try #require(try review(stage).rungs.last)
    #expect(found.rung == "maxFlicker" && found.found > 20, "\(found.found)")
    try set(stage, "\"clip\": {\"maxFlicker\": \(found.found)}, \(Self.loose)")
    #expect(try review(stage).verdict == .passed)
    try set(stage, "\"clip\": {\"maxFlicker\": \(found.found - 0.01)}, \(Self.loose)")
    #expect(try review(stage).verdict == .failed)
    // Another colour in all frames, on a head that moves by a few pixels.
    let even = try self.stage("\"clip\": {}, \(Self.loose)") { _ in }
    try even.setAvatar(colour: RGBA8(210, 40, 50))
    let review = try review(even)
    #expect(review.verdict == .passed)
    #expect(try #require(review.rungs.last).found < 6)
    #expect(review.frames.allSatisfy { $0.measures?.isIdentical == false })
  }

  @Test func `what reduced frames do not show, hashes of the full size do`() throws {
    let stage = try RenderedSuite("\"name\": \"c\", \"clip\": {}").recorded()
    let path = stage.path + "/c.frames.jsonl"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    let hash = try #require(lines[3].firstMatch(of: /"sha256":"([0-9a-f]{64})"/)).1
    try text.replacing(hash, with: String(repeating: "0", count: 64))
      .write(toFile: path, atomically: true, encoding: .utf8)
    let result = try #require(try stage.verify().results.first).review
    #expect(
      result.explanation == [
        "1 of 8 frames differ by more than is allowed",
        "frame 2: pixels differ by less than the reduced frames show, no layer moved",
      ])
    // With a threshold the reduced frames are what counts.
    try stage.setCases([
      "\"name\": \"c\", \"clip\": {}, \"thresholds\": {\"maxChannelDifference\": 1}"
    ])
    #expect(try stage.verify().results.map(\.review.verdict) == [.passed])
  }

  @Test func `an ignored layer may pop`() throws {
    let stage = try stage("\"clip\": {}, \"ignore\": [{\"layer\": \"0\"}]", without: 4...4)
    #expect(try review(stage).verdict == .passed)
    try set(stage, "\"clip\": {}, \"ignore\": [{\"layer\": \"1\"}]")
    let told = try review(stage)
    #expect(told.verdict == .error && told.explanation[0].contains("no frame has a layer \"1\""))
  }

  @Test func `clips of other lengths cannot be held against each other`() throws {
    let stage = try RenderedSuite("\"name\": \"c\", \"clip\": {}, \"frames\": \"0-6\"").recorded()
    try stage.setCases(["\"name\": \"c\", \"clip\": {}"])
    let result = try #require(try stage.verify().results.first).review
    #expect(
      result.verdict == .mismatch && result.explanation == ["the clip has 8 frames, its golden 7"])
    try stage.approve(.failed)
    #expect(try stage.verify().results.map(\.review.verdict) == [.passed])
  }

  @Test func `files of a clip that were damaged are errors that say where`() throws {
    let stage = try RenderedSuite("\"name\": \"c\", \"clip\": {}").recorded()
    func expect(_ file: String, _ bytes: [UInt8], _ words: String) throws {
      let before = try stage.folder.bytes("Golden/\(file)")
      try Data(bytes).write(to: URL(filePath: stage.path + "/\(file)"))
      let review = try #require(try stage.verify().results.first).review
      #expect(review.verdict == .error)
      #expect(review.explanation[0].contains(words), "\(review.explanation)")
      try Data(before).write(to: URL(filePath: stage.path + "/\(file)"))
    }
    let frames = try stage.folder.bytes("Golden/c.frames.jsonl")
    let lines = frames.split(separator: 10)
    try expect("c.frames.jsonl", [], "line 1 is not the header of a golden-clip/1")
    try expect("c.frames.jsonl", Array(lines[0]) + Array("\n{}\n".utf8), "line 2 is not a frame")
    try expect(
      "c.frames.jsonl", Array(lines[..<8].joined(separator: [10])),
      "it has 7 frames, its header says 8")
    try expect(
      "c.clip.png", PNG.encode(SyntheticAvatar.solid(96, 575)),
      "96 x 575 pixels cannot hold the 8 frames of 96 x 72")
    try expect(
      "c.clip.png", [1, 2, 3], "the golden cannot be read: \(stage.path)/c.clip.png: ")
    #expect(try stage.verify().results.map(\.review.verdict) == [.passed])
  }

  @Test func `a long clip is kept in smaller frames, and one of too many frames is refused`() throws
  {
    let stage = try RenderedSuite()
    let bare = "\"name\": \"c\", \"clip\": {}, \"avatar\": \"none\", \"recording\": \"../long.mkv\""
    func verify(_ frames: Int) throws -> ReviewCase {
      _ = try SyntheticClip(width: 160, height: 120, frames: frames).make(
        "long.mkv", in: stage.folder)
      try stage.setCases([bare])
      return try #require(try stage.verify().results.first).review
    }
    #expect(try verify(SuiteLimits.framesOfCase).verdict == .missing)
    try stage.approve(.all)
    let clip = try PNG.read(path: stage.path + "/c.clip.png", limits: .still)
    #expect(clip.width * clip.height <= SuiteLimits.goldenPixels)
    #expect(clip.width * clip.height > SuiteLimits.goldenPixels / 2)
    #expect(try verify(SuiteLimits.framesOfCase).verdict == .passed)
    let refused = try verify(SuiteLimits.framesOfCase + 1)
    #expect(refused.verdict == .error)
    #expect(refused.explanation[0].contains("more than 1000 frames"))
  }

  @Test func `a clip has no variants`() throws {
    let stage = try stage(change: raised(3...5))
    let text = try String(contentsOfFile: stage.path + "/golden.json", encoding: .utf8)
    try text.replacing("\"avatars\"", with: "\"environments\": [\"new\"], \"avatars\"")
      .write(toFile: stage.path + "/golden.json", atomically: true, encoding: .utf8)
    _ = try stage.verify()
    let error = #expect(throws: GoldenError.self) {
      try SuiteApproval(stage.suite(), library: stage.library, author: Author(name: "Ada"))
        .run(.failed, asVariant: "new", environment: [:])
    }
    #expect("\(try #require(error))".hasPrefix("c: a clip has no variants"))
  }

  @Test func `what cannot be said of a clip is a fault`() throws {
    let scene = ManifestTests.scene
    func faults(_ members: String, _ more: String = "") throws -> [String] {
      try SuiteFolder.faults(
        "{\"format\": \"golden-suite/1\", \"cases\": [{\"name\": \"a\", \(scene), \(members)}\(more)]}"
      )
    }
    #expect(try faults("\"clip\": {}") == [])
    #expect(try faults("\"clip\": {}, \"frames\": \"3-9\", \"every\": 2") == [])
    #expect(
      try faults("\"clip\": {}, \"at\": 1").first?.contains("a \"clip\" is all frames") == true)
    #expect(
      try faults("\"clip\": {}, \"outsideThresholds\": {\"maxChangedShare\": 0}").first?
        .contains("no effect on a \"clip\"") == true)
    func flicker(_ value: String) throws -> [String] {
      try faults("\"clip\": {\"maxFlicker\": \(value)}")
    }
    #expect(try flicker("0") == [] && flicker("255") == [])
    #expect(try flicker("-0.1").count == 1 && flicker("255.1").count == 1)
    #expect(try faults("\"clip\": {\"maxDifferingShare\": 1.01}").count == 1)
    // `a.clip.png` would be the golden of both.
    let other = ", {\"name\": \"a.clip\", \(scene)}"
    #expect(try faults("\"clip\": {}", other).count == 1)
    #expect(try faults("\"at\": 0", other) == [])
  }
}
