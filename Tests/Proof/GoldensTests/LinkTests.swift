import Foundation
import Goldens
import Imaging
import Problems
import Review
import TestSupport
import Testing

/// Links in a suite, which may be of an untrusted author: none that leads out of it is followed, to read or to write.
@Suite struct LinkTests {
  /// A still and a session's text, recorded, and a folder outside with copies of what is replaced by links.
  private func stage() throws -> RenderedSuite {
    let stage = try RenderedSuite(
      "\"name\": \"a/one\", \"events\": true, \"signals\": true",
      "\"name\": \"b\", \"clip\": {}"
    ).recorded()
    try stage.folder.write("not to be touched", to: "outside/witness")
    return stage
  }

  /// Moves what lies at a path of the suite outside, and puts a link there in its place.
  private func replace(_ path: String, in stage: RenderedSuite, absolute: Bool = false) throws {
    let inside = stage.folder.path("Golden/\(path)")
    let outside = stage.folder.path("outside/\(path.replacing("/", with: "-"))")
    if FileManager.default.fileExists(atPath: inside) {
      try FileManager.default.moveItem(atPath: inside, toPath: outside)
    }
    let up = String(repeating: "../", count: path.split(separator: "/").count)
    let target = absolute ? outside : "\(up)outside/\(path.replacing("/", with: "-"))"
    try FileManager.default.createSymbolicLink(atPath: inside, withDestinationPath: target)
  }

  /// All that lies outside, by path: bytes and times of change.
  private func outside(_ stage: RenderedSuite) throws -> [String: String] {
    let root = stage.folder.path("outside")
    var found: [String: String] = [:]
    let walk = FileManager.default.enumerator(atPath: root)
    while let entry = walk?.nextObject() as? String {
      var status = stat()
      #expect(lstat("\(root)/\(entry)", &status) == 0)
      found[entry] = "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
    }
    return found
  }

  /// Expects a refusal that names the link and where it leads, and nothing changed outside.
  private func expectRefusal(
    _ stage: RenderedSuite, _ link: String, _ body: () throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try outside(stage)
    let error = #expect(throws: GoldenError.self, sourceLocation: sourceLocation) { try body() }
    let words = error.map { "\($0)" } ?? ""
    #expect(words.contains("leads out of"), "\(words)", sourceLocation: sourceLocation)
    #expect(words.contains("/\(link): "), "\(words)", sourceLocation: sourceLocation)
    #expect(!words.contains("\n"), sourceLocation: sourceLocation)
    #expect(error?.problemCode.exitCode.rawValue == 65, sourceLocation: sourceLocation)
    #expect(try outside(stage) == before, sourceLocation: sourceLocation)
  }

  /// Every file and folder that verify reads or writes in a suite.
  @Test(arguments: [
    "a", "a/one.png", "a/one.placements.jsonl", "a/one.events.jsonl", "a/one.signals.jsonl",
    "b.clip.png", "b.frames.jsonl", "b.placements.jsonl", "provenance.jsonl", ".results",
    ".results/a", ".results/times.jsonl", ".results/.gitignore",
  ])
  func `verify refuses a link that leads out`(link: String) throws {
    for absolute in [false, true] {
      let stage = try stage()
      try replace(link, in: stage, absolute: absolute)
      try expectRefusal(stage, link) { _ = try stage.verify() }
    }
  }

  @Test(arguments: [
    "a", "a/one.png", "a/one.placements.jsonl", "b.clip.png", "provenance.jsonl", ".results",
    ".results/a/one.json", ".results/b.json", ".results/b", ".results/a/one",
    ".results/a/one/+actual.png",
  ])
  func `approve refuses a link that leads out`(link: String) throws {
    let stage = try stage()
    // Another picture, which is to be recorded.
    try stage.setAvatar(x: 0.5)
    _ = try stage.verify()
    try replace(link, in: stage)
    try expectRefusal(stage, link) { try stage.approve(.all) }
  }

  @Test(arguments: [
    "a/one.png", ".results", ".results/a/one.json",
  ])
  func `the review refuses a link that leads out`(link: String) throws {
    let stage = try stage()
    try stage.setAvatar(x: 0.5)
    _ = try stage.verify()
    try replace(link, in: stage)
    try expectRefusal(stage, link) { _ = try stage.suite().review() }
  }

