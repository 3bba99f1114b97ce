import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Browser.isExpected, "\(Browser.absent)")) struct WebPageFilesTests {
  @Test func `a service with keys asks for one, and gives the avatar as the sliders have it`()
    throws
  {
    var key = ""
    let room = try WebPage(waits: false) { stage in
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

  private func download(_ room: WebPage, key: String) throws {
    try room.slide("offset.x", to: 0.37)
    try room.slide("offset.z", to: -0.2)
    try room.slide("scale", to: 2.6)
    try room.slide("rotation", to: -12.5)
    let json = try room.download("first", as: "fitted")
    let layer = try #require((json["layers"] as? [[String: Any]])?.first)
    let offset = try #require(layer["offset"] as? [String: Double])
    #expect((offset["x"], offset["z"]) == (0.37, -0.2))
    #expect((layer["scale"] as? Double, layer["rotation"] as? Double) == (2.6, -12.5))
    // Drawn from the file, the layer lies where the page shows it.
    let shown = try room.frame(of: "fitted", ["-H", "Authorization: Bearer \(key)"])
    #expect(shown.quads["0"] == (try room.quad))
    #expect(shown.picture == (try room.picture))
  }

  @Test func `files can be dropped, and what is wrong with them is said`() throws {
    let room = try WebPage()
    let folder = room.stage.folder
    var (one, other) = (WebPage.head, WebPage.head)
    (one.id, one.x, one.hasMatrix) = (1, -9, false)
    (other.id, other.x, other.hasMatrix) = (2, 9, false)
    try WebPage.write("pair", [one, other], in: folder)
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

    try room.give(["in.mkv"])
    try room.page.wait(until: "!document.getElementById('problem').hidden")
    #expect(try room.text("problem").contains("in.mkv: clips need the tracker"))
    #expect(try room.text("problem").contains("avatar-overlay tracker install"))

    try folder.write("no tracking", to: "notes.txt")
    try room.give(["notes.txt"])
    try room.page.wait(
      until: "document.getElementById('problem').textContent.includes('notes.txt')")
    #expect(try room.text("problem").contains("notes.txt: neither artwork nor a picture"))
    try folder.write("no picture", to: "broken.png")
    try room.give(["broken.png"])
    try room.page.wait(
      until: "document.getElementById('problem').textContent.includes('cannot be read')")
    try room.change { try room.page.click("#sample") }
    #expect(try room.text("problem").isEmpty)
  }

  @Test func `a picture that was not made anew is dimmed, and not saved under a new name`() throws {
    let room = try WebPage()
    let folder = room.stage.folder
    func expect(isOld: Bool, _ comment: Comment) throws {
      try room.page.wait(
        until: "(getComputedStyle(document.getElementById('frame')).opacity < 0.5) === \(isOld)")
      #expect(
        try room.page.isTrue("document.getElementById('save-picture').disabled") == isOld, comment)
      let words = try room.page.text("document.getElementById('picture').alt")
      #expect(words.hasPrefix("Out of date") == isOld, comment)
      #expect(try room.text("facts").isEmpty == isOld, comment)
    }
    try expect(isOld: false, "at first")
    let picture = try room.picture
    try folder.write("no picture", to: "broken.png")
    try room.give(["broken.png"])
    try room.page.wait(until: "!document.getElementById('problem').hidden")
    try expect(isOld: true, "after a broken picture")
    #expect(try room.text("source") == "broken.png")
    #expect(try room.picture == picture)
    // A file that is not taken changes nothing.
    try room.change { try room.page.click("#sample") }
    try expect(isOld: false, "with the sample again")
    try folder.write("no tracking", to: "notes.txt")
    try room.give(["notes.txt"])
    try room.page.wait(until: "!document.getElementById('problem').hidden")
    try expect(isOld: false, "after a file that is no picture")
    // The service is gone: what is changed now is not to be seen.
    _ = try room.service.end(SIGTERM)
    try room.page.evaluate("document.getElementById('mirror').click()")
    try expect(isOld: true, "without the service")
    #expect(try room.text("problem").contains("does not answer"))
  }

  @Test func `the sample is drawn by the service, and the page may load nothing else`() throws {
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
