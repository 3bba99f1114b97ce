import AvatarFiles
import Foundation
import Goldens
import Imaging
import Review
import TestSupport
import Testing

/// Goldens whose contents lie in a store outside of Git, with pointers in their places.
@Suite struct GoldenContentsTests {
  private static let still = ["\"name\": \"a\""]

  /// A suite that names the store `store` beside it, not verified yet.
  private func stage(
    _ cases: [String] = still, _ header: String = "\"goldenStore\": \"../store\","
  ) throws -> RenderedSuite {
    let stage = try RenderedSuite()
    try set(stage, cases, header)
    return stage
  }

  private func set(_ stage: RenderedSuite, _ cases: [String], _ header: String) throws {
    let list = cases.map { "{\($0)}" }.joined(separator: ",\n")
    try stage.folder.write(
      """
      {"format": "golden-suite/1", "avatars": "../Avatars", \(header)
       "defaults": {"recording": "../clip/in.mkv", "avatar": "plate"},
       "cases": [\(list)]}
      """, to: "Golden/golden.json")
  }

  /// The contents of the store, by their paths in it.
  private func contents(_ stage: RenderedSuite, in store: String = "store") throws -> [String] {
    let walk = FileManager.default.enumerator(atPath: stage.folder.path(store))
    var found: [String] = []
    while let entry = walk?.nextObject() as? String {
      if walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular { found.append(entry) }
    }
    return found.sorted()
  }

  private func text(_ stage: RenderedSuite, _ file: String) throws -> String {
    String(decoding: try stage.folder.bytes("Golden/\(file)"), as: UTF8.self)
  }