  /// Results that a run replaces by new ones, and those that are passed over where they lie behind a link.
  @Test(arguments: [".results/a/one.json", ".results/b.json", ".results/a", "b.clip.png"])
  func `what is replaced or passed over at a link reads and changes nothing outside`(
    link: String
  ) throws {
    let stage = try stage()
    try stage.setAvatar(x: 0.5)
    _ = try stage.verify()
    try replace(link, in: stage)
    let before = try outside(stage)
    let folder = stage.folder.path("outside")
    let witness = try OpenedFiles.names(in: folder) {
      _ = try stage.folder.bytes("outside/witness")
    }
    #expect(witness == ["witness"])
    let reviewed = try OpenedFiles.names(in: folder) {
      guard let review = try? stage.suite().review() else { return }
      let root = SuiteResults(of: try stage.suite()).path
      _ = try ReviewPage(review, picturesRoot: root, suite: stage.path).bytes()
    }
    let approved = try OpenedFiles.names(in: folder) { _ = try? stage.approve(.all) }
    let verified = try OpenedFiles.names(in: folder) { _ = try? stage.verify() }
    #expect(reviewed.isEmpty && approved.isEmpty && verified.isEmpty)
    #expect(try outside(stage) == before)
  }

  @Test func `results that name a picture by an absolute path are not shown`() throws {
    let stage = try stage()
    try stage.setAvatar(x: 0.5)
    _ = try stage.verify()
    #expect(try stage.suite().review().cases.map(\.name) == ["a/one", "b"])
    let result = "Golden/.results/a/one.json"
    let text = String(decoding: try stage.folder.bytes(result), as: UTF8.self)
    let secret = stage.folder.path("outside/secret.png")
    try Data(try PNG.encode(Picture.disc())).write(to: URL(filePath: secret))
    let changed = text.replacing("a/one/+actual.png", with: secret)
    #expect(changed != text)
    try stage.folder.write(changed, to: result)
    #expect(try stage.suite().review().cases.map(\.name) == ["b"])
  }

  @Test func `a picture of the results that is a link out is not embedded into the page`() throws {
    let stage = try stage()
    try stage.setAvatar(x: 0.5)
    _ = try stage.verify()
    let review = try stage.suite().review()
    let secret = try PNG.encode(Picture.disc())
    try Data(secret).write(
      to: URL(filePath: stage.folder.path("outside/.results-a-one-+actual.png")))
    try FileManager.default.removeItem(
      atPath: stage.folder.path("Golden/.results/a/one/+actual.png"))
    try replace(".results/a/one/+actual.png", in: stage)
    let root = SuiteResults(of: try stage.suite()).path
    let page = try ReviewPage(review, picturesRoot: root, suite: stage.path).bytes()
    let text = String(decoding: page, as: UTF8.self)
    #expect(!text.contains(Data(secret).base64EncodedString()))
    #expect(text.contains("leads out of"))
    // The same page of the same file, which is no link, has it.
    try FileManager.default.removeItem(
      atPath: stage.folder.path("Golden/.results/a/one/+actual.png"))
    try Data(secret).write(
      to: URL(filePath: stage.folder.path("Golden/.results/a/one/+actual.png")))
    let other = try ReviewPage(review, picturesRoot: root, suite: stage.path).bytes()
    #expect(String(decoding: other, as: UTF8.self).contains(Data(secret).base64EncodedString()))
  }

  @Test func `the suite's file is no link out of the folder that was named`() throws {
    let stage = try stage()
    try replace("golden.json", in: stage)
    try expectRefusal(stage, "golden.json") { _ = try stage.suite() }
    // A file that is named itself may be one.
    let suite = try GoldenSuite(path: stage.path + "/golden.json")
    #expect(suite.cases.count == 2)
  }

  @Test func `a suite that is named through a link is verified and approved`() throws {
    let stage = try stage()
    try FileManager.default.createSymbolicLink(
      atPath: stage.folder.path("named"), withDestinationPath: "Golden")
    try stage.setAvatar(x: 0.5)
    let suite = try GoldenSuite(path: stage.folder.path("named"))
    let found = try SuiteVerifier(suite, library: stage.library).run()
    #expect(found.results.allSatisfy { $0.review.verdict == .failed })
    let approved = try SuiteApproval(suite, library: stage.library, author: Author(name: "Ada"))
      .run(.all, environment: [:])
    #expect(approved.recorded.count == 2)
    #expect(try stage.verify().results.allSatisfy { $0.review.verdict == .passed })
  }

  @Test func `links that stay inside of the suite are followed`() throws {
    let stage = try stage()
    let files = FileManager.default
    try files.moveItem(
      atPath: stage.folder.path("Golden/a"), toPath: stage.folder.path("Golden/kept"))
    try files.createSymbolicLink(
      atPath: stage.folder.path("Golden/a"), withDestinationPath: "kept")
    try files.createSymbolicLink(
      atPath: stage.folder.path("Golden/here"), withDestinationPath: ".results")
    #expect(try stage.verify().results.allSatisfy { $0.review.verdict == .passed })
    try stage.setAvatar(x: 0.5)
    _ = try stage.verify()
    #expect(try stage.approve(.all).recorded.count == 2)
    #expect(try stage.verify().results.allSatisfy { $0.review.verdict == .passed })
    #expect(try files.destinationOfSymbolicLink(atPath: stage.folder.path("Golden/a")) == "kept")
  }

