import Foundation
import Imaging
import TestSupport
import Testing

/// Every block of JSON, in the hands of what reads or writes it; files of tutorials are read in `TutorialTests`.
@Suite struct JSONExampleTests {
  /// A block, told by a text in it, and the way to try it.
  private static let kinds: [(mark: String, check: @Sendable (Document.Block) throws -> Void)] = [
    ("\"previous\"", checkAuditLine), ("avatar-reel/1", checkReel), ("avatar-fit/1", checkProfile),
    ("golden-suite/1", checkSuite),
    ("avatar-session-labels/1", checkLabels),
    ("\"items\"", checkScene), ("\"cue\"", checkCues),
    ("\"given\"", checkGivenCase), ("\"layers\"", checkAvatar),
    ("\"video\"", checkRecording), ("avatar-tracking/1", checkTracking),
    ("\"hands\"", checkTracking), ("\"imageResolution\"", checkARKit),
    ("avatar-hud-theme/1", checkTheme), ("avatar-annotations/1", checkAnnotations),
    ("\"placements\"", checkSidecar),
    ("\"alternativeText\"", checkSnapshotAnswer), ("\"instance\"", checkProblem),
    ("\"place\"", checkReply), ("\"recording\"", checkRequest),
  ]

  private static let blocks = Document.blocks.filter { $0.language == "json" && $0.file == nil }

  @Test(arguments: blocks)
  func `every block of JSON is read by what it is for`(block: Document.Block) throws {
    let kind = Self.kinds.first { block.text.contains($0.mark) }
    try #require(kind, "say in kinds how this block is tried:\n\(block.text)").check(block)
  }

  /// The text with numbers in place of what stands for them.
  private static func filled(_ text: String) -> String {
    let parts = text.split(separator: "\"hands\"", omittingEmptySubsequences: false)
    let points = zip(parts, [478, 21]).map { part, count in
      let list = Array(repeating: "[0.5, 0.4, -0.02]", count: count).joined(separator: ", ")
      return part.replacing("[x, y, z], ...", with: list)
    }
    return points.joined(separator: "\"hands\"")
      .replacing("[x, y], [x, y], [x, y], [x, y]", with: "[0, 0], [9, 0], [9, 9], [0, 9]")
      .replacing("16 numbers", with: "1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -40, 0, 0, 0, 1")
  }

