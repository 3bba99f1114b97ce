import Foundation
import GoldenTesting
import Goldens
import Imaging
import Synchronization
import TestSupport
import Testing

/// What a package's tests see of the goldens.
@Suite struct ExpectGoldenTests {
  let folder: ScratchFolder
  let picture: StraightRGBA8
  let brighter: StraightRGBA8

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      #"{"format": "golden-suite/1", "cases": [{"name": "drawn/**", "given": true}]}"#,
      to: "Golden/golden.json")
    picture = try #require(StraightRGBA8(width: 2, height: 1, bytes: [1, 2, 3, 255, 9, 9, 9, 255]))
    brighter = try #require(
      StraightRGBA8(width: 2, height: 1, bytes: [1, 2, 3, 255, 9, 9, 14, 255]))
  }

  private func store(_ recording: RecordingPolicy = .never) throws -> GoldenStore {
    GoldenStore(
      suite: try GoldenSuite(path: folder.path("Golden")), recording: recording,
      author: Author(name: "a test"))
  }

  /// Runs an expectation that is to fail, and gives the lines that it fails with.
  private func complaints(_ expectation: () -> Bool) -> [String] {
    let lines = Lines()
    var holds = true
    withKnownIssue {
      holds = expectation()
    } matching: { issue in
      lines.all.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    #expect(!holds)
    return lines.all.withLock { $0 }
  }

  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  @Test func `a picture without a golden fails, and says how to record it`() throws {
    let store = try store()
    let lines = complaints { expectGolden(picture, "drawn/a", in: store) }
    #expect(lines.count == 1 && lines[0].contains("AVATAR_OVERLAY_RECORD=drawn/a"), "\(lines)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("Golden/drawn/a.png")))
  }

  @Test func `recording fails, so that the picture is looked at, and then it passes`() throws {
    let recording = try store(.missing)
    let lines = complaints { expectGolden(picture, "drawn/a", in: recording) }
    #expect(lines.count == 1 && lines[0].contains("look at it"), "\(lines)")
    #expect(expectGolden(picture, "drawn/a", in: recording))
    #expect(try PNG.read(path: folder.path("Golden/drawn/a.png")) == picture)
  }

  @Test func `a difference fails exactly, and passes within a tolerance`() throws {
    let recording = try store(.missing)
    _ = complaints { expectGolden(picture, "drawn/a", in: recording) }
    let store = try store()
    let lines = complaints { expectGolden(brighter, "drawn/a", in: store) }
    #expect(lines.count == 1 && lines[0].contains("maxChannelDifference"), "\(lines)")
    #expect(expectGolden(brighter, "drawn/a", tolerance: .changed(share: 0, over: 5), in: store))
    let strict = complaints {
      expectGolden(brighter, "drawn/a", tolerance: .changed(share: 0.49, over: 4), in: store)
    }
    #expect(strict.count == 1 && strict[0].contains("maxChangedShare"), "\(strict)")
  }

  @Test func `a file of a program's is expected like a picture`() throws {
    let recording = try store(.missing)
    _ = complaints { expectGolden(picture, "drawn/a", in: recording) }
    let path = folder.path("shot.png")
    try PNG.write(picture, to: path, compression: .fast, replacing: true)
    let store = try store()
    #expect(expectGolden(pngFile: path, "drawn/a", in: store))
    let lines = complaints {
      expectGolden(pngFile: folder.path("none.png"), "drawn/a", in: store)
    }
    #expect(lines.count == 1 && lines[0].contains("none.png"), "\(lines)")
  }

  @Test func `a case that the suite does not declare is named with the way to declare it`() throws {
    let store = try store()
    let lines = complaints { expectGolden(picture, "painted/a", in: store) }
    #expect(lines.count == 1 && lines[0].contains(#""given": true"#), "\(lines)")
  }

  @Test func `the suite is found above the test's file`() throws {
    try folder.write("", to: "Package.swift")
    try folder.folder("Tests/AppTests")
    let test = folder.path("Tests/AppTests/Test.swift")
    #expect(try GoldenStores.nearest(to: test).suite.folder == folder.path("Golden"))
  }

  @Test func `where there is no suite, the place where it is expected is named`() throws {
    let empty = try ScratchFolder()
    try empty.write("", to: "Package.swift")
    let test = empty.path("Tests/AppTests/Test.swift")
    let lines = complaints { expectGolden(picture, "drawn/a", filePath: test) }
    #expect(lines.count == 1 && lines[0].contains(empty.path("Golden")), "\(lines)")
  }
}
