import AvatarFiles
import Avatars
import Foundation
import Geometry
import Imaging
import Lottie
import Problems
import TestSupport
import Testing

/// Layers whose pictures are Lottie animations, as JSON and in `.lottie` archives.
@Suite struct LottieLayerTests {
  private let folder: PackageFolder

  init() throws { folder = try PackageFolder(id: "moving") }

  /// 30 frames at 10 a second, 40 x 20 pixels; a green square goes from the left to the right.
  static let animation = """
    {"v": "5.7.0", "fr": 10, "ip": 0, "op": 30, "w": 40, "h": 20, "layers": [{"ty": 4, "ip": 0, "op": 30,
     "ks": {"p": {"a": 1, "k": [{"t": 0, "s": [5, 10], "i": {"x": 1, "y": 1}, "o": {"x": 0, "y": 0}},
      {"t": 30, "s": [35, 10]}]}},
     "shapes": [{"ty": "rc", "p": {"k": [0, 0]}, "s": {"k": [10, 10]}}, {"ty": "fl", "c": {"k": [0, 1, 0, 1]}}]}]}
    """

  private func manifest(_ image: String, _ members: String = "") -> String {
    "{\"version\": 1, \"layers\": [{\"name\": \"a\", \"image\": \"\(image)\", \"scale\": 2"
      + "\(members)}]}"
  }

  /// What lint says of a package of this manifest and animation.
  private func lint(
    _ image: String, _ bytes: [UInt8], _ members: String = ""
  ) throws -> [String] {
    try folder.write(manifest(image, members), to: "avatar.json")
    try folder.write(bytes, to: image)
    return try AvatarPackage.lint(path: folder.path).map { "\($0)" }
  }

  private func archive(
    _ files: [(String, String)] = [
      ("manifest.json", "{\"animations\": [{\"id\": \"one\"}, {\"id\": \"two\"}]}"),
      ("animations/one.json", animation), ("animations/two.json", "{}"),
    ]
  ) -> [UInt8] {
    var zip = ZipBuilder()
    for (name, text) in files { zip.add(name, text) }
    return zip.bytes
  }

  @Test(arguments: ["a.json", "a.lottie", "A.JSON"])
  func `an animation is a layer's picture, with its size and its times`(name: String) throws {
    let bytes = name.hasSuffix("lottie") ? archive() : Array(Self.animation.utf8)
    let members = ", \"play\": \"once\", \"speed\": 2, \"segment\": [10, 30]"
    #expect(try lint(name, bytes, members) == [])
    let package = try AvatarPackage.load(path: folder.path)
    #expect(package.measured.pictureSizes.first?.width == 40)
    // At twice 10 frames a second; the last frame is the 29th.
    let shown = [0, 49, 51, 500, 949, 951, 5000].map {
      package.measured.frame(ofLayer: 0, atMs: Double($0))
    }
    #expect(shown == [10, 10, 11, 20, 28, 29, 29])
    let picture = try package.picture(ofLayer: 0)
    #expect(picture.width == 40 && picture.height == 20)
    #expect(picture[5, 10] == RGBA8(0, 255, 0) && picture[20, 10].alpha == 0)
  }

