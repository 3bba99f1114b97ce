import Foundation
import Imaging
import TestSupport
import Testing

/// Scenes of printed cards over HTTP: listed, uploaded, and drawn as the command line draws them.
@Suite struct OwnSceneTests {
  let stage: ServiceStage

  init() throws {
    stage = try ServiceStage()
    let scene = SyntheticScene()
    try scene.write("Scenes/greeting", in: stage.folder)
    let (width, height) = (ServiceStage.width, ServiceStage.height)
    try stage.folder.write(
      scene.tracking(width: width, height: height, frames: 6), to: "cards.jsonl")
    try stage.folder.write(
      scene.tracking(width: width, height: height, frames: 1), to: "card.jsonl")
    try stage.folder.write("{\"timestampMs\": 40, \"cue\": \"tap\"}\n", to: "cues.jsonl")
    let photo = try SyntheticAvatar.drawn(12, 12) { _, _ in RGBA8(20, 200, 60, 255) }
    try stage.folder.write(PNG.encode(photo), to: "me.png")
  }

  private static let options = "options={\"avatar\": \"none\"}"

  private func service(_ options: [String] = []) throws -> RunningService {
    try RunningService(stage, ["--scenes", "Scenes"] + options)
  }

  /// Packs a scene and uploads it.
  private func put(
    _ scene: SyntheticScene, as name: String, _ service: RunningService
  ) throws -> RunningService.Answer {
    try scene.write("packed", in: stage.folder)
    try Program(named: "sh").succeed(
      ["-c", "rm -f packed.zip && cd packed && zip -q ../packed.zip *"], in: stage.folder)
    return try service.send(
      "/v1/scenes/\(name)",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@packed.zip"])
  }

  private func entries(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").flatMap { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["placements"] as? [[String: Any]])
    }
  }

  @Test func `scenes are listed with their fields, shown, and their names are checked`() throws {
    let service = try service()
    let list = try service.send("/v1/scenes").json["scenes"] as? [[String: Any]]
    let one = try #require(list?.first)
    #expect(one["id"] as? String == "greeting" && one["builtIn"] as? Bool == true)
    #expect((one["picture"] as? [String: Any])?["name"] as? String == "card")
    #expect(one["items"] as? [String] == ["square", "photo", "sparks"])
    #expect(one["photoFields"] as? [String] == ["face"] && one["cues"] as? [String] == ["tap"])
    let manifest = try service.send("/v1/scenes/greeting/scene.json")
    #expect(Array(manifest.body) == (try stage.folder.bytes("Scenes/greeting/scene.json")))
    let preview = try service.send("/v1/scenes/greeting/preview.png")
    #expect(preview.status == 200 && preview.headers["content-type"] == "image/png")
    #expect(try PNG.decode([UInt8](preview.body)).width > 400)
    let missing = try service.send("/v1/scenes/greetin")
    #expect(missing.status == 404 && missing.code == "scene_not_found", "\(missing.text)")
    #expect(missing.text.contains("did you mean \\\"greeting\\\"?"), "\(missing.text)")
    let removed = try service.send("/v1/scenes/greeting", ["-X", "DELETE"])
    #expect(removed.status == 409 && removed.code == "scene_built_in")
  }

  @Test func `a render is what the command line renders, with its photo and its cues`() throws {
    let service = try service()
    let job = try service.post(
      "/v1/renders",
      [
        "video=@in.mkv", "tracking=@cards.jsonl", "cues=@cues.jsonl", "photo:face=@me.png",
        Self.options,
      ])
    #expect(job.status == 202, "\(job.text)")
    let id = try #require(job.json["id"] as? String)
    let end = try service.waitForEnd(of: id)
    #expect(end.json["state"] as? String == "done", "\(end.text)")
    let served = try service.send("/v1/renders/\(id)/placements")
    try Program.product.succeed(
      [
        "render", "--video", "in.mkv", "--tracking", "cards.jsonl", "--avatar", "none",
        "--cues", "cues.jsonl", "--scene-photo", "face=me.png", "--scenes", "Scenes",
        "--placements", "own.jsonl", "-o", "own.mp4",
      ], in: stage.folder)
    let own = String(decoding: try stage.folder.bytes("own.jsonl"), as: UTF8.self)
    #expect(served.text == own)
    let items = Set(try entries(own).compactMap { $0["item"] as? String })
    #expect(items == ["square", "photo", "sparks"])
  }

