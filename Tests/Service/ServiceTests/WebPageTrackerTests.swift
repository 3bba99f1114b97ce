import Foundation
import TestSupport
import Testing

/// The page of a service that finds faces by itself.
@Suite(
  .enabled(if: Browser.isExpected, "\(Browser.absent)"),
  .enabled(if: ServiceTrackerStage.isThere, Comment(rawValue: ServiceTrackerStage.absent)))
struct WebPageTrackerTests {
  @Test func `a photo or a clip alone is shown with the avatar on its face`() throws {
    let room = try WebPage(options: ServiceTrackerStage.options)
    let folder = room.stage.folder
    try Program.ffmpeg.succeed([
      "-v", "error", "-i", ServiceTrackerStage.portrait, "-q:v", "3", folder.path("photo.jpg"),
    ])
    func grips() throws -> Double {
      try room.page.number("document.querySelectorAll('#outline .grip').length")
    }
    #expect(try room.text("choose").contains("photo or clip"))
    try room.change { try room.give(["photo.jpg"]) }
    #expect(try grips() == 1)
    #expect(try room.text("source") == "photo.jpg")
    #expect(try room.text("note").isEmpty && room.text("problem").isEmpty)
    let curl = try room.page.text("document.getElementById('curl').textContent")
    #expect(curl.contains("picture=@photo.jpg") && !curl.contains("tracking"))

    try Program.ffmpeg.succeed([
      "-v", "error", "-i", SharedData.file("recordings/gesture/clip.mp4").path, "-t", "0.4", "-an",
      folder.path("waving.mp4"),
    ])
    try room.change { try room.give(["waving.mp4"]) }
    #expect(try room.text("source") == "waving.mp4")
    #expect(try grips() == 1)
    #expect(try room.text("clip-play") == "Stop")
    try room.page.click("#clip-play")
    #expect(try room.text("note").isEmpty && room.text("problem").isEmpty)

    try WebPage.write("green", [], in: folder)
    try room.change { try room.give(["green/picture.jpg"]) }
    #expect(try grips() == 0)
    #expect(try room.text("note").contains("No face was found in picture.jpg"))
    #expect(try room.page.complaints() == [])
  }
}