  @Test func `a file of another kind is a fault of the layer that names it`() throws {
    let manifest = try lint("a.json", Array("{\"version\": 1, \"layers\": []}".utf8))
    #expect(
      manifest == [
        "avatar.json:1:50: layers[0].image: \"a.json\" is the manifest of an avatar (avatar.json);"
          + " expected a Lottie animation (.json, .lottie)"
      ])
    let picture = try lint("a.json", [0x89, 0x50, 0x4E, 0x47])
    #expect(
      picture == [
        "avatar.json:1:50: layers[0].image: \"a.json\" is a PNG; expected a Lottie animation"
          + " (.json, .lottie)"
      ])
    // A Lottie without one of its keys stays one.
    let cut = Self.animation.replacingOccurrences(of: "\"fr\"", with: "\"frr\"")
    let fault = try lint("a.json", Array(cut.utf8))
    #expect(fault.count == 1 && fault[0].hasPrefix("a.json:1:1: "), "\(fault)")
  }

  @Test func `keys of animations are faults beside pictures, and frames that there are not`() throws
  {
    let members = ", \"speed\": 2, \"play\": \"once\", \"segment\": [0, 1]"
    try folder.write(manifest("a.png", members), to: "avatar.json")
    let faults = try AvatarPackage.lint(path: folder.path).map { "\($0)" }
    for key in ["play", "speed", "segment"] {
      #expect(
        faults.contains { $0.contains("\"\(key)\" is for Lottie animations") }, "\(faults)")
    }
    let bytes = Array(Self.animation.utf8)
    #expect(try lint("a.json", bytes, ", \"segment\": [0, 30]") == [])
    let beyond = try lint("a.json", bytes, ", \"segment\": [0, 31]")
    #expect(
      beyond.contains { $0.contains("the segment ends at the frame 31, \"a.json\" has 30") },
      "\(beyond)")
  }

  @Test func `a fault is told at its place in the animation's own file`() throws {
    let text = Self.animation.replacingOccurrences(of: "\"fr\": 10", with: "\"fr\": 1e9")
    let faults = try lint("a.json", Array(text.utf8))
    #expect(
      faults == ["a.json:1:22: fr: the frames a second: 1000000000 found, at most 240 allowed"])
  }

  @Test(arguments: [
    ([("manifest.json", "{}")], "its manifest.json names no animation"),
    ([("animations/one.json", "{}")], "there is no manifest.json in it"),
    (
      [
        ("manifest.json", "{\"animations\": [{\"id\": \"one\"}]}"),
        ("animations/one.json", animation), ("animations/one.json", "{}"),
      ], "it holds \"animations/one.json\" twice"
    ),
    (
      [("manifest.json", "{\"animations\": [{\"id\": \"../../x\"}]}")],
      "there is no animations/../../x.json in it"
    ),
    (
      [("manifest.json", "{\"animations\": [{\"id\": \"one\"}]}"), ("../../one.json", "{}")],
      "the path \"../../one.json\" in it leads out with \"..\""
    ),
    ([("/etc/passwd", "{}")], "the path \"/etc/passwd\" in it is an absolute path"),
  ])
  func `an archive without its animation, or with names that lead out, is refused`(
    files: [(String, String)], words: String
  ) throws {
    let faults = try lint("a.lottie", archive(files))
    #expect(faults.count == 1 && faults[0].contains(words), "\(faults)")
  }

  /// The folders by the format's versions, as the archive names them and as the animation does.
  @Test(arguments: [
    ("images/p.png", "/images/"), ("images/p.png", "images/"), ("images/p.png", ""),
    ("i/p.png", "/i/"),
    ("i/p.png", ""),
  ])
  func `a picture of an archive is drawn`(path: String, stated: String) throws {
    let size = PixelSize<ArtworkSpace>(clamping: 40, 20)
    var zip = ZipBuilder()
    zip.add("manifest.json", "{\"animations\": [{\"id\": \"one\"}]}")
    zip.add(
      "animations/one.json",
      """
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 30, "w": 40, "h": 20,
       "assets": [{"id": "p", "w": 40, "h": 20, "u": "\(stated)", "p": "p.png", "e": 0}],
       "layers": [{"ty": 2, "refId": "p", "ip": 0, "op": 30}]}
      """)
    let without = try lint("a.lottie", zip.bytes)
    #expect(without.count == 1 && without[0].contains("pictures"), "\(without)")
    zip.add(path, try PNG.encode(StraightRGBA8(size: size, filledWith: RGBA8(9, 200, 9))))
    #expect(try !lint("a.lottie", zip.bytes).contains { $0.contains("pictures") })
    let lottie = try LottieArchive.file(named: "a.lottie", zip.bytes)
    let middle = try LottieDrawing.picture(of: lottie, frame: 0, width: 40, height: 20)[20, 10]
    #expect(middle.red < 12 && middle.green > 197 && middle.alpha > 250)
  }

  @Test func `an archive that unpacks to more than may be, or is cut, is refused`() throws {
    var zip = ZipBuilder()
    zip.add("manifest.json", "{\"animations\": [{\"id\": \"one\"}]}")
    let zeros = ZipBuilder.deflatedZeros(atLeast: 64 << 20)
    zip.add(.init(name: "animations/one.json", content: zeros, method: 8, claimedSize: 10))
    let bomb = try lint("a.lottie", zip.bytes)
    #expect(
      bomb.count == 1
        && bomb[0].contains("its animations/one.json has more than 2 MiB, at most 2 MiB allowed"),
      "\(bomb)")
    #expect(try lint("a.lottie", Array(archive().dropLast(30))).count == 1)
    #expect(try lint("a.lottie", []).count == 1)
  }

  @Test func `an archive's manifest is limited, and named where it is too long`() throws {
    func manifest(_ bytes: Int) -> [UInt8] {
      let text = "{\"animations\": [{\"id\": \"one\"}]}"
      return archive([
        ("manifest.json", text + String(repeating: " ", count: bytes - text.utf8.count)),
        ("animations/one.json", Self.animation),
      ])
    }
    #expect(try lint("a.lottie", manifest(65_536)) == [])
    let faults = try lint("a.lottie", manifest(65_537))
    #expect(faults.count == 1, "\(faults)")
    #expect(
      faults[0].contains(
        "\"a.lottie\": its manifest.json has more than 64 KiB, at most 64 KiB allowed"))
    let error = #expect(throws: AvatarPackageError.self) {
      try AvatarPackage.load(path: folder.path)
    }
    #expect(error?.problemCode == .avatarTooLarge)
  }

  @Test func `what is over a limit of amount is too large, and what is out of its range is wrong`()
    throws
  {
    func code(_ name: String, _ bytes: [UInt8]) throws -> ProblemCode? {
      _ = try lint(name, bytes)
      let error = #expect(throws: AvatarPackageError.self) {
        try AvatarPackage.load(path: folder.path)
      }
      return error?.problemCode
    }
    func changed(_ part: String, to other: String) -> [UInt8] {
      Array(Self.animation.replacingOccurrences(of: part, with: other).utf8)
    }
    #expect(try code("a.json", changed("\"fr\": 10", to: "\"fr\": 241")) == .avatarTooLarge)
    #expect(try code("a.json", changed("\"fr\": 10", to: "\"fr\": 0")) == .badAvatar)
    let copies = "\"shapes\": [{\"ty\": \"rp\", \"c\": {\"k\": 201}, \"tr\": {}}, "
    #expect(try code("a.json", changed("\"shapes\": [", to: copies)) == .avatarTooLarge)
    #expect(try code("a.json", changed("[10, 10]", to: "[40961, 10]")) == .badAvatar)
    let deep = String(repeating: "[", count: 48) + String(repeating: "]", count: 48)
    #expect(
      try code("a.json", changed("\"fr\": 10", to: "\"x\": \(deep), \"fr\": 10"))
        == .avatarTooLarge)
    func entries(_ count: Int) -> [UInt8] {
      archive(
        [
          ("manifest.json", "{\"animations\": [{\"id\": \"one\"}]}"),
          ("animations/one.json", Self.animation),
        ] + (2..<count).map { ("f\($0)", "") })
    }
    #expect(try lint("a.lottie", entries(256)) == [])
    #expect(try code("a.lottie", entries(257)) == .avatarTooLarge)
  }

  /// By what drawing ended with: the problem, and whether it is told with the file's name.
  @Test(
    arguments: [
      (.refused, .badAvatar, true), (.crashed(how: "was ended by signal 11"), .badAvatar, true),
      (.silent(seconds: 5), .avatarTooLarge, true), (.noLibrary(reason: "x"), .notInstalled, false),
      (.cannotStart(reason: "x"), .internal, false),
    ] as [(LottieError, ProblemCode, Bool)])
  func `an animation that cannot be drawn is a fault of its package, the machine's faults are not`(
    error: LottieError, code: ProblemCode, isOfPackage: Bool
  ) throws {
    #expect(try lint("a.json", Array(Self.animation.utf8)) == [])
    let package = try AvatarPackage.load(path: folder.path)
    let failure = package.failure(ofLayer: 0, error)
    #expect((failure as? any ProblemReporting)?.problemCode == code)
    #expect((failure is AvatarPackageError) == isOfPackage)
    let line = "layers[0].image: \"a.json\": \(error)"
    #expect("\(failure)".hasSuffix(isOfPackage ? line : "\(error)"), "\(failure)")
    #expect("\(failure)".contains("avatar.json:1:") == isOfPackage)
  }

  @Test func `all animations of a package are limited together, with what is written of them`()
    throws
  {
    // 16 files of 2 MiB are the limit of 32 MiB by themselves; what is written of them is beyond.
    let padding = String(repeating: " ", count: (2 << 20) - Self.animation.utf8.count)
    for number in 0..<16 { try folder.write(Self.animation + padding, to: "a\(number).json") }
    func faults(_ count: Int) throws -> [String] {
      let layers = (0..<count).map {
        "{\"name\": \"l\($0)\", \"image\": \"a\($0).json\", \"scale\": 2}"
      }
      try folder.write(
        "{\"version\": 1, \"layers\": [\(layers.joined(separator: ","))]}", to: "avatar.json")
      return try AvatarPackage.lint(path: folder.path).filter { $0.severity == .error }
        .map { "\($0)" }
    }
    #expect(try faults(15) == [])
    let beyond = try faults(16)
    #expect(beyond.count == 1, "\(beyond)")
    #expect(beyond[0].contains("all Lottie animations together: more found, at most 32 MiB"))
    let error = #expect(throws: AvatarPackageError.self) {
      try AvatarPackage.load(path: folder.path)
    }
    #expect(error?.problemCode == .avatarTooLarge)
  }

  @Test func `what is written of an animation counts among the bytes that a package holds`() throws
  {
    let bytes = Array(Self.animation.utf8)
    #expect(try lint("a.json", bytes) == [])
    #expect(try AvatarPackage.load(path: folder.path).fileBytes > bytes.count)
  }

  @Test func `lint names what is not drawn, and what costs much`() throws {
    let text = Self.animation.replacingOccurrences(
      of: "\"layers\": [", with: "\"layers\": [{\"ty\": 5}, {\"ty\": 3, \"ef\": [{}]}, ")
    let warnings = try lint("a.json", Array(text.utf8))
    #expect(warnings.count == 2, "\(warnings)")
    #expect(warnings[0].contains("warning: layers[0]: not drawn: text; convert it to shapes"))
    #expect(warnings[1].contains("warning: layers[1].ef: not drawn: effects; draw the result"))
    func ending(at frame: Int) -> [UInt8] {
      let text = Self.animation.replacingOccurrences(
        of: "\"op\": 30, \"w\"", with: "\"op\": \(frame), \"w\"")
      return Array(text.utf8)
    }
    let long = try lint("a.json", ending(at: 2001))
    #expect(long.count == 1 && long[0].contains("the frames: 2001 found, at most 2000"))
    #expect(try lint("a.json", ending(at: 2000)) == [])
    let padded = try lint(
      "a.json", Array((Self.animation + String(repeating: " ", count: 1 << 20)).utf8))
    #expect(padded.count == 1 && padded[0].contains("1048576 bytes advised"))
  }
}