  @Test func `a snapshot has the bytes of the command line's, and a frame its items`() throws {
    let service = try service()
    let snapshot = try service.post(
      "/v1/snapshots",
      [
        "video=@in.mkv", "tracking=@cards.jsonl", "cues=@cues.jsonl", "photo:greeting:face=@me.png",
        "options={\"avatar\": \"none\", \"at\": 0.16, \"format\": \"png\"}",
      ])
    #expect(snapshot.status == 200, "\(snapshot.text)")
    try Program.product.succeed(
      [
        "snapshot", "--video", "in.mkv", "--tracking", "cards.jsonl", "--avatar", "none", "--at",
        "0.16", "--cues", "cues.jsonl", "--scene-photo", "face=me.png", "--scenes", "Scenes",
        "-o", "own.png",
      ], in: stage.folder)
    #expect(Array(snapshot.body) == (try stage.folder.bytes("own.png")))

    let frame = try service.post(
      "/v1/frames",
      ["picture=@in.png", "tracking=@card.jsonl", "photo:face=@me.png", Self.options])
    #expect(frame.status == 200, "\(frame.text)")
    try Program.product.succeed(
      [
        "snapshot", "--video", "in.png", "--tracking", "card.jsonl", "--avatar", "none",
        "--scene-photo", "face=me.png", "--scenes", "Scenes", "-o", "still.png",
      ],
      in: stage.folder)
    #expect(
      try PNG.decode([UInt8](frame.body)) == PNG.decode(try stage.folder.bytes("still.png")))
    let none = try service.post(
      "/v1/frames",
      [
        "picture=@in.png", "tracking=@card.jsonl",
        "options={\"avatar\": \"none\", \"scenes\": {\"folder\": \"none\"}}",
      ])
    #expect(
      try PNG.decode([UInt8](none.body)) == PNG.decode(try stage.folder.bytes("in.png")))
  }

  /// Tracking of one picture at a time.
  private func card(at milliseconds: Int) throws -> String {
    let text = SyntheticScene().tracking(
      width: ServiceStage.width, height: ServiceStage.height, frames: 1)
    try stage.folder.write(
      text.replacing("\"timestampMs\": 0", with: "\"timestampMs\": \(milliseconds)"),
      to: "at-\(milliseconds).jsonl")
    return "tracking=@at-\(milliseconds).jsonl"
  }

  private func items(_ answer: RunningService.Answer) throws -> [[String: Any]] {
    let placements = answer.json["placements"] as? [String: Any]
    return try #require(
      placements?["placements"] as? [[String: Any]], "\(answer.text.prefix(300))")
  }

  @Test func `a frame with cues has what the clip has at its time`() throws {
    let service = try service()
    try Program.product.succeed(
      [
        "snapshot", "--video", "in.mkv", "--tracking", "cards.jsonl", "--avatar", "none", "--at",
        "0.16", "--cues", "cues.jsonl", "--scenes", "Scenes", "--placements", "clip.jsonl",
        "-o", "clip.png",
      ], in: stage.folder)
    let clip = try entries(String(decoding: stage.folder.bytes("clip.jsonl"), as: UTF8.self))
    func frame(_ tracking: String, _ parts: [String] = []) throws -> RunningService.Answer {
      try service.post(
        "/v1/frames", ["picture=@in.png", tracking, Self.options] + parts,
        ["-H", "Accept: application/json"])
    }
    let found = try items(frame(try card(at: 160), ["cues=@cues.jsonl"]))
    #expect(found as [NSDictionary] == clip as [NSDictionary])
    #expect(found.contains { $0["item"] as? String == "sparks" })
    // Before the tap, and without cues, there are no sparks.
    for (time, parts) in [(20, ["cues=@cues.jsonl"]), (160, [])] {
      let names = try items(frame(try card(at: time), parts)).compactMap { $0["item"] as? String }
      #expect(names.contains("square") && !names.contains("sparks"), "at \(time) ms")
    }
    for (time, status) in [(60_000, 200), (60_001, 422), (-1, 422)] {
      let answer = try frame(try card(at: time), ["cues=@cues.jsonl"])
      #expect(answer.status == status, "\(answer.text.prefix(300))")
      if time > 60_000 { #expect(answer.code == "unfit_output") }
    }
    try stage.folder.write("{\"timestampMs\": 40, \"avatar\": \"mask\"}\n", to: "worn.jsonl")
    try stage.folder.write("{\"timestampMs\": 40, \"face\": 1, \"scale\": 2}\n", to: "big.jsonl")
    for file in ["worn.jsonl", "big.jsonl", "in.png"] {
      let answer = try frame(try card(at: 160), ["cues=@\(file)"])
      #expect(answer.code == "invalid_options", "\(file): \(answer.text.prefix(300))")
    }
  }

  @Test func `a frame shows a scene that is not stored`() throws {
    let service = try service()
    let stored = String(
      decoding: try stage.folder.bytes("Scenes/greeting/scene.json"), as: UTF8.self)
    func frame(
      _ scene: String, _ tracking: String = "tracking=@card.jsonl"
    ) throws -> RunningService.Answer {
      try stage.folder.write(scene, to: "edited.json")
      return try service.post(
        "/v1/frames", ["picture=@in.png", tracking, "scene=@edited.json", Self.options],
        ["-H", "Accept: application/json"])
    }
    func left(_ answer: RunningService.Answer) throws -> Double {
      let square = try items(answer).first { $0["item"] as? String == "square" }
      return try #require((square?["corners"] as? [[Double]])?.first?.first)
    }
    let before = try left(frame(stored))
    let moved = stored.replacing("\"at\": [0.0, 0, 0]", with: "\"at\": [10, 0, 0]")
    #expect(moved != stored)
    // The card is 100 mm wide, and 0.6 of the picture.
    let millimetre = 0.6 * Double(ServiceStage.width) / 100
    #expect(abs(try left(frame(moved)) - before - 10 * millimetre) < 0.01)
    // What is stored stays as it is.
    #expect(try left(frame(stored)) == before)
    // The print itself is a picture of the package; what lies elsewhere is not.
    let print = try frame(stored.replacing("square.png", with: "card.png"))
    #expect(print.status == 200, "\(print.text.prefix(300))")
    for path in ["nothing.png", "../other/square.png", "/etc/passwd"] {
      let answer = try frame(stored.replacing("square.png", with: path))
      #expect(answer.code == "bad_scene", "\(path): \(answer.text.prefix(300))")
    }
    #expect(try frame("[]").code == "bad_scene")
    try stage.folder.write(
      SyntheticScene(picture: "unknown").tracking(
        width: ServiceStage.width, height: ServiceStage.height, frames: 1), to: "other.jsonl")
    #expect(try frame(stored, "tracking=@other.jsonl").code == "unfit_output")
  }

  @Test func `a tenant's own scene is drawn before the built-in one, and a render keeps it`() throws
  {
    let waiting = try service(["--concurrent-jobs", "0"])
    let blue = SyntheticScene(colour: RGBA8(20, 30, 230, 255))
    let sent = try put(blue, as: "mine", waiting)
    #expect(sent.status == 201, "\(sent.text)")
    #expect((sent.json["warnings"] as? [String]) != nil)
    let frame = ["picture=@in.png", "tracking=@card.jsonl", Self.options]
    let middle = try PNG.decode([UInt8](waiting.post("/v1/frames", frame).body))
    let at = 4 * (ServiceStage.height / 2 * middle.width + middle.width / 2)
    #expect(Array(middle.bytes[at..<at + 3]) == [20, 30, 230])
    // The built-in one where it is named for the picture.
    let named = try waiting.post(
      "/v1/frames",
      [
        "picture=@in.png", "tracking=@card.jsonl",
        "options={\"avatar\": \"none\", \"scenes\": {\"named\": [\"card=greeting\"]}}",
      ])
    let red = try PNG.decode([UInt8](named.body))
    #expect(Array(red.bytes[at..<at + 3]) == [220, 30, 30], "\(named.text.prefix(300))")
    // A second one for the same picture would leave open which is meant.
    let second = try put(blue, as: "other", waiting)
    #expect(second.status == 409 && second.code == "scene_picture_taken", "\(second.text)")

    let job = try waiting.post(
      "/v1/renders", ["video=@in.mkv", "tracking=@cards.jsonl", Self.options])
    let id = try #require(job.json["id"] as? String, "\(job.text)")
    #expect(try waiting.send("/v1/scenes/mine", ["-X", "DELETE"]).status == 204)
    try waiting.end(SIGTERM)
    let running = try service()
    #expect(try running.waitForEnd(of: id).json["state"] as? String == "done")
    let drawn = try entries(running.send("/v1/renders/\(id)/placements").text)
    #expect(Set(drawn.compactMap { $0["scene"] as? String }) == ["mine"])
    #expect(try running.send("/v1/scenes/mine").status == 404)
  }

  @Test func `names that mean nothing, paths and unfit photos are refused`() throws {
    let service = try service()
    func code(_ parts: [String], _ path: String = "/v1/frames") throws -> String? {
      try service.post(path, parts).code
    }
    let frame = ["picture=@in.png", "tracking=@card.jsonl"]
    for (scenes, expected) in [
      ("{\"named\": [\"card=greetin\"]}", "unknown_scene"),
      ("{\"named\": [\"card=../Scenes/greeting\"]}", "invalid_options"),
      ("{\"named\": [\"card=Avatars\"]}", "unknown_scene"),
      ("{\"folder\": \"/etc\"}", "invalid_options"),
      ("{\"folders\": \"none\"}", "invalid_options"),
      ("{\"photos\": [\"face=/etc/passwd\"]}", "invalid_options"),
      ("{\"fields\": [\"greeting=hello\"]}", "invalid_options"),
    ] {
      let options = "options={\"avatar\": \"none\", \"scenes\": \(scenes)}"
      #expect(try code(frame + [options]) == expected, "\(scenes)")
    }
    #expect(try code(frame + [Self.options, "photo:=@me.png"]) == "unknown_part")
    #expect(try code(frame + [Self.options, "photo:fase=@me.png"]) == "invalid_options")
    #expect(try code(frame + [Self.options, "photo:face=@card.jsonl"]) == "bad_picture")
    let many = (0..<17).map { "photo:f\($0)=@me.png" }
    #expect(try code(frame + [Self.options] + many) == "over_limit")
    // One fewer is read, and no scene has such fields.
    #expect(try code(frame + [Self.options] + many.dropLast()) == "invalid_options")
    let clip = ["video=@in.mkv", "tracking=@cards.jsonl", Self.options]
    let garbage = try service.post("/v1/renders", clip + ["cues=@in.png"])
    #expect(garbage.status == 422 && garbage.code == "invalid_options", "\(garbage.text)")
    #expect(garbage.text.contains("cues:1:"), "\(garbage.text)")
    for name in ["../Avatars/mask", "./mask", "absent"] {
      try stage.folder.write(
        "{\"timestampMs\": 40, \"avatar\": \"\(name)\"}\n", to: "worn.jsonl")
      #expect(try code(clip + ["cues=@worn.jsonl"], "/v1/renders") == "unknown_avatar", "\(name)")
      #expect(try code(clip + ["cues=@worn.jsonl"], "/v1/snapshots") == "unknown_avatar", "\(name)")
    }
    let faulty = try service.send(
      "/v1/scenes/bad",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@in.png"])
    #expect(faulty.status == 422 && faulty.code == "bad_scene", "\(faulty.text)")
  }

  @Test func `a cue puts a tenant's own avatar on`() throws {
    let service = try service()
    try Program(named: "sh").succeed(
      ["-c", "cd Avatars/mask && zip -q ../../own.zip *"], in: stage.folder)
    let sent = try service.send(
      "/v1/avatars/mine",
      ["-X", "PUT", "-H", "Content-Type: application/zip", "--data-binary", "@own.zip"])
    #expect(sent.status == 201, "\(sent.text)")
    try stage.folder.write("{\"timestampMs\": 40, \"avatar\": \"mine\"}\n", to: "worn.jsonl")
    let clip = ["video=@in.mkv", "tracking=@in.jsonl", "cues=@worn.jsonl", Self.options]
    let job = try service.post("/v1/renders", clip)
    let id = try #require(job.json["id"] as? String, "\(job.text)")
    #expect(try service.waitForEnd(of: id).json["state"] as? String == "done")
    let drawn = try entries(service.send("/v1/renders/\(id)/placements").text)
    #expect(!drawn.isEmpty && drawn.allSatisfy { $0["layer"] != nil })
    let snapshot = try service.post(
      "/v1/snapshots",
      clip.dropLast() + ["options={\"avatar\": \"none\", \"at\": 0.2}"])
    #expect(snapshot.status == 200, "\(snapshot.text)")
  }

  /// The scenes of the repository have their art's sources in a folder beside the pictures.
  @Test
  func `the preview of a built-in scene is a picture, where a folder lies in its package too`()
    throws
  {
    let scenes = SharedData.packageRoot.appending(path: "Scenes").path
    let service = try RunningService(ServiceStage(), ["--scenes", scenes])
    let preview = try service.send("/v1/scenes/start-of-spring/preview.png")
    #expect(
      preview.status == 200 && preview.headers["content-type"] == "image/png", "\(preview.text)")
    #expect(try PNG.decode([UInt8](preview.body)).width > 400)
    try service.end(SIGTERM)
  }
}
