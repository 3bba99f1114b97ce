import CardTracker
import Foundation
import Imaging
import TestSupport
import Testing
import Tracker

/// The pictures that are looked for, and what is said of those that are none.
@Suite struct CardPicturesTests {
  private let scratch: ScratchFolder
  private static let scenes = SharedData.packageRoot.appending(path: "Scenes")

  init() throws { scratch = try ScratchFolder() }

  private func picture(
    _ width: Int, _ height: Int, plain: Bool = false
  ) throws -> StraightRGBA8 {
    var bytes = [UInt8](repeating: 255, count: 4 * width * height)
    if !plain {
      for index in 0..<(width * height) {
        let (x, y) = (index % width / 16, index / width / 16)
        bytes[4 * index] = UInt8((x * 73 + y * 151 + x * y * 31) % 256)
      }
    }
    return try #require(StraightRGBA8(width: width, height: height, bytes: bytes))
  }

  private func put(_ picture: StraightRGBA8, _ name: String) throws {
    let path = scratch.path(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(try PNG.encode(picture)).write(to: URL(filePath: path))
  }

  private func put(_ text: String, _ name: String) throws {
    let path = scratch.path(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func fault(_ folder: String = "") -> String {
    do throws(CardError) {
      let pictures = try CardPictures.load(folder: scratch.path(folder))
      _ = try PrintedCardTracker(pictures, CardSettings())
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func `the six cards are there, with their names and widths`() throws {
    let pictures = try CardPictures.load(folder: Self.scenes.path).pictures
    #expect(
      pictures.map(\.name) == [
        "awakening-of-insects", "clear-and-bright", "grain-rain", "rain-water", "spring-equinox",
        "start-of-spring",
      ])
    #expect(pictures.allSatisfy { $0.widthMm == 105 && $0.pixels == "1240 x 1748" })
    #expect(CardLint.remarks(try CardPictures.load(folder: Self.scenes.path)).isEmpty)
  }

  @Test func `files are named after themselves, a list names its own`() throws {
    try put(try picture(320, 400), "files/one.png")
    try put(try picture(400, 320), "files/two.PNG")
    try put("no picture", "files/read.me")
    let files = try CardPictures.load(folder: scratch.path("files")).pictures
    #expect(files.map(\.name) == ["one", "two"] && files.allSatisfy { $0.widthMm == nil })
    try put(try picture(320, 400), "list/a.png")
    try put(
      #"{"version": 1, "pictures": [{"name": "dawn", "image": "a.png", "widthMm": 90.5}]}"#,
      "list/pictures.json")
    let listed = try CardPictures.load(folder: scratch.path("list")).pictures
    #expect(listed.map(\.name) == ["dawn"] && listed[0].widthMm == 90.5)
  }

  private func pack(_ files: [(String, [UInt8])], _ name: String) throws {
    var archive = ZipBuilder()
    for (path, bytes) in files { archive.add(path, bytes) }
    try scratch.write(archive.bytes, to: name)
  }

  private func scene(_ name: String = "") -> [UInt8] {
    Array(#"{"version": 1, "picture": {\#(name)"image": "card.png", "widthMm": 80}}"#.utf8)
  }

  @Test func `a scene in an archive is the same as the scene in a folder`() throws {
    let card = try PNG.encode(try picture(320, 400))
    try pack([("scene.json", scene()), ("card.png", card), ("art/card.svg", [])], "zips/dawn.zip")
    try pack(
      [("things/scene.json", scene(#""name": "dusk", "#)), ("things/card.png", card)],
      "zips/other.ZIP")
    try scratch.write(card, to: "zips/noon/card.png")
    try scratch.write(scene(), to: "zips/noon/scene.json")
    try scratch.write(card, to: "zips/stray.png")
    let pictures = try CardPictures.load(folder: scratch.path("zips")).pictures
    #expect(pictures.map(\.name) == ["dawn", "dusk", "noon"])
    #expect(Set(pictures.map(\.sha256)).count == 1)
    for picture in pictures {
      #expect(picture.widthMm == 80 && picture.file.hasSuffix("/card.png"))
      #expect(try picture.decoded() == PNG.decode(card))
    }
    #expect(pictures[1].file.hasSuffix("zips/other.ZIP/card.png"))
  }

  /// Which file of the scene is a link.
  @Test(arguments: ["card.png", "scene.json"])
  func `a link is followed inside of a scene's folder, and never out of it`(name: String) throws {
    let contents = ["card.png": try PNG.encode(try picture(320, 400)), "scene.json": scene()]
    for (file, bytes) in contents where file != name {
      try scratch.write(bytes, to: "linked/\(file)")
    }
    let bytes = try #require(contents[name])
    try scratch.write(bytes, to: "linked/inner/file")
    try scratch.write(bytes, to: "outside")
    let link = scratch.path("linked/\(name)")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "inner/file")
    #expect(fault("linked") == "none")
    for target in ["../outside", scratch.path("outside")] {
      try FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      #expect(fault("linked").contains("linked/\(name): a link leads out of the folder"))
    }
  }

  @Test func `the folder or the archive of one scene gives its card alone`() throws {
    let card = try PNG.encode(try picture(320, 400))
    let small = try PNG.encode(try picture(40, 30))
    try scratch.write(card, to: "one/noon/card.png")
    try scratch.write(small, to: "one/noon/art.png")
    try scratch.write(scene(), to: "one/noon/scene.json")
    try pack([("scene.json", scene()), ("card.png", card), ("art.png", small)], "one/dawn.zip")
    for path in ["one/noon", "one/noon/", "one/dawn.zip"] {
      let pictures = try CardPictures.load(folder: scratch.path(path)).pictures
      #expect(pictures.map(\.name) == [path.hasPrefix("one/noon") ? "noon" : "dawn"])
    }
    #expect(fault("one/dusk.zip").contains("dusk.zip: there is no such folder"))
  }

  @Test func `an archive that holds no scene is said with its name`() throws {
    let card = try PNG.encode(try picture(320, 400))
    let faults: [(name: String, files: [(String, [UInt8])], word: String)] = [
      ("none", [("card.png", card)], "none.zip/scene.json: the file is missing"),
      ("two", [("a/scene.json", []), ("b/scene.json", [])], "two.zip: it holds 2 packages"),
      (
        "out", [("scene.json", scene()), ("../card.png", card)], "out.zip: the path \"../card.png\""
      ),
      ("bare", [("scene.json", scene())], "bare.zip/card.png: the file is missing"),
      ("text", [("scene.json", Array("{".utf8)), ("card.png", card)], "text.zip/scene.json:1:"),
      (
        "long", [("scene.json", [UInt8](repeating: 32, count: 262_145)), ("card.png", card)],
        "long.zip/scene.json: the file has more than 262144 bytes"
      ),
    ]
    for fault in faults {
      try pack(fault.files, "\(fault.name)/\(fault.name).zip")
      #expect(self.fault(fault.name).contains(fault.word), "\(self.fault(fault.name))")
    }
    // As long as it may be, it is read.
    let padded = scene() + [UInt8](repeating: 32, count: 262_144 - scene().count)
    try pack([("scene.json", padded), ("card.png", card)], "most/most.zip")
    #expect(fault("most") == "none")
    try scratch.write("no archive", to: "damaged/a.zip")
    #expect(fault("damaged").contains("damaged/a.zip: "))
  }

  @Test func `what is found depends on names, bytes, widths and settings`() throws {
    func identity(
      _ width: String = "", _ change: (inout CardSettings) -> Void = { _ in }
    ) throws -> String {
      try put(
        #"{"version": 1, "pictures": [{"name": "dawn", "image": "a.png"\#(width)}]}"#,
        "keys/pictures.json")
      var settings = CardSettings()
      change(&settings)
      return try CardPictures.load(folder: scratch.path("keys")).found(settings).identity
    }
    try put(try picture(320, 400), "keys/a.png")
    let plain = try identity()
    #expect(try identity() == plain)
    var all = try [
      plain, identity(#", "widthMm": 90"#), identity(#", "widthMm": 91"#),
      identity { $0.every = 5 }, identity { $0.score = 0.4 }, identity { $0.mirroring = .no },
      identity { $0.resetMs = 1 }, identity { $0.verticalFieldOfViewDegrees = 50 },
    ]
    try put(try picture(320, 401), "keys/a.png")
    all.append(try identity())
    #expect(Set(all).count == all.count)
  }

  @Test func `a folder that is not there, or holds no picture, is said`() throws {
    #expect(fault("nowhere").contains("there is no such folder"))
    try put("text", "empty/read.me")
    #expect(fault("empty").contains("no picture to look for"))
  }

  @Test(arguments: [
    (319, 400, true), (320, 8192, false), (320, 8193, true), (4096, 4096, false),
    (4097, 4097, true),
  ]) func `the shorter side is 320 to 4096 pixels, the longer at most 8192`(
    _ width: Int, _ height: Int, _ isFault: Bool
  ) throws {
    try put(try picture(width, height), "sides/a.png")
    #expect(fault("sides").contains("\(width) x \(height) pixels") == isFault)
  }

  @Test func `64 pictures are looked for, 65 are too many`() throws {
    for index in 0..<65 { try put(try picture(320, 320 + index), "many/\(index).png") }
    #expect(fault("many").contains("found 65 pictures, expected at most 64"))
    try FileManager.default.removeItem(atPath: scratch.path("many/64.png"))
    #expect(try CardPictures.load(folder: scratch.path("many")).pictures.count == 64)
  }

  @Test func `two of one name, a damaged and a plain one are said with their files`() throws {
    try put(try picture(320, 400), "same/a.png")
    try put(
      """
      {"version": 1, "pictures": [{"name": "x", "image": "a.png"}, {"name": "x", "image": "a.png"}]}
      """, "same/pictures.json")
    #expect(fault("same").contains("found the name \"x\""))
    try put("\u{89}PNG", "damaged/a.png")
    #expect(fault("damaged").contains("damaged/a.png"))
    try put(try picture(320, 400, plain: true), "plain/a.png")
    #expect(fault("plain").contains("plain/a.png: found no detail"))
  }

  @Test(arguments: [
    ("{}", "version"), (#"{"version": 2, "pictures": []}"#, "version"),
    (#"{"version": 1, "pictures": [{"image": "a.png"}]}"#, "name"),
    (#"{"version": 1, "pictures": [{"name": "a", "image": "a.png", "widthMm": 0}]}"#, "widthMm"),
    (#"{"version": 1, "pictures": [{"name": "a", "image": "a.png", "width": 3}]}"#, "widthMm"),
    (#"{"version": 1, "pictures": [{"name": "a", "image": "../a.png"}]}"#, "leads out"),
    (#"{"version": 1, "pictures": [{"name": "../a", "image": "a.png"}]}"#, "without /"),
    (
      #"{"version": 1, "pictures": [{"name": "\#(String(repeating: "n", count: 128))", "image": "a.png"}]}"#,
      "at most 127 bytes"
    ),
    ("[", "not JSON"),
  ]) func `a list that says something wrong is named with its place`(
    _ text: String, _ word: String
  ) throws {
    try put(try picture(320, 400), "a.png")
    try put(text, "list/pictures.json")
    #expect(fault("list").contains(word))
  }

  @Test func `scores are the same every time, and low where pictures pass for each other`() throws {
    try put(try picture(320, 400), "pair/a.png")
    try put(try picture(320, 401), "pair/b.png")
    let pictures = try CardPictures.load(folder: scratch.path("pair"))
    let scores = (0..<2).map { _ in
      let scoring = CardScoring(pictures)
      let agreements = scoring.agreements()
      return scoring.score(0, agreements: agreements[0])
    }
    #expect(scores[0].words == scores[1].words && scores[0].score == scores[1].score)
    #expect(scores[0].score <= 20 && scores[0].words.contains("passes for b"))
    #expect(CardLint.remarks(pictures).contains { $0.text.contains("passes for") })
  }
}
