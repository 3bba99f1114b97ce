import Foundation
import TestSupport
import Testing

/// The folders of a project in which the service runs, over those that came with it.
@Suite struct OwnFolderTests {
  private let stage: ServiceStage

  init() throws {
    stage = try ServiceStage()
    // An avatar of one's own under the name of a built-in one.
    try FileManager.default.copyItem(
      atPath: stage.folder.path("Avatars/mask"), toPath: stage.folder.path("Avatars/dragon"))
    let scene = SyntheticScene()
    try scene.write("Scenes/greeting", in: stage.folder)
    try stage.folder.write(
      scene.tracking(width: ServiceStage.width, height: ServiceStage.height, frames: 6),
      to: "cards.jsonl")
    try stage.folder.folder("Cards")
    try FileManager.default.copyItem(
      at: SharedData.packageRoot.appending(path: "Cards/plain"),
      to: stage.folder.url.appending(path: "Cards/own"))
  }

  private func names(_ kind: String, _ service: RunningService) throws -> [String] {
    let list = try service.send("/v1/\(kind)").json[kind] as? [[String: Any]]
    return try #require(list).compactMap { $0["id"] as? String }
  }

  @Test func `a project's own folders do not hide what came with the service`() throws {
    let service = try RunningService(stage, namesAvatars: false)
    let avatars = try names("avatars", service)
    #expect(avatars.count == 14 && Set(["mask", "dragon", "crown"]).isSubset(of: avatars))
    let scenes = try names("scenes", service)
    #expect(scenes.count == 7 && Set(["greeting", "rain-water"]).isSubset(of: scenes))
    #expect(service.told.contains("14 avatars, 7 scenes"), "\(service.told)")
    #expect(service.told.contains("avatars in place of built-in ones: dragon"), "\(service.told)")
    // In the service's own process, in a worker, and in a render.
    for name in ["crown", "dragon"] {
      let options = "options={\"avatar\": \"\(name)\", \"format\": \"png\"}"
      let frame = try service.post("/v1/frames", ServiceStage.frame + [options])
      #expect(frame.status == 200, "\(frame.text)")
      let snapshot = try service.post("/v1/snapshots", ServiceStage.frame + [options])
      #expect(snapshot.status == 200, "\(snapshot.text)")
      try Program.product.succeed(
        [
          "snapshot", "--video", "in.png", "--tracking", "one.jsonl", "--avatar", name,
          "-o", "\(name).png",
        ], in: stage.folder)
      #expect(Array(snapshot.body) == (try stage.folder.bytes("\(name).png")))
      let job = try service.post(
        "/v1/renders", ServiceStage.render + ["options={\"avatar\": \"\(name)\"}"])
      let end = try service.waitForEnd(of: job.json["id"] as? String ?? "")
      #expect(end.json["state"] as? String == "done", "\(end.text)")
    }
    for card in ["own", "zodiac"] {
      let picture = try service.post(
        "/v1/snapshots",
        ServiceStage.frame + ["options={\"avatar\": \"mask\", \"card\": {\"name\": \"\(card)\"}}"])
      #expect(picture.status == 200, "\(picture.text)")
    }
    let near = try service.post(
      "/v1/snapshots",
      ServiceStage.frame + ["options={\"avatar\": \"mask\", \"card\": {\"name\": \"zodaic\"}}"])
    #expect(
      near.status == 422 && near.text.contains("did you mean \\\"zodiac\\\"?"), "\(near.text)")
  }

  @Test func `folders that the service is given hold all that it has`() throws {
    let service = try RunningService(stage, ["--scenes", "Scenes"])
    #expect(try names("avatars", service) == ["dragon", "mask"])
    #expect(try names("scenes", service) == ["greeting"])
    #expect(!service.told.contains("in place of"), "\(service.told)")
    let unknown = try service.post(
      "/v1/frames", ServiceStage.frame + ["options={\"avatar\": \"crown\"}"])
    #expect(unknown.status == 422 && unknown.code == "unknown_avatar", "\(unknown.text)")
    // A worker draws of the same scenes.
    let drawn = try service.post(
      "/v1/snapshots",
      ["video=@in.mkv", "tracking=@cards.jsonl", "options={\"avatar\": \"none\", \"at\": 0.16}"])
    #expect(drawn.status == 200, "\(drawn.text)")
  }
}
