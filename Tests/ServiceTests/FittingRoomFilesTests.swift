import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Browser.isExpected, "\(Browser.absent)")) struct FittingRoomFilesTests {
  @Test func `A service with keys asks for one, and gives the avatar as the sliders have it`()
    throws
  {
    var key = ""
    let room = try FittingRoom(waits: false) { stage in
      let told = try Program.product.succeed(
        ["keys", "create", "--data", "data", "--tenant", "one", "--scopes", "frames", "--json"],
        in: stage.folder)
      let text = String(decoding: told, as: UTF8.self)
      key = String(try #require(text.firstMatch(of: /ao_[0-9a-z]{10}_[0-9a-z]{59}/)).output)
    }
    func enter(_ text: String) throws {
      try room.page.wait(until: "document.getElementById('key-dialog').open")
      try room.page.evaluate(
        "(e => { e.value = '\(text)'; e.focus(); })(document.getElementById('key'))")
      try room.page.press("Enter")
    }
    try enter("ao_wrong")
    try room.page.wait(until: "!document.getElementById('key-problem').hidden")
    #expect(try room.text("key-problem").contains("not valid"))
    try enter(key)
    try room.settle(after: 0)
    #expect(try room.text("problem").isEmpty)
    try room.expectSheetInOutline("with a key")
    try download(room, key: key)
  }

  private func download(_ room: FittingRoom, key: String) throws {
    let folder = room.stage.folder
    try room.slide("offset.x", to: 0.37)
    try room.slide("offset.z", to: -0.2)
    try room.slide("scale", to: 2.6)
    try room.slide("rotation", to: -12.5)
    try FileManager.default.copyItem(
      atPath: folder.path("Avatars/first"), toPath: folder.path("fitted"))
    try FileManager.default.removeItem(atPath: folder.path("fitted/avatar.json"))
    try room.page.call(
      "Page.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder.path("fitted")])
    try room.page.click("#download")
    let file = folder.path("fitted/avatar.json")
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: file) {
      Thread.sleep(forTimeInterval: 0.01)
    }
    let bytes = try #require(FileManager.default.contents(atPath: file))
    let json = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let layer = try #require((json["layers"] as? [[String: Any]])?.first)
    let offset = try #require(layer["offset"] as? [String: Double])
    #expect((offset["x"], offset["z"]) == (0.37, -0.2))
    #expect((layer["scale"] as? Double, layer["rotation"] as? Double) == (2.6, -12.5))
    let lint = try Program.product.run(["avatars", "lint", "fitted"], in: folder)
    #expect(lint.exitCode == 0, "\(lint.error)\(lint.text)")
    // Drawn from the file, the layer lies where the page shows it.
    try FileManager.default.moveItem(
      atPath: folder.path("fitted"), toPath: folder.path("Avatars/fitted"))
    let answer = try room.service.post(
      "/v1/frames",
      [
        "picture=@data/sample/picture.jpg", "tracking=@data/sample/tracking.jsonl",
        "avatar=fitted",
      ], ["-H", "Accept: application/json", "-H", "Authorization: Bearer \(key)"])
    let layers = (answer.json["placements"] as? [String: Any])?["placements"] as? [[String: Any]]
    let corners = try #require(layers?.first?["corners"] as? [[Double]], "\(answer.text)")
    #expect(corners.map { SIMD2($0[0], $0[1]) } == (try room.quad))
  }

  @Test func `Files can be dropped, and what is wrong with them is said`() throws {
    let room = try FittingRoom()
    let folder = room.stage.folder
    var (one, other) = (FittingRoom.head, FittingRoom.head)
    (one.id, one.x, one.hasMatrix) = (1, -9, false)
    (other.id, other.x, other.hasMatrix) = (2, 9, false)
    try FittingRoom.write("pair", [one, other], in: folder)
    func part(_ name: String) throws -> String {
      "['\(name)', '\(Data(try folder.bytes("pair/\(name)")).base64EncodedString())']"
    }
    let files = "[\(try part("picture.jpg")), \(try part("tracking.jsonl"))]"
    try room.change {
      try room.page.evaluate(
        """
        (() => { const data = new DataTransfer();
          for (const [name, text] of \(files)) {
            data.items.add(new File([Uint8Array.from(atob(text), c => c.charCodeAt())], name));
          }
          document.getElementById('stage').dispatchEvent(
            new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})); })()
        """)
    }
    #expect(try room.page.number("document.querySelectorAll('#outline .grip').length") == 2)
    #expect(try room.text("words").contains("two faces"))
    #expect(try room.text("note").isEmpty)

    try room.change { try room.give(["pair/picture.jpg"]) }
    #expect(try room.text("note").contains("no tracking yet"))
    // Another picture's tracking: upright, while the picture lies.
    let upright = SyntheticTracking(width: 90, height: 160, samples: [(0, [one])])
    try folder.write(upright.text, to: "upright.jsonl")
    try room.change { try room.give(["upright.jsonl"]) }
    #expect(try room.text("note").contains("90 × 160"))
    #expect(try room.page.complaints() == [])

    try folder.write("no tracking", to: "notes.txt")
    try room.give(["notes.txt"])
    try room.page.wait(until: "!document.getElementById('problem').hidden")
    #expect(try room.text("problem").contains("notes.txt: neither a picture nor tracking"))
    try folder.write("no picture", to: "broken.png")
    try room.give(["broken.png"])
    try room.page.wait(
      until: "document.getElementById('problem').textContent.includes('cannot be read')")
    try room.change { try room.page.click("#sample") }
    #expect(try room.text("problem").isEmpty)
  }

  @Test func `The sample is drawn by the service, and the page may load nothing else`() throws {
    let stage = try ServiceStage()
    let service = try RunningService(stage)
    for name in ["picture.jpg", "tracking.jsonl"] {
      let answer = try service.send("/sample/\(name)")
      #expect(answer.status == 200, "\(answer.text)")
      try stage.folder.write(answer.body, to: name)
    }
    let frame = try service.post(
      "/v1/frames", ["picture=@picture.jpg", "tracking=@tracking.jsonl", "avatar=mask"],
      ["-H", "Accept: application/json"])
    #expect(frame.json["faces"] as? Int == 1, "\(frame.text.prefix(300))")
    let policy = try service.send("/").headers["content-security-policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
    #expect(!policy.contains("unsafe") && !policy.contains("http"))
  }
}