  @Test func `results that were named may lie anywhere, and nothing in them leads out`() throws {
    let stage = try stage()
    let named = stage.folder.path("elsewhere")
    _ = try stage.folder.folder("real")
    try FileManager.default.createSymbolicLink(atPath: named, withDestinationPath: "real")
    func verify() throws {
      _ = try SuiteVerifier(stage.suite(), results: named, library: stage.library).run()
    }
    try verify()
    #expect(try stage.folder.names(in: "real").contains("b.json"))
    try FileManager.default.removeItem(atPath: named + "/a/one.json")
    try FileManager.default.createSymbolicLink(
      atPath: named + "/a/one.json", withDestinationPath: "../../outside/witness")
    // The link is replaced by the new result; what it led to stays.
    let before = try outside(stage)
    try verify()
    #expect(try outside(stage) == before)
    #expect(throws: (any Error).self) {
      try FileManager.default.destinationOfSymbolicLink(atPath: named + "/a/one.json")
    }
  }

  @Test func `what a killed run left is not settled through a link`() throws {
    let stage = try stage()
    let hidden = ".witness.1.kept"
    try stage.folder.write("old", to: "outside/\(hidden)")
    try FileManager.default.createSymbolicLink(
      atPath: stage.path + "/c", withDestinationPath: "../outside")
    try stage.folder.write("x", to: "Golden/.provenance.jsonl.1.staged")
    let before = try outside(stage)
    _ = try stage.verify()
    #expect(try outside(stage) == before)
    #expect(!FileManager.default.fileExists(atPath: stage.path + "/.provenance.jsonl.1.staged"))
  }

  // MARK: - Golden stores

  /// Recorded goldens in a store that the suite names.
  private func stored(_ name: String) throws -> RenderedSuite {
    let stage = try RenderedSuite()
    try stage.folder.write(
      """
      {"format": "golden-suite/1", "avatars": "../Avatars", "goldenStore": "\(name)",
       "defaults": {"recording": "../clip/in.mkv", "avatar": "plate"},
       "cases": [{"name": "a"}]}
      """, to: "Golden/golden.json")
    try stage.folder.write("not to be touched", to: "outside/witness")
    return stage
  }

  /// A store inside of the suite and one beside it, each a link that leads out.
  @Test(arguments: [("store", "Golden/store", "../outside"), ("../store", "store", "/tmp")])
  func `a store that the suite names is no link out`(
    name: String, link: String, target: String
  ) throws {
    let stage = try stored(name)
    try FileManager.default.createSymbolicLink(
      atPath: stage.folder.path(link), withDestinationPath: target)
    _ = try stage.verify()
    try expectRefusal(stage, "store") { try stage.approve(.all) }
  }

  @Test func `a store that was named may be a link`() throws {
    let stage = try stored("../store")
    _ = try stage.folder.folder("real")
    let named = stage.folder.path("named")
    try FileManager.default.createSymbolicLink(atPath: named, withDestinationPath: "real")
    _ = try stage.verify()
    let suite = try GoldenSuite(path: stage.path, store: named)
    let outcome = try SuiteApproval(suite, library: stage.library, author: Author(name: "Ada"))
      .run(.all, environment: [:])
    #expect(outcome.recorded.count == 1)
    #expect(try stage.folder.names(in: "real").count == 1)
    let found = try SuiteVerifier(suite, library: stage.library).run()
    #expect(found.results.first?.review.verdict == .passed)
  }

  @Test(arguments: [false, true])
  func `no link in a store leads out of it, by either name`(isNamed: Bool) throws {
    let stage = try stored("../store")
    _ = try stage.verify()
    try stage.approve(.all)
    let folder = try #require(try stage.folder.names(in: "store").first)
    try FileManager.default.moveItem(
      atPath: stage.folder.path("store/\(folder)"), toPath: stage.folder.path("outside/\(folder)"))
    try FileManager.default.createSymbolicLink(
      atPath: stage.folder.path("store/\(folder)"),
      withDestinationPath: stage.folder.path("outside/\(folder)"))
    let store = isNamed ? stage.folder.path("store") : nil
    try expectRefusal(stage, folder) {
      _ = try SuiteVerifier(GoldenSuite(path: stage.path, store: store), library: stage.library)
        .run()
    }
  }
}
