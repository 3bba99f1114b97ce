import Comparison
import Foundation
import Geometry
import Goldens
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import Requests
import TestSupport
import Testing
import Tracking

/// What a `golden.json` may say, and how its faults are told.
@Suite struct ManifestTests {
  static let scene = "\"recording\": \"r\", \"avatar\": \"ox\""

  @Test func `a suite of every key is read as it says`() throws {
    let folder = try SuiteFolder(
      """
      {"format": "golden-suite/1", "title": "Masks", "avatars": "../Avatars",
       "defaults": {"recording": "clips/head", "avatar": "dragon", "mirror": true,
                    "thresholds": {"maxChannelDifference": 2}},
       "cases": [
        {"name": "plain"},
        {"name": "two/faces", "recording": "/clips/two.mp4", "avatar": ["ox", "my/pig"],
         "at": [1, 2.5], "mirror": false, "placement": "matrix", "noSnap": true,
         "smoothing": "one-euro", "smoothingMs": 90, "lostFaces": "hide", "size": "320x180",
         "crop": {"x": 1, "y": 2, "width": 30, "height": 40}, "overlayOnly": true,
         "thresholds": {"maxChangedShare": 0.01}, "outsideThresholds": {"maxChannelDifference": 0},
         "pixelThreshold": 3, "ignoreAntialiasing": true, "windowSide": 16, "region": "inside",
         "skip": "flickers"},
        {"name": "part", "frames": "10-20", "every": 5},
        {"name": "given/*", "given": true, "thresholds": {"minStructuralSimilarity": 0.99}}
       ]}
      """)
    let suite = try folder.suite()
    #expect(suite.title == "Masks" && suite.avatars == folder.path + "/../Avatars")
    #expect(suite.cases.map(\.name) == ["plain", "two/faces", "part"])
    guard case .rendered(let plain) = suite.cases[0].source,
      case .rendered(let two) = suite.cases[1].source,
      case .rendered(let part) = suite.cases[2].source
    else {
      Issue.record("\(suite.cases)")
      return
    }
    #expect(
      plain.request.recording == folder.path + "/clips/head" && plain.request.avatars == ["dragon"])
    #expect(
      plain.request.passes.mirrored && plain.frames == .moment(0) && suite.cases[0].isStill)
    #expect(suite.cases[0].judging.thresholds.maxChannelDifference == 2)
    #expect(
      two.request.recording == "/clips/two.mp4"
        && two.request.avatars == ["ox", folder.path + "/my/pig"])
    #expect(
      two.frames == .moments([1, 2.5]) && !two.request.passes.mirrored
        && two.request.passes.overlayOnly)
    #expect(two.request.placement.mode == .matrix && !two.request.placement.snap)
    #expect(two.request.smoothing.strategy == .oneEuro && two.request.smoothing.milliseconds == 90)
    #expect(two.request.gaps.policy == .hide && two.request.output.size?.width == 320)
    #expect(two.crop == .init(x: 1, y: 2, width: 30, height: 40))
    let judging = suite.cases[1].judging
    // A case's thresholds stand in place of the defaults', not beside them.
    #expect(judging.thresholds.maxChannelDifference == nil)
    #expect(judging.thresholds.maxChangedShare == 0.01)
    #expect(judging.outsideThresholds == .exact && judging.region == .inside)
    #expect(judging.options.pixelThreshold == 3 && judging.options.ignoresAntialiasing)
    #expect(judging.options.windowSide == 16 && suite.cases[1].skip == "flickers")
    #expect(part.frames == .range(10...20, every: 5) && part.frames.count == 3)
    let given = try suite.case(named: "given/one")
    #expect(given.source == .given && given.judging.thresholds.minStructuralSimilarity == 0.99)
  }

  @Test func `all faults are told at once, each with its line, column and value`() throws {
    let faults = try SuiteFolder.faults(
      """
      {"format": "golden-suite/1", "titel": "Masks",
       "cases": [
        {"name": "a", \(Self.scene), "smothing": "none"},
        {"name": "a", \(Self.scene)},
        {"name": "b", \(Self.scene), "at": 1, "frame": 2},
        {"name": "c", \(Self.scene), "every": 2},
        {"name": "d", "avatar": "ox"},
        {"name": "e", \(Self.scene), "size": "320", "thresholds": {}},
        {"name": "f", "given": true, "mirror": true},
        {"name": "../g", \(Self.scene)},
        {"name": "h/*", \(Self.scene)},
        {"name": "i", \(Self.scene), "frames": "9-2", "region": "insid"},
        {"name": "j", \(Self.scene), "at": [2, 1]}
       ]}
      """)
    let expected = [
      "golden.json:1:30: unknown key \"titel\"; did you mean \"title\"?",
      "golden.json:3:51: cases[0]: unknown key \"smothing\"; did you mean \"smoothing\"?",
      "golden.json:4:3: cases[1]: cases[0] is already called \"a\"",
      "golden.json:5:3: cases[2]: \"at\" and \"frame\" both choose the frames; give one of them",
      "golden.json:6:60: cases[3].every: \"every\" needs \"frames\", which is missing",
      "golden.json:7:3: cases[4]: the key \"recording\" is missing",
      "golden.json:8:59: cases[5].size: expected a size such as 1280x720, or a side such as"
        + " 1280x or x720, at most 8192 a side,"
        + " found \"320\"",
      "golden.json:8:80: cases[5].thresholds: the thresholds must not be empty",
      "golden.json:9:42: cases[6].mirror: a given case is not rendered; \"mirror\" has no effect on"
        + " it; leave it out",
      "golden.json:10:12: cases[7].name: the name \"../g\" has the part \"..\"",
      "golden.json:11:12: cases[8].name: the name \"h/*\" has characters other than letters, digits,"
        + " - _ and . in it",
      "golden.json:12:61: cases[9].frames: expected two frame numbers such as 0-99, counted from"
        + " 0, found \"9-2\"",
      "golden.json:12:78: cases[9].region: \"insid\" is not a known region; did you mean \"inside\"?",
      "golden.json:13:61: cases[10].at[1]: times must rise; this one is not after the one before it",
    ]
    #expect(faults == expected)
  }

  @Test(
    arguments: [
      ("", "not JSON"), ("{", "not JSON"), ("[]", "an object expected"), ("null", "an object"),
      ("{}", "\"format\" is missing"),
      ("{\"format\": \"golden-suite/2\", \"cases\": []}", "golden-suite/1"),
      ("{\"format\": 1, \"cases\": {}}", "a string expected"),
      (String(repeating: "[", count: 5000), "nested more than"),
      ("\u{0}\u{1}\u{2}", "not JSON"),
    ])
  func `garbage is told as such`(text: String, words: String) throws {
    let faults = try SuiteFolder.faults(text)
    let first = try #require(faults.first)
    #expect(first.hasPrefix("golden.json:1:") && first.contains(words))
  }

  private func suite(of cases: Int, each: (Int) -> String) -> String {
    let list = (0..<cases).map { "{\"name\": \"c\($0)\", \(Self.scene), \(each($0))}" }
    return "{\"format\": \"golden-suite/1\", \"cases\": [\(list.joined(separator: ",\n"))]}"
  }

  @Test func `each limit holds, and what just reaches it passes`() throws {
    func faults(_ cases: Int, _ each: String) throws -> [String] {
      try SuiteFolder.faults(suite(of: cases) { _ in each })
    }
    #expect(try faults(SuiteLimits.cases, "\"at\": 0") == [])
    #expect(try faults(SuiteLimits.cases + 1, "\"at\": 0").first?.contains("at most 5000") == true)
    #expect(try faults(20, "\"frames\": \"0-999\"") == [])
    #expect(try faults(1, "\"frames\": \"0-1000\"").first?.contains("at most 1000") == true)
    #expect(try faults(21, "\"frames\": \"0-999\"").first?.contains("at most 20000") == true)
    let frames = (0...1000).map(String.init).joined(separator: ",")
    #expect(try faults(1, "\"at\": [\(frames)]").first?.contains("at most 1000") == true)
    let bytes = String(repeating: " ", count: SuiteLimits.manifestBytes)
    #expect(try SuiteFolder.faults(bytes + " ").first?.contains("4194304 bytes") == true)
    #expect(try SuiteFolder.faults(bytes).first?.contains("not JSON") == true)
  }

  @Test(
    arguments: [
      ("a", "A"), ("head/00012", "head"), ("head", "head/00012"), ("x/y", "X/y"),
    ])
  func `two cases never share a golden's file`(first: String, second: String) throws {
    func entry(_ name: String) -> String {
      "{\"name\": \"\(name)\", \(Self.scene)\(name == "head" ? ", \"frames\": \"0-20\"" : "")}"
    }
    let faults = try SuiteFolder.faults(
      "{\"format\": \"golden-suite/1\", \"cases\": [\(entry(first)), \(entry(second))]}")
    #expect(faults.count == 1 && faults.first?.contains("same golden") == true)
  }

  @Test(
    arguments: [
      ("", false), ("a", true), ("a/b.c-d_e/F9", true), ("/a", false), ("a/", false),
      ("a//b", false), ("..", false), ("a/../b", false), (".results/x", false), ("a b", false),
      ("a\\b", false), ("é", false), ("a\n", false), ("a:b", false), ("+a", false),
      (String(repeating: "x", count: 160), true), (String(repeating: "x", count: 161), false),
    ])
  func `a case's name is a path that stays in the suite`(name: String, isGood: Bool) {
    #expect((GoldenName.fault(of: name) == nil) == isGood)
  }

  @Test(
    arguments: [
      ("a/b", "a/b", true), ("a", "a/b", true), ("a/", "a/b", true), ("a", "ab", false),
      ("*", "ab", true), ("*", "a/b", true), ("*b", "a/b", false), ("**b", "a/b", true),
      ("a/*/c", "a/b/c", true), ("a/*/c", "a/b/d", false), ("a?c", "abc", true),
      ("a?c", "a/c", false), ("", "a", false), ("a*", "a", true), ("**/c", "a/b/c", true),
    ])
  func `patterns mean what they mean in a shell, and folders all in them`(
    pattern: String, name: String, expected: Bool
  ) {
    #expect(NamePattern(pattern).matches(name) == expected)
  }

  @Test func `a pattern of many stars takes no longer than its length`() {
    let pattern = NamePattern(String(repeating: "*a", count: 60) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 150)))
  }

  @Test func `a suite that is not there, or no file, is told`() throws {
    let folder = try ScratchFolder()
    for path in ["nowhere", ""] {
      #expect(throws: GoldenError.self) { try GoldenSuite(path: folder.path(path)) }
    }
    try folder.folder("Golden/golden.json")
    let error = #expect(throws: GoldenError.self) {
      try GoldenSuite(path: folder.path("Golden"))
    }
    #expect("\(try #require(error))".contains("not a plain file"))
  }
}
