import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Browser.isExpected, "\(Browser.absent)")) struct WebPageModelTests {
  @Test func `a model that is dropped becomes an avatar, to be placed and downloaded`() throws {
    let room = try WebPage()
    let folder = room.stage.folder
    try Program.product.succeed(
      ["avatars", "new", "hat", "--like", "model", "-o", "made"], in: folder)
    try room.give(["made/hat.glb"])
    try room.page.wait(until: "document.getElementById('use-dialog').open")
    try room.change { try room.page.click("#use-avatar") }
    let chosen = "document.querySelector('#avatars [aria-checked=true]').dataset.avatar"
    #expect(try room.page.text(chosen) == "hat")
    #expect(try room.text("problem").isEmpty)
    // The outline is the box about the crown, which moves by the eyes' own distance and direction.
    let before = try room.quad
    try room.slide("offset.x", to: 0.5)
    let half = WebPage.eyes * 0.5
    for (corner, old) in zip(try room.quad, before) {
      #expect(length(corner - old - half) < length(half) / 2)
    }
    let picture = try room.picture
    try room.slide("rotation.y", to: 30)
    #expect(try room.picture != picture)
    try expectDownload(of: room)
    // An earlier file's place stays.
    try room.change { try room.give(["made/hat.glb"]) }
    #expect(try room.number("rotation.y") == 30)
    // Another avatar is not replaced: one of its name is another.
    try folder.write(folder.bytes("made/hat.glb"), to: "second.glb")
    try room.give(["second.glb"])
    try room.page.wait(until: "document.getElementById('use-dialog').open")
    try room.change { try room.page.click("#use-avatar") }
    #expect(try room.page.text(chosen) == "second-2")
  }

  private func expectDownload(of room: WebPage) throws {
    let folder = room.stage.folder
    try folder.folder("taken")
    try room.page.call(
      "Page.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder.path("taken")])
    try room.page.click("#download-zip")
    #expect(eventually { (try? folder.names(in: "taken")) == ["hat.zip"] })
    let lint = try Program.product.run(["avatars", "lint", "taken/hat.zip"], in: folder)
    #expect(lint.exitCode == 0 && lint.text.isEmpty, "\(lint.error)\(lint.text)")
    // Its files are stored as they are.
    let archive = Data(try folder.bytes("taken/hat.zip"))
    #expect(archive.range(of: Data(try folder.bytes("made/hat.glb"))) != nil)
    let text = String(decoding: archive, as: UTF8.self)
    #expect(text.contains(#""rotation": {"x": 0, "y": 30, "z": 0}"#))
    #expect(text.contains(#""offset": {"x": 0.5}"#))
  }
}
