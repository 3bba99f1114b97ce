import Avatars
import Geometry
import Testing

@Suite struct FitProfileTests {
  private static let start = "{\"format\": \"avatar-fit/1\""

  private func profile(_ members: String) throws -> FitProfile {
    try FitProfile(json: "\(Self.start)\(members.isEmpty ? "" : ", ")\(members)}".utf8)
  }

  private func fault(_ text: String) -> String {
    do throws(FitProfileFaults) {
      _ = try FitProfile(json: text.utf8)
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a profile gives every value of the format`() throws {
    let found = try profile(
      """
      "all": {"scale": 1.1, "offset": [0.5, -0.05], "rotation": 2},
      "avatars": {"dragon": {"offset": {"y": 0.25, "z": -1}}, "ox": {}},
      "faces": {"0": {"all": {"rotation": -90}},
        "7": {"avatars": {"dragon": {"scale": 0.5, "offset": [1, 2, 3]}}}}
      """)
    #expect(
      found
        == FitProfile(
          everyFace: .init(
            all: AvatarFit(scale: 1.1, offset: Vector3(0.5, -0.05, 0), rotation: 2),
            avatars: ["dragon": AvatarFit(offset: Vector3(0, 0.25, -1)), "ox": .identity]),
          faces: [
            0: .init(all: AvatarFit(rotation: -90)),
            7: .init(avatars: ["dragon": AvatarFit(scale: 0.5, offset: Vector3(1, 2, 3))]),
          ]))
    #expect(found.avatarNames == ["dragon", "ox"])
    #expect(try profile("").isEmpty)
    #expect(try !profile("\"all\": {}").isEmpty)
  }

  @Test func `the most specific fit holds, alone and as a whole`() throws {
    let found = try profile(
      """
      "all": {"scale": 2}, "avatars": {"ox": {"rotation": 3}},
      "faces": {"1": {"all": {"scale": 4}, "avatars": {"ox": {"rotation": 5}}},
        "2": {"avatars": {"pig": {"scale": 6}}}, "3": {}}
      """)
    let expected: [(String, Int, AvatarFit)] = [
      ("pig", 9, AvatarFit(scale: 2)), ("ox", 9, AvatarFit(rotation: 3)),
      ("pig", 1, AvatarFit(scale: 4)), ("ox", 1, AvatarFit(rotation: 5)),
      ("pig", 2, AvatarFit(scale: 6)), ("ox", 2, AvatarFit(rotation: 3)),
      ("sheep", 2, AvatarFit(scale: 2)), ("ox", 3, AvatarFit(rotation: 3)),
    ]
    for (avatar, face, fit) in expected {
      #expect(found.fit(ofAvatar: avatar, onFace: face) == fit, "\(avatar) on \(face)")
    }
    #expect(FitProfile().fit(ofAvatar: "ox", onFace: 1) == .identity)
  }

  /// A member at its limits, and what is said beyond them.
  static let limits: [(member: String, within: [String], beyond: [String], range: String)] = [
    ("scale", ["0.05", "20"], ["0.0499", "20.001", "0", "-1", "1e308", "1e999"], "0.05 to 20"),
    ("rotation", ["-180", "180"], ["-180.01", "180.01", "-1e308"], "-180 to 180"),
    ("offset.x", ["-10", "10"], ["-10.01", "10.01", "1e308"], "-10 to 10"),
    ("offset.y", ["-10", "10"], ["-10.01", "10.01"], "-10 to 10"),
    ("offset.z", ["-10", "10"], ["-10.01", "10.01"], "-10 to 10"),
  ]

  @Test(arguments: limits)
  func `a number at its limit is taken, and one beyond refused with the limit`(
    limit: (member: String, within: [String], beyond: [String], range: String)
  ) throws {
    func text(_ number: String) -> String {
      let keys = limit.member.split(separator: ".")
      return keys.count == 1
        ? "\"all\": {\"\(keys[0])\": \(number)}"
        : "\"all\": {\"\(keys[0])\": {\"\(keys[1])\": \(number)}}"
    }
    for number in limit.within { #expect(try !profile(text(number)).isEmpty) }
    for number in limit.beyond {
      let said = fault("\(Self.start), \(text(number))}")
      #expect(said.contains("all.\(limit.member): "), "\(said)")
      #expect(said.hasSuffix("a number from \(limit.range) expected"), "\(said)")
    }
  }

  @Test func `bytes up to the limit are read, and one more is refused`() throws {
    let text = "\(Self.start)}"
    let full = text + String(repeating: " ", count: FitProfile.byteLimit - text.utf8.count)
    #expect(try FitProfile(json: full.utf8).isEmpty)
    #expect(
      fault(full + " ") == "1:1: the profile's size: 65537 bytes found, at most 65536 bytes allowed"
    )
  }

  /// Texts of profiles, and the first fault of each.
  static let faulty: [(String, String)] = [
    ("", "1:1: not JSON: it is empty"),
    ("[]", "1:1: an object expected, a list found"),
    ("{}", "1:1: the key \"format\" is missing"),
    (
      "{\"format\": \"avatar-fit/2\"}",
      "1:12: format: the format \"avatar-fit/2\" is not supported, only \"avatar-fit/1\" is"
    ),
    (
      "\(start), \"avatar\": {}}",
      "1:28: unknown key \"avatar\"; did you mean \"avatars\"?"
    ),
    (
      "\(start), \"all\": {\"scael\": 1}}",
      "1:36: all: unknown key \"scael\"; did you mean \"scale\"?"
    ),
    ("\(start), \"all\": {}, \"all\": {}}", "1:39: duplicate key \"all\""),
    (
      "\(start), \"avatars\": {\"ox\": {}, \"ox\": {}}}",
      "1:50: avatars: duplicate key \"ox\""
    ),
    ("\(start), \"avatars\": {\" \": {}}}", "1:45: avatars. : the name must not be empty"),
    ("\(start), \"all\": {\"scale\": NaN}}", "1:45: not JSON"),
    ("\(start), \"all\": {\"scale\": null}}", "1:45: all.scale: a number expected, null found"),
    (
      "\(start), \"all\": {\"offset\": [1]}}",
      "1:46: all.offset: a list of two or three numbers expected, a list of 1 found"
    ),
    (
      "\(start), \"all\": {\"offset\": [1, 2, 3, 4]}}",
      "1:46: all.offset: a list of two or three numbers expected, a list of 4 found"
    ),
    (
      "\(start), \"all\": {\"offset\": {\"X\": 1}}}",
      "1:47: all.offset: unknown key \"X\"; did you mean \"x\"?"
    ),
    (
      "\(start), \"faces\": {\"01\": {}}}",
      "1:44: faces.01: \"01\" found, the identity of a face expected: a whole number from 0 to"
        + " 9007199254740992, without zeros before it"
    ),
    ("\(start), \"faces\": {\"-1\": {}}}", "1:44: faces.-1: \"-1\" found"),
    ("\(start), \"faces\": {\"9007199254740993\": {}}}", "1:58: faces.9007199254740993: "),
    (
      "\(start), \"faces\": {\"1\": {\"faces\": {}}}}",
      "1:44: faces.1: unknown key \"faces\""
    ),
    ("\(start), \"faces\": [1]}", "1:37: faces: an object expected, a list found"),
    (String(repeating: "[", count: 40), "1:33: not JSON: lists and objects are nested"),
  ]

  @Test(arguments: faulty)
  func `a faulty profile is refused with the place of the fault`(text: String, expected: String) {
    let said = fault(text)
    #expect(said.hasPrefix(expected), "\(said)")
  }

  @Test func `all faults are counted, the first is told`() {
    let said = fault("\(Self.start), \"all\": {\"scale\": 0, \"rotation\": 999, \"x\": 1}}")
    #expect(said.hasPrefix("1:45: all.scale: 0 found"), "\(said)")
    #expect(said.hasSuffix("(and 2 more faults)"), "\(said)")
  }
}