  private func replace(_ stage: RenderedSuite, _ file: String, by bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: stage.folder.path(file)))
  }

  private func first(_ stage: RenderedSuite) throws -> CaseResult {
    try #require(try stage.verify().results.first)
  }

  private func provenance(_ stage: RenderedSuite) throws -> ProvenanceFile {
    try ProvenanceFile(path: stage.path + "/provenance.jsonl")
  }

  // MARK: - Recording

  @Test func `a content lies under its digest, a pointer in the golden's place`() throws {
    let plain = try stage(Self.still, "").recorded()
    let golden = try plain.folder.bytes("Golden/a.png")
    let stage = try stage()
    _ = try stage.verify()
    let approved = try stage.approve(.all)
    #expect(
      approved.notes.contains { $0.hasPrefix("1 golden, ") && $0.contains("/store, which Git") })
    let name = try #require(try contents(stage).first)
    #expect(try contents(stage) == [name])
    #expect(try stage.folder.bytes("store/\(name)") == golden)
    let sum = try Program(named: "sha256sum").succeed([stage.folder.path("store/\(name)")])
    let sha256 = String(decoding: sum.prefix(64), as: UTF8.self)
    #expect(name == "\(sha256.prefix(2))/\(sha256.dropFirst(2))")
    #expect(
      try text(stage, "a.png")
        == "{\"format\": \"golden-pointer/1\", \"sha256\": \"\(sha256)\", \"bytes\": \(golden.count)}\n"
    )
    #expect(try provenance(stage)["a.png"]?.sha256 == sha256)
    let outcome = try stage.verify()
    #expect(outcome.results.map(\.review.verdict) == [.passed])
    #expect(outcome.results.flatMap(\.notes) == [] && outcome.obsolete.all == [])
    #expect(try stage.approve(.all).unchanged == ["a"])
  }

  @Test func `a picture that differs fails against the stored golden, and is recorded beside it`()
    throws
  {
    let stage = try stage().recorded()
    let before = try contents(stage)
    try stage.setAvatar(x: 0.3)
    #expect(try first(stage).review.verdict == .failed)
    #expect(try first(stage).review.explanation.first?.contains("layer 0") == true)
    let review = try stage.suite().review()
    // What the page shows is the content, not the pointer.
    let expected = try #require(review.cases.first?.frames.first?.expected)
    #expect(expected == URL(filePath: stage.folder.path("store/\(before[0])")).path)
    try stage.approve(.failed)
    let after = try contents(stage)
    #expect(after.count == 2 && Set(after).isSuperset(of: before))
    #expect(try first(stage).review.verdict == .passed)
    // The old content is named as one that no golden here names, and stays.
    let suite = try stage.suite()
    let unused = UnusedContents(of: suite, results: SuiteResults(of: suite))
    #expect(unused.count == 2)
    #expect(unused.contents.map { String($0.path.suffix(65)) } == before)
    #expect(try contents(stage) == after)
  }

  @Test func `only goldens of more bytes than the limit go into the store`() throws {
    let size = try stage(Self.still, "").recorded().folder.bytes("Golden/a.png").count
    for (above, count) in [(size, 0), (size - 1, 1)] {
      let stage = try stage(Self.still, "\"goldenStore\": \"../store\", \"storeAbove\": \(above),")
        .recorded()
      #expect(try contents(stage).count == count, "\(above)")
      #expect(try text(stage, "a.png").hasPrefix("{") == (count == 1))
    }
  }

  @Test func `goldens that lie in Git go into the store, and their records stay`() throws {
    let stage = try stage(["\"name\": \"a\"", "\"name\": \"c\", \"clip\": {}"], "").recorded()
    let (golden, records) = (try stage.folder.bytes("Golden/a.png"), try provenance(stage))
    try set(
      stage, ["\"name\": \"a\"", "\"name\": \"c\", \"clip\": {}"], "\"goldenStore\": \"../store\",")
    #expect(try stage.verify().results.map(\.review.verdict) == [.passed, .passed])
    #expect(try stage.approve(.all).recorded.map(\.name) == ["a", "c"])
    #expect(try provenance(stage) == records)
    let digest = try #require(records["a.png"]?.sha256)
    #expect(try stage.folder.bytes("store/\(digest.prefix(2))/\(digest.dropFirst(2))") == golden)
    #expect(try contents(stage).count == 2)
    #expect(try stage.verify().results.map(\.review.verdict) == [.passed, .passed])
    #expect(try stage.approve(.all).unchanged == ["a", "c"])
  }

  @Test func `a picture that a test hands in is stored and found`() throws {
    let folder = try SuiteFolder(
      "{\"format\": \"golden-suite/1\", \"goldenStore\": \"../store\", \"cases\":"
        + " [{\"name\": \"g\", \"given\": true}]}")
    _ = try folder.store(.all).check(Picture.disc(), case: "g")
    #expect(try folder.folder.names(in: "store").count == 1)
    #expect(try folder.store().check(Picture.disc(), case: "g").passed)
    #expect(try folder.store().golden(of: "g") == Picture.disc())
    #expect(try folder.store().check(Picture.disc(x: 32), case: "g").review.verdict == .failed)
    try FileManager.default.removeItem(atPath: folder.folder.path("store"))
    let outcome = try folder.store().check(Picture.disc(), case: "g")
    #expect(outcome.complaint?.contains("not in the golden store") == true)
    #expect(try folder.store().golden(of: "g") == nil)
  }

  @Test func `a content that cannot be kept leaves the goldens as they were`() throws {
    let stage = try stage().recorded()
    let (pointer, stored) = (try text(stage, "a.png"), try contents(stage))
    try stage.setAvatar(x: 0.3)
    _ = try stage.verify()
    // A file where the store has to be.
    try FileManager.default.moveItem(
      atPath: stage.folder.path("store"), toPath: stage.folder.path("aside"))
    try stage.folder.write("", to: "store")
    #expect(throws: GoldenError.self) { try stage.approve(.all) }
    #expect(try text(stage, "a.png") == pointer)
    #expect(try contents(stage, in: "aside") == stored)
  }

  // MARK: - What is not there

  @Test func `a content that is missing is told with its place, and approving brings it back`()
    throws
  {
    let stage = try stage().recorded()
    let name = try contents(stage)[0]
    let bytes = try stage.folder.bytes("store/\(name)")
    let path = stage.path + "/../store/\(name)"
    try FileManager.default.removeItem(atPath: path)
    let result = try first(stage)
    #expect(result.review.verdict == .error)
    #expect(
      result.review.explanation == [
        "the golden cannot be read: \(stage.path)/a.png: its content is not in the golden store:"
          + " expected \(bytes.count) bytes at \(path), found no such file; copy it there from where it"
          + " was approved, or name another store by --golden-store or AVATAR_OVERLAY_GOLDEN_STORE"
      ])
    // By the time of the report it may be another one that is missing.
    let review = try stage.suite().review()
    #expect(review.cases.first?.explanation.count == 1)
    try FileManager.default.removeItem(atPath: stage.folder.path("store"))
    let gone = try first(stage).review.explanation.first
    #expect(gone?.contains("found no folder \(stage.path)/../store;") == true, "\(gone ?? "")")
    #expect(try stage.approve(.matching([NamePattern("a")])).recorded.map(\.name) == ["a"])
    #expect(try stage.folder.bytes("store/\(name)") == bytes)
    #expect(try first(stage).review.verdict == .passed)
  }

  @Test func `a content that is damaged is told, and approving mends it`() throws {
    let stage = try stage().recorded()
    let name = try contents(stage)[0]
    let bytes = try stage.folder.bytes("store/\(name)")
    var flipped = bytes
    flipped[bytes.count / 2] ^= 1
    for (damaged, words) in [
      (flipped, "has the SHA-256 "), (bytes.dropLast(), "has \(bytes.count - 1) bytes, expected"),
      (bytes + [0], "has more than \(bytes.count) bytes, expected \(bytes.count)"),
      ([], "has 0 bytes, expected"),
    ] {
      try replace(stage, "store/\(name)", by: Array(damaged))
      let result = try first(stage)
      #expect(result.review.verdict == .error)
      let told = try #require(result.review.explanation.first)
      #expect(told.contains("its content in the golden store is damaged: "), "\(told)")
      #expect(told.contains(words), "\(told)")
      try stage.approve(.matching([NamePattern("a")]))
      #expect(try stage.folder.bytes("store/\(name)") == bytes)
      #expect(try first(stage).review.verdict == .passed)
    }
  }

  @Test func `a report tells of a content that was lost since it was verified`() throws {
    let stage = try stage().recorded()
    try stage.setAvatar(x: 0.3)
    _ = try stage.verify()
    try replace(stage, "store/\(contents(stage)[0])", by: [1])
    let one = try #require(try stage.suite().review().cases.first)
    #expect(one.verdict == .failed)
    #expect(one.explanation.last?.contains("in the golden store is damaged") == true)
    #expect(one.frames.first?.expected == URL(filePath: stage.path + "/a.png").path)
  }

  @Test func `the store of this machine may be elsewhere, and a suite without one has none`() throws
  {
    let stage = try stage().recorded()
    try FileManager.default.moveItem(
      atPath: stage.folder.path("store"), toPath: stage.folder.path("elsewhere"))
    #expect(try first(stage).review.verdict == .error)
    func verdicts(_ store: String?) throws -> [ReviewCase.Verdict] {
      try SuiteVerifier(
        GoldenSuite(path: stage.path, store: store), library: stage.library, jobs: 1
      ).run().results.map(\.review.verdict)
    }
    #expect(try verdicts(stage.folder.path("elsewhere")) == [.passed])
    try set(stage, Self.still, "")
    let told = try first(stage).review
    #expect(told.verdict == .error)
    #expect(told.explanation.first?.hasSuffix("names none; add \"goldenStore\" to it") == true)
    #expect(try verdicts(stage.folder.path("elsewhere")) == [.error])
    let named = [GoldenSuite.storeVariable: "/x"]
    #expect(GoldenSuite.store(environment: named) == "/x")
    #expect(GoldenSuite.store(environment: [GoldenSuite.storeVariable: ""]) == nil)
  }

  // MARK: - Clips and variants

  @Test
  func `a clip's reduced frames are stored, and a clip whose content is gone can be approved`()
    throws
  {
    let stage = try stage(["\"name\": \"c\", \"clip\": {}"]).recorded()
    #expect(try text(stage, "c.clip.png").hasPrefix("{\"format\": \"golden-pointer/1\""))
    #expect(try text(stage, "c.frames.jsonl").contains("golden-clip/1"))
    let name = try contents(stage)[0]
    let bytes = try stage.folder.bytes("store/\(name)")
    try stage.setAvatar(x: 0.3)
    #expect(try first(stage).review.verdict == .failed)
    try FileManager.default.removeItem(atPath: stage.folder.path("store/\(name)"))
    let lost = try first(stage)
    #expect(lost.review.verdict == .error && lost.review.frames.count == 8)
    #expect(lost.review.explanation.first?.contains("not in the golden store") == true)
    try stage.setAvatar()
    _ = try stage.verify()
    try stage.approve(.matching([NamePattern("c")]))
    #expect(try stage.folder.bytes("store/\(name)") == bytes)
    #expect(try first(stage).review.verdict == .passed)
  }

  @Test func `variants are stored too, and one that is lost is named`() throws {
    let stage = try stage(
      Self.still, "\"goldenStore\": \"../store\", \"environments\": [\"new\"],"
    ).recorded()
    let golden = try contents(stage)
    try stage.setAvatar(colour: RGBA8(20, 30, 220))
    _ = try stage.verify()
    _ = try SuiteApproval(stage.suite(), library: stage.library, author: Author(name: "Ada"))
      .run(.failed, asVariant: "new", environment: [:])
    #expect(try text(stage, "a@new.png").hasPrefix("{"))
    let met = try first(stage)
    #expect(met.review.verdict == .passed && met.review.frames.first?.variant == "new")
    let variant = try #require(try contents(stage).first { !golden.contains($0) })
    try FileManager.default.removeItem(atPath: stage.folder.path("store/\(variant)"))
    let lost = try first(stage)
    #expect(lost.review.verdict == .failed)
    #expect(lost.notes.contains { $0.hasPrefix("a@new.png: the variant cannot be read: ") })
  }

  // MARK: - Pointers

  private static let digest = String(repeating: "0a", count: 32)

  private static func pointer(
    format: String = "\"golden-pointer/1\"", sha256: String = digest, bytes: String = "100",
    more: String = ""
  ) -> String {
    "{\"format\": \(format), \"sha256\": \"\(sha256)\", \"bytes\": \(bytes)\(more)}"
  }

  @Test(
    arguments: [
      (pointer(more: ", \"path\": \"/etc/passwd\""), ":1:124: unknown key \"path\""),
      (pointer(more: ", \"bytes\": 100"), "duplicate key \"bytes\""),
      (pointer(format: "\"golden-pointer/2\""), "expected the format \"golden-pointer/1\", found"),
      (pointer(format: "1"), "format: a string expected, a number found"),
      (pointer(sha256: String(digest.dropLast())), "expected a SHA-256 of 64 hexadecimal digits"),
      (pointer(sha256: digest + "0"), "expected a SHA-256 of 64 hexadecimal digits"),
      (pointer(sha256: digest.uppercased()), "expected a SHA-256 of 64 hexadecimal digits"),
      (
        pointer(sha256: "../../../../" + digest.dropFirst(12)),
        "expected a SHA-256 of 64 hexadecimal digits"
      ),
      (pointer(sha256: ""), "the text must not be empty"),
      (pointer(bytes: "0"), "0 found, a whole number from 1 to 67108864 expected"),
      (pointer(bytes: "67108865"), "a whole number from 1 to 67108864 expected"),
      (pointer(bytes: "-1"), "a whole number from 1 to 67108864 expected"),
      (pointer(bytes: "1.5"), "a whole number from 1 to 67108864 expected"),
      (pointer(bytes: "\"100\""), "a number expected, a string found"),
      ("{\"format\": \"golden-pointer/1\", \"bytes\": 1}", "the key \"sha256\" is missing"),
      ("{}", "is missing"), ("{", "not JSON: "), ("\n {\"a\": nul}", ":2:"),
      (pointer() + pointer(), "not JSON: "),
      (
        pointer() + String(repeating: " ", count: 1025),
        "the pointer's size: more than 1024 bytes found, at most 1024 bytes allowed"
      ),
      ("version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 1\n", "run git lfs pull"),
      ("<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> b\n", "a merge left its conflict in it"),
      // What is right in itself is looked for.
      (pointer(), "expected 100 bytes at "), (pointer(bytes: "67108864"), "its content is not in"),
      (pointer(bytes: "1"), "its content is not in"),
      (
        pointer() + String(repeating: " ", count: 1024 - pointer().utf8.count),
        "its content is not in"
      ),
    ])
  func `a pointer that was written by hand is refused with its place`(text: String, words: String)
    throws
  {
    let folder = try SuiteFolder(
      "{\"format\": \"golden-suite/1\", \"goldenStore\": \"../store\", \"cases\":"
        + " [{\"name\": \"g\", \"given\": true}]}")
    try folder.folder.write(text, to: "Golden/g.png")
    let outcome = try folder.store().check(Picture.disc(), case: "g")
    #expect(outcome.review.verdict == .error && outcome.review.explanation.count == 1)
    let told = try #require(outcome.review.explanation.first)
    #expect(told.hasPrefix("the golden cannot be read: \(folder.path)/g.png:"), "\(told)")
    #expect(told.contains(words) && !told.contains("\n"), "\(told)")
  }

  @Test func `what the suite says of its store has limits`() throws {
    func faults(_ header: String) throws -> [String] {
      try SuiteFolder.faults(
        "{\"format\": \"golden-suite/1\", \(header), \"cases\": [{\"name\": \"g\", \"given\": true}]}"
      )
    }
    #expect(try faults("\"goldenStore\": \"s\", \"storeAbove\": 67108864") == [])
    #expect(
      try faults("\"goldenStore\": \"s\", \"storeAbove\": 67108865").first?
        .contains("a whole number from 0 to 67108864 expected") == true)
    #expect(
      try faults("\"storeAbove\": 1").first?.contains("needs \"goldenStore\", which is missing")
        == true)
    #expect(try faults("\"goldenStore\": \"\"").count == 1)
    #expect(try faults("\"goldenStore\": \"a\\nb\"").first?.contains("control characters") == true)
  }

  @Test func `other files in the store are no golden's contents`() throws {
    let stage = try stage().recorded()
    let unused = String(repeating: "0b", count: 31)
    try stage.folder.write("1234", to: "store/0b/\(unused)")
    for name in ["README", "0b/short", "0c/\(unused)x", "zz/\(unused)", "0b/a/\(unused)"] {
      try stage.folder.write("", to: "store/\(name)")
    }
    let suite = try stage.suite()
    let found = UnusedContents(of: suite, results: SuiteResults(of: suite))
    #expect(found.count == 2)
    #expect(found.contents.map(\.bytes) == [4])
    #expect(found.contents.first?.path.hasSuffix("/store/0b/\(unused)") == true)
  }
}
