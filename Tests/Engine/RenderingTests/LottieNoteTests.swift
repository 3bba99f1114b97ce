import Foundation
import SceneFiles
import TestSupport
import Testing

/// Parts of a Lottie animation that are not drawn: a note a file, in the same words wherever it is shown.
@Suite struct LottieNoteTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A square, with merge paths twice, and a layer of text.
  private static let animation = """
    {"fr": 10, "ip": 0, "op": 20, "w": 40, "h": 40, "layers": [
     {"ty": 4, "ip": 0, "op": 20, "ks": {"p": {"k": [20, 20]}}, "shapes": [{"ty": "mm", "mm": 1},
      {"ty": "mm", "mm": 2}, {"ty": "rc", "p": {"k": [0, 0]}, "s": {"k": [36, 36]}},
      {"ty": "fl", "c": {"k": [1, 0, 0, 1]}}]},
     {"ty": 5, "ip": 0, "op": 20, "ks": {}}]}
    """
  private static let words = "not drawn: merge paths, text; lint names the places"

  /// An avatar of two layers, which show the same file.
  private func avatar() throws -> String {
    try folder.write(
      """
      {"version": 1, "layers": [{"name": "plate", "image": "a.json", "scale": 2},
       {"name": "hat", "image": "a.json", "scale": 1, "offset": {"y": -1}}]}
      """, to: "Avatars/moving/avatar.json")
    try folder.write(Self.animation, to: "Avatars/moving/a.json")
    return folder.path("Avatars/moving")
  }

  private func recording() throws -> [String] {
    try SyntheticClip(width: 96, height: 72, frames: 4).make("in.mkv", in: folder)
    try folder.write(
      SyntheticTracking(width: 96, height: 72, frames: 4).text, to: "in.jsonl")
    return ["--video", "in.mkv", "--tracking", "in.jsonl"]
  }

  private func notes(of outcome: Program.Outcome) -> [String] {
    outcome.errorLines.filter { $0.hasPrefix("note: ") && $0.contains("not drawn") }
  }

  @Test func `every verb that draws an avatar has the same note, once`() throws {
    let line = "note: the avatar moving, a.json: \(Self.words)"
    let path = try avatar()
    try folder.folder("parts")
    let worn = try recording() + ["--avatar", path]
    let runs = [
      ["render"] + worn + ["-o", "out.mkv"],
      // Worn by the face on the left, and by the next one.
      ["render"] + worn + ["--avatar", path, "-o", "twice.mkv"],
      ["snapshot"] + worn + ["-o", "out.png"],
      ["avatars", "preview", path, "-o", "sheet.png"],
      ["plan"] + worn + ["--parts", "1", "-o", "joined.mkv", "--plan", "plan.json"],
      ["part", "plan.json", "0", "--store", "parts"],
      ["join", "plan.json", "--store", "parts"],
    ]
    for run in runs {
      let outcome = try Program.product.run(run, in: folder)
      #expect(outcome.exitCode == 0, "\(run): \(outcome.error)")
      #expect(notes(of: outcome) == (["plan", "part"].contains(run[0]) ? [] : [line]), "\(run)")
    }
    let told = try Program.product.succeed(
      ["snapshot"] + worn + ["--json", "-o", "again.png"], in: folder)
    let answer = try #require(try JSONSerialization.jsonObject(with: told) as? [String: Any])
    let listed = try #require(answer["notes"] as? [String])
    #expect(listed.filter { $0.contains("not drawn") } == [String(line.dropFirst(6))])
  }

  @Test func `a scene has the note where its card is seen, and no note where it is not`() throws {
    let scene = SyntheticScene()
    try scene.write("Scenes/greeting", in: folder)
    try folder.write(
      """
      {"version": 1, "picture": {"name": "card", "image": "card.png", "widthMm": 100},
       "items": [{"name": "lamp", "type": "lottie", "file": "a.json", "width": 40}]}
      """, to: "Scenes/greeting/scene.json")
    try folder.write(Self.animation, to: "Scenes/greeting/a.json")
    let faces = try recording()
    let line = "note: the scene greeting, a.json: \(Self.words)"
    let preview = try Program.product.run(
      ["scenes", "preview", "Scenes/greeting", "-o", "sheet.png"], in: folder)
    #expect(preview.exitCode == 0 && notes(of: preview) == [line], "\(preview.error)")
    for (tracking, expected) in [
      (scene.tracking(width: 96, height: 72, frames: 4), [line]),
      (SyntheticTracking(width: 96, height: 72, frames: 4).text, []),
    ] {
      try folder.write(tracking, to: "in.jsonl")
      let outcome = try Program.product.run(
        ["snapshot"] + faces + [
          "--avatar", "none", "--scenes", "Scenes", "-o", "\(expected.count).png",
        ], in: folder)
      #expect(outcome.exitCode == 0 && notes(of: outcome) == expected, "\(outcome.error)")
    }
  }

  @Test func `what costs much is no note of a render, as all of it is drawn`() throws {
    _ = try avatar()
    let still = Self.animation
      .replacingOccurrences(of: "\"op\": 20", with: "\"op\": 3000")
      .replacingOccurrences(of: "\"ty\": \"mm\"", with: "\"hd\": true, \"ty\": \"mm\"")
      .replacingOccurrences(of: "\"ty\": 5", with: "\"ty\": 3")
    try folder.write(still, to: "Avatars/moving/a.json")
    let lint = try Program.product.run(["avatars", "lint", "Avatars/moving"], in: folder)
    #expect(lint.text.contains("at most 2000 advised"), "\(lint.text)")
    let outcome = try Program.product.run(
      ["snapshot"] + recording() + ["--avatar", "Avatars/moving", "-o", "out.png"], in: folder)
    #expect(outcome.exitCode == 0 && notes(of: outcome).isEmpty, "\(outcome.error)")
    #expect(!outcome.error.contains("advised"))
  }
}
