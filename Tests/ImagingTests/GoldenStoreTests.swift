import Foundation
import Imaging
import TestSupport
import Testing

/// The golden mechanism itself.
@Suite struct GoldenStoreTests {
  let one: StraightRGBA8
  let other: StraightRGBA8

  init() throws {
    one = try #require(StraightRGBA8(width: 2, height: 1, bytes: [1, 2, 3, 255, 9, 9, 9, 9]))
    other = try #require(StraightRGBA8(width: 2, height: 1, bytes: [1, 2, 3, 255, 9, 9, 4, 9]))
  }

  private func store(_ folder: String, _ recording: GoldenRecording) -> GoldenStore {
    GoldenStore(
      root: URL(filePath: folder + "/Golden"), failures: URL(filePath: folder + "/failures"),
      recording: recording)
  }

  @Test func `A golden that is not there fails and is not written`() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/Golden/suite/case.png"
      let verdict = try store(folder, .never).check(one, suite: "suite", case: "case")
      #expect(verdict == .missing(path: path))
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `Recording writes, complains, and then the picture matches`() throws {
    try TemporaryFolder.with { folder in
      let verdict = try store(folder, .missing).check(one, suite: "s", case: "c")
      #expect(verdict == .recorded(path: folder + "/Golden/s/c.png"))
      #expect(verdict.complaint(about: "s/c")?.contains("look at it, run again") == true)
      let again = try store(folder, .missing).check(one, suite: "s", case: "c")
      #expect(again == .matches && again.complaint(about: "s/c") == nil)
    }
  }

  @Test func `A difference of one level is found, shown, and its report removed in time`() throws {
    try TemporaryFolder.with { folder in
      _ = try store(folder, .all).check(one, suite: "s", case: "c")
      let compare = store(folder, .never)
      let report = folder + "/failures/s/c.png"
      let verdict = try compare.check(other, suite: "s", case: "c")
      #expect(verdict == .differs(pixels: 1, largestDifference: 5, report: report))
      #expect(verdict.complaint(about: "s/c")?.contains(report) == true)
      let strip = try PNG.read(path: report)
      // Three cells of 2 x 1 and the gaps of 4 around them; the difference is in the middle.
      #expect(strip.width == 22 && strip.height == 9)
      #expect(strip[10, 4] == RGBA8(0, 0, 0) && strip[11, 4].red > 95)
      let mended = try compare.check(one, suite: "s", case: "c")
      #expect(mended == .matches)
      #expect(!FileManager.default.fileExists(atPath: report))
    }
  }

  @Test func `Another size is told as such`() throws {
    try TemporaryFolder.with { folder in
      _ = try store(folder, .all).check(one, suite: "s", case: "c")
      let narrow = try #require(one.cropped(x: 0, y: 0, width: 1, height: 1))
      let verdict = try store(folder, .missing).check(narrow, suite: "s", case: "c")
      guard case .otherSize("2 x 1", "1 x 1", _) = verdict else {
        Issue.record("\(verdict)")
        return
      }
    }
  }

  @Test func `The environment says what may be recorded, and CI that nothing may`() {
    func recording(_ environment: [String: String]) -> GoldenRecording {
      GoldenRecording(environment: environment)
    }
    #expect(recording([:]) == .never)
    #expect(recording(["AVATAR_OVERLAY_RECORD": ""]) == .never)
    #expect(recording(["AVATAR_OVERLAY_RECORD": "all"]) == .all)
    #expect(recording(["AVATAR_OVERLAY_RECORD": "missing"]) == .missing)
    #expect(recording(["AVATAR_OVERLAY_RECORD": "a/b"]) == .one("a/b"))
    #expect(recording(["AVATAR_OVERLAY_RECORD": "all", "CI": "true"]) == .never)
    #expect(recording(["AVATAR_OVERLAY_RECORD": "all", "CI": ""]) == .never)
    #expect(GoldenRecording.one("a/b").applies(to: "a/b", exists: true))
    #expect(!GoldenRecording.one("a/b").applies(to: "a/c", exists: false))
    #expect(!GoldenRecording.missing.applies(to: "a/c", exists: true))
  }

  @Test func `Every verdict but a match is a complaint`() throws {
    try TemporaryFolder.with { folder in
      let missing = try store(folder, .never).check(one, suite: "s", case: "c")
      #expect(missing.complaint(about: "s/c")?.contains("there is no golden") == true)
      let recorded = try store(folder, .all).check(one, suite: "s", case: "c")
      #expect(recorded.complaint(about: "s/c")?.contains("look at it, run again") == true)
      let same = try store(folder, .never).check(one, suite: "s", case: "c")
      #expect(same.complaint(about: "s/c") == nil)
    }
  }
}