  private static func object(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any])
  }

  /// Runs the tool, which must be content.
  @discardableResult
  private static func succeed(_ words: String..., in folder: ScratchFolder) throws -> String {
    String(decoding: try Program.product.succeed(words, in: folder), as: UTF8.self)
  }

  /// A line of the audit log, alone.
  private static func checkAuditLine(_ block: Document.Block) throws {
    let folder = try ScratchFolder()
    try folder.write(block.text.trimmingCharacters(in: .newlines) + "\n", to: "audit.jsonl")
    let told = try succeed("audit", "verify", "audit.jsonl", "--json", in: folder)
    #expect(told.contains("\"lines\" : 1"))
  }

  /// The tutorial's suite, which `ConsoleTests` also verifies and approves.
  private static func checkSuite(_ block: Document.Block) throws {
    let folder = try ReadersFolder().folder
    try folder.replace("Golden/golden.json", by: block.text)
    let outcome = try Program.product.run(["verify", "--progress", "none"], in: folder)
    #expect(outcome.exitCode == 1)
    #expect(outcome.error.contains("3 cases, 3 without a golden"), "\(outcome.error)")
  }

  /// Labels beside the sample's folder.
  private static func checkLabels(_ block: Document.Block) throws {
    let folder = try ReadersFolder().folder
    try folder.write(block.text, to: "own.json")
    let told = try succeed(
      "session", "tune", "demo", "--labels", "own.json", "--threshold", "teeth.holdMs", "--values",
      "400", in: folder)
    #expect(told.contains("1 labelled span, 2 stretches without, in 1 recording"), "\(told)")
  }

  /// A reel of recordings that are the sample under other names, with music of a clear beat.
  private static func checkReel(_ block: Document.Block) throws {
    let folder = try ReadersFolder().folder
    for name in ["ada", "ben"] {
      try FileManager.default.copyItem(
        atPath: folder.url.appending(path: "recording").resolvingSymlinksInPath().path,
        toPath: folder.path(name))
    }
    try folder.write(block.text, to: "own.json")
    try Program.ffmpeg.succeed([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i",
      "aevalsrc='0.5*sin(2000*t)*exp(-30*mod(t,0.5))':d=30:s=48000", folder.path("song.ogg"),
    ])
    let told = try Program.product.run(["reel", "own.json", "-o", "own.otio"], in: folder)
    #expect(told.exitCode == 0 && told.error.contains("own.otio"), "\(told.error)")
  }

  private static func checkGivenCase(_ block: Document.Block) throws {
    let folder = try ScratchFolder()
    try folder.write(
      "{\"format\": \"golden-suite/1\", \"cases\": [\(block.text)]}", to: "Golden/golden.json")
    try succeed("verify", in: folder)
  }

  /// A Lottie animation of 48 frames.
  private static func animation() throws -> [UInt8] {
    let file = SharedData.packageRoot.appending(path: "Avatars/dragon/breath.json")
    return [UInt8](try Data(contentsOf: file))
  }

  /// With a picture, an animation or a model for each layer, the manifest has no fault.
  private static func checkAvatar(_ block: Document.Block) throws {
    let folder = try ScratchFolder()
    try folder.write(block.text, to: "mine/avatar.json")
    let picture = try SyntheticAvatar.drawn(64, 48) { x, y in
      .init(230, 60, 20, x < 2 || y < 2 || x > 62 || y > 46 ? 0 : 255)
    }
    let encoded = try PNG.encode(picture)
    for match in block.text.matches(of: /"image": "([^"]+)"/) {
      let isAnimation = match.1.hasSuffix(".json")
      try folder.write(isAnimation ? animation() : encoded, to: "mine/\(match.1)")
    }
    for match in block.text.matches(of: /"model": "([^"]+).glb"/) {
      try succeed("avatars", "new", String(match.1), "--like", "model", "-o", "made", in: folder)
      try folder.write(folder.bytes("made/\(match.1).glb"), to: "mine/\(match.1).glb")
    }
    try succeed("avatars", "lint", "./mine", in: folder)
  }

  /// With a printed card and a picture for each item, the manifest has no fault.
  private static func checkScene(_ block: Document.Block) throws {
    let folder = try ScratchFolder()
    try folder.write(block.text, to: "mine/scene.json")
    let picture = try SyntheticAvatar.drawn(64, 48) { x, y in
      .init(230, 60, 20, x < 2 || y < 2 || x > 62 || y > 46 ? 0 : 255)
    }
    for match in block.text.matches(of: /"image": "([^"]+)"/) {
      try folder.write(try PNG.encode(picture), to: "mine/\(match.1)")
    }
    let card = SharedData.packageRoot.appending(path: "Scenes/rain-water/card.png")
    try folder.write([UInt8](try Data(contentsOf: card)), to: "mine/card.png")
    try succeed("scenes", "lint", "./mine", in: folder)
  }

  /// What users did, beside the sample.
  private static func checkCues(_ block: Document.Block) throws {
    let folder = try ReadersFolder().folder
    try folder.write(block.text, to: "own.jsonl")
    try succeed(
      "render", "demo/sample", "--avatar", "ox", "--frames", "0-3", "--cues", "own.jsonl", "-o",
      "own.mp4", in: folder)
  }

  /// A fit profile that has no fault.
  private static func checkProfile(_ block: Document.Block) throws {
    let folder = try ScratchFolder()
    try folder.write(block.text, to: "own.json")
    try succeed("avatars", "lint", "own.json", in: folder)
  }

  private static func checkRecording(_ block: Document.Block) throws {
    let folder = try ReadersFolder().folder
    try folder.replace("demo/sample/recording.json", by: block.text)
    try succeed("inspect", "demo/sample", in: folder)
  }

  /// Header and sample stand in two blocks of one document, which make a file.
  private static func checkTracking(_ block: Document.Block) throws {
    let document = try Document(block.document)
    let parts = try ["avatar-tracking/1", "\"hands\""].map { mark in
      let text = document.blocks.first { $0.text.contains(mark) }?.text
      return filled(try #require(text)).replacing("\n", with: "")
    }
    let folder = try ReadersFolder().folder
    try folder.write(parts.joined(separator: "\n") + "\n", to: "own.jsonl")
    let told = try succeed(
      "inspect", "--video", "clip.mp4", "--tracking", "own.jsonl", in: folder)
    #expect(told.contains("1 with landmarks, 1 with a matrix, 1 with blendshapes"), "\(told)")
    #expect(told.contains("hands: in 1 samples"), "\(told)")
  }

  private static func checkARKit(_ block: Document.Block) throws {
    let folder = try ReadersFolder().folder
    let line = filled(block.text).replacing("\n", with: "")
    try folder.write(line + "\n", to: "own.jsonl")
    let told = try succeed(
      "inspect", "--video", "clip.mp4", "--tracking", "own.jsonl", in: folder)
    #expect(told.contains("ARKit, picture 1920 x 1440, turned 90 deg"), "\(told)")
    #expect(told.contains("0 with landmarks, 1 with a matrix, 1 with blendshapes"), "\(told)")
  }

  private static func checkTheme(_ block: Document.Block) throws {
    let folder = try ReadersFolder().folder
    try folder.write(block.text, to: "theme.json")
    try succeed(
      "snapshot", "demo/sample", "--avatar", "none", "--annotate", "hud", "--theme", "theme.json",
      "-o", "moment.png", in: folder)
  }

  /// Against a clip of the size that they state.
  private static func checkAnnotations(_ block: Document.Block) throws {
    let header = try object(try #require(block.lines.first))
    let size = (header["width"] as? Int, header["height"] as? Int)
    let clip = SyntheticClip(
      width: try #require(size.0), height: try #require(size.1), frames: 14)
    let folder = try ScratchFolder()
    try clip.make("in.mkv", in: folder)
    let tracking = SyntheticTracking(width: clip.width, height: clip.height, frames: 14)
    try folder.write(tracking.text, to: "in.jsonl")
    try folder.write(block.text, to: "points.jsonl")
    let told = try succeed("align", "in.mkv", "--reference", "points.jsonl", in: folder)
    #expect(told.contains("NME"), "\(told)")
  }

  private static func checkSidecar(_ block: Document.Block) throws {
    let text = filled(block.text)
    let line = try object(text)
    let size = (line["width"] as? Int, line["height"] as? Int)
    let folder = try ScratchFolder()
    try SyntheticClip(width: try #require(size.0), height: try #require(size.1), frames: 1)
      .makeStill("a.png", in: folder)
    try folder.write(text, to: "a.jsonl")
    try succeed("compare", "a.png", "a.png", "--placements", "a.jsonl", in: folder)
  }

  /// It has the members that `snapshot --json` has.
  private static func checkSnapshotAnswer(_ block: Document.Block) throws {
    let folder = try ReadersFolder().folder
    let told = try succeed(
      "snapshot", "demo/sample", "--avatar", "dragon", "-o", "share.jpg", "--json", in: folder)
    #expect(try object(block.text).keys.sorted() == object(told).keys.sorted())
  }

  /// A worker's reply, whose code is one of the table.
  private static func checkReply(_ block: Document.Block) throws {
    let reply = try object(block.text)
    #expect(reply.keys.sorted() == ["code", "detail", "place"])
    let code = try #require(reply["code"] as? String)
    let table = try Document("Documentation/errors.md").lines
    #expect(table.contains { $0.hasPrefix("| `\(code)` |") }, "\(code)")
  }

  /// A request, which a verb that renders takes and prints.
  private static func checkRequest(_ block: Document.Block) throws {
    let folder = try ReadersFolder().folder
    try folder.write(block.text, to: "request.json")
    let outcomes = try ["render", "snapshot"].map { verb in
      try Program.product.run([verb, "--request", "request.json", "--print-request"], in: folder)
    }
    #expect(outcomes.contains { $0.exitCode == 0 }, "\(outcomes.map(\.error))")
  }

  /// Its code is one of the table in the same document, with its status and title.
  private static func checkProblem(_ block: Document.Block) throws {
    let problem = try object(block.text)
    let fields = try ["code", "status", "title"].map { try #require(problem[$0]) }
    let row = try Document(block.document).lines.first {
      $0.hasPrefix("| `\(fields[0])` | \(fields[1]) |")
    }
    #expect(row?.contains(" | \(fields[2]) | ") == true, "\(fields): \(row ?? "no row")")
  }
}

extension ScratchFolder {
  /// Puts a file in the place of one that the folders of other examples are linked to, which stays.
  fileprivate func replace(_ name: String, by text: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name), options: .atomic)
  }
}
